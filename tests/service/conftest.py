"""What the tests of every part of the service may use."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url, text
from tests.service.index.people import SmallIndex, make_small_index
from tests.service.person.web import Web, running_web
from tests.service.postgres import PostgresServer, postgres
from tests.service.postgres import postgres_server as running_postgres

from shortlist.service.db.engine import open_engine
from shortlist.service.db.migrate import migrate
from shortlist.service.index.embedded import EmbeddedIndex

_numbers = itertools.count(1)


@pytest.fixture
def small_index(tmp_path: Path) -> Iterator[EmbeddedIndex]:
    """A real index, in a folder of its own, over `tests.service.index.people.RECORDS`."""
    made: SmallIndex = make_small_index(tmp_path / "small-index")
    yield made.index
    made.close()


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """A SearXNG of the tests' own."""
    with running_web() as web:
        yield web


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server."""
    with postgres() as url:
        yield url


def new_database(server: str) -> str:
    """The URL of a new database on a PostgreSQL server."""
    name = f"test_{next(_numbers)}"
    engine = open_engine(server)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A new database on it."""
    return new_database(postgres_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_of_each_kind(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database: the test runs once on each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'some.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def engine(database_of_each_kind: str) -> Iterator[Engine]:
    """A new database with its tables: the test runs once on each kind."""
    engine = open_engine(database_of_each_kind)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def postgres_of_one() -> Iterator[PostgresServer]:
    """A server of this test alone, which it may take away."""
    with running_postgres() as server:
        yield server
