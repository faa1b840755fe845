"""Kill, freeze and restart the service while Sets are made and cancelled, then check everything.

The long one: `python -m tests.chaos.storm --rounds 100` (needs `src` on the path); it prints one
JSON object with what it did and ends with an error where an invariant does not hold.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from tests.service import server
from tests.service.server import RunningService
from tests.service.sets.conftest import numbered_service
from tests.service.sets.invariants import check_invariants, rows_of

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import ledger, searches, sets, workspaces

CONFIG = """[workspace]
plan = "scale"
requests_per_minute = 1000000
balance = 100000
"""
PEOPLE = 300
BATCH_SECONDS = 0.05
CLIENTS = 3
SETTLE_SECONDS = 180


class Client(threading.Thread):
    """Makes Sets, each with a key of its own, and keeps asking until it is told the outcome."""

    def __init__(self, service: RunningService, seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.service = service
        self.random = random.Random(seed)
        self.stop = stop
        self.made: dict[str, str] = {}
        """Idempotency key -> the Set it was answered with."""
        self.told = Counter[str]()
        self.problems: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            key, body = uuid.uuid4().hex, self._body()
            answer = self._insist("/v1/sets", body, key)
            if answer is None:
                continue
            self.told[str(answer.status_code)] += 1
            if answer.status_code != 201:
                self.problems.append(answer.text)
                continue
            self.made[key] = answer.json()["id"]
            if self.random.random() < 0.3:
                time.sleep(self.random.random() * 0.3)
                self._insist(f"/v1/sets/{self.made[key]}/cancel", None, uuid.uuid4().hex)
            if self.random.random() < 0.5:
                again = self._insist("/v1/sets", body, key)
                if again is not None and again.json().get("id") != self.made[key]:
                    self.problems.append(f"{key}: replayed as {again.text[:200]}")

    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"search": {"query": "x", "count": self.random.randint(1, 120)}}
        if self.random.random() < 0.5:
            body["budget"] = {"credits": self.random.randint(1, 8)}
        return body

    def _insist(self, path: str, body: Any, key: str) -> httpx.Response | None:
        """The answer, however often it takes; None once the storm is over without one."""
        headers = {"Authorization": f"Bearer {self.service.key}", "Idempotency-Key": key}
        while True:
            try:
                answer = httpx.post(self.service.url + path, json=body, headers=headers, timeout=10)
                if answer.status_code not in (409, 500, 503):
                    return answer
            except httpx.HTTPError:
                pass
            if self.stop.wait(0.05):
                return None


def storm(folder: Path, rounds: int, seed: int) -> dict[str, Any]:
    """Run the storm; what it did. Raises `AssertionError` where something does not hold."""
    chance = random.Random(seed)
    done = Counter[str]()
    with numbered_service(folder, PEOPLE, BATCH_SECONDS, CONFIG) as service:
        service.wait_ready(60)
        stop = threading.Event()
        clients = [Client(service, seed + number, stop) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        for _ in range(rounds):
            time.sleep(chance.uniform(0.1, 1.2))
            done[_strike(service, chance)] += 1
        stop.set()
        for client in clients:
            client.join(30)
        _wait_until_settled(service)
    engine = open_engine(database_url(folder))
    try:
        problems = [problem for client in clients for problem in client.problems]
        assert not problems, problems[:3]
        [workspace] = rows_of(engine, workspaces)
        check_invariants(engine, workspace.granted)
        assert workspace.reserved == 0, "everything has settled"
        exist = {row.id for row in rows_of(engine, sets)}
        answered = {set_id for client in clients for set_id in client.made.values()}
        assert answered <= exist, "a Set that was answered is gone"
        # The last request of each client may have been cut off before its answer.
        assert len(exist) <= sum(len(client.made) for client in clients) + CLIENTS
        outcomes = Counter(row.status for row in rows_of(engine, searches))
        return {
            "seed": seed,
            "strikes": dict(done),
            "sets": len(exist),
            "outcomes": dict(outcomes),
            "charges": len(rows_of(engine, ledger)),
        }
    finally:
        engine.dispose()


def _strike(service: RunningService, chance: random.Random) -> str:
    assert service.process is not None
    kind = chance.choices(("kill", "freeze", "stop"), (5, 3, 2))[0]
    if kind == "freeze":
        service.process.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.2, 1.5))
        service.process.send_signal(signal.SIGCONT)
    else:
        code = service.kill() if kind == "kill" else service.stop()
        assert kind == "kill" or code == 0, service.stderr()[-2000:]
        service.start().wait_ready(60)
    return kind


def _wait_until_settled(service: RunningService) -> None:
    engine = open_engine(database_url(service.data_dir))
    deadline = time.monotonic() + SETTLE_SECONDS
    while left := [
        row.id for row in rows_of(engine, searches) if row.status in ("queued", "running")
    ]:
        assert time.monotonic() < deadline, f"{len(left)} searches never ended: {left[:5]}"
        time.sleep(0.2)
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    server.START_SECONDS = 120.0
    with tempfile.TemporaryDirectory() as folder:
        done = storm(Path(folder) / "data", options.rounds, options.seed)
    json.dump(done, sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
