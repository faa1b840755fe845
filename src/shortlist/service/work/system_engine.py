"""The engine for DBOS's own tables, beside ours in the same database."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event

# `unixepoch('subsec')`, which DBOS's tables default to, came with this version.
_SUBSEC_SINCE = (3, 42, 0)
# A connection for each thread that runs work, and a few for the runtime itself.
_CONNECTIONS = 12


def open_system_engine(url: URL) -> Engine:
    """An engine for DBOS on `url`. On SQLite set up as DBOS sets up its own, in WAL mode."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=_CONNECTIONS, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(
        url,
        pool_size=_CONNECTIONS,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _entry: Any) -> None:
        connection.isolation_level = "IMMEDIATE"
        for pragma in (
            "busy_timeout=30000",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if sqlite3.sqlite_version_info < _SUBSEC_SINCE:
            connection.create_function("unixepoch", 1, _unixepoch)

    return engine


def _unixepoch(modifier: str) -> float:
    if modifier != "subsec":
        raise ValueError(f"unixepoch({modifier!r}) is not provided")
    return round(time.time(), 3)
