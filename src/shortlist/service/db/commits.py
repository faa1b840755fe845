"""Group commits: write transactions of concurrent requests, committed together.

SQLite has one writer, and a durable commit waits for the disk: 5 ms where it is busy, half a
second where it is very busy. Eight requests that come at once waited for eight commits, one after
the other. Here whoever comes while a commit is under way waits for that one alone: all who waited
then write in one transaction, each in a savepoint of its own, and one commit, one wait for the
disk, makes all of it last. None is told that it is done before that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar, cast

from sqlalchemy import Connection, Engine

from shortlist.service.db.engine import writing

T = TypeVar("T")


class Commits:
    """The write transactions of requests on one database. Thread-safe."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._waiting: list[_Write[object]] = []
        self._led = False
        """Whether a thread is at the writes of itself and others."""

    @property
    def waiting(self) -> int:
        """How many wait for a commit to begin."""
        return len(self._waiting)

    def run(self, write: Callable[[Connection], T]) -> T:
        """What `write` returns, once what it wrote is committed.

        Where it raises, nothing of it was written, and this raises the same. It runs once, maybe on
        the thread of another; PostgreSQL, which has many writers, has it run by itself.
        """
        if self._engine.dialect.name != "sqlite":
            with writing(self._engine) as connection:
                return write(connection)
        mine = _Write(write)
        with self._lock:
            self._waiting.append(cast("_Write[object]", mine))
            leads, self._led = not self._led, True
        if not leads:
            mine.turn.acquire()
        if not mine.done:
            self._lead()
        return mine.result()

    def _lead(self) -> None:
        """Write everything that waits; this thread's own is among it."""
        batch: list[_Write[object]] = []
        try:
            with writing(self._engine) as connection:
                batch = self._all_waiting()
                if len(batch) == 1:
                    batch[0].returned = batch[0].write(connection)
                else:
                    for each in batch:
                        each.run_beside_others(connection)
        except BaseException as error:
            # Nobody's writes are there: the transaction did not begin, or was not committed.
            batch = batch or self._all_waiting()
            for each in batch:
                if each.error is None:
                    each.error = error
        with self._lock:
            for each in batch:
                each.done = True
                each.turn.release()
            if self._waiting:
                self._waiting[0].turn.release()
            else:
                self._led = False

    def _all_waiting(self) -> list[_Write[object]]:
        with self._lock:
            waiting, self._waiting = self._waiting, []
            return waiting


class _Write(Generic[T]):
    """What one request writes, and what became of it."""

    def __init__(self, write: Callable[[Connection], T]) -> None:
        self.write = write
        self.turn = threading.Lock()
        """Held until it is done, or its thread is to lead."""
        self.turn.acquire()
        self.done = False
        self.returned: T | None = None
        self.error: BaseException | None = None

    def run_beside_others(self, connection: Connection) -> None:
        """Write in a savepoint. Raises where that ended the transaction of all."""
        connection.exec_driver_sql("SAVEPOINT beside_others")
        try:
            self.returned = self.write(connection)
        except Exception as error:
            # Some errors, such as a disk that is full, have SQLite roll everything back: there is
            # no savepoint any more, and this raises.
            connection.exec_driver_sql("ROLLBACK TO beside_others")
            self.error = error
        connection.exec_driver_sql("RELEASE beside_others")

    def result(self) -> T:
        """What it returned, or raise what it raised."""
        if self.error is not None:
            raise self.error
        return cast(T, self.returned)
