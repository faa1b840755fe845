"""Requests that write at the same time commit together, and each is told of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import OperationalError

from shortlist.service.db import engine as engines
from shortlist.service.db.commits import Commits
from shortlist.service.db.engine import database_url, open_engine, turn_to_write, writing

Write = Callable[[Connection], int]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    # However late the others come, who was first waits for its turn.
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_SECONDS", 600)
    made = open_engine(database_url(tmp_path))
    with writing(made) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
    yield made
    made.dispose()


@pytest.fixture
def committed(engine: Engine) -> list[None]:
    """One entry for each commit."""
    found: list[None] = []
    event.listen(engine, "commit", lambda _connection: found.append(None))
    return found


def adds(n: int) -> Write:
    """Writes `n`, and returns it."""

    def write(connection: Connection) -> int:
        connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": n})
        return n

    return write


def rows(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return [n for (n,) in connection.execute(text("SELECT n FROM t ORDER BY n"))]


def together(engine: Engine, *writes: Write) -> list[Future[int]]:
    """Run `writes`, none of which begins before all are waiting, in their order."""
    commits = Commits(engine)
    with ThreadPoolExecutor(len(writes)) as threads, turn_to_write(engine):
        ran = []
        for number, write in enumerate(writes, 1):
            ran.append(threads.submit(commits.run, write))
            until(lambda number=number: commits.waiting == number)  # type: ignore[misc]
    assert all(each.done() for each in ran)
    return ran


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_who_waits_commits_together(engine: Engine, committed: list[None]):
    ran = together(engine, *(adds(n) for n in range(8)))
    assert [each.result() for each in ran] == list(range(8))
    assert rows(engine) == list(range(8))
    assert len(committed) == 1


def test_nobody_is_told_before_all_is_committed(engine: Engine):
    told: list[int] = []
    early: list[list[int]] = []
    event.listen(engine, "commit", lambda _connection: early.append(list(told)))
    commits = Commits(engine)

    def run(n: int) -> None:
        told.append(commits.run(adds(n)))

    threads = [threading.Thread(target=run, args=(n,)) for n in range(3)]
    with turn_to_write(engine):
        for number, thread in enumerate(threads, 1):
            thread.start()
            until(lambda number=number: commits.waiting == number)  # type: ignore[misc]
    for thread in threads:
        thread.join(60)
    assert sorted(told) == [0, 1, 2]
    assert early == [[]]


def test_one_that_raises_writes_nothing_and_troubles_nobody(engine: Engine, committed: list[None]):
    def half(connection: Connection) -> int:
        adds(7)(connection)
        raise ZeroDivisionError

    first, second, third = together(engine, adds(1), half, adds(2))
    assert (first.result(), third.result()) == (1, 2)
    with pytest.raises(ZeroDivisionError):
        second.result()
    assert rows(engine) == [1, 2]
    assert len(committed) == 1


def test_one_alone_that_raises_writes_nothing(engine: Engine, committed: list[None]):
    commits = Commits(engine)

    def half(connection: Connection) -> int:
        adds(7)(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        commits.run(half)
    assert commits.run(adds(1)) == 1
    assert rows(engine) == [1]
    assert len(committed) == 1


def test_a_commit_that_fails_fails_all_of_it(engine: Engine):
    def fails(_connection: Connection) -> None:
        raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    event.listen(engine, "commit", fails)
    for each in together(engine, adds(1), adds(2), adds(3)):
        assert isinstance(each.exception(), OperationalError)
    event.remove(engine, "commit", fails)
    assert rows(engine) == []


def test_an_error_that_ends_the_transaction_ends_it_for_all(engine: Engine):
    """As when the disk is full: SQLite rolls back what those before it wrote, too."""

    def ends(connection: Connection) -> int:
        connection.exec_driver_sql("ROLLBACK")
        raise OperationalError("INSERT", None, Exception("database or disk is full"))

    for each in together(engine, adds(1), ends, adds(2)):
        assert isinstance(each.exception(), OperationalError)
    assert rows(engine) == []


def test_a_database_that_is_locked_fails_who_waits_and_nobody_later(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_SECONDS", 0.01)
    impatient = open_engine(database_url(tmp_path))
    commits = Commits(impatient)
    with writing(engine), pytest.raises(OperationalError):
        commits.run(adds(1))
    assert commits.run(adds(2)) == 2
    assert rows(engine) == [2]
    impatient.dispose()


def test_who_comes_during_a_commit_is_next(engine: Engine, committed: list[None]):
    commits = Commits(engine)
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> int:
        begun.set()
        assert go_on.wait(60)
        return adds(1)(connection)

    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(commits.run, slow)
        assert begun.wait(60)
        others = [threads.submit(commits.run, adds(n)) for n in (2, 3)]
        until(lambda: commits.waiting == 2)
        go_on.set()
        assert first.result(60) == 1
        assert [each.result(60) for each in others] == [2, 3]
    assert len(committed) == 2
