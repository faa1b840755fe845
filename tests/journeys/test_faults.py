"""What a deployment refuses, breaks or delays, screen by screen, in the real app.

Each fault says its code, what to do and the request id; nothing is lost, nothing is paid twice,
and the line above tells the truth about the service.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.terminal import Terminal
from tests.cli.deployment import KEY, Deployment, Reply, Seen, refuse, serving
from tests.journeys.test_app import app, press, resolve, spend


class Faults:
    """Answers the next requests whose address holds a text in place of the deployment."""

    def __init__(self) -> None:
        self._next: list[tuple[str, Reply]] = []

    def come(self, *what: tuple[str, Reply]) -> None:
        self._next = list(what)

    def __call__(self, seen: Seen) -> Reply | None:
        for at, (path, reply) in enumerate(self._next):
            if path in f"{seen.method} {seen.path}":
                del self._next[at]
                return reply
        return None


def limited(seconds: int) -> Reply:
    status, headers, body = refuse("rate_limited", 429, retry_after_seconds=seconds)
    return status, {**headers, "Retry-After": str(seconds)}, body


BROKEN: Reply = (200, {"Content-Type": "application/json"}, b'{"data": [{"per')
PROXY: Reply = (200, {"Content-Type": "text/html"}, b"<html>Log in to the hotel</html>")


@contextmanager
def faulty(tmp_path: Path) -> Iterator[tuple[Deployment, Faults, Any]]:
    """A deployment, the faults it is to have, and where it is, for `app`."""
    faults = Faults()
    with serving(Deployment(people=30, admitted=12, fault=faults)) as deployment:
        yield deployment, faults, SimpleNamespace(url=deployment.url, key=KEY)


def posts(deployment: Deployment, path: str) -> list[str]:
    """The idempotency keys of the POSTs to an address, in order."""
    return [
        seen.headers["idempotency-key"]
        for seen in deployment.seen
        if seen.method == "POST" and seen.path == path
    ]


def quit_(terminal: Terminal) -> None:
    press(terminal, "ctrl+q")
    assert terminal.wait_for_exit() == 0


def test_search_sets_and_people(tmp_path: Path) -> None:
    with (
        faulty(tmp_path) as (deployment, faults, service),
        app(service, tmp_path / "home") as terminal,
    ):
        terminal.wait_for("97 credits left")
        short = refuse("insufficient_acu", 402, required_credits=3, available_credits=1)
        faults.come(("POST /v1/search", short))
        terminal.send("engineers", "enter")
        terminal.wait_for("insufficient_acu · req_77")
        terminal.wait_for("It needs 3 credits; 1 left.")

        # A rate limit is told with its time, and the search goes on by itself.
        faults.come(("POST /v1/search", limited(3)))
        press(terminal, "R")
        terminal.wait_for("rate limit:")
        terminal.wait_for("25 people found")
        terminal.wait_for("● ready")

        # What is no answer at all is asked for again under the same key.
        before = len(posts(deployment, "/v1/search"))
        faults.come(*[("POST /v1/search", PROXY)] * 3)
        press(terminal, "R")
        terminal.wait_for(lambda _: len(posts(deployment, "/v1/search")) == before + 4)
        terminal.wait_for("● ready")
        assert len(set(posts(deployment, "/v1/search")[before:])) == 1
        terminal.wait_for("Person 0")

        # A refused Set: the builder again, as it was, with the reason.
        press(terminal, "n")
        terminal.wait_for("Create · up to 3 credits")
        faults.come(("POST /v1/sets", refuse("daily_budget_exceeded", 402)))
        press(terminal, "enter")
        spend(terminal, "create")
        terminal.wait_for("daily_budget_exceeded · req_77")
        press(terminal, "enter")
        spend(terminal, "create")
        terminal.wait_for(lambda _: len(posts(deployment, "/v1/sets")) == 2)
        terminal.wait_for("12 of 25 admitted")

        # A list that broke off is read again; nothing of it is believed.
        faults.come(*[("GET /v1/sets/set_1/items", BROKEN)] * 100)
        press(terminal, "3")
        terminal.wait_for("bad_answer")
        terminal.wait_for("The people could not be read")
        faults.come()
        press(terminal, "R")
        terminal.wait_for("12 loaded")

        # A key that is refused later: paid work waits, what is loaded stays.
        faults.come(("POST /v1/search", refuse("revoked_api_key", 401)))
        press(terminal, "1", "R")
        terminal.wait_for("Another API key")
        terminal.wait_for("revoked_api_key · req_77")
        press(terminal, "escape")
        terminal.wait_for("✗ key refused")
        press(terminal, "3")
        terminal.wait_for("12 loaded")
        press(terminal, "1", "R")
        terminal.wait_for("Another API key")
        terminal.send(KEY)
        press(terminal, "enter")
        terminal.wait_for("● ready")
        terminal.wait_for("25 people found")
        assert KEY.encode() not in terminal.raw
        quit_(terminal)


def test_enrich_person_usage_and_a_file(tmp_path: Path) -> None:
    with (
        faulty(tmp_path) as (deployment, faults, service),
        app(service, tmp_path / "home", columns=80, lines=24) as terminal,
    ):
        terminal.wait_for("97 cr")
        terminal.send("engineers", "enter")
        terminal.wait_for("25 people found")
        press(terminal, "space", "space", "e")
        terminal.wait_for("e asks for the work e-mail of 2 people: at most 2 credits")

        # Of two lookups one is refused; the other is kept, and only the first is asked again.
        faults.come(("POST /v1/enrich", refuse("monthly_budget_exceeded", 402)))
        resolve(terminal)
        terminal.wait_for("✓ 1 found · ✗ 1 failed")
        terminal.wait_for("monthly_budget_exceeded · req_77")
        terminal.wait_for("1 field got no answer: R asks again")
        # Answers that are lost on the way were paid: asked for again they are free.
        faults.come(*[("POST /v1/enrich", PROXY)] * 3)
        press(terminal, "R")
        terminal.wait_for("Ask again · up to 1 credit")
        spend(terminal, "ask again")
        # Nobody has to ask once more: what was agreed to goes out again by itself.
        terminal.wait_for("✓ 2 found · 2 credits charged here")
        assert set(deployment.billed.values()) == {1} and len(deployment.billed) == 2
        press(terminal, "e")
        terminal.wait_for("There is nothing to ask for")

        # The page of a person whom the service does not know.
        faults.come(("POST /v1/person", refuse("not_found", 404)))
        press(terminal, "enter")
        terminal.wait_for("Identity")
        press(terminal, "r")
        terminal.wait_for("Research · up to 25 credits")
        spend(terminal, "research")
        terminal.wait_for("not_found · req_77")
        press(terminal, "escape")

        # A file where none can be written; then one that is.
        press(terminal, "w")
        terminal.wait_for("Write to a file")
        press(terminal, "\x15")  # ctrl+u: the line is empty
        terminal.send("no-such-folder/people.csv")
        press(terminal, "enter")
        terminal.wait_for("There is no folder")
        press(terminal, "\x15")  # ctrl+u: the line is empty
        terminal.send("kept.csv")
        press(terminal, "enter")
        terminal.wait_for("2 people written to")
        assert (tmp_path / "kept.csv").read_text().count("work_email") >= 2

        # Usage that cannot be read: what was known stays, and R reads again.
        # However often it is read, and by whom, until that is over.
        faults.come(*[("GET /v1/account/usage", refuse("internal_error", 500))] * 100)
        press(terminal, "5")
        terminal.wait_for("internal_error · req_77")
        terminal.wait_for("97 left")
        faults.come()
        press(terminal, "R")
        terminal.wait_for("internal_error", gone=True)
        quit_(terminal)
