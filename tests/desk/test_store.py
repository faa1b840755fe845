"""What the app remembers, and that accounts do not see one another's."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from shortlist.desk.connection import Connection
from shortlist.desk.item_briefs import CUT
from shortlist.desk.places import DeskError, find_places
from shortlist.desk.store import Store, Unkept, account_of


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(find_places(), "one")
    yield store
    store.close()


@pytest.fixture
def other() -> Iterator[Store]:
    store = Store(find_places(), "two")
    yield store
    store.close()


def test_the_file_is_private(store: Store) -> None:
    store.remember("a", 1)
    files = [path for path in find_places().data.iterdir() if path.name.startswith("desk.db")]
    assert len(files) >= 1
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_another_program_that_closes_it_takes_no_log_from_a_program_with_two_of_them_open(
    store: Store, other: Store
) -> None:
    store.remember("a", 1)
    program = (
        "from shortlist.desk.places import find_places\n"
        "from shortlist.desk.store import Store\n"
        "store = Store(find_places(), 'one'); store.remember('b', 2); store.close()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert store.path.with_name("desk.db-wal").exists()
    store.remember("c", 3)
    fresh = Store(find_places(), "one")
    assert [fresh.recall(name) for name in "abc"] == [1, 2, 3]
    fresh.close()


def test_queries_are_newest_first_and_once_each(store: Store, other: Store) -> None:
    for text in ("judges", "ministers", "judges"):
        store.remember_query(text, type="fast", credits=1)
    assert store.queries() == ["judges", "ministers"]
    assert store.searches()[0]["type"] == "fast"
    assert store.queries(limit=1) == ["judges"]
    assert other.queries() == []


def test_a_saved_search_keeps_what_it_was(store: Store, other: Store) -> None:
    store.save_search("mine", {"query": "judges", "filters": {"location": "Oslo"}})
    assert store.saved_searches() == {"mine": {"query": "judges", "filters": {"location": "Oslo"}}}
    assert other.saved_searches() == {}
    store.forget_search("mine")
    assert store.saved_searches() == {}


def test_sets_are_kept_as_they_were_last_read_newest_first(store: Store, other: Store) -> None:
    first = {"id": "set_1", "created_at": "2026-01-01T00:00:00.000Z"}
    store.remember_sets([first, {"id": "set_2", "created_at": "2026-02-01T00:00:00.000Z"}])
    store.remember_sets([first | {"status": "completed"}])
    kept = store.set_("set_1")
    assert kept is not None and kept.pop("read_at")
    assert kept == first | {"status": "completed"}
    assert [body["id"] for body in store.sets()] == ["set_2", "set_1"]
    assert other.sets() == []
    assert other.set_("set_1") is None


def test_items_keep_their_order_and_are_updated_in_place(store: Store, other: Store) -> None:
    store.remember_items("set_1", ({"id": f"i{n}", "n": n} for n in range(100_000)))
    store.remember_items("set_1", [{"id": "i5", "n": -5}, {"id": "new"}])
    assert store.item_count("set_1") == 100_001
    assert [item["id"] for item in store.items("set_1", 4, 3)] == ["i4", "i5", "i6"]
    assert store.items("set_1", 5, 1) == [{"id": "i5", "n": -5}]
    assert store.items("set_1", 100_000) == [{"id": "new"}]
    assert other.item_count("set_1") == 0


def test_only_clean_answers_are_kept_of_contacts(store: Store, other: Store) -> None:
    store.remember_contact("p1", "work_email", {"status": "found", "value": "a@b.org"})
    store.remember_contact("p1", "phone", {"status": "unavailable", "value": None})
    store.remember_contact("p2", "phone", {"status": "not_found", "value": None})
    known = store.contacts(["p1", "p2", *(f"q{n}" for n in range(2_000))])
    assert set(known) == {("p1", "work_email"), ("p2", "phone")}
    assert known["p1", "work_email"]["value"] == "a@b.org"
    assert known["p1", "work_email"]["resolved_at"]
    assert other.contacts(["p1"]) == {}


def test_shortlists_notes_and_tags(store: Store) -> None:
    store.add_to("board", [{"person_id": "p1", "name": "Ada"}, {"person_id": "p2"}])
    store.add_to("board", [{"person_id": "p1", "name": "again"}])
    assert store.shortlists() == [("board", 2)]
    assert store.members("board")[0]["name"] == "Ada"
    store.remove_from("board", ["p1"])
    assert [person["person_id"] for person in store.members("board")] == ["p2"]
    store.remark("p2", note="met in Oslo")
    store.remark("p2", tags=["warm"])
    assert store.remarks() == {"p2": {"note": "met in Oslo", "tags": ["warm"]}}


def test_small_things(store: Store, other: Store) -> None:
    store.remember("last_set", {"id": "set_1"})
    assert store.recall("last_set") == {"id": "set_1"}
    assert other.recall("last_set", "none") == "none"


def test_a_change_that_fails_changes_nothing(store: Store) -> None:
    with pytest.raises(KeyError):
        store.remember_items("set_1", [{"id": "i1"}, {"no id": True}])
    assert store.item_count("set_1") == 0
    store.remember_items("set_1", [{"id": "i1"}])


def test_threads_share_it(store: Store) -> None:
    def write(name: int) -> None:
        for n in range(20):
            store.remember_items(f"set_{name % 2}", [{"id": f"{name}-{n}"}])

    threads = [threading.Thread(target=write, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert store.item_count("set_0") == store.item_count("set_1") == 60


def test_it_is_there_after_a_restart(store: Store) -> None:
    store.remember_query("judges")
    store.close()
    again = Store(find_places(), "one")
    assert again.queries() == ["judges"]
    again.close()


def test_a_damaged_file_is_told() -> None:
    (find_places().data / "desk.db").write_bytes(b"not a database, but long enough to look" * 50)
    with pytest.raises(DeskError, match="Move it away") as told:
        Store(find_places(), "one")
    assert str(find_places().data / "desk.db") in str(told.value)


def test_a_file_of_a_newer_version_is_told() -> None:
    Store(find_places(), "one").close()
    with sqlite3.connect(find_places().data / "desk.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(DeskError, match="newer version"):
        Store(find_places(), "one")


def test_an_account_tells_nothing_of_its_key() -> None:
    one = Connection("https://people.example.org", "sk_secret", "work", "profile")
    same = Connection("https://People.example.org/", "sk_secret", "env", "environment")
    another = Connection("https://people.example.org", "sk_other", "work", "profile")
    assert account_of(one) == account_of(same) != account_of(another)
    assert "secret" not in account_of(one)
    assert account_of(Connection("http://127.0.0.1:1", "a", "local", "embedded")) == "local"


def test_a_saved_search_can_be_renamed(store: Store) -> None:
    store.save_search("a", {"line": "nurses"})
    store.save_search("b", {"line": "welders"})
    store.rename_search("a", "nurses of Ghana")
    assert list(store.saved_searches()) == ["b", "nurses of Ghana"]
    store.rename_search("b", "nurses of Ghana")
    assert store.saved_searches() == {"nurses of Ghana": {"line": "welders"}}


def test_the_last_hundred_searches_keep_who_was_found(store: Store, other: Store) -> None:
    for number in range(101):
        store.keep_answer(f"search {number}", {"people": [{"person_id": str(number)}]})
    assert store.answer("search 0") is None
    kept = store.answer("search 100")
    assert kept is not None
    assert kept["people"] == [{"person_id": "100"}]
    assert kept["at"]
    assert other.answer("search 100") is None
    store.keep_answer("search 1", {"people": []})
    store.keep_answer("one more", {"people": []})
    assert store.answer("search 1") is not None, "run again, so it is among the last"


def test_who_was_found_in_the_sample_is_forgotten_once_it_is_searched_no_more(
    store: Store, other: Store
) -> None:
    for kept in (store, other):
        for search, synthetic in (("sample", True), ("imported", None)):
            kept.keep_answer(search, {"data": {"request": {"synthetic": synthetic}}})
    store.forget_sample()
    assert store.answer("sample") is None and store.answer("imported") is not None
    assert other.answer("sample") is not None


def test_a_shortlist_is_renamed_and_deleted_and_nobody_is_lost_on_the_way(store: Store) -> None:
    assert store.add_to("a", [{"person_id": "p1"}, {"person_id": "p2"}]) == 2
    assert store.add_to("a", [{"person_id": "p2"}, {"person_id": "p3"}]) == 1
    store.add_to("b", [{"person_id": "p1"}])
    with pytest.raises(DeskError, match="already"):
        store.rename_shortlist("a", "b")
    store.rename_shortlist("a", "c")
    assert store.shortlists() == [("b", 1), ("c", 3)]
    assert store.shortlists_of("p1") == ["b", "c"]
    assert store.member("c", "p3") == {"person_id": "p3"}
    assert store.delete_shortlist("c") == 3
    assert store.shortlists() == [("b", 1)]
    assert store.member("c", "p3") is None


def test_items_are_read_in_runs_and_one_by_one(store: Store, other: Store) -> None:
    store.remember_items("set_1", [{"id": f"i{n}", "n": n} for n in range(5)])
    first = store.lines("set_1", limit=3)
    rest = store.lines("set_1", first.last, limit=3)
    ids = [line.split(CUT)[0] for line in first.lines + rest.lines]
    assert ids == ["i0", "i1", "i2", "i3", "i4"]
    assert store.item("set_1", "i3") == {"id": "i3", "n": 3}
    assert other.item("set_1", "i3") is None


def test_a_list_is_read_in_brief_as_its_items_were_kept_last(store: Store) -> None:
    def kept(n: int, name: str, *checked: tuple[str, str]) -> dict[str, Any]:
        verdicts = [{"criterion_id": c, "criterion": f"is {c}", "status": s} for c, s in checked]
        person = {"person_id": f"p{n}", "name": name, "confidence": 0.5}
        return {"id": f"i{n}", "person": person, "verification": verdicts}

    store.remember_items("set_1", [kept(1, "Ada", ("a", "satisfied")), kept(2, "Éva")])
    store.remember_items("set_1", [kept(3, "Ib", ("b", "unclear")), kept(1, "Ada L", ("a", "no"))])
    run = store.lines("set_1")
    assert run.texts == ["ada l", "éva", "ib"]
    assert [line.split(CUT)[-1] for line in run.lines] == ["u", "", "-u"]
    assert list(run.criteria) == [("a", "is a"), ("b", "is b")]
    store.forget_items("set_1")
    assert store.lines("set_1") == ([], [], {}, -1)


def test_a_full_disk_is_said_and_nothing_is_half_written(store: Store) -> None:
    store.remember("small", 1)
    store._db.execute("PRAGMA max_page_count = 1")  # as large as it is
    with pytest.raises(Unkept, match=r"desk\.db: database or disk is full"):
        store.remember("large", "x" * 1_000_000)
    assert store.recall("large") is None
    store._db.execute("PRAGMA max_page_count = 1000000")
    store.remember("large", "x")
    assert (store.recall("small"), store.recall("large")) == (1, "x")


@pytest.mark.parametrize(
    "odd", ["x", "[" * 5000, "5", b"\xff"], ids=["no JSON", "deep", "no object", "bytes"]
)
def test_what_nobody_wrote_is_told_and_never_falls_over(store: Store, odd: Any) -> None:
    store.save_search("mine", {"query": "x"})
    store.keep_recording("set_1", [{}])
    store.remark("p1", note="n", tags=["t"])
    store.leave_out([{"person_id": "p2"}])
    store._db.execute("UPDATE saved_searches SET body = ?", (odd,))
    store._db.execute("UPDATE recordings SET events = ?", (odd,))
    store._db.execute("UPDATE remarks SET tags = ?", (odd,))
    for read in (store.saved_searches, lambda: store.recording("set_1"), store.remarks):
        with pytest.raises(Unkept, match="damaged") as told:
            read()
        assert "\n" not in str(told.value)
    store._db.execute("UPDATE left_out SET anchor = ?", (b"\xff",))
    with pytest.raises(Unkept):
        store.left_out()
