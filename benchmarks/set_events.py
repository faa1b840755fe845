"""How soon many subscribers of one Set hear of it: `python benchmarks/set_events.py`.

The real service, database, events and money; the directory and the judge are those of
`set_throughput.py`, who answer at once. Every subscriber is a connection of its own. The Set waits
in its first batch until each has joined, and runs to its end with all of them listening: every one
must get every event, in order, once, or the script ends with 1. Beside that, in turn, the same Set
with one subscriber. Prints a table, or with `--json` one object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.figures import tell  # noqa: E402
from tests.service.server import RunningService  # noqa: E402
from tests.service.sets.conftest import held_at, numbered_service  # noqa: E402

PEOPLE = 2_000
CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 1000000\nbalance = 1000000\n'

Heard = list[tuple[int, str, float]]
"""What one subscriber got: number, kind, and seconds from the commit to the reading."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--subscribers", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    options = parser.parse_args()
    many: list[dict[str, Any]] = []
    one: list[dict[str, Any]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        numbered_service(Path(folder) / "data", PEOPLE, 0.0, CONFIG) as service,
    ):
        service.wait_ready()
        for _ in range(options.repeat):
            many.append(asyncio.run(measure(service, options.subscribers)))
            one.append(asyncio.run(measure(service, 1)))
    whole = all(run["whole"] for run in many + one)
    told = {
        "load_average": os.getloadavg()[0],
        "candidates": PEOPLE,
        "events": many[0]["events"],
        "every_subscriber_got_every_event": whole,
        f"with_{options.subscribers}_subscribers": figures(many),
        "with_one": figures(one),
    }
    tell(told, as_json=options.json)
    sys.exit(0 if whole else 1)


def figures(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Of every event that every subscriber heard; and how long the Sets took."""
    waits = sorted(wait for run in runs for wait in run["waits"])
    seconds = sorted(run["seconds"] for run in runs)
    return {
        "milliseconds_to_hear_p50": round(waits[len(waits) // 2] * 1000),
        "milliseconds_to_hear_p99": round(waits[len(waits) * 99 // 100] * 1000),
        "milliseconds_to_hear_max": round(waits[-1] * 1000),
        "seconds_of_the_set_median": round(seconds[len(seconds) // 2], 2),
    }


async def measure(service: RunningService, subscribers: int) -> dict[str, Any]:
    """One Set, and what each of `subscribers` heard of it."""
    left, all_joined = subscribers, asyncio.Event()

    def joined() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            all_joined.set()

    with service.client() as client:
        with held_at(service.data_dir, 0):
            body = {"search": {"query": "x", "count": 500}}
            made = client.post("/v1/sets", json=body).raise_for_status().json()
            hearing = [
                asyncio.create_task(hear(service, made["id"], joined)) for _ in range(subscribers)
            ]
            await all_joined.wait()
            released = time.time()
        told = await asyncio.gather(*hearing)
        search = client.get(f"/v1/sets/{made['id']}").json()["searches"][0]
    numbers = list(range(1, len(told[0]) + 1))
    kinds = [kind for _, kind, _ in told[0]]
    expected = list(zip(numbers, kinds, strict=True))
    return {
        "events": len(numbers),
        "whole": kinds[-1] == "set.idle"
        and kinds.count("set.item.admitted") == search["progress"]["admitted"] == 500
        and all([(n, kind) for n, kind, _ in heard] == expected for heard in told),
        # The first two events were there before anybody listened.
        "waits": [wait for heard in told for _, _, wait in heard[2:]],
        "seconds": _moment(search["finished_at"]) - released,
    }


async def hear(service: RunningService, set_id: str, joined: Callable[[], None]) -> Heard:
    """Follow the Set to its end, with nothing but a socket between."""
    host, port = service.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
    writer.write(
        f"GET /v1/sets/{set_id}/events HTTP/1.0\r\nHost: {host}\r\n"
        f"Authorization: Bearer {service.key}\r\n\r\n".encode()
    )
    heard: Heard = []
    while line := await reader.readline():
        if line.startswith(b"data: "):
            now = time.time()
            event = json.loads(line[6:])
            heard.append((event["id"], event["type"], now - _moment(event["created_at"])))
            if len(heard) == 2:
                joined()
    writer.close()
    return heard


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


if __name__ == "__main__":
    main()
