"""What the client costs over raw httpx: a search, a flood of events, an import.

    python benchmarks/client.py [searches] [events] [imports] [--json]

A deployment in a process of its own answers from memory. CPU is of this process with all its
threads, user and system. Searches are raw and ours in turns, so that a busy machine hits them
alike, and the median is told; of imports the least.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]
# For the processes this one starts, too.
os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])

from benchmarks.figures import tell  # noqa: E402

from shortlist.client import Shortlist  # noqa: E402

PEOPLE = 150
SEARCHES = 400
EVENTS = 50_000

SERVER = """
import asyncio, json, sys
from tests.client.deployment import *

async def main(people, events):
    async with Deployment() as server:
        body = json.dumps(search_answer(people), ensure_ascii=False).encode()

        async def search(exchange):
            await exchange.send(200, body)

        async def flood(exchange):
            kind = "set.search.progress"
            chunks = []
            for start in range(1, events, 500):
                numbers = range(start, start + 500)
                data = search_body("running")
                told = [(n, kind, {"id": n, "type": kind, "data": data}) for n in numbers]
                chunks.append(sse(*told))
            server.sets["set_1"] = set_body("set_1", "completed")
            await exchange.send(200, b"", {**STREAM, "content-length": "99999999999"})
            for chunk in chunks:
                await exchange.raw(chunk)
            last = {"id": events + 1, "type": "set.idle", "data": {}}
            await exchange.raw(sse((events + 1, "set.idle", last)))

        server.sets["set_1"] = set_body("set_1", "running")
        server.items["set_1"] = []
        server.always("POST /v1/search", search)
        server.always("GET /v1/sets/set_1/events", flood)
        print(server.url, flush=True)
        await asyncio.Event().wait()

asyncio.run(main(*map(int, sys.argv[1:])))
"""


def cpu() -> float:
    return time.process_time()


async def searching(url: str, journal: Path) -> dict[str, list[float]]:
    """CPU seconds of each search, raw and ours in turns; the first of each is not in it."""
    body = json.dumps({"query": "x", "type": "auto", "num_results": PEOPLE}).encode()
    headers = {"Authorization": "Bearer sl_a", "Content-Type": "application/json"}
    async with (
        httpx.AsyncClient(headers=headers) as client,
        Shortlist(url, "sl_a") as in_memory,
        Shortlist(url, "sl_a", journal=journal) as in_file,
    ):

        async def raw() -> None:
            key = {"Idempotency-Key": os.urandom(16).hex()}
            answer = await client.post(f"{url}/v1/search", content=body, headers=key)
            assert len(json.loads(answer.content)["data"]["results"]) == PEOPLE

        async def ours(client: Shortlist) -> None:
            found = await client.search("x", num_results=PEOPLE)
            assert len(found.data.results) == PEOPLE

        turns: dict[str, Callable[[], Awaitable[None]]] = {
            "raw": raw,
            "memory": lambda: ours(in_memory),
            "file": lambda: ours(in_file),
        }
        spent: dict[str, list[float]] = {name: [] for name in turns}
        for _ in range(SEARCHES + 1):
            for name, search in turns.items():
                began = cpu()
                await search()
                spent[name].append(cpu() - began)
    return {name: seconds[1:] for name, seconds in spent.items()}


async def follow(url: str) -> tuple[int, float, float, int]:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = 0
    async with Shortlist(url, "sl_a") as client:
        began, spent = 0.0, 0.0
        async for update in client.follow("set_1"):
            if update.event is not None:
                if not began:
                    began, spent = time.perf_counter(), cpu()
                seen += 1
        wall, used = time.perf_counter() - began, cpu() - spent
    return seen, wall, used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def import_cpu(statement: str, cache: str) -> float:
    """Least CPU of an interpreter that runs `statement`, bytecode compiled."""
    env = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    spent = []
    for _ in range(8):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-c", statement], env=env, check=True, stdout=subprocess.DEVNULL
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent[1:])


def measure_searches(url: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        spent = asyncio.run(searching(url, Path(folder) / "journal.db"))
    base = statistics.median(spent["raw"])
    told = {}
    for name, label in (
        ("raw", "raw httpx + json.loads"),
        ("memory", "client, journal in memory"),
        ("file", "client, journal in a file"),
    ):
        middle = statistics.median(spent[name])
        told[f"search of {PEOPLE}, {label}: ms CPU"] = round(middle * 1000, 2)
        told[f"search of {PEOPLE}, {label}: times raw"] = round(middle / base, 2)
    return told


def measure_events(url: str) -> dict[str, float]:
    seen, wall, used, grown = asyncio.run(follow(url))
    core = used / seen * 5000 * 100
    return {
        "events a second": round(seen / wall),
        "events, percent of a core at 5,000 a second": round(core, 1),
        "events, MB more": round(grown / 1024, 1),
    }


def measure_imports() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as cache:
        both = import_cpu("import httpx; from pydantic import BaseModel", cache)
        mine = import_cpu("from shortlist.client import Shortlist", cache)
        models = import_cpu(
            "from shortlist.client import Shortlist; import shortlist.client.dialect.people", cache
        )
        bare = import_cpu("import shortlist.client", cache)
        nothing = import_cpu("pass", cache)
        helped = import_cpu("from shortlist.cli.main import run; run(['--help'])", cache)
    return {
        "import of httpx and pydantic.BaseModel: ms CPU": round(both * 1000),
        "import of Shortlist: ms CPU": round(mine * 1000),
        "import of Shortlist: times httpx and pydantic": round(mine / both, 2),
        "import of Shortlist and the models of a search: ms CPU": round(models * 1000),
        "import of the package alone: ms CPU": round(bare * 1000),
        "an interpreter that does nothing: ms CPU": round(nothing * 1000),
        "shortlist --help: ms CPU": round(helped * 1000),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["searches", "events", "imports"])
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    options = parser.parse_args()
    parts = options.parts
    told: dict[str, float] = {"load average": os.getloadavg()[0]}
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(PEOPLE), str(EVENTS)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        if "searches" in parts:
            told |= measure_searches(url)
        if "events" in parts:
            told |= measure_events(url)
    finally:
        server.kill()
        server.wait()
    if "imports" in parts:
        told |= measure_imports()
    tell(told, as_json=options.json)


if __name__ == "__main__":
    main()
