"""Kill, freeze and restart the service while Sets are made, followed and cancelled, people
searched and contacts resolved; then check everything.

The long one: `python -m tests.chaos.storm --strikes 100` (needs `src` on the path); it prints one
JSON object with what it did and ends with an error where an invariant does not hold. With
`--processes 4` the service is four processes, as on four hosts, and their PostgreSQL is struck too.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from tests.chaos.clients import Answered, Client, Follower, Service, Story
from tests.chaos.hosts import running_hosts
from tests.service import server
from tests.service.postgres import postgres, postgres_server
from tests.service.server import RunningService
from tests.service.sets.conftest import numbered_service
from tests.service.sets.fakes import person
from tests.service.sets.invariants import check_invariants, rows_of

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import (
    events,
    idempotency,
    items,
    ledger,
    reservations,
    searches,
    sets,
    workspaces,
)

CONFIG = """[workspace]
plan = "scale"
requests_per_minute = 1000000
balance = 1000000
[search]
timeout_seconds = 3
"""
PEOPLE = 300
BATCH_SECONDS = 0.05
CLIENTS = 3
FOLLOWERS = 3
REPLAYS = 40
FIRST_KEY = "who-is-there"
STRIKES = ("kill", "freeze", "stop")
WALKS = 60
ROLL_SECONDS = 1
STILL_SECONDS = 120
"""How long no Set may end while some are under way: how many are left says nothing."""


def storm(folder: Path, strikes: int, seed: int, database: str | None = None) -> dict[str, Any]:
    """Run the storm on one process; what it did. Raises `AssertionError` where something does not
    hold."""
    chance = random.Random(seed)
    with numbered_service(folder, PEOPLE, BATCH_SECONDS, CONFIG, database=database) as service:
        service.wait_ready(server.START_SECONDS)
        known = [person(n) for n in range(100)]

        def strike() -> str:
            time.sleep(chance.uniform(0.1, 1.2))
            return _strike(service, chance)

        return {"seed": seed, **_through(service, known, strike, strikes, seed)}


def storm_over_hosts(folder: Path, processes: int, strikes: int, seed: int) -> dict[str, Any]:
    """The same on several processes that share nothing but their database."""
    chance = random.Random(seed)
    with (
        postgres_server() as server,
        running_hosts(
            folder, server, processes, CONFIG, people=PEOPLE, batch_seconds=BATCH_SECONDS
        ) as hosts,
    ):

        def strike() -> str:
            time.sleep(chance.uniform(0.1, 1.2))
            return hosts.strike(chance)

        known = [person(n) for n in range(100)]
        return {"seed": seed, **_through(hosts, known, strike, strikes, seed)}


def roll(folder: Path, processes: int, seed: int) -> dict[str, Any]:
    """Upgrade one process after the other to a version with a schema of its own, while they are
    used; what was done. Raises `AssertionError` where something does not hold."""
    with (
        postgres_server() as server,
        running_hosts(
            folder, server, processes, CONFIG, people=PEOPLE, batch_seconds=BATCH_SECONDS
        ) as hosts,
    ):
        numbers = iter(range(processes))

        def upgrade() -> str:
            time.sleep(ROLL_SECONDS)  # the old and the new serve side by side
            return hosts.upgrade(next(numbers))

        return _through(hosts, [person(n) for n in range(100)], upgrade, processes, seed)


def _through(
    service: Service, known: list[str], strike: Callable[[], str], strikes: int, seed: int
) -> dict[str, Any]:
    """Use `service` while it is struck, let it come to rest, and check everything."""
    done, chance = Counter[str](), random.Random(seed)
    stop, made = threading.Event(), queue.SimpleQueue[str]()
    clients = [Client(service, seed + number, stop, made, known) for number in range(CLIENTS)]
    followers = [Follower(service, made) for _ in range(FOLLOWERS)]
    for thread in (*clients, *followers):
        thread.start()
    for _ in range(strikes):
        done[strike()] += 1
    stop.set()
    for client in clients:
        client.join(30)
    _wait_until_settled(service)
    _wait_until_told(followers)
    stop.clear()
    replayed = sum(
        client.replay(answer)
        for client in clients
        for answer in chance.sample(client.answers, min(len(client.answers), REPLAYS))
    )
    stories = {id: story for each in followers for id, story in each.stories.items()}
    _check_items(service, stories)
    answers = [answer for client in clients for answer in client.answers]
    problems = [problem for client in clients for problem in client.problems]
    assert not problems, problems[:3]
    engine = open_engine(database_url(service.data_dir, service.database))
    try:
        _check_books(engine, answers)
        _check_stories(engine, stories)
        return {
            "strikes": dict(done),
            "answered": dict(sum((client.told for client in clients), Counter[str]())),
            "outcomes": dict(Counter(row.status for row in rows_of(engine, searches))),
            "charges": len(rows_of(engine, ledger)),
            "replayed at the end": replayed,
            "events followed": sum(len(story.ids) for story in stories.values()),
            "streams broken off": sum(follower.breaks for follower in followers),
        }
    finally:
        engine.dispose()


def _check_books(engine: Engine, answers: list[Answered]) -> None:
    """Money, reservations, and one record of each key with the answer that was given."""
    [workspace] = rows_of(engine, workspaces)
    check_invariants(engine, workspace.granted)
    assert workspace.reserved == 0, "everything has settled"
    assert not [row.ref for row in rows_of(engine, reservations) if row.settled_at is None]
    exist = {row.id for row in rows_of(engine, sets)}
    created = {json.loads(each.content)["id"] for each in answers if each.path == "/v1/sets"}
    assert created <= exist, "a Set that was answered is gone"
    # The last request of each client may have been cut off before its answer.
    assert len(exist) <= len(created) + CLIENTS
    kept = {row.key: row for row in rows_of(engine, idempotency)}
    for answer in answers:
        row = kept[answer.key]
        assert (row.status, row.body) == (answer.status, answer.content), answer.key
    paid: dict[str, list[int]] = {}
    for row in rows_of(engine, ledger):
        if row.kind in ("search", "enrich"):
            paid.setdefault(row.ref.rpartition(":")[2], []).append(row.amount)
    for answer in answers:
        if answer.path in ("/v1/search", "/v1/enrich"):
            told = [answer.charged] if answer.charged else []
            assert paid.pop(answer.key, []) == told, "charged once, and as was said"
    paid.pop(FIRST_KEY, None)
    assert len(paid) <= CLIENTS, "somebody was charged for what was never answered"


def _check_stories(engine: Engine, stories: dict[str, Story]) -> None:
    """Each follower was told everything, once, in order."""
    for set_id, story in stories.items():
        told = rows_of(engine, events, set_id=set_id)
        assert story.ids == [event.seq for event in told], set_id
        assert story.types == [event.type for event in told], set_id
        admitted = [
            row for row in rows_of(engine, items, set_id=set_id) if row.status == "admitted"
        ]
        assert story.items == [row.id for row in sorted(admitted, key=lambda row: row.seq)], set_id


def _check_items(service: Service, stories: dict[str, Story]) -> None:
    """Walked page by page, the items are those of the events, in the same order."""
    with service.client() as client:
        for set_id, story in list(stories.items())[:WALKS]:
            walked: list[str] = []
            cursor: str | None = ""
            while cursor is not None:
                params = {"limit": 7, **({"cursor": cursor} if cursor else {})}
                page = client.get(f"/v1/sets/{set_id}/items", params=params).json()
                walked += [item["id"] for item in page["data"]]
                cursor = page["next_cursor"]
            assert walked == story.items, set_id


def _strike(service: RunningService, chance: random.Random) -> str:
    assert service.process is not None
    kind = chance.choices(STRIKES, (5, 3, 2))[0]
    if kind == "freeze":
        service.process.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.2, 1.5))
        service.process.send_signal(signal.SIGCONT)
    else:
        code = service.kill() if kind == "kill" else service.stop()
        assert kind == "kill" or code == 0, service.stderr()[-2000:]
        service.start().wait_ready(server.START_SECONDS)
    return kind


def _wait_until_told(followers: list[Follower]) -> None:
    """Until each has followed every Set to its end; there may be many that they have not begun."""
    for follower in followers:
        follower.stop.set()
    most, deadline = -1, 0.0
    while left := [each for each in followers if each.is_alive()]:
        told = sum(len(story.ids) for each in followers for story in list(each.stories.values()))
        if told > most:
            most, deadline = told, time.monotonic() + STILL_SECONDS
        at = [(each.following, each.stories[each.following]) for each in left if each.following]
        assert time.monotonic() < deadline, f"streams that never came to their end: {at}"
        left[0].join(0.2)


def _wait_until_settled(service: Service) -> None:
    engine = open_engine(database_url(service.data_dir, service.database))
    least, deadline = sys.maxsize, 0.0
    while left := [
        row.id for row in rows_of(engine, searches) if row.status in ("queued", "running")
    ]:
        if len(left) < least:
            least, deadline = len(left), time.monotonic() + STILL_SECONDS
        assert time.monotonic() < deadline, f"{len(left)} searches stand still: {left[:5]}"
        time.sleep(0.2)
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strikes", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1, help="as on several hosts, if more")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own")
    options = parser.parse_args()
    server.START_SECONDS = 120.0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        data = Path(folder) / "data"
        if options.processes > 1:
            done = storm_over_hosts(data, options.processes, options.strikes, options.seed)
        else:
            database = stack.enter_context(postgres()) if options.postgresql else None
            done = storm(data, options.strikes, options.seed, database)
    json.dump(done, sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
