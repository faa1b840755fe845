"""What statements keep, and what their errors tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import JSON, Column, Engine, Integer, MetaData, Table, Text, insert, select
from sqlalchemy.exc import IntegrityError

from shortlist.service.db.engine import insert_if_absent, open_engine, reading, writing

things = Table(
    "things",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", Text, unique=True),
    Column("facts", JSON),
)
ROW = {"name": "a", "facts": {"of": ["caf\u00e9", None, 2.5]}}


@pytest.fixture
def engine(database_of_each_kind: str) -> Iterator[Engine]:
    """An empty database with a table."""
    made = open_engine(database_of_each_kind)
    with writing(made) as connection:
        things.create(connection)
    yield made
    made.dispose()


def test_an_error_tells_no_values(engine: Engine):
    with pytest.raises(IntegrityError) as raised, writing(engine) as connection:
        connection.execute(insert(things), ROW)
        connection.execute(insert(things), ROW)
    assert "caf" not in str(raised.value)


def test_who_is_there_is_not_inserted_again(engine: Engine):
    with writing(engine) as connection:
        assert insert_if_absent(connection, things, **ROW)
        assert not insert_if_absent(connection, things, **{**ROW, "facts": "another"})
    with reading(engine) as connection:
        assert connection.execute(select(things.c.facts)).scalars().all() == [ROW["facts"]]
