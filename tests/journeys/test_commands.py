"""The main job by commands, on real people: counts and charges are checked against the data.

Of the people there are those of two of the ten sources in states that begin as the two asked
about do: everybody that the questions are about, and whoever they could be taken for.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell

from shortlist.contract.limits import people_price

DATASETS = ("openstates", "sec-form4")
LETTERS = ("Co", "Mi")
QUESTION = "state senators from Minnesota on an education committee"
OTHERS = (
    "general counsels at companies based in Minnesota",
    "Colorado House members on a health committee",
)


class Desk:
    """A researcher's machine: `shortlist …` in a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.shell = Shell(seconds=400)
        self.environment = self.shell.environment
        self.environment |= {
            "SHORTLIST_HOME": str(home),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }
        for name in ("SHORTLIST_BASE_URL", "SHORTLIST_API_KEY", "SHORTLIST_PROFILE"):
            self.environment.pop(name, None)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return self.shell.start(*arguments, stdin=subprocess.DEVNULL, **streams)

    def run(self, *arguments: str) -> str:
        """Standard output of a command that must succeed."""
        ended = self.shell(*arguments)
        assert ended.code == 0, ended.err
        return ended.out

    def json(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))

    def lines(self, *arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run(*arguments, "--json").splitlines()]

    def people_in(self) -> int:
        """How many people are in: read at their place, which is done often and must cost little."""
        database = self.home / "data" / "service" / "shortlist.db"
        try:
            with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
                (count,) = db.execute("SELECT count(*) FROM people").fetchone()
        except sqlite3.OperationalError:  # it is not there yet
            return 0
        return int(count)

    def end_service(self) -> None:
        noted = self.home / "data" / "service" / "service.json"
        if not noted.exists():
            return
        pid = json.loads(noted.read_text())["pid"]
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + 60
        while noted.exists() and time.monotonic() < deadline:
            time.sleep(0.05)


@pytest.fixture(scope="module")
def people(corpus: Path) -> dict[str, dict[str, Any]]:
    """The data itself, by id."""
    with gzip.open(corpus / "people.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return {
        record["id"]: record
        for record in records
        if record["dataset"] in DATASETS and (record["region"] or "").startswith(LETTERS)
    }


@pytest.fixture(scope="module")
def answers(corpus: Path) -> dict[str, set[str]]:
    """Who meets every criterion of a question, by the question."""
    with (corpus / "queries.jsonl").open(encoding="utf-8") as file:
        asked = [json.loads(line) for line in file]
    return {
        entry["query"]: {person for person, grade in entry["relevant"].items() if grade == 3}
        for entry in asked
    }


@pytest.fixture(scope="module")
def desk(people: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A machine with all the people imported.

    The import is interrupted once every row is in: their vectors take minutes, and what follows
    must work without them as it does after any interruption.
    """
    desk = Desk(tmp_path_factory.mktemp("machine"))
    source = desk.home / "people.jsonl.gz"
    with gzip.open(source, "wt", compresslevel=1, encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in people.values())
    importing = desk.start("index", "import", str(source))
    deadline = time.monotonic() + 300
    while importing.poll() is None and time.monotonic() < deadline:
        if desk.people_in() == len(people):
            break
        time.sleep(0.2)
    try:
        told = _interrupt(importing)
        # Interrupted while a native module loads, the interpreter ends by the signal, which a shell
        # tells as 130 too.
        assert importing.returncode in (0, 130, -signal.SIGINT), told.decode()
        yield desk
    finally:
        importing.kill()
        desk.end_service()


def _interrupt(command: subprocess.Popen[bytes]) -> bytes:
    """What `command` said until it ended. While Python imports a module it may lose the interrupt,
    and a person presses the keys again."""
    for _ in range(4):
        command.send_signal(signal.SIGINT)
        try:
            return command.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("it did not end, however often it was interrupted")


def contacts(record: dict[str, Any], field: str) -> str | None:
    held = record["contacts"].get(field)
    return held["value"] if held else None


@pytest.mark.timeout(900)
def test_question_to_set_to_addresses_to_file_and_what_it_cost(
    desk: Desk, people: dict[str, dict[str, Any]], answers: dict[str, set[str]], tmp_path: Path
) -> None:
    assert desk.json("index", "stats")["people"] == len(people) == 2_777
    exact = answers[QUESTION]

    # A question: whoever meets every criterion comes first, and 10 people cost 1 credit.
    found = desk.json("search", QUESTION, "-n", "30")
    ids = [result["person"]["person_id"] for result in found["data"]["results"]]
    first = set(ids[: len(exact)])
    assert len(first & exact) >= 0.9 * len(exact)
    assert found["meta"]["credits_charged"] == people_price(len(ids))

    # The question becomes a Set, which is watched to its end.
    created, *events = desk.lines("sets", "create", QUESTION, "--count", "20", "--watch")
    assert created["pricing"]["estimated_credits"] == people_price(20)
    admitted = [
        event["data"]["person"]["person_id"]
        for event in events
        if event["type"] == "set.item.admitted"
    ]
    assert len(admitted) == len(set(admitted)) == 20
    for person_id in admitted:
        record = people[person_id]
        assert record["region"] == "Minnesota", record["name"]
        assert record["title"] == "State Senator"
        committees = [committee["name"].lower() for committee in record["facts"]["committees"]]
        assert any("education" in name for name in committees), record["name"]
    shown = desk.json("sets", "show", created["id"])
    assert (shown["status"], shown["item_count"], shown["spent_credits"]) == ("completed", 20, 2)

    # Its people, in a list and in a file.
    items = desk.lines("sets", "items", created["id"], "--all")
    assert sorted(item["person"]["person_id"] for item in items) == sorted(admitted)
    exported = tmp_path / "senators.csv"
    desk.run("sets", "export", created["id"], "-o", str(exported))
    with exported.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["person_id"] for row in rows) == sorted(admitted)

    # Addresses of everyone: what the data holds is found and charged, what it lacks is neither.
    resolved = tmp_path / "resolved.csv"
    fields = ("work_email", "phone")
    enrich = (
        *("enrich", "--from", str(exported), "--fields", ",".join(fields)),
        *("-o", str(resolved), "--yes"),
    )
    desk.run(*enrich)
    found = 0
    with resolved.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for field in fields:
                held = contacts(people[row["person_id"]], field)
                assert row[field] == (held or ""), (row["name"], field)
                assert row[f"{field}_status"] == ("found" if held else "not_found")
                found += bool(held)
    assert found > 0

    # What came with the import costs nothing.
    desk.run(*enrich)
    usage = desk.json("usage")["data"]
    (today,) = usage["history"]
    assert today["search"] == people_price(len(ids))
    assert today["sets"] == people_price(20)
    assert today["enrich"] == 0
    assert usage["credits"]["used"] == people_price(len(ids)) + people_price(20)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("question", OTHERS)
def test_other_questions(desk: Desk, answers: dict[str, set[str]], question: str) -> None:
    exact = answers[question]
    found = desk.json("search", question, "-n", str(2 * len(exact)))
    # Whose record doubts that they still are there is no exact answer, and holds less.
    sure = [each for each in found["data"]["results"] if min(each["met"]) == 1]
    ids = {result["person"]["person_id"] for result in sure[: len(exact)]}
    assert len(ids & exact) >= 0.7 * len(exact)


@pytest.mark.timeout(900)
def test_enrich_by_each_anchor(desk: Desk, people: dict[str, dict[str, Any]]) -> None:
    record = next(
        record
        for record in people.values()
        if record["dataset"] == "openstates"
        and record["status"] == "current"
        and contacts(record, "work_email")
        and contacts(record, "phone")
        and record["company_domain"]
    )
    address = contacts(record, "work_email")
    assert address
    by_id = desk.json("enrich", "--person-id", record["id"], "--fields", "work_email,phone")
    assert by_id["data"]["work_email"]["value"] == address
    assert by_id["meta"]["usage"]["free"] == ["work_email", "phone"]
    assert by_id["meta"]["usage"]["acu_used"] == 0
    by_email = desk.json("enrich", "--email", address, "--fields", "phone")
    assert by_email["data"]["phone"]["value"] == contacts(record, "phone")
