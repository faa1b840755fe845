"""`--searchers N`: searches are computed by processes of their own, any of which may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, running_service
from tests.service.server import searchers_of as searchers

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.index.projection import locked
from shortlist.service.index.suppress import suppress
from shortlist.service.runtime.searcher import shard_of
from shortlist.service.runtime.searchers import count_affordable

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the searchers by /proc"),
    # Several are started, one after the other: a machine that has no time to spare takes long.
    pytest.mark.timeout(400),
]
PATIENT = """
[workspace]
plan = "scale"
requests_per_minute = 1000000
[search]
timeout_seconds = 60
"""
BODY = {"query": "software engineers", "num_results": 20}
PEOPLE = [
    {
        **RECORDS[n % len(RECORDS)],
        "id": f"engineer-{n:02}",
        "name": f"Lou Engineer{n:02}",
        "title": "Software Engineer",
        "profile_url": None,
    }
    for n in range(40)
]
"""A searcher has the whole directory to itself: that of a test is small."""


def until(true: Callable[[], Any], seconds: float = 120) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def up(service: RunningService) -> int:
    with service.client() as client:
        return int(client.get("/readyz").json()["searchers"]["up"])


def credits(client: httpx.Client) -> Any:
    return client.get("/v1/account/usage").json()["data"]["credits"]


def test_searchers_answer_and_are_replaced(tmp_path: Path):
    data = tmp_path / "data"
    with (
        running_service(data, config=PATIENT, people=PEOPLE, searchers=2, bare=True) as service,
        service.wait_ready().client(timeout=100) as client,
    ):
        own = until(lambda: (a := client.post("/v1/search", json=BODY)).status_code == 200 and a)
        until(lambda: up(service) == 2)
        theirs = client.post("/v1/search", json=BODY)
        assert theirs.status_code == 200, theirs.text
        assert theirs.json()["data"]["results"] == own.json()["data"]["results"]
        assert len(theirs.json()["data"]["results"]) == 20
        refused = client.post("/v1/search", json={**BODY, "filters": {"title": "x" * 9999}})
        assert refused.status_code == 422

        before = searchers(service)
        assert len(before) == 2
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        until(lambda: len(searchers(service) - {killed}) == 2 and up(service) == 2)
        assert client.post("/v1/search", json=BODY).status_code == 200
        left = searchers(service)
        # As a terminal does it, and as whoever ends every process of a service.
        for pid in left:
            os.kill(pid, signal.SIGINT)
            os.kill(pid, signal.SIGTERM)
        assert client.post("/v1/search", json={**BODY, "num_results": 18}).status_code == 200
        assert searchers(service) == left

        # What was answered before is not answered again once the directory is another.
        gone = own.json()["data"]["results"][0]["person"]["person_id"]
        assert gone in client.post("/v1/search", json=BODY).text
        engine = open_engine(database_url(data))
        suppress(engine, "person_id", gone)
        engine.dispose()
        without = client.post("/v1/search", json=BODY)
        assert without.status_code == 200 and gone not in without.text
        assert service.stop() == 0
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


@pytest.mark.parametrize(
    ("gigabytes", "people", "searchers"),
    [(24, 40_000, 3), (24, 5_000_000, 0), (3, 40_000, 2), (1, 5_000, 0), (16, 1_000_000, 1)],
)
def test_as_many_searchers_as_cores_and_memory_allow(
    gigabytes: int, people: int, searchers: int, monkeypatch: pytest.MonkeyPatch
):
    pages = {"SC_PHYS_PAGES": gigabytes * 1024**3 // 4096, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1, 2}, raising=False)
    assert count_affordable(people) == searchers


def test_workers_and_searchers_are_not_asked_for_together(tmp_path: Path):
    command = (sys.executable, "-m", "shortlist", "serve", "--data-dir", str(tmp_path))
    both = ("--workers", "2", "--searchers", "1")
    ended = subprocess.run((*command, *both), capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "--searchers or --workers" in ended.stderr


def test_one_that_answers_late_is_replaced_and_ends_with_whom_it_answers(tmp_path: Path):
    config = '[workspace]\nplan = "scale"\n[search]\ntimeout_seconds = 3\n'
    with (
        running_service(tmp_path / "data", config=config, people=PEOPLE, searchers=1) as service,
        service.wait_ready().client() as client,
    ):
        until(lambda: up(service) == 1)
        [held], balance = searchers(service), credits(client)
        # Only who computes the searches can hold them up.
        os.kill(held, signal.SIGSTOP)

        def ask() -> httpx.Response:
            return client.post("/v1/search", json=BODY, headers={"Idempotency-Key": "late"})

        late = ask()
        assert (late.status_code, late.json()["error"]["code"]) == (503, "search_timeout")
        assert credits(client) == balance
        # Nobody is up: the service searches itself, under the key that was not consumed.
        until(lambda: ask().status_code == 200)
        until(lambda: up(service) == 1)
        [pid] = searchers(service)
        assert pid != held
        service.kill()
        until(lambda: not Path(f"/proc/{pid}").exists())


def test_what_a_killed_service_left_running_keeps_nobody_from_starting(tmp_path: Path):
    """A searcher of a service that was killed may still be at its last search, or starting."""
    data = tmp_path / "data"
    folder = data / "index" / shard_of(0)
    folder.mkdir(parents=True, mode=0o700)
    with (
        locked(folder / "lock", 0) as _left_running,
        running_service(data, people=PEOPLE, searchers=1) as service,
        service.wait_ready().client() as client,
    ):
        assert client.post("/v1/search", json=BODY).status_code == 200
        assert up(service) == 0


def test_killed_in_a_search_it_fails_that_one_and_charges_nothing(tmp_path: Path):
    """Under load, whichever of the searchers it is and whatever they are at."""
    with (
        running_service(tmp_path / "data", config=PATIENT, people=PEOPLE, searchers=2) as service,
        service.wait_ready().client() as client,
    ):
        until(lambda: up(service) == 2)
        before = credits(client)["used"]
        stop = threading.Event()

        def load(number: int) -> list[tuple[str, dict[str, Any], httpx.Response]]:
            told = []
            with service.client(timeout=100) as own:
                while not stop.is_set():
                    key = f"{number}-{len(told)}"
                    # Each another one, so that none is answered without being computed.
                    body = {"query": f"software engineers {key}", "num_results": 30}
                    headers = {"Idempotency-Key": key}
                    told.append((key, body, own.post("/v1/search", json=body, headers=headers)))
            return told

        with ThreadPoolExecutor(4) as pool:
            loads = [pool.submit(load, number) for number in range(4)]
            for struck in sorted(searchers(service)):
                os.kill(struck, signal.SIGKILL)
                until(lambda struck=struck: up(service) == 2 and struck not in searchers(service))
            stop.set()
            told = [each for each in loads for each in each.result()]
        paid = [answer for _, _, answer in told if answer.status_code == 200]
        failed = [each for each in told if each[2].status_code != 200]
        assert {a.json()["error"]["code"] for _, _, a in failed} <= {"search_failed"}
        charged = sum(answer.json()["meta"]["credits_charged"] for answer in paid)
        assert credits(client)["used"] - before == charged
        for key, body, _ in failed:  # the key was released: it runs now
            again = client.post("/v1/search", json=body, headers={"Idempotency-Key": key})
            assert again.status_code == 200
            assert "idempotency-replayed" not in again.headers
