"""The service on this machine: found, started once, and honest when it does not start."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from shortlist.desk import local_service
from shortlist.desk.connection import open_connection
from shortlist.desk.local_service import (
    LocalServiceFailed,
    Ready,
    ServiceState,
    ensure_running,
    find_running,
    wait_until_ready,
)
from shortlist.desk.places import Places, find_places

STAND_IN = """
import fcntl, http.server, json, os, pathlib, sys, time, urllib.parse
from shortlist.contract.proof import hash_of, proof_of
if "{fault}" == "dies":
    sys.exit("database is in the way\\n")
if "{fault}" == "silent":
    time.sleep(60)
data, key = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
asked = []
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        late = "{fault}" == "late" and asked.count("/readyz") < 3
        if "{fault}" == "ends" and self.path == "/readyz":
            os._exit(1)
        state = "failed" if "{fault}" == "broken" else "starting" if late else "ready"
        work = "starting" if "{fault}" == "working" else "ready"
        body = json.dumps({{"parts": {{"index": state, "work": work}}}}).encode()
        all_ready = state == work == "ready"
        asked_for = urllib.parse.urlsplit(self.path)
        proving = asked_for.path == "/proof"
        if proving:
            nonce = urllib.parse.parse_qs(asked_for.query)["nonce"][0]
            proof = proof_of(hash_of("secret"), nonce, server.server_port)
            body = json.dumps({{"proof": proof}}).encode()
        self.send_response(200 if proving or all_ready else 503)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
url = "http://127.0.0.1:%d" % server.server_port
key.write_text("sl_local_secret")
lock = (data / "service.lock").open("a")
fcntl.flock(lock, fcntl.LOCK_EX)
with (data / "starts").open("a") as file:
    file.write("%d\\n" % os.getpid())
(data / "service.json").write_text(json.dumps({{"url": url, "pid": os.getpid()}}))
print("listening on " + url, flush=True)
server.serve_forever()
"""


@pytest.fixture
def places() -> Iterator[Places]:
    places = find_places()
    yield places
    for pid in started(places):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for process in local_service._started:
        process.wait(60)
    local_service._started.clear()


def started(places: Places) -> list[int]:
    """The processes that the stand-in for the service ran in."""
    with contextlib.suppress(FileNotFoundError):
        return [int(line) for line in (places.service / "starts").read_text().split()]
    return []


@pytest.fixture
def stand_in(places: Places, monkeypatch: pytest.MonkeyPatch):
    """Start a small server in place of the service, which is slower and has tests of its own."""

    def use(fault: str = "") -> None:
        program = STAND_IN.format(fault=fault)
        command = [sys.executable, "-c", program, str(places.service), str(places.local_key)]
        monkeypatch.setattr(local_service, "_command", lambda _: command)

    use()
    return use


async def test_it_is_started_once_and_then_found(places: Places, stand_in) -> None:
    seen: list[ServiceState] = []
    first = await ensure_running(places, seen.append)
    second = await ensure_running(places)
    assert [state.stage for state in seen] == ["looking", "starting", "ready"]
    assert seen[-1].url == first.url
    assert (first.started, second.started) == (True, False)
    assert (first.url, first.api_key, second.url) == (second.url, "sl_local_secret", first.url)
    assert len(started(places)) == 1
    assert "sl_local_secret" not in repr(first)


async def test_a_connection_to_it_carries_its_url_and_key(places: Places, stand_in) -> None:
    connection = await open_connection()
    assert (connection.kind, connection.api_key) == ("embedded", "sl_local_secret")
    assert connection.base_url.startswith("http://127.0.0.1:")


async def test_two_that_start_at_once_end_on_one(places: Places, stand_in) -> None:
    both = await asyncio.gather(*(ensure_running(places) for _ in range(4)))
    assert len({ready.url for ready in both}) == 1
    assert len(started(places)) == 1


async def test_giving_up_the_wait_does_not_start_a_second(places: Places, stand_in) -> None:
    waiting = asyncio.create_task(ensure_running(places))
    async with asyncio.timeout(60):
        while not local_service._started:  # noqa: ASYNC110  there is nothing to await but the start
            await asyncio.sleep(0.01)
    waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting
    await ensure_running(places)
    assert len(started(places)) == 1


async def test_it_runs_in_a_session_of_its_own(places: Places, stand_in) -> None:
    ready = await ensure_running(places)
    assert ready.pid is not None
    assert os.getsid(ready.pid) == ready.pid != os.getsid(0)


async def test_one_that_was_killed_is_started_again(places: Places, stand_in) -> None:
    first = await ensure_running(places)
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    local_service._started[0].wait(60)
    assert await find_running(places) is None
    second = await ensure_running(places)
    assert second.started
    assert second.pid != first.pid


async def test_readiness_is_waited_for_and_said(places: Places, stand_in) -> None:
    stand_in("late")
    ready = await ensure_running(places)
    seen: list[ServiceState] = []
    await wait_until_ready(places, ready.url, seen.append)
    assert [state.text for state in seen] == ["Getting ready: index"] * 2


async def test_searching_waits_only_for_what_searching_needs(places: Places, stand_in) -> None:
    stand_in("working")
    ready = await ensure_running(places)
    seen: list[ServiceState] = []
    await wait_until_ready(places, ready.url, seen.append)
    assert seen == []


async def test_a_part_that_failed_is_told_at_once(places: Places, stand_in) -> None:
    stand_in("broken")
    ready = await ensure_running(places)
    with pytest.raises(
        LocalServiceFailed, match=r"index of the service did not start.*service\.log"
    ):
        await wait_until_ready(places, ready.url)


async def test_waiting_for_readiness_ends(places: Places, stand_in) -> None:
    stand_in("late")
    ready = await ensure_running(places)
    with pytest.raises(LocalServiceFailed, match=r"not ready within 0 s \(waiting for index\)"):
        await wait_until_ready(places, ready.url, seconds=0)


async def test_one_that_ends_while_it_gets_ready_is_told_at_once(places: Places, stand_in) -> None:
    stand_in("ends")
    ready = await ensure_running(places)
    with pytest.raises(LocalServiceFailed, match="ended while it was getting ready"):
        await wait_until_ready(places, ready.url)


@pytest.mark.parametrize("fault", ["dies", "broken", "ends"])
async def test_where_the_disk_is_full_that_is_why(
    places: Places, stand_in, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(fault)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=3 << 20))
    with pytest.raises(
        LocalServiceFailed, match=f"The disk of {places.data} has 3 MB free. Free some"
    ):
        ready = await ensure_running(places)
        await wait_until_ready(places, ready.url)


async def test_one_that_ends_is_told_with_its_last_words(places: Places, stand_in) -> None:
    stand_in("dies")
    seen: list[ServiceState] = []
    with pytest.raises(LocalServiceFailed) as caught:
        await ensure_running(places, seen.append)
    assert "database is in the way" in caught.value.log
    assert "ended with code 1. database is in the way." in str(caught.value)
    assert caught.value.log_path == places.logs / "service.log"
    assert stat.S_IMODE((places.logs / "service.log").stat().st_mode) == 0o600
    assert seen[-1].stage == "failed"


async def test_one_that_stays_silent_is_ended_and_told(
    places: Places, stand_in, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in("silent")
    monkeypatch.setattr(local_service, "START_TIMEOUT_SECONDS", 0.3)
    with pytest.raises(LocalServiceFailed, match="did not answer within"):
        await ensure_running(places)
    assert local_service._started[0].wait(60) == -signal.SIGTERM


async def test_without_the_extra_it_says_what_to_install(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_service, "_NEEDED", ("sqlalchemy", "surely_not_installed"))
    with pytest.raises(
        LocalServiceFailed, match=r"surely_not_installed missing.*pip install '.\[local\]'"
    ):
        await ensure_running(places)
    assert local_service._started == []


@pytest.mark.parametrize(
    "noted",
    [
        "",
        "[]",
        '{"url": "http://127.0.0.1:1"}',
        '{"url": "http://10.0.0.1:80", "pid": 1}',
        '{"url": "file:///etc/passwd", "pid": 1}',
    ],
)
async def test_a_note_that_leads_nowhere_is_not_followed(places: Places, noted: str) -> None:
    places.service.mkdir()
    places.local_key.write_text("sl_local_secret")
    noted = noted.replace('"pid": 1', f'"pid": {os.getpid()}')
    (places.service / "service.json").write_text(noted)
    assert await find_running(places) is None


async def test_a_note_is_followed_only_while_its_folder_is_held(places: Places, stand_in) -> None:
    ready = await ensure_running(places)
    (places.service / "service.lock").rename(places.service / "held.lock")
    (places.service / "service.lock").touch()
    assert await find_running(places) is None
    (places.service / "held.lock").replace(places.service / "service.lock")
    assert await find_running(places) == Ready(ready.url, ready.api_key, ready.pid)


async def test_whoever_does_not_know_the_key_is_not_it(places: Places, stand_in) -> None:
    await ensure_running(places)
    # The same service, held and listening, without the key that this machine has.
    places.local_key.write_text("sl_local_another")
    assert await find_running(places) is None


def test_the_command_holds_no_key(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLIST_API_KEY", "sk_env")
    assert "SHORTLIST_API_KEY" not in local_service._environment()
    command = local_service._command(places)
    assert command[1:4] == ["-m", "shortlist", "serve"]
    assert Path(command[command.index("--data-dir") + 1]) == places.service
