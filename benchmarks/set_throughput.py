"""How fast a Set is checked: `python benchmarks/set_throughput.py [--candidates 2000]`.

The pipeline alone: durable execution, database, events and money are the real ones; the directory
and the judge answer at once, so that what is measured is what a candidate costs beside being
judged. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.service.sets.world import World  # noqa: E402

from shortlist.service.sets.run import SEARCH_WORK  # noqa: E402
from shortlist.service.work.runtime import Work  # noqa: E402

CRITERIA = ["engineer", "in Leeds", "is current"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure(Path(folder), options.candidates, options.repeat)
    print(
        json.dumps(
            {
                "candidates": options.candidates,
                "criteria": len(CRITERIA),
                "seconds": {
                    "median": round(sorted(seconds)[len(seconds) // 2], 3),
                    "max": round(max(seconds), 3),
                },
            }
        )
    )


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


if __name__ == "__main__":
    main()
