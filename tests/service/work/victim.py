"""Runs one Tally and gets stuck before its third piece, waiting to be killed."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
sys.path.insert(0, str(Path(__file__).parents[3] / "src"))

from tests.service.work.test_durable_work import Tally

from shortlist.service.db.engine import open_engine
from shortlist.service.work.durable import Work

folder = Path(sys.argv[1])
engine = open_engine(f"sqlite:///{folder / 'shortlist.db'}")
job = Tally(engine)


def stuck(id: str, done: int) -> None:
    if done == 2:
        print("stuck", flush=True)
        time.sleep(600)


job.before = stuck
Work(engine, engine, folder, {"tally": job}).launch()
time.sleep(600)
