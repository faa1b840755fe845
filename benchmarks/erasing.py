"""What it costs to leave people out of a directory, and what who searches meanwhile feels of it.

`python benchmarks/erasing.py --prepared DIR [--times N]`
Runs a real `shortlist serve` on a copy of a data folder that was imported into before. One client
searches all the time, each query new; then N people are left out, one after another, as `shortlist
index suppress` does in a process of its own (without starting one each time), while it searches on.
Erasing overwrites what is deleted and empties the write-ahead log; the last line says for how long
one that nobody disturbs takes, with the service stopped.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.search_latency import CONFIG, queries  # noqa: E402
from sqlalchemy import Engine, select  # noqa: E402
from tests.service.server import RunningService  # noqa: E402

from shortlist.service.db.engine import database_url, open_engine, reading  # noqa: E402
from shortlist.service.db.migrate import migrate  # noqa: E402
from shortlist.service.db.schema import people  # noqa: E402
from shortlist.service.index.suppress import suppress  # noqa: E402

SECONDS_BEFORE = 10.0
READY_SECONDS = 1200.0
"""The first start after an upgrade may build the index anew."""


class Searching:
    """One client that searches all the time: how long each answer took, in milliseconds."""

    def __init__(self, service: RunningService) -> None:
        self._service = service
        self._over = threading.Event()
        self.took: list[float] = []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with self._service.client() as client:
            for query in queries():
                if self._over.is_set():
                    return
                began = time.perf_counter()
                answer = client.post("/v1/search", json={"query": query, "type": "fast"})
                answer.raise_for_status()
                self.took.append((time.perf_counter() - began) * 1000)

    def stop(self) -> None:
        self._over.set()
        self._thread.join()


def leave_out(engine: Engine, times: int) -> list[float]:
    """Leave that many people out; how long each took, in milliseconds."""
    with reading(engine) as connection:
        there = select(people.c.id).where(people.c.removed_at.is_(None)).limit(times)
        ids = list(connection.execute(there).scalars())
    took = []
    for person_id in ids:
        began = time.perf_counter()
        suppress(engine, "person_id", person_id)
        took.append((time.perf_counter() - began) * 1000)
    return took


def told(took: list[float]) -> dict[str, Any]:
    ordered = sorted(took)
    return {
        "count": len(took),
        "p50": round(statistics.median(ordered), 1),
        "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 1),
        "most": round(ordered[-1], 1),
    }


def measure(prepared: Path, times: int) -> dict[str, dict[str, Any]]:
    """Milliseconds of each, by what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        shutil.copytree(prepared, data)
        (data / "service.toml").write_text(CONFIG)
        engine = open_engine(database_url(data))
        migrate(engine)
        service = RunningService(data, bare=True).start().wait_ready(READY_SECONDS)
        try:
            searching = Searching(service)
            time.sleep(SECONDS_BEFORE)
            before = len(searching.took)
            erased = leave_out(engine, times)
            during = searching.took[before:]
            searching.stop()
            alone = searching.took[:before]
        finally:
            service.stop()
        undisturbed = leave_out(engine, max(times // 5, 1))
        engine.dispose()
    return {
        "a search before": told(alone),
        "a search meanwhile": told(during),
        "leaving one out meanwhile": told(erased),
        "leaving one out, the service stopped": told(undisturbed),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--times", type=int, default=50)
    options = parser.parse_args()
    for what, figures in measure(options.prepared, options.times).items():
        print(f"{what:<40} " + "  ".join(f"{name} {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
