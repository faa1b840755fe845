"""SQLite's log is written back beside those who commit, and never grows without end."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from shortlist.service.db import checkpoints
from shortlist.service.db import engine as engines
from shortlist.service.db.checkpoints import checkpoint, start_checkpoints
from shortlist.service.db.engine import database_url, open_engine, writing

PAGE = 4096


@pytest.fixture
def engine(tmp_path: Path):
    """An engine as a service has it, on a database with a table."""
    made = open_engine(database_url(tmp_path), checkpointed=True)
    with writing(made) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY, b BLOB)"))
    checkpoint(made)
    yield made
    made.dispose()


FILL = text(
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rows) "
    "INSERT INTO t (b) SELECT randomblob(3500) FROM n"
)


def fill(engine, pages: int, commits: int = 10) -> None:
    """Write some more than so many pages to the log, in so many commits."""
    for _ in range(commits):
        with writing(engine) as connection:
            connection.execute(FILL, {"rows": pages // commits})


def in_the_file(path: Path) -> int:
    """How many rows the database's own file has, without its log; read as a backup of it would."""
    alone = path.with_name("alone.db")
    alone.write_bytes(path.read_bytes())
    with sqlite3.connect(f"file:{alone}?immutable=1", uri=True) as database:
        return int(database.execute("SELECT count(*) FROM t").fetchone()[0])


def test_commits_leave_the_log_alone_until_it_is_written_back(engine, tmp_path: Path):
    fill(engine, 1500)  # SQLite's own limit is 1,000
    assert in_the_file(tmp_path / "shortlist.db") == 0
    assert checkpoint(engine) == 0
    assert in_the_file(tmp_path / "shortlist.db") == 1500


def test_the_log_begins_anew_once_it_is_written_back(engine, tmp_path: Path):
    log = tmp_path / "shortlist.db-wal"
    fill(engine, 300)
    checkpoint(engine)
    size = log.stat().st_size
    fill(engine, 100)
    assert log.stat().st_size == size


def test_a_log_that_nobody_writes_back_is_bounded(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(engines, "CHECKPOINT_PAGES", 50)
    engine = open_engine(database_url(tmp_path), checkpointed=True)
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY, b BLOB)"))
    fill(engine, 500, commits=50)
    assert (tmp_path / "shortlist.db-wal").stat().st_size < 100 * PAGE
    engine.dispose()


def test_a_thread_does_it_and_lives_through_failures(engine, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.01)
    failures = iter([sqlite3.OperationalError("disk I/O error")])
    real, done, stopping = checkpoints.checkpoint, threading.Event(), threading.Event()

    def failing_once(engine) -> None:
        if (failure := next(failures, None)) is not None:
            raise failure
        real(engine)
        done.set()

    monkeypatch.setattr(checkpoints, "checkpoint", failing_once)
    fill(engine, 20)
    start_checkpoints(engine, stopping)
    try:
        assert done.wait(60)
    finally:
        stopping.set()
    assert in_the_file(tmp_path / "shortlist.db") == 20
