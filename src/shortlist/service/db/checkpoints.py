"""SQLite's write-ahead log, written back into the database beside those who commit.

Left to itself, SQLite has the commit that fills a thousand pages of the log write them back, and
wait until the disk has them: on a disk that is busy that took a quarter of a second, and everybody
who wanted to commit waited, too. Here a thread does it. Where that is late, the log grows up to
`engine.CHECKPOINT_PAGES`; beyond them a commit does it after all. Commits are as durable as ever:
they wait for the log, which is what survives a crash.
"""

from __future__ import annotations

import logging
import threading

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from shortlist.service.db.engine import turn_to_write

EVERY_SECONDS = 1.0
_TRIES, _FEW = 8, 50
"""Who commits meanwhile adds to the log; each time there is less left. So few pages take a disk
no longer than a commit."""

log = logging.getLogger("shortlist.checkpoints")


def start_checkpoints(engine: Engine, stopping: threading.Event) -> None:
    """Write the log of the database of `engine` back now and then, on a thread of its own, until
    the service stops. PostgreSQL does so itself."""
    if engine.dialect.name == "sqlite":
        run = threading.Thread(
            target=_run, args=(engine, stopping), name="checkpoints", daemon=True
        )
        run.start()


def checkpoint(engine: Engine) -> int:
    """Write the log back; how many pages are left of it, because another process wrote them
    meanwhile or still reads an older state of the database.

    Once nothing is left the log begins anew. So that this comes also while somebody commits all
    the time, the last pages are written in a turn among those who write.
    """
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        for _ in range(_TRIES):
            left = _write_back(cursor)
            if left < _FEW:
                break
        if left:
            with turn_to_write(engine):
                left = _write_back(cursor)
        return left
    finally:
        connection.close()


def empty_log(engine: Engine) -> bool:
    """Write the log back and cut it to nothing: it keeps what was deleted since until then. False
    where somebody else still reads or writes. PostgreSQL has none of its own to empty here."""
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()
    try:
        with turn_to_write(engine):
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            [(busy, _, _)] = cursor.fetchall()
            return not busy
    finally:
        connection.close()


def _write_back(cursor: DBAPICursor) -> int:
    cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    [(_, logged, written)] = cursor.fetchall()
    return int(logged - written)


def _size_of_log(engine: Engine) -> int:
    """Pages of the log that were written since it began anew."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        [(_, logged, _)] = cursor.fetchall()
        return int(logged)
    finally:
        connection.close()


def _run(engine: Engine, stopping: threading.Event) -> None:
    last = -1
    while not stopping.wait(EVERY_SECONDS):
        try:
            checkpoint(engine)
            # Whoever is idle for a moment keeps nothing of before.
            logged = _size_of_log(engine)
            if logged and logged == last:
                empty_log(engine)
            last = logged
        except Exception:
            # The disk is full, or the database away: the log keeps everything meanwhile.
            log.warning("the log of the database could not be written back", exc_info=True)
