"""Noticing that the database changed, from whatever process."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from sqlalchemy import Engine

from shortlist.service.db.engine import reading
from shortlist.service.index.store import last_number

_SQLITE_POLL_SECONDS = 0.1
_POSTGRES_POLL_SECONDS = 0.25


def changes_of(engine: Engine, closing: threading.Event) -> Iterator[int]:
    """The last number allocated, each time it grew, until `closing` is set.

    On SQLite a poll is one pragma, which tells whether another connection committed anything.
    """
    sqlite = engine.dialect.name == "sqlite"
    pause = _SQLITE_POLL_SECONDS if sqlite else _POSTGRES_POLL_SECONDS
    seen_number = -1
    seen_version: object = None
    connection = engine.raw_connection() if sqlite else None
    try:
        while not closing.wait(pause):
            if connection is not None:
                cursor = connection.cursor()
                version = cursor.execute("PRAGMA data_version").fetchone()
                cursor.close()
                if version == seen_version:
                    continue
                seen_version = version
            with reading(engine) as reader:
                number = last_number(reader)
            if number != seen_number:
                seen_number = number
                yield number
    finally:
        if connection is not None:
            connection.close()
