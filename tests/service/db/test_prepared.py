"""Statements that run past SQLAlchemy's own execution say, keep and raise what they do by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from shortlist.service.db.engine import (
    database_url,
    insert_if_absent,
    open_engine,
    reading,
    writing,
)
from shortlist.service.db.prepared import Prepared

things = Table(
    "things",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", Text, unique=True),
    Column("facts", JSON),
    Column("on", Boolean),
    Column("raw", LargeBinary),
)
ROW = {"name": "a", "facts": {"of": ["caf\u00e9", None, 2.5]}, "on": True, "raw": b"\0\xff"}

PUT = Prepared(insert(things).inline(), "name", "facts", "on", "raw")
FIND = Prepared(select(things, (things.c.id + 1).label("next")).where(things.c.name == "a"))
RENAME = Prepared(
    update(things)
    .where(things.c.name == bindparam("old"))
    .values(name=bindparam("new"), raw=None)
    .returning(things.c.name, things.c.facts)
)


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database with a table."""
    url = database_url(tmp_path)
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    made = open_engine(url)
    with writing(made) as connection:
        things.create(connection)
    yield made
    made.dispose()


def test_what_is_written_reads_as_sqlalchemy_reads_it(engine: Engine):
    with writing(engine) as connection:
        assert PUT.count(connection, ROW) == 1
        assert PUT.count(connection, {**ROW, "name": "b", "facts": None}) == 1
    with reading(engine) as connection:
        by_sqlalchemy = [dict(row._mapping) for row in connection.execute(select(things))]
        row = FIND.one_or_none(connection, {})
        assert (row.name, row.facts, row.on, bytes(row.raw), row.next) == (*ROW.values(), 2)
        assert row.on is True
        assert FIND.all(connection, {}) == [row]
    assert by_sqlalchemy == [{"id": 1, **ROW}, {"id": 2, **ROW, "name": "b", "facts": None}]


def test_what_a_statement_says_itself_is_part_of_it(engine: Engine):
    with writing(engine) as connection:
        PUT.count(connection, ROW)
        assert RENAME.all(connection, {"old": "x", "new": "b"}) == []
        assert RENAME.one_or_none(connection, {"old": "x", "new": "b"}) is None
        assert RENAME.all(connection, {"old": "a", "new": "b"}) == [("b", ROW["facts"])]
        assert connection.execute(select(things.c.raw)).scalar() is None


def test_it_is_rolled_back_with_its_transaction(engine: Engine):
    with pytest.raises(ZeroDivisionError), writing(engine) as connection:
        PUT.count(connection, ROW)
        _ = 1 / 0
    with reading(engine) as connection:
        assert FIND.all(connection, {}) == []


def test_it_raises_what_sqlalchemy_raises_and_tells_no_values(engine: Engine):
    with pytest.raises(IntegrityError) as raised, writing(engine) as connection:
        PUT.count(connection, ROW)
        PUT.count(connection, ROW)
    assert "caf" not in str(raised.value)


def test_who_is_there_is_not_inserted_again(engine: Engine):
    with writing(engine) as connection:
        assert insert_if_absent(connection, things, **ROW)
        assert not insert_if_absent(connection, things, **{**ROW, "facts": "another"})
        assert FIND.one_or_none(connection, {}).facts == ROW["facts"]


def test_a_locked_database_is_an_operational_error(tmp_path: Path):
    engine = open_engine(database_url(tmp_path))
    with writing(engine) as connection:
        things.create(connection)
    with engine.connect() as other, writing(engine):
        other.connection.cursor().execute("PRAGMA busy_timeout=0")
        with pytest.raises(OperationalError, match="locked"):
            PUT.count(other, ROW)
    engine.dispose()
