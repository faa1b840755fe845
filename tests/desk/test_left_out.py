"""Those left out on this machine, what a Set is for, and what exports make of both."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.contract.spellings import ONE_MAILBOX, ONE_PAGE, TWO_MAILBOXES, TWO_PAGES

from shortlist.contract.person import Person
from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk.exports import export_people
from shortlist.desk.left_out import anchors_of
from shortlist.desk.person_rows import item_row
from shortlist.desk.places import DeskError, find_places
from shortlist.desk.store import FILE_NAME, Store
from shortlist.desk.tables import STEPS

ADA = {
    "person_id": "p1",
    "name": "Ada Ek",
    "profile_url": "https://www.people.example/in/ada/?x=1#top",
    "work_email": "Ada@Example.org",
}


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(find_places(), "one")
    yield store
    store.close()


def test_a_person_is_known_by_any_anchor_and_never_by_the_name(store: Store) -> None:
    assert store.leave_out([ADA], "asked by phone") == 1
    left_out = store.left_out()
    assert Person(person_id="p1") in left_out
    assert {"profile_url": "http://people.example/in/ada?x=1"} in left_out
    assert {"email": "ada@example.org"} in left_out
    assert {"person_id": "p2", "name": "Ada Ek"} not in left_out
    assert {"name": "Ada Ek"} not in left_out
    assert Person(person_id="p1", name="somebody") in left_out
    assert left_out.without([{"person_id": "p1"}, {"person_id": "p3"}]) == [{"person_id": "p3"}]


def test_every_spelling_of_theirs_is_theirs_and_no_other(store: Store) -> None:
    for one, other in (*ONE_PAGE, *ONE_MAILBOX):
        kind = "email" if "@" in one and "/" not in one else "profile_url"
        store.leave_out([{kind: one}])
        left_out = store.left_out()
        assert {kind: other} in left_out and left_out.mentioned_in([("x", other)]), (one, other)
        assert store.let_in([{kind: other}]) == 1 and not store.left_out()
    for one, other in (*TWO_PAGES, *TWO_MAILBOXES):
        kind = "email" if "@" in one and "/" not in one else "profile_url"
        if store.leave_out([{kind: one}]):  # an address without a path is nobody's
            left_out = store.left_out()
            assert {kind: other} not in left_out, (one, other)
            assert store.let_in([{kind: one}]) == 1


def test_the_list_says_who_why_and_when_and_lets_in_again(store: Store) -> None:
    other = Store(find_places(), "two")
    assert store.leave_out([ADA, {"name": "Nobody To Be Known By"}], " asked by phone ") == 1
    assert store.leave_out([{"email": "ada@example.org", "person_id": "p9"}]) == 0
    (entry,) = other.left_out().entries()
    assert (entry.name, entry.reason, entry.person_id) == ("Ada Ek", "asked by phone", "p1")
    assert entry.at.endswith("Z")
    assert len(other.left_out()) == 1
    assert {"person_id": "p9"} in other.left_out(), "the same person under another id"
    assert other.let_in([{"email": "ada@example.org"}]) == 1
    assert {"person_id": "p1"} not in store.left_out()
    assert store.let_in([ADA]) == 0
    other.close()


@pytest.mark.parametrize(
    ("person", "anchors"),
    [
        ({"person_id": " p1 "}, ["id:p1"]),
        ({"profile_url": "people.example/in/a/"}, ["page:people.example/in/a"]),
        ({"profile_url": "https://p.example/?id=7"}, ["page:p.example?id=7"]),
        ({"profile_url": "https://people.example/"}, []),
        ({"profile_url": "https://[broken"}, []),
        ({"email": "no address", "name": "Ada"}, []),
        ({"email": "A@b.c", "work_email": "a@B.c"}, ["mail:a@b.c"]),
    ],
)
def test_anchors(person: dict[str, Any], anchors: list[str]) -> None:
    assert anchors_of(person) == anchors


@pytest.mark.parametrize("columns", [None, ("person_id", "name")])
def test_an_export_never_holds_who_is_left_out(
    store: Store, tmp_path: Path, columns: tuple[str, ...] | None
) -> None:
    store.leave_out([ADA])
    rows = [ADA, {"person_id": "p2", "name": "Bo"}]
    path = tmp_path / "people.csv"
    left_out = store.left_out()
    assert export_people(path, rows, columns=columns, expected=2, left_out=left_out) == 1
    assert [row["name"] for row in csv.DictReader(path.open())] == ["Bo"]
    with pytest.raises(DeskError, match="2 of 3 people"):
        export_people(path, rows, columns=columns, expected=3, left_out=left_out, replace=True)


def test_what_a_set_is_for_is_kept_and_goes_with_its_people(store: Store) -> None:
    store.note_purpose("set_1", " a panel on payments ")
    store.note_purpose("set_2", "x")
    store.note_purpose("set_2", " ")
    assert store.purposes() == {"set_1": "a panel on payments"}
    item = SetItem(person=Person(person_id="p1"))
    the_set = PeopleSet(id="set_1")
    row = item_row(item, the_set, deployment="d", purpose=store.purposes()["set_1"])
    assert row["purpose"] == "a panel on payments"
    assert item_row(item, the_set, deployment="d")["purpose"] is None


def test_what_a_set_is_for_outlives_the_program_that_asked_for_it(store: Store) -> None:
    store.expect_set("key_1", " a panel ")
    store.expect_set("key_2", "x")
    store.expect_set("key_2", " ")
    again = Store(find_places(), store.account)
    assert again.purposes() == {}
    assert again.set_came("key_2", "set_2") == ""
    assert again.set_came("key_1", "set_1") == "a panel"
    other = Store(find_places(), "other")
    other.expect_set("key_3", "y")
    assert again.set_came("key_3", "set_3") == ""
    assert again.purposes() == {"set_1": "a panel"}
    again.close()
    other.close()


@pytest.mark.parametrize(
    ("name", "text", "is_about_ada"),
    [
        ("Person ID", "p1", True),
        ("personId", " p1 ", True),
        ("rank", "p1", False),
        ("anything", "http://people.example/in/ada/?x=1", True),
        ("Mail", "'ADA@example.org", True),
        ("Mail", "ada@example.org, bo@example.org", True),
        ("Mail", "eda@example.org, bo@example.org", False),
        ("name", "Ada Lovelace", False),
    ],
)
def test_a_row_of_any_table_tells_who_it_is_about(
    store: Store, name: str, text: str, is_about_ada: bool
) -> None:
    cells = [("n", "7"), (name, text)]
    assert not store.left_out().mentioned_in(cells)
    store.leave_out([ADA | {"email": "ada@example.org"}])
    assert store.left_out().mentioned_in(cells) is is_about_ada


def test_a_recording_is_kept_whole(store: Store) -> None:
    events = [{"id": 1, "type": "set.search.queued"}, {"id": 2, "type": "set.idle"}]
    assert store.recording("set_1") == []
    store.keep_recording("set_1", events)
    store.keep_recording("set_1", events)
    assert store.recording("set_1") == events


def test_a_file_of_an_earlier_version_is_brought_up_to_date(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = find_places()
    store.remember("a", 7)
    store.close()
    monkeypatch.setattr(
        "shortlist.desk.store.STEPS",
        (*STEPS, "CREATE TABLE added (id TEXT); CREATE INDEX i ON added (id)"),
    )
    store = Store(places, store.account)
    assert store.recall("a") == 7
    store.close()
    with closing(sqlite3.connect(places.data / FILE_NAME)) as db:
        assert db.execute("SELECT count(*) FROM added").fetchone() == (0,)
        assert db.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)
