"""An SQLite file of this machine, private to its user, and how values are written into it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from shortlist.contract.times import format_time
from shortlist.desk.places import Unkept, refuse_link
from shortlist.private_file import make_private

DAMAGED = "What is kept on this machine is damaged (desk.db). Move it away to start anew."
_DAMAGED = object()


class Database:
    """One file, whose transactions are short; any thread may use it."""

    account: str
    """Whose the rows are, in tables that tell accounts apart."""

    def __init__(self, path: Path, synchronous: Literal["NORMAL", "FULL"]) -> None:
        """Open the file, making it on first use. Raises `DeskError` for a link in its place, and
        `sqlite3.Error`."""
        self.path = path
        refuse_link(path)
        make_private(path)
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA busy_timeout = 5000")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute(f"PRAGMA synchronous = {synchronous}")
        self._db.execute("PRAGMA secure_delete = ON")

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One write transaction. Raises `Unkept` where the file cannot be used."""
        with self._lock, self._as_unkept():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk has ended it already
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """What one statement gives. Raises `Unkept` where the file cannot be used."""
        with self._lock, self._as_unkept():
            return self._db.execute(sql, values).fetchall()

    def _put(self, table: str, *values: Any) -> None:
        """Write one row of this account, in place of one with the same key."""
        marks = ", ?" * len(values)
        sql = f"INSERT OR REPLACE INTO {table} VALUES (?{marks})"
        self._rows(sql, (self.account, *values))

    def _keep_newest(self, table: str, key: str, most: int) -> None:
        """Drop rows of this account but the `most` newest; `key` tells them apart."""
        self._rows(
            f"DELETE FROM {table} WHERE account = ? AND {key} IN (SELECT {key} FROM {table} "
            "WHERE account = ? ORDER BY at DESC LIMIT -1 OFFSET ?)",
            (self.account, self.account, most),
        )

    @contextmanager
    def _as_unkept(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeError) as error:
            raise Unkept(f"{self.path}: {error}") from error


def dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def load(text: str, kind: type = object) -> Any:
    """What `dump` wrote, which is a `kind`. Raises `Unkept` for what it did not write."""
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        value = _DAMAGED
    if value is _DAMAGED or not isinstance(value, kind):
        raise Unkept(DAMAGED)
    return value


def format_now() -> str:
    # Microseconds: two queries within a millisecond keep their order.
    moment = datetime.now(UTC)
    return format_time(moment)[:-1] + f"{moment.microsecond % 1000:03d}Z"
