"""Engines and transactions.

SQLite runs in WAL mode with `synchronous=FULL`; a write transaction begins IMMEDIATE, so that a
read inside it cannot be overtaken. On PostgreSQL the same code relies on conditional updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_TIMEOUT_SECONDS = 15


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()


# JSON columns hold whole records; the standard library takes three times as long over them.
_JSON: dict[str, Any] = {"json_serializer": _dumps, "json_deserializer": orjson.loads}


def database_url(data_dir: Path, database: str | None = None) -> str:
    """The URL to open: `database` as given, else the SQLite file of `data_dir`."""
    return database or f"sqlite:///{data_dir / 'shortlist.db'}"


def open_engine(url: str, *, durable: bool = True) -> Engine:
    """An engine on `url` (`sqlite:///…` or `postgresql+psycopg://…`); creates no schema.

    `durable=False`: a commit does not wait for the disk. A power cut may take the last ones back,
    never half of one; for counts and leases, not for anything promised.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        options = "" if durable else "-c synchronous_commit=off"
        return create_engine(parsed, pool_pre_ping=True, connect_args={"options": options}, **_JSON)
    engine = create_engine(
        parsed,
        connect_args={"timeout": BUSY_TIMEOUT_SECONDS, "check_same_thread": False},
        pool_size=16,
        max_overflow=32,
        **_JSON,
    )

    @event.listens_for(engine, "connect")
    def on_connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver's own transaction handling is off: `begin` below decides.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={'FULL' if durable else 'NORMAL'}",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_TIMEOUT_SECONDS * 1000}",
            "cache_size=-32000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection on one consistent snapshot, for reading."""
    with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One write transaction: committed when the block ends, rolled back when it raises."""
    with (
        engine.connect().execution_options(write=True) as connection,
        connection.begin(),
    ):
        yield connection


def insert_if_absent(connection: Connection, table: Table, **values: Any) -> bool:
    """Insert a row unless one with its primary key is there; whether it was inserted."""
    statement = _inserting_if_absent(connection.dialect.name, table)
    return connection.execute(statement, values).rowcount > 0


@lru_cache
def _inserting_if_absent(dialect: str, table: Table) -> Any:
    # Built once: building a statement costs more than running it.
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()
