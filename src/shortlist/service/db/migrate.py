"""The schema of a database: made when it is new, brought up to date when it is old.

Alembic is imported only when there is something to bring up to date: a start with a new or a
current database, which is nearly every start, does not pay for it.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

from shortlist.service.db.engine import alone, reading, writing
from shortlist.service.db.schema import metadata

HEAD = "0006"
"""The newest revision under `migrations/versions`; a new database starts at it."""

MIGRATIONS = Path(__file__).parent / "migrations"


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


def upgrade(engine: Engine, to: str = "head") -> None:
    """Run the migrations that are missing. Raises `DatabaseTooNew`."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with writing(engine) as connection:
        alone(connection, "schema")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, to)
        except CommandError as error:
            raise DatabaseTooNew(
                f"this database was written by a later version ({error}); install that version"
            ) from None


def _revision(engine: Engine) -> str | None:
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)
