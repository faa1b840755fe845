"""The service knows who asked to be left out under every spelling, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select
from tests.contract.spellings import ONE_MAILBOX, ONE_PAGE, TWO_MAILBOXES, TWO_PAGES

from shortlist.service.db.engine import open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import people, people_anchors, suppressions
from shortlist.service.index.addresses import SPELT_BY, ensure_spelt
from shortlist.service.index.store import (
    listed_among,
    put_dataset,
    put_people,
)
from shortlist.service.index.suppress import suppress


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'some.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


def _left_out(engine: Engine, kind: str, spelt: str, asked: str) -> bool:
    suppress(engine, kind, spelt)
    with writing(engine) as connection:
        found = bool(listed_among(connection, kind, [asked]))
        connection.execute(suppressions.delete())
    return found


def test_every_spelling_of_one_is_left_out(engine: Engine) -> None:
    for kind, pairs in (("profile_url", ONE_PAGE), ("email", ONE_MAILBOX)):
        for one, other in pairs:
            if kind == "email":
                one = one.strip()
            assert _left_out(engine, kind, one, other), (one, other)


def test_nobody_else_is_left_out(engine: Engine) -> None:
    for kind, pairs in (("profile_url", TWO_PAGES), ("email", TWO_MAILBOXES)):
        for one, other in pairs:
            assert not _left_out(engine, kind, one, other), (one, other)


def _record(person_id: str, page: str = "", email: str = "") -> dict[str, object]:
    contacts = {"work_email": {"value": email}} if email else {}
    return {
        "id": person_id,
        "dataset": "d",
        "name": f"Gita {person_id}",
        "profile_url": page,
        "contacts": contacts,
    }


@pytest.mark.parametrize(
    ("kind", "given", "record"),
    [
        ("profile_url", "https://github.com/GitaHub", _record("p1", "github.com/gitahub")),
        ("email", "g@b\u00fccher.example", _record("p1", email="g@xn--bcher-kva.example")),
        (
            "email",
            "g@b\u00fccher.example",
            _record("p1", email="x@y.example; g@bu\u0308cher.example"),
        ),
    ],
)
@pytest.mark.parametrize("first", ["left out", "imported"])
def test_no_import_brings_them_back_under_another_spelling(
    engine: Engine, kind: str, given: str, record: dict[str, object], first: str
) -> None:
    def imported() -> None:
        with writing(engine) as connection:
            put_dataset(connection, "d")
            put_people(connection, [record])

    if first == "imported":
        imported()
    suppress(engine, kind, given)
    imported()
    with writing(engine) as connection:
        here = select(people.c.id).where(people.c.removed_at.is_(None))
        assert connection.execute(here).all() == []


def test_anchors_of_an_earlier_version_are_spelt_anew(engine: Engine) -> None:
    with writing(engine) as connection:
        put_dataset(connection, "d")
        put_people(connection, [_record("p1", "https://twitter.com/Gita")])
        connection.execute(people_anchors.delete())
        old = {"person_id": "p1", "kind": "profile", "value": "twitter.com/Gita"}
        connection.execute(insert(people_anchors).values(**old))
        connection.exec_driver_sql("DELETE FROM counters WHERE name = ?", (SPELT_BY,))
    ensure_spelt(engine)
    with writing(engine) as connection:
        spelt = connection.execute(select(people_anchors.c.value)).scalars().all()
    assert spelt == ["x.com/gita"]
    assert suppress(engine, "profile_url", "https://x.com/gita").people == 1
