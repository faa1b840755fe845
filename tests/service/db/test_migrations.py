"""How a database is made, and brought to the next version."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from tests.service.db.next_version import NEXT, write_migrations

from shortlist.service.db import migrate as migrations
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.migrate import HEAD, MIGRATIONS, DatabaseTooNew, migrate
from shortlist.service.db.schema import metadata


@pytest.fixture
def engine(database_of_each_kind: str):
    engine = open_engine(database_of_each_kind)
    yield engine
    engine.dispose()


def install_next_version(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", write_migrations(folder))
    monkeypatch.setattr(migrations, "HEAD", NEXT)


def differences(engine: Engine) -> list:
    with engine.connect() as connection:
        return compare_metadata(MigrationContext.configure(connection), metadata)


def test_head_is_the_newest_revision():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_a_new_database_is_made_at_once(engine: Engine):
    migrate(engine)
    assert differences(engine) == []
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            (HEAD,)
        ]
    migrate(engine)


def test_several_starts_at_once_make_it_once(database_of_each_kind: str):
    engines = [open_engine(database_of_each_kind) for _ in range(4)]
    failures: list[BaseException] = []

    def start(engine: Engine) -> None:
        try:
            migrate(engine)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert differences(engines[0]) == []
    for engine in engines:
        engine.dispose()


def test_a_database_of_the_first_revision_gets_what_came_since(engine: Engine):
    migrate(engine)
    with writing(engine) as connection:
        connection.execute(text("DROP TABLE imported_rows"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    migrate(engine)
    assert differences(engine) == []


def _shape(engine: Engine) -> dict[str, dict[str, Any]]:
    """What each table takes: its columns, and what must be unique or exist of them."""
    seen = inspect(engine)
    return {
        table: {
            "columns": {
                each["name"]: (
                    str(each["type"]),
                    each["nullable"] or each["default"] is not None,
                )
                for each in seen.get_columns(table)
            },
            "unique": {
                tuple(each["column_names"]) for each in seen.get_indexes(table) if each["unique"]
            }
            | {tuple(each["column_names"]) for each in seen.get_unique_constraints(table)}
            | {tuple(seen.get_pk_constraint(table)["constrained_columns"])},
            "exist": {tuple(each["constrained_columns"]) for each in seen.get_foreign_keys(table)},
            "checks": {each["sqltext"] for each in seen.get_check_constraints(table)},
        }
        for table in seen.get_table_names()
    }


def test_a_migration_only_adds(engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The version before goes on serving on what the next one made of its tables."""
    migrate(engine)
    before = _shape(engine)
    install_next_version(monkeypatch, tmp_path)
    migrate(engine)
    after = _shape(engine)
    assert after != before
    for table, was in before.items():
        now = after[table]
        for name, column in was.pop("columns").items():
            assert now["columns"].pop(name) == column, f"{table}.{name}"
        for name, (_, may_be_left_out) in now.pop("columns").items():
            assert may_be_left_out, f"{table}.{name}: the version before does not fill it"
        assert now == was, table


def test_whoever_uses_a_table_is_not_made_to_wait_for_a_migration(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """It gives way, and tries again once nobody is in its way."""
    engine = open_engine(postgres_url)
    migrate(engine)
    install_next_version(monkeypatch, tmp_path)
    monkeypatch.setattr(migrations, "LOCK_WAIT_MS", 50)
    waited: list[float] = []
    with reading(engine) as long, open_engine(postgres_url).connect() as other:
        long.execute(text("SELECT count(*) FROM idempotency"))

        def pause(seconds: float) -> None:
            # Whoever comes meanwhile is served.
            other.execute(text("SELECT count(*) FROM idempotency"))
            other.rollback()
            waited.append(seconds)
            if len(waited) == 3:
                long.rollback()

        monkeypatch.setattr(migrations.time, "sleep", pause)
        migrate(engine)
    assert len(waited) == 3
    with reading(engine) as connection:
        connection.execute(text("SELECT remark, rank FROM idempotency"))
    engine.dispose()


def test_a_database_of_a_later_version_is_refused(engine: Engine):
    migrate(engine)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseTooNew, match="later version"):
        migrate(engine)
