"""Database engines and transactions.

SQLite runs in WAL mode with `synchronous=FULL`; a write transaction begins IMMEDIATE, so that a
read inside it cannot be overtaken. On PostgreSQL the same code relies on conditional updates, and
where it reads before it writes, on `alone`.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError, TimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from shortlist.service.room import ensure_room

BUSY_TIMEOUT_SECONDS = 15


class BadDatabase(Exception):
    """The database's URL cannot be used; the text says why, on one line, without a password."""


class CommitLost(OperationalError):
    """The connection broke while a commit was under way: it was made, or it was not."""


AWAY: tuple[type[Exception], ...] = (OperationalError, TimeoutError)
"""What is raised where a database cannot be used for now: away, full, locked, or every connection
taken."""


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()


# JSON columns hold whole records; the standard library takes three times as long over them.
_COMMON: dict[str, Any] = {
    "json_serializer": _dumps,
    "json_deserializer": orjson.loads,
    # An error is logged with its statement; what was written may be a contact or a query.
    "hide_parameters": True,
}
# A process has two engines and what durable work holds: two processes stay under the hundred
# connections that PostgreSQL allows unless told otherwise. Requests wait for one in turn.
_POSTGRES_POOL: dict[str, Any] = {"pool_size": 6, "max_overflow": 8}
# A host that is gone without a word is noticed in seconds, not in the quarter of an hour for which
# TCP hopes. What the URL says of these counts.
_POSTGRES_PATIENCE = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}


def database_url(data_dir: Path, database: str | None = None) -> str:
    """The URL to open: `database` as given, else the SQLite file of `data_dir`."""
    return database or f"sqlite:///{data_dir / 'shortlist.db'}"


def open_engine(url: str, *, durable: bool = True) -> Engine:
    """An engine on `url` (`sqlite:///…` or `postgresql://…`); creates no schema.

    `durable=False`: a commit does not wait for the disk. A power cut may take the last ones back,
    never half of one; for counts and leases, not for anything promised.
    Raises `BadDatabase`.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite":
        return _open_postgres(parsed, durable)
    engine = create_engine(
        parsed,
        connect_args={"timeout": BUSY_TIMEOUT_SECONDS, "check_same_thread": False},
        pool_size=16,
        max_overflow=32,
        **_COMMON,
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
            # What is deleted is overwritten, and not only forgotten.
            "secure_delete=ON",
            f"busy_timeout={BUSY_TIMEOUT_SECONDS * 1000}",
            "cache_size=-32000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        statement = "BEGIN IMMEDIATE" if write else "BEGIN"
        try:
            # Past SQLAlchemy: every transaction begins so, and it takes four times as long.
            connection.connection.cursor().execute(statement)
        except sqlite3.Error as error:
            raise OperationalError(statement, None, error, hide_parameters=True) from error

    return engine


def ensure_room_in(engine: Engine, needed: int) -> None:
    """Raise `NoRoom` unless the disk of the database of `engine`, where it is a file, has so many
    bytes free: what else lies there, such as an index, must not be left without."""
    if engine.dialect.name == "sqlite":
        ensure_room(Path(str(engine.url.database)).parent, needed)


def parse_url(url: str) -> URL:
    """`url` with the driver that this service uses. Raises `BadDatabase`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadDatabase("the database is given as postgresql://user@host/name") from None
    backend = parsed.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise BadDatabase(f"no database of the kind {backend!r} is supported; use PostgreSQL")
    return parsed


def _open_postgres(url: URL, durable: bool) -> Engine:
    if not durable:
        own = str(url.query.get("options", ""))
        lax = f"{own} -c synchronous_commit=off".strip()
        url = url.update_query_dict({"options": lax})
    url = url.set(query={**_POSTGRES_PATIENCE, **url.query})
    try:
        return create_engine(url, pool_pre_ping=True, **_POSTGRES_POOL, **_COMMON)
    except ModuleNotFoundError:
        raise BadDatabase("PostgreSQL needs its driver: pip install '.[local,postgres]'") from None


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection on one consistent snapshot, for reading."""
    with engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One write transaction: committed when the block ends, rolled back when it raises.

    Raises `CommitLost` where nobody knows which of the two it was.
    """
    written = False
    try:
        with (
            engine.connect().execution_options(write=True) as connection,
            turn_to_write(engine),
            connection.begin(),
        ):
            yield connection
            written = True
    except OperationalError as error:
        # SQLite is in this process: what failed there was not done.
        if not written or engine.dialect.name == "sqlite":
            raise
        raise CommitLost("COMMIT", None, error.orig or error, hide_parameters=True) from error


@contextmanager
def turn_to_write(engine: Engine) -> Iterator[None]:
    """This thread's turn among those of the process that write to the database of `engine`.

    SQLite has one writer at a time and lets the others ask again and again, at longer and longer
    intervals: of eight threads that write all the time, some wait for a second. Here they queue.
    What another process holds is SQLite's own matter, as is a turn that does not come in time.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    lock = _TURNS.get(engine)
    if lock is None:
        lock = _TURNS[engine] = _WRITERS[engine.url]
    taken = lock.acquire(timeout=BUSY_TIMEOUT_SECONDS)
    try:
        yield
    finally:
        if taken:
            lock.release()


_WRITERS: defaultdict[URL, threading.Lock] = defaultdict(threading.Lock)
"""The engines of one database share its lock."""
_TURNS: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()
"""The same by engine: telling a URL from others costs more than writing a row."""


def alone(connection: Connection, name: str) -> None:
    """Let nobody else pass here under `name` until this write transaction ends.

    For what reads before it writes. A write transaction of SQLite is alone in any case.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"name": name})


_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


def insert_if_absent(connection: Connection, table: Table, **values: Any) -> bool:
    """Insert a row unless one with its primary key is there; whether it was inserted."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values(**values).on_conflict_do_nothing().inline()
    return connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount > 0
