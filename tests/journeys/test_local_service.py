"""The real service of this machine, as commands start, find and share it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.cli.conftest import Ended, Shell
from tests.parent import ends_with_parent

from shortlist.desk.service_proof import is_held

SOURCE = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture
def noted(own_home: Path) -> Iterator[Path]:
    """Where a running service says so; whatever runs at the end is ended."""
    noted = own_home / "data" / "service" / "service.json"
    yield noted
    if noted.exists():
        os.kill(json.loads(noted.read_text())["pid"], signal.SIGTERM)
        until(lambda: not noted.exists())


def until(is_so) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def run(*arguments: str) -> Ended:
    """A command; neither it nor a service that it starts does its imports."""
    return Shell(seconds=120)(*arguments)


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "shortlist", *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=ends_with_parent(),
    )


@pytest.mark.timeout(300)
def test_two_commands_at_once_share_one_service_that_outlives_them(noted: Path) -> None:
    """All of them started as anybody starts them."""
    both = [start("usage", "--json") for _ in range(2)]
    told = [running.communicate(timeout=120) for running in both]
    assert [running.returncode for running in both] == [0, 0], told
    keys = {json.loads(out)["data"]["api_key"]["id"] for out, _ in told}
    assert len(keys) == 1
    service = json.loads(noted.read_text())
    os.kill(service["pid"], 0)
    again = start("usage", "--json")
    assert again.communicate(timeout=60)[0]
    assert json.loads(noted.read_text()) == service


@pytest.mark.timeout(300)
def test_one_that_was_killed_is_started_again_where_it_was(noted: Path) -> None:
    assert run("usage").out
    first = json.loads(noted.read_text())
    os.kill(first["pid"], signal.SIGKILL)
    assert run("usage").code == 0
    second = json.loads(noted.read_text())
    assert second["pid"] != first["pid"]
    # The origin stays, and with it what the journal knows of it.
    assert second["url"] == first["url"]


class Impostor(BaseHTTPRequestHandler):
    """Says yes to everything, and remembers what it was told."""

    def do_GET(self) -> None:
        self.server.heard.append(f"{self.path} {self.headers}")  # type: ignore[attr-defined]
        body = b'{"status": "ok", "parts": {}, "proof": "ok", "data": {}}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *told: object) -> None:
        """Says nothing."""


@pytest.mark.timeout(300)
def test_whoever_holds_the_port_of_one_that_was_killed_is_not_sent_the_key(
    noted: Path, own_home: Path
) -> None:
    assert run("usage").out
    before = json.loads(noted.read_text())
    os.kill(before["pid"], signal.SIGKILL)
    until(lambda: not is_held(noted.with_name("service.lock")))
    with ThreadingHTTPServer(("127.0.0.1", urlsplit(before["url"]).port or 0), Impostor) as server:
        server.heard = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        # The note it left, with the number of a process that runs: this one.
        noted.write_text(json.dumps({**before, "pid": os.getpid()}))
        told = run("usage", "--json")
        server.shutdown()
    assert told.code == 0, told.err
    assert json.loads(told.out)["data"]["api_key"]["id"]
    assert json.loads(noted.read_text())["url"] != before["url"]
    heard = "".join(server.heard)  # type: ignore[attr-defined]
    key = (own_home / "config" / "local-key").read_text().strip()
    assert key.rpartition("_")[2] not in heard
    assert "authorization" not in heard.lower()


@pytest.mark.timeout(300)
def test_a_folder_that_was_emptied_gets_a_key_that_its_service_knows(
    noted: Path, own_home: Path
) -> None:
    key = own_home / "config" / "local-key"
    key.parent.mkdir(mode=0o700)
    key.write_text("sl_0123456789ab_of-a-database-that-is-gone\n")
    told = run("usage", "--json")
    assert told.code == 0, told.err
    assert json.loads(told.out)["data"]["api_key"]["id"] == key.read_text().split("_")[1]


@pytest.mark.timeout(300)
def test_keys_and_people_go_to_the_same_service(noted: Path) -> None:
    key = json.loads(run("keys", "create", "--name", "second", "--json").out)["key"]
    assert run("usage").out
    listed = json.loads(run("keys", "list", "--json").out)
    names = {entry["name"] for entry in listed["data"]}
    assert "second" in names
    folder = noted.parents[2]
    kept = [path for path in folder.rglob("*") if path.is_file() and "log" in path.suffix]
    assert kept
    assert not any(key in path.read_text(errors="replace") for path in kept)
