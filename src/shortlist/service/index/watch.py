"""Detection of changes to the database by any process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

from sqlalchemy import Engine, PoolProxiedConnection

from shortlist.service.db.engine import reading
from shortlist.service.index.store import last_number

_SQLITE_POLL_SECONDS = 0.1
_POSTGRES_POLL_SECONDS = 0.25
_AGAIN_SECONDS = 1.0

log = logging.getLogger("shortlist.index")


def changes_of(engine: Engine, closing: threading.Event) -> Iterator[int]:
    """The last number allocated, each time it grew, until `closing` is set; a database that is
    away for a while is asked again.

    On SQLite a poll is one pragma, which tells whether another connection committed anything.
    """
    sqlite = engine.dialect.name == "sqlite"
    pause = _SQLITE_POLL_SECONDS if sqlite else _POSTGRES_POLL_SECONDS
    seen_number = -1
    seen_version: object = None
    connection: PoolProxiedConnection | None = None
    away = False
    try:
        while not closing.wait(_AGAIN_SECONDS if away else pause):
            try:
                if sqlite:
                    connection = connection or engine.raw_connection()
                    version = _version(connection)
                    if version == seen_version:
                        continue
                    seen_version = version
                with reading(engine) as reader:
                    number = last_number(reader)
                away = False
            except Exception:
                log.warning("the database could not be read; trying again", exc_info=True)
                away, seen_version = True, None
                continue
            if number != seen_number:
                seen_number = number
                yield number
    finally:
        if connection is not None:
            connection.close()


def _version(connection: PoolProxiedConnection) -> object:
    cursor = connection.cursor()
    version = cursor.execute("PRAGMA data_version").fetchone()
    cursor.close()
    return version
