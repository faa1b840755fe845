"""How fast a Set is checked: `python benchmarks/set_throughput.py [--candidates 2000]`.

The pipeline alone: durable execution, database, events and money are the real ones; the directory
and the judge answer at once, so that what is measured is what a candidate costs beside being
judged. With `--data-dir DIR` the whole real service runs on a copy of that folder instead, with
its own index and judge: criteria that few meet, given by `--criterion`, have it check everybody who
is likely. Prints a table, or with `--json` one object.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.figures import tell  # noqa: E402
from tests.service.server import running_service  # noqa: E402
from tests.service.sets.sse import follow  # noqa: E402
from tests.service.sets.world import World  # noqa: E402

from shortlist.service.sets.run import SEARCH_WORK  # noqa: E402
from shortlist.service.work.durable import Work  # noqa: E402

CRITERIA = ["engineer", "in Leeds", "is current"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--query", default="state legislators on a health committee")
    parser.add_argument("--criterion", action="append", help="else those of the query")
    parser.add_argument("--json", action="store_true", help="one JSON object, no table")
    options = parser.parse_args()
    if options.data_dir is not None:
        told = measure_service(options)
        tell({"load_average": os.getloadavg()[0], **told}, as_json=options.json)
        return
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure(Path(folder), options.candidates, options.repeat)
    told = {
        "load_average": os.getloadavg()[0],
        "candidates": options.candidates,
        "criteria": len(CRITERIA),
        "seconds": {
            "median": round(sorted(seconds)[len(seconds) // 2], 3),
            "max": round(max(seconds), 3),
        },
    }
    tell(told, as_json=options.json)


def measure(folder: Path, candidates: int, repeat: int) -> list[float]:
    """Seconds from the start of each search to its settlement."""
    world = World(folder, people=candidates, balance=100_000)
    world.judge.admits = 5
    work = Work(world.engine, world.engine, folder, {SEARCH_WORK: world.job})
    work.launch()
    while not work.launched:
        time.sleep(0.01)
    seconds = []
    for _ in range(repeat):
        made = world.create(count=500, criteria=CRITERIA)
        began = time.perf_counter()
        work.start(SEARCH_WORK, world.search_id(made))
        while not (newest := world.read(made).newest) or not newest.finished:
            time.sleep(0.005)
        seconds.append(time.perf_counter() - began)
        assert newest.progress.checked == candidates, newest
    work.stop()
    world.check_invariants()
    world.close()
    return seconds


def measure_service(options: argparse.Namespace) -> dict[str, Any]:
    """Candidates checked and seconds from creation and from start to settlement, as the service
    itself tells."""
    wanted = {"query": options.query, "count": 500, "criteria": options.criterion}
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "data"
        shutil.copytree(options.data_dir, copy)
        with running_service(copy, bare=True) as service, service.client(timeout=300) as client:
            service.wait_ready(600)
            for _ in range(options.repeat):
                made = client.post("/v1/sets", json={"search": wanted}).raise_for_status().json()
                told = follow(client, made["id"], timeout=300)
                began = next(
                    d["created_at"] for d in told.data if d["type"] == "set.search.started"
                )
                search = client.get(f"/v1/sets/{made['id']}").json()["searches"][0]
                ended = _moment(search["finished_at"])
                since = ended - _moment(began), ended - _moment(search["created_at"])
                runs.append((*since, search["progress"]))
    checking, whole, progress = sorted(runs, key=lambda run: run[0])[len(runs) // 2]
    return {
        "query": options.query,
        "seconds": {
            "median": round(checking, 3),
            "max": round(max(run[0] for run in runs), 3),
            "since_created": round(whole, 3),
        },
        "progress": progress,
    }


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


if __name__ == "__main__":
    main()
