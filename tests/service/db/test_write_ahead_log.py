"""SQLite's log does not grow without end, and is emptied once nobody writes."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from shortlist.service.db import write_ahead_log
from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.write_ahead_log import empty_log, start_emptying

PAGE = 4096
FILL = text(
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rows) "
    "INSERT INTO t (b) SELECT randomblob(3500) FROM n"
)


@pytest.fixture
def engine(tmp_path: Path):
    """An engine on a database with a table."""
    made = open_engine(database_url(tmp_path))
    with writing(made) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY, b BLOB)"))
    yield made
    made.dispose()


def fill(engine: Engine, pages: int, commits: int = 10) -> None:
    """Write some more than so many pages to the log, in so many commits."""
    for _ in range(commits):
        with writing(engine) as connection:
            connection.execute(FILL, {"rows": pages // commits})


def size_of_log(folder: Path) -> int:
    return (folder / "shortlist.db-wal").stat().st_size


def test_a_log_is_bounded_while_somebody_writes_all_the_time(engine: Engine, tmp_path: Path):
    fill(engine, 4_000, commits=40)
    assert size_of_log(tmp_path) < 1_500 * PAGE


def test_an_emptied_log_is_nothing_and_all_is_in_the_database(engine: Engine, tmp_path: Path):
    fill(engine, 100)
    assert empty_log(engine)
    assert size_of_log(tmp_path) == 0
    alone = tmp_path / "alone.db"
    alone.write_bytes((tmp_path / "shortlist.db").read_bytes())
    with sqlite3.connect(f"file:{alone}?immutable=1", uri=True) as database:
        assert database.execute("SELECT count(*) FROM t").fetchone() == (100,)


def test_while_somebody_reads_it_is_not_emptied(engine: Engine):
    with reading(engine) as connection:
        connection.execute(text("SELECT count(*) FROM t")).all()
        fill(engine, 20)
        other = sqlite3.connect(engine.url.database or "", timeout=0)
        other.execute("PRAGMA busy_timeout=0")
        [(busy, _, _)] = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        other.close()
        assert busy
    assert empty_log(engine)


def test_emptying_waits_for_no_reader_as_nobody_could_write_meanwhile(engine: Engine):
    with reading(engine) as connection:
        connection.execute(text("SELECT count(*) FROM t")).all()
        fill(engine, 20)
        emptied: list[bool] = []
        trial = threading.Thread(target=lambda: emptied.append(empty_log(engine)), daemon=True)
        trial.start()
        trial.join(write_ahead_log.BUSY_TIMEOUT_SECONDS / 2)
        assert emptied == [False]
        fill(engine, 20)


def test_a_thread_empties_it_and_lives_through_failures(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(write_ahead_log, "EVERY_SECONDS", 0.01)
    failures = iter([sqlite3.OperationalError("disk I/O error")])
    real: Callable[[Engine], bool] = write_ahead_log.empty_log
    done, stopping = threading.Event(), threading.Event()

    def failing_once(engine: Engine) -> bool:
        if (failure := next(failures, None)) is not None:
            raise failure
        emptied = real(engine)
        done.set()
        return emptied

    monkeypatch.setattr(write_ahead_log, "empty_log", failing_once)
    fill(engine, 20)
    start_emptying(engine, stopping)
    try:
        assert done.wait(60)
    finally:
        stopping.set()
    assert size_of_log(tmp_path) == 0
