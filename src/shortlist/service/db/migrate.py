"""Creation and migration of the schema.

Alembic is imported only when there is something to bring up to date: a start with a new or a
current database, which is nearly every start, does not pay for it.

A migration only adds: tables, columns that may be empty, indexes. So the version before it goes on
serving while another process migrates, and after; what only that one needed goes a version later.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import OperationalError

from shortlist.service.db.engine import alone, reading, writing
from shortlist.service.db.schema import metadata

HEAD = "0002"
"""The newest revision under `migrations/versions`; a new database starts at it."""

MIGRATIONS = Path(__file__).parent / "migrations"

LOCK_WAIT_MS = 500
"""How long a change of a table of PostgreSQL waits for those who use it: whoever comes after waits
for it in turn. Less than PostgreSQL takes to look for a deadlock (a second), so that of two that
wait for each other it is the migration that gives way, and no request."""
LOCK_ATTEMPTS = 60
LOCK_PAUSE_SECONDS = 1.0
_IN_THE_WAY = ("55P03", "40P01")
"""Of PostgreSQL's errors: a lock that did not come in time, and a deadlock."""

log = logging.getLogger("shortlist.db")


class DatabaseTooNew(Exception):
    """The database was written by a later version of this program."""


def migrate(engine: Engine) -> None:
    """Bring the database of `engine` to `HEAD`. Safe to call from several processes at once."""
    if _revision(engine) == HEAD:
        return
    with writing(engine) as connection:
        alone(connection, "schema")
        # Inside the write lock: another process may have made it in the meantime.
        if not inspect(connection).has_table("alembic_version"):
            metadata.create_all(connection)
            connection.execute(
                text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
            )
            connection.execute(
                text("INSERT INTO alembic_version (version_num) VALUES (:head)"), {"head": HEAD}
            )
            return
    if _revision(engine) != HEAD:
        upgrade(engine)


def upgrade(engine: Engine) -> None:
    """Run the migrations that are missing, all or none. Raises `DatabaseTooNew`."""
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            _upgrade(engine)
            return
        except OperationalError as error:
            busy = getattr(error.orig, "sqlstate", None) in _IN_THE_WAY
            if not busy or attempt == LOCK_ATTEMPTS:
                raise
            log.info("tables are in use; migrating again in %s s", LOCK_PAUSE_SECONDS)
        time.sleep(LOCK_PAUSE_SECONDS)


def _upgrade(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with writing(engine) as connection:
        alone(connection, "schema")
        if engine.dialect.name != "sqlite":
            connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_WAIT_MS}"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise DatabaseTooNew(
                f"this database was written by a later version ({error}); install that version"
            ) from None


def _revision(engine: Engine) -> str | None:
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return None if found is None else str(found)
