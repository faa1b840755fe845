"""The journal: every POST is recorded before its first byte is sent.

A row binds an idempotency key to one exact body for ever. States: PREPARED (not sent yet), SENT,
then DONE, REJECTED (the service did not run it) or UNKNOWN. Rows that are not final are offered
for replay with their own key. The file is private to the user and never holds an API key.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shortlist.client.errors import JournalFailed, ShortlistError, WrongUse
from shortlist.contract.limits import IDEMPOTENCY_KEEP_HOURS
from shortlist.private_file import make_private

if TYPE_CHECKING:
    import sqlite3

_KEEP_SECONDS: Final = IDEMPOTENCY_KEEP_HOURS * 3600
_PRUNE_OPEN_SECONDS: Final = 30 * 24 * 3600
_AT_WORK_SECONDS: Final = 900
"""A row that a living process touched this recently is that process's own business."""

_log = logging.getLogger("shortlist.client")

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    body BLOB,
    sha256 TEXT NOT NULL,
    origin TEXT NOT NULL,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    status INTEGER,
    request_id TEXT,
    note TEXT,
    process INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
) WITHOUT ROWID;
"""


class State(StrEnum):
    PREPARED = "prepared"
    SENT = "sent"
    DONE = "done"
    REJECTED = "rejected"
    UNKNOWN = "unknown"

    @property
    def final(self) -> bool:
        return self in (State.DONE, State.REJECTED)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One POST that was written down. Times are epoch seconds."""

    key: str
    method: str
    path: str
    body: bytes
    origin: str
    account: str
    state: State
    attempts: int
    request_id: str | None
    note: str | None
    created_at: float
    age_seconds: float

    @property
    def stale(self) -> bool:
        """Older than a service keeps keys (24 h): a replay could run it a second time."""
        return self.age_seconds > _KEEP_SECONDS


class Journal:
    """An SQLite file; `None` keeps the journal in memory, for as long as this process lives.
    Opened at the first use."""

    def __init__(self, path: Path | None, wall: Callable[[], float]) -> None:
        self.path = path
        self._wall = wall
        self._db: sqlite3.Connection | None = None
        self._thread: ThreadPoolExecutor | None = None
        """What writes to a file, so that a slow disk never blocks the event loop."""

    async def write(
        self,
        state: State,
        key: str,
        method: str,
        path: str,
        body: bytes,
        origin: str,
        account: str,
    ) -> State | None:
        """Commit the row of a POST that is about to wait (PREPARED) or to leave (SENT).

        Gives the state that the key was in before, `None` for a new one. A known key is
        reused only for the same body. Raises `WrongUse` (`idempotency_conflict`) for another
        body, `JournalFailed` when it cannot be written.
        """
        digest = hashlib.sha256(body).hexdigest()
        sent, process, now = state is State.SENT, os.getpid(), self._wall()

        def work(db: sqlite3.Connection) -> State | None:
            inserted = db.execute(
                "INSERT INTO calls (key, method, path, body, sha256, origin, account, state,"
                " attempts, process, created_at, updated_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
                (key, method, path, body, digest, origin, account, state, sent, process, now, now),
            )
            if inserted.rowcount == 1:
                return None
            known = db.execute(
                "SELECT state, sha256, method, path, origin FROM calls WHERE key = ?", (key,)
            ).fetchone()
            if tuple(known)[1:] != (digest, method, path, origin):
                raise WrongUse(
                    "This idempotency key belongs to another request",
                    code="idempotency_conflict",
                    idempotency_key=key,
                )
            before = State(known["state"])
            # What may have run stays so until an answer says otherwise.
            kept = before if before in (State.SENT, State.UNKNOWN) else state
            db.execute(
                "UPDATE calls SET state = ?, body = ?, account = ?, process = ?, updated_at = ?,"
                " attempts = attempts + ? WHERE key = ?",
                (kept, body, account, process, now, sent, key),
            )
            return before

        known_as: State | None = await self._run(work)
        return known_as

    async def mark(
        self,
        key: str,
        state: State,
        *,
        status: int | None = None,
        request_id: str | None = None,
        note: str | None = None,
    ) -> None:
        """Commit the state of a row; the body of a final row is forgotten.

        DONE is not waited for. Where it is lost with the process, a replay of what is done costs
        nothing.
        """
        values = (state, status, request_id, note, self._wall(), state.final, key)

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE calls SET state = ?, status = ?, request_id = ?, note = ?, updated_at = ?,"
                " body = CASE WHEN ? THEN NULL ELSE body END WHERE key = ?",
                values,
            )

        if state is not State.DONE:
            await self._run(work)
        elif self.path is None:
            self._commit(work)
        else:
            self._writer().submit(self._commit, work).add_done_callback(_tell_failure)

    async def unresolved(self) -> list[JournalRow]:
        """Rows that are not final and that no living process is busy with, oldest first."""
        rows: list[JournalRow] = await self._run(partial(_unresolved, self._wall()))
        return rows

    async def every(self) -> list[JournalRow]:
        """Every row that is kept, oldest first; those that are final have no body any more."""
        rows: list[JournalRow] = await self._run(partial(_every, self._wall()))
        return rows

    async def forget(self, key: str) -> None:
        """Offer a row no more: whoever it belongs to has given up on its outcome."""
        await self.mark(key, State.REJECTED, note="forgotten")

    async def aclose(self) -> None:
        """Wait for what is being written, and close the file."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(None, thread.shutdown)
        if self._db is not None:
            self._db.close()
            self._db = None

    async def _run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """What `work` gives, once it is committed. It is committed even where the caller is
        cancelled. Raises `JournalFailed` where the database cannot be used."""
        if self.path is None:
            return self._commit(work)
        return await asyncio.shield(asyncio.wrap_future(self._writer().submit(self._commit, work)))

    def _writer(self) -> ThreadPoolExecutor:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="shortlist-journal")
        return self._thread

    def _commit(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            if self._db is None:
                self._db = self._connect()
            with self._db as db:
                db.execute("BEGIN IMMEDIATE")
                return work(db)
        except ShortlistError:
            raise
        except Exception as error:
            # Whatever it is: a damaged file opens, and has things in it that nobody wrote.
            text = f"The journal {self.path or 'in memory'} cannot be used: {error}"
            raise JournalFailed(text) from error

    def _connect(self) -> sqlite3.Connection:
        import sqlite3

        if self.path is None:
            where = ":memory:"
        else:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(self.path)
            where = str(self.path)
        db = sqlite3.connect(where, timeout=10, check_same_thread=False, isolation_level=None)
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA secure_delete=ON")
        # A log that is soon written over needs no new room on the disk, the dear part of a commit.
        db.execute("PRAGMA wal_autocheckpoint=64")
        db.executescript(_SCHEMA)
        now = self._wall()
        db.execute(
            "DELETE FROM calls WHERE (state IN ('done', 'rejected') AND updated_at < ?)"
            " OR created_at < ?",
            (now - _KEEP_SECONDS, now - _PRUNE_OPEN_SECONDS),
        )
        return db


def _tell_failure(written: Future[None]) -> None:
    if error := written.exception():
        _log.warning("The journal could not note the end of a request: %s", error)


def _unresolved(now: float, db: sqlite3.Connection) -> list[JournalRow]:
    rows = db.execute(
        "SELECT * FROM calls WHERE state IN ('prepared', 'sent', 'unknown')"
        " ORDER BY created_at, key"
    ).fetchall()
    return [
        _row(row, now)
        for row in rows
        if row["state"] == State.UNKNOWN
        or now - row["updated_at"] > _AT_WORK_SECONDS
        or not _is_alive(row["process"])
    ]


def _every(now: float, db: sqlite3.Connection) -> list[JournalRow]:
    rows = db.execute("SELECT * FROM calls ORDER BY created_at, key").fetchall()
    return [_row(row, now) for row in rows]


def _row(row: sqlite3.Row, now: float) -> JournalRow:
    return JournalRow(
        key=row["key"],
        method=row["method"],
        path=row["path"],
        body=row["body"] or b"",
        origin=row["origin"],
        account=row["account"],
        state=State(row["state"]),
        attempts=row["attempts"],
        request_id=row["request_id"],
        note=row["note"],
        created_at=row["created_at"],
        age_seconds=max(0.0, now - row["created_at"]),
    )


def _is_alive(process: int) -> bool:
    if process == os.getpid():
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
