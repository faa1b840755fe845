"""Emptying of SQLite's write-ahead log, which keeps deleted data until then."""

from __future__ import annotations

import logging
import threading

from sqlalchemy import Engine

from shortlist.service.db.engine import BUSY_TIMEOUT_SECONDS, turn_to_write

EVERY_SECONDS = 1.0

log = logging.getLogger("shortlist.write_ahead_log")


def start_emptying(engine: Engine, stopping: threading.Event) -> None:
    """Empty the log of the database of `engine` whenever nobody wrote for a moment, on a thread of
    its own, until the service stops. PostgreSQL needs none of it."""
    if engine.dialect.name == "sqlite":
        run = threading.Thread(target=_run, args=(engine, stopping), name="log", daemon=True)
        run.start()


def empty_log(engine: Engine) -> bool:
    """Write the log back into the database and cut it to nothing. False, at once, where somebody
    else still reads or writes: try again later. PostgreSQL has none of its own to empty here."""
    if engine.dialect.name != "sqlite":
        return True
    with turn_to_write(engine):
        busy, _ = _checkpoint(engine, "TRUNCATE")
        return not busy


def _checkpoint(engine: Engine, how: str) -> tuple[int, int]:
    """Whether somebody was in the way, and how many pages the log has."""
    connection = engine.raw_connection()
    cursor = connection.cursor()
    try:
        # It would wait for whoever reads, for as long as an index is built, and let nobody write.
        cursor.execute("PRAGMA busy_timeout=0")
        cursor.execute(f"PRAGMA wal_checkpoint({how})")
        [(busy, logged, _)] = cursor.fetchall()
        return int(busy), int(logged)
    finally:
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_SECONDS * 1000}")
        connection.close()


def _run(engine: Engine, stopping: threading.Event) -> None:
    last = -1
    while not stopping.wait(EVERY_SECONDS):
        try:
            _, logged = _checkpoint(engine, "PASSIVE")
            if logged and logged == last:
                empty_log(engine)
            last = logged
        except Exception:
            # The disk is full, or the database away: the log keeps everything meanwhile.
            log.warning("the log of the database could not be emptied", exc_info=True)
