"""When two records are of one person: never by the name alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select
from tests.service.index.people import DATASET, make_small_index

from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import counters, people, people_marks, same_people
from shortlist.service.index import persons
from shortlist.service.index.person_matching import comparison_keys, is_same_person
from shortlist.service.index.port import Record
from shortlist.service.index.store import ensure_compared, put_dataset, put_people, remove_people
from shortlist.service.index.suppress import suppress

MAIL = {"work_email": {"value": "Ada@x.example", "source": "s", "last_seen": None}}
NETWORK = [{"type": "professional_network", "url": "https://network.example/ada"}]
ANOTHER = [{"type": "professional_network", "url": "https://network.example/ada-2"}]


def record(id: str, **said: Any) -> Record:
    return {"id": id, "name": "Ada Stone", "dataset": DATASET, **said}


def lawmaker(id: str, start: str | None, end: str | None, seat: str = "", **more: Any) -> Record:
    """In the Senate until now, or in the House until `end`."""
    company = "Ohio Senate" if end is None else "Ohio House of Representatives"
    held = {"title": "Member", "company": company, "district": seat, "start": start, "end": end}
    return record(
        id,
        **{
            "title": "State Senator" if end is None else "Former State Representative",
            "company": company,
            "region": "Ohio",
            "status": "current" if end is None else "former",
            "facts": {"party": "Democratic", "district": seat},
            "history": [held],
            **more,
        },
    )


def editor(id: str, **more: Any) -> Record:
    return record(id, **{"title": "Editor", "company": "Gazette", "region": "Ohio", **more})


LEFT = lawmaker("a", "2019-01-07", "2022-12-31", "7")


MAYOR = editor("a", title="Mayor of Ur", company="City of Ur")


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        (record("a"), record("b"), False),
        (record("a", region="Ohio"), record("b", region="Ohio"), False),
        # Of one name and title a large organisation has several.
        (editor("a", region=None), editor("b", region=None), False),
        # An address or a profile.
        (record("a", contacts=MAIL), record("b", contacts={"work_email": "ada@x.example"}), True),
        (record("a", contacts=MAIL), record("b", contacts=MAIL, name="Ada B. Stone"), True),
        (record("a", contacts=MAIL), record("b", contacts=MAIL, name="Bo Stone"), False),
        (record("a", links=NETWORK), record("b", links=NETWORK), True),
        (record("a", links=NETWORK), record("b", links=NETWORK, name="Gazette"), False),
        # The same post.
        (editor("a"), editor("b", company="The Gazette Ltd", title="Former Editor"), True),
        (editor("a"), editor("b", name="Ada C. Stone"), False),
        (editor("a"), editor("b", title="Chief"), False),
        (editor("a", links=NETWORK), editor("b", links=ANOTHER), False),
        (
            editor("a", contacts=MAIL),
            editor("b", contacts={"work_email": {"value": "ada.stone@x.example"}}),
            False,
        ),
        # Nicknames and credentials are no part of a name.
        (editor("a", name='Ada "Addie" Stone'), editor("b", name="Ada Stone, PhD, R.N."), True),
        (editor("a", name="Ada Stone, Jr."), editor("b"), False),
        # The same post by two parties; that of a mayor, whom a city has one of.
        (editor("a"), editor("b", facts={"party": "Green"}), True),
        (editor("a", facts={"party": "Labour"}), editor("b", facts={"party": "Green"}), False),
        (MAYOR, {**MAYOR, "id": "b", "name": "Ada C. Stone", "title": "Former Mayor of Ur"}, True),
        # One office after another, of one party and place.
        (LEFT, lawmaker("b", "2023-01-04", None), True),
        (LEFT, lawmaker("b", "2023-01-04", None, name="Ada L. Stone"), True),
        (LEFT, lawmaker("b", "2023-01-04", None, facts={"party": "Democrat/Green"}), True),
        (LEFT, lawmaker("b", "2024-06-04", None), False),
        (LEFT, lawmaker("b", "2023-01-04", None, name="Adam Stone"), False),
        (LEFT, lawmaker("b", "2023-01-04", None, name="Ada Stone Jr."), False),
        (LEFT, lawmaker("b", "2023-01-04", None, region="Iowa"), False),
        (LEFT, lawmaker("b", "2023-01-04", None, facts={"party": "Republican"}), False),
        (LEFT, lawmaker("b", "2023-01-04", None, facts={}), False),
        (LEFT, lawmaker("b", None, None), False),
        (
            lawmaker("a", "2019-01-07", "2022-12-31", name="Ada L. Stone"),
            lawmaker("b", "2023-01-04", None, name="Ada M. Stone"),
            False,
        ),
        # One chamber, years later: for the same seat, or soon.
        (LEFT, lawmaker("b", "2014-01-04", "2016-12-31", "9"), True),
        (LEFT, lawmaker("b", "2009-01-04", "2012-12-31", "7", title="Former Clerk"), True),
        (LEFT, lawmaker("b", "2009-01-04", "2012-12-31", "9", title="Former Clerk"), False),
        # Nobody sits for two districts at once.
        (lawmaker("a", "2023-01-04", None, "7"), lawmaker("b", "2023-01-04", None, "9"), False),
    ],
)
def test_records_of_one_name_are_one_person_by_more_than_the_name(
    one: Record, other: Record, answer: bool
) -> None:
    assert is_same_person(one, other) is answer
    assert is_same_person(other, one) is answer
    if answer:
        assert comparison_keys(one) & comparison_keys(other), "who is one person must be compared"


def test_of_real_people_the_likely_ones_are_joined_and_hardly_others(corpus: Path) -> None:
    import csv
    import gzip
    from itertools import combinations

    import orjson

    with gzip.open(corpus / "people.jsonl.gz") as lines:
        known = {each["id"]: each for each in map(orjson.loads, lines)}
    with (corpus / "likely_same_person.csv").open() as lines:
        likely = {frozenset((row["id_a"], row["id_b"])) for row in csv.DictReader(lines)}
    holders: dict[int, list[str]] = {}
    for person_id, each in known.items():
        for mark in comparison_keys(each):
            holders.setdefault(mark, []).append(person_id)
    joined = {
        frozenset(pair)
        for ids in holders.values()
        for pair in combinations(ids, 2)
        if is_same_person(*(known[i] for i in pair))
    }
    assert len(joined & likely) / len(likely) > 0.58
    # Those beside them were read, and are one person each.
    assert len(joined - likely) <= 26
    # A father and his son, for one seat; two whose names are common.
    for one, other in (
        ("os-e4e95ef4-", "os-f321f20f-"),
        ("os-7dacbdba-", "uscong-M001214"),
        ("os-0e901294-", "uscong-J000299"),
    ):
        ids = {i for i in known if i.startswith((one, other))}
        assert len(ids) == 2 and ids not in joined


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = open_engine(database_url(tmp_path))
    migrate(engine)
    with writing(engine) as connection:
        put_dataset(connection, DATASET)
    return engine


def put(engine: Engine, *records: Record) -> dict[str, tuple[str, ...]]:
    with writing(engine) as connection:
        put_people(connection, records)
    return groups(engine)


def groups(engine: Engine) -> dict[str, tuple[str, ...]]:
    with reading(engine) as connection:
        return persons.groups(connection)


A = record("a", contacts=MAIL)
B = record("b", contacts=MAIL, links=NETWORK)
C = record("c", links=NETWORK)
ALL = {"a": ("a", "b", "c"), "b": ("a", "b", "c"), "c": ("a", "b", "c")}


def test_groups_follow_what_is_imported_changed_and_removed(engine: Engine) -> None:
    assert put(engine, A) == {}
    assert put(engine, C, record("d")) == {}
    assert put(engine, B) == ALL, "b joins a and c"
    assert put(engine, B) == ALL
    # Without its profile, b says nothing of c any more.
    assert put(engine, record("b", contacts=MAIL)) == {"a": ("a", "b"), "b": ("a", "b")}
    assert put(engine, B) == ALL
    with writing(engine) as connection:
        remove_people(connection, ["b"])
    assert groups(engine) == {}
    with reading(engine) as connection:
        left = connection.execute(select(people_marks.c.person_id).distinct()).scalars()
        assert set(left) == {"a", "c"}
    assert put(engine, B) == ALL, "and back"
    engine.dispose()


def test_one_import_or_many_give_the_same_groups(engine: Engine) -> None:
    assert put(engine, A, B, C, record("d")) == ALL
    engine.dispose()


def test_who_may_be_either_of_two_people_joins_neither(engine: Engine) -> None:
    """Else they would make one person of the two."""
    one, other = (lawmaker(id, "2023-01-04", None, id) for id in ("n", "o"))
    assert put(engine, LEFT, one) == {"a": ("a", "n"), "n": ("a", "n")}
    assert put(engine, other) == {}
    with writing(engine) as connection:
        remove_people(connection, ["n"])
    assert groups(engine) == {"a": ("a", "o"), "o": ("a", "o")}
    engine.dispose()


def test_people_who_were_never_compared_are_when_the_index_opens(tmp_path: Path) -> None:
    made = make_small_index(tmp_path, [A, B, C])
    made.index.close()
    with writing(made.engine) as connection:
        # As an earlier version left it.
        for table in (same_people, people_marks):
            connection.execute(table.delete())
        connection.execute(counters.delete().where(counters.c.name == persons.COMPARED_BY))
    ensure_compared(made.engine)
    assert groups(made.engine) == ALL


def test_who_asked_to_be_left_out_is_so_by_every_record(engine: Engine) -> None:
    put(engine, A, B, record("d"), editor("e", contacts=MAIL))
    assert suppress(engine, "person_id", "e").people == 3
    with reading(engine) as connection:
        there = select(people.c.id).where(people.c.removed_at.is_(None))
        assert set(connection.execute(there).scalars()) == {"d"}
    with writing(engine) as connection:
        # Another source has them, in the same post, a year later.
        late = put_people(connection, [editor("late"), record("f"), editor("g", title="Chief")])
    assert (late.suppressed, late.added) == (1, 2)
    engine.dispose()
