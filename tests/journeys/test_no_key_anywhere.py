"""No API key is anywhere but in its private file: whatever a command does or meets, and even where
a service quotes the key at us."""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment, Reply, Seen, refuse, serving
from tests.client.ticking import Ticking

from shortlist.cli.main import run
from shortlist.client import Shortlist, ShortlistError
from shortlist.desk.places import find_places
from shortlist.tui.live.calls import CallLog, body_of, curl_of

QUOTED = f"Bearer {KEY} is not welcome."
COMMANDS = [
    ["search", "engineers"],
    ["search", "engineers", "--csv"],
    ["sets", "create", "engineers", "--watch"],
    ["sets", "list"],
    ["sets", "show", "set_1"],
    ["sets", "watch", "set_1"],
    ["sets", "cancel", "set_1"],
    ["sets", "items", "set_1", "--all"],
    ["sets", "export", "set_1"],
    ["sets", "export", "set_1", "--format", "json"],
    ["enrich", "--person-id", "p1", "--fields", "phone"],
    ["person", "p1"],
    ["usage"],
    ["journal", "list"],
    ["journal", "resume"],
    ["profiles", "list"],
]


@dataclass
class Told:
    """Commands run in this process, and everything that they told."""

    environment: dict[str, str]
    text: str = ""

    def __call__(self, *arguments: str, given: str = "", **environment: str) -> int:
        every = {**self.environment, **environment}
        with CliRunner().isolation(input=given, env=every) as (out, err, _):
            code = run(arguments)
            told = (out.getvalue() + err.getvalue()).decode()
        assert KEY not in told, (arguments, told)
        self.text += told
        return code


@pytest.fixture
def deployment() -> Iterator[Deployment]:
    with serving(Deployment()) as running:
        yield running


@pytest.fixture
def told(
    deployment: Deployment, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Told]:
    monkeypatch.setattr("shortlist.client.api.Clock", lambda: Ticking().clock)
    caplog.set_level(logging.DEBUG)
    told = Told({"SHORTLIST_BASE_URL": deployment.url, "SHORTLIST_API_KEY": KEY})
    yield told
    assert told.text
    assert KEY not in caplog.text, "in a log record"
    assert _holding(KEY) == []


def _holding(key: str) -> list[Path]:
    """Files of this program, other than the private ones of keys, that hold `key`."""
    places = find_places()
    folders = (places.config, places.data, places.cache, places.logs)
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    private = places.config / "keys"
    return [path for path in files if key.encode() in path.read_bytes() and private != path.parent]


def _quote(status: int, **members: object):
    return lambda seen: refuse("refused", status, message=QUOTED, detail=QUOTED, **members)


def _page(seen: Seen):
    return 502, {"Content-Type": "text/html"}, f"<pre>{QUOTED}</pre>".encode()


def _broken(seen: Seen):
    return 200, {"Content-Type": "application/json"}, f'{{"error": "{QUOTED}'.encode()


FAULTS = {
    "none": lambda seen: None,
    "401": _quote(401),
    "403": _quote(403),
    "402": _quote(402),
    "404": _quote(404),
    "422": _quote(422, field=KEY),
    "503": _quote(503, retryable=False),
    "html": lambda seen: (404, {"Content-Type": "text/html"}, f"<pre>{QUOTED}".encode()),
}


@pytest.mark.parametrize("name", FAULTS)
def test_in_no_output_log_or_file_of_any_command(
    told: Told, deployment: Deployment, name: str
) -> None:
    deployment.fault = FAULTS[name]
    for command in COMMANDS:
        told(*command)
        told(*command, *([] if "--csv" in command else ["--json"]))
    if name in ("401", "403", "404"):
        assert "[API key] is not welcome" in told.text, "what it says is told all the same"


def test_in_nothing_where_every_answer_quotes_it(
    told: Told, deployment: Deployment, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """In names, ids, events, export cells and headers. An export goes on to others, so it is
    written without the key as well."""
    # A trace of the wire, for who turns it on in a program of their own: it shows what came.
    caplog.set_level(logging.INFO, "httpcore")
    deployment.fault = lambda seen: _quoting(deployment.do(seen))
    for command in COMMANDS:
        told(*command)
        told(*command, *([] if "--csv" in command else ["--json"]))
    for format in ("csv", "json", "xlsx", "parquet"):
        path = tmp_path / f"out.{format}"
        assert told("sets", "export", "set_1", "--format", format, "-o", str(path)) == 0
        written = path.read_bytes()
        if format == "xlsx":
            with zipfile.ZipFile(path) as parts:
                written = b"".join(parts.read(name) for name in parts.namelist())
        assert KEY.encode() not in written
        assert b"[API key]" in written, "it was there"
    output = tmp_path / "enriched.csv"
    source = tmp_path / "in.csv"
    source.write_text("email\np1@x.org\n")
    told("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    assert "[API key]" in output.read_text()
    assert KEY not in output.read_text()


def _quoting(given: Reply) -> Reply:
    status, headers, body = given
    for told in (b"Acme", b"acme", b"Person ", b': "item_', b"req_", b"Engineer"):
        body = body.replace(told, told + KEY.encode())
    echo = {"X-Request-Id": KEY, "Location": f"/{KEY}", "X-Was": f"Bearer {KEY}"}
    return status, {**headers, **echo}, body


def test_in_nothing_that_a_bulk_run_writes(
    told: Told, deployment: Deployment, tmp_path: Path
) -> None:
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("email\n" + "".join(f"p{n}@x.org\n" for n in range(4)))
    bulk = ("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    for fault in (_quote(422), _quote(401), _broken, lambda seen: None):
        deployment.fault = fault
        told(*bulk)
        told(*bulk, "--json")
        assert KEY not in output.read_text()
    told("journal", "list", "--json")


def test_in_nothing_where_no_answer_comes(told: Told, deployment: Deployment) -> None:
    nobody = "http://127.0.0.1:9"
    no_tls = deployment.url.replace("http:", "https:")
    for address in (nobody, no_tls, "https://nowhere.invalid"):
        assert told("search", "x", SHORTLIST_BASE_URL=address) in (1, 5)
        told("usage", "--json", SHORTLIST_BASE_URL=address)
    for fault in (_broken, _page):
        deployment.fault = fault
        assert told("search", "x") == 5
        told("sets", "create", "x", "--json")
    told("journal", "list", "--json")
    told("journal", "resume", "--json")


def test_in_no_word_about_a_profile_or_a_wrong_command(told: Told, deployment: Deployment) -> None:
    none = {"SHORTLIST_BASE_URL": "", "SHORTLIST_API_KEY": ""}
    here = deployment.url
    assert told("profiles", "add", "work", "--base-url", here, given=f"{KEY}\n", **none) == 0
    told("profiles", "add", "work2", "--base-url", here, "--json", given=f"{KEY}\n", **none)
    told("profiles", "list", "--json", **none)
    assert told("--profile", "work", "usage", **none) == 0
    told("profiles", "use", "work", **none)
    told("profiles", "remove", "work2", **none)
    for option in ("--key", "--api-key", "--token"):
        assert told("usage", option, KEY) == 2
    for address in (f"https://u:{KEY}@x.example", f"https://x.example/?key={KEY}"):
        assert told("usage", SHORTLIST_BASE_URL=address) == 2
        assert told("profiles", "add", "w", "--base-url", address, given="k\n", **none) == 2


def test_in_no_traceback_and_no_list_of_processes(deployment: Deployment) -> None:
    shell = Shell()
    shell.environment |= {"SHORTLIST_BASE_URL": deployment.url, "SHORTLIST_API_KEY": KEY}
    deployment.fault = _quote(404)
    ended = shell("sets", "show", "x", env={"SHORTLIST_DEBUG": "1"})
    assert "Traceback" in ended.err
    assert KEY not in ended.out + ended.err
    asked, go_on = threading.Event(), threading.Event()

    def wait(seen: Seen) -> None:
        asked.set()
        go_on.wait(60)

    deployment.fault = wait
    running = shell.start("usage", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert asked.wait(60)
    shown = Path(f"/proc/{running.pid}/cmdline")
    if shown.exists():
        assert b"usage" in shown.read_bytes()
        assert KEY.encode() not in shown.read_bytes()
    go_on.set()
    assert running.wait(60) == 0


async def test_in_no_command_of_the_inspector_and_no_repr(deployment: Deployment) -> None:
    log = CallLog()

    def note(record: object) -> None:
        log.note(record, datetime.now(UTC), "work", deployment.url)  # type: ignore[arg-type]

    async with Shortlist(deployment.url, KEY, on_call=note) as client:
        await client.search("engineers")
        deployment.fault = _quote(401)
        with pytest.raises(ShortlistError) as refused:
            await client.usage()
        every = [repr(client), repr(client.connection), repr(vars(refused.value))]
    assert log.total == 2
    for call in log:
        every += [repr(call), curl_of(call), body_of(call)]
        assert "$SHORTLIST_API_KEY" in curl_of(call)
    assert not [text for text in every if KEY in text]


def test_the_search_would_find_it(told: Told) -> None:
    assert told("usage") == 0
    stray = find_places().logs / "stray.log"
    stray.write_text(f"sent {KEY}")
    assert _holding(KEY) == [stray]
    stray.unlink()
    assert os.environ["SHORTLIST_HOME"] in str(stray)
