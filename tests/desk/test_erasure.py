"""Who is erased from this machine is in no file of it, and nobody else is touched."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shortlist.client.journal import _SCHEMA
from shortlist.desk.erasure import erase_people, erase_removed
from shortlist.desk.lookups import Lookups
from shortlist.desk.places import Places, find_places
from shortlist.desk.profiles import LOCAL
from shortlist.desk.receipts import Receipt
from shortlist.desk.store import Store

THEIRS = {
    "person_id": "g1",
    "name": "Gita Zyxname",
    "title": "Zyxtitle",
    "profile_url": "https://network.example/in/zyxpage",
}
OTHER = {
    "person_id": "b2",
    "name": "Bo Keptname",
    "title": "Kepttitle",
    "profile_url": "https://network.example/in/keptpage",
}
FOUND = {"value": "zyxmail@zyx.example", "status": "found"}
KEPT = {"value": "keptmail@kept.example", "status": "found"}
NAMES = [
    ("person_id", "g1"),
    ("email", "zyxmail@zyx.example"),
    ("profile_url", "network.example/in/zyxpage"),
    ("name_domain", "gita zyxname|zyx.example"),
]


@pytest.fixture
def places() -> Iterator[Places]:
    places = find_places()
    _fill(places)
    yield places


def _fill(places: Places) -> None:
    with closing(Store(places, "one")) as store:
        people = (THEIRS, OTHER)
        store.remember_items(
            "set_1",
            [
                {"id": f"item_{n}", "person": who, "verification": [{"reasoning": who["title"]}]}
                for n, who in enumerate(people)
            ],
        )
        store.keep_recording(
            "set_1", [{"id": n, "data": {"item": {"person": w}}} for n, w in enumerate(people)]
        )
        store.keep_answer("s", {"results": [{"score": 1, "person": who} for who in people]})
        store.remember("people", list(people))
        store.remember("asking", {"email:zyxmail@zyx.example": ["phone"], "b2": ["phone"]})
        store.remember("networks/g1", {"person": THEIRS, "profiles": [{"url": "x"}]})
        store.add_to("mine", people)
        store.remark("g1", note="Zyxnote")
        store.remark("b2", note="Keptnote")
        for subject, told in (("g1", FOUND), ("email:zyxmail@zyx.example", FOUND), ("b2", KEPT)):
            store.remember_contact(subject, "work_email", told)
            store.add_receipts(
                [Receipt(f"k/{subject[:2]}", "t", "enrich", subject, told["value"], "", 1, "", "k")]
            )
        store.remember_query("zyxmail@zyx.example")
        store.remember_query("keptmail@kept.example")
        for n in range(200):  # pages that are moved and merged
            store.remember_query(f"query {n} " + "x" * 300)
    (places.cache / "frame").write_text("Gita Zyxname")
    output = Path("people.csv")
    lookups = Lookups(places, output=output, source=Path("in.csv"), fields=["phone"], origin="o")
    anchors = [
        {"profile_url": THEIRS["profile_url"]},
        {"email": "x@y.example"},
        {"person_id": "b2"},
    ]
    lookups.add(anchors)
    for anchor, told in zip(anchors, (FOUND, FOUND, KEPT), strict=True):
        lookups.answered(anchor, {"data": {"work_email": told}, "meta": {}}, 1)
    lookups.close()
    with closing(sqlite3.connect(places.journal)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(_SCHEMA)
        for key, body in (
            ("a", {"profile_url": THEIRS["profile_url"]}),
            ("b", {"person_id": "b2"}),
        ):
            db.execute(
                "INSERT INTO calls VALUES (?, 'POST', '/v1/enrich', ?, '', '', '', 'unknown', 1, "
                "NULL, NULL, NULL, 1, 1, 1)",
                (key, json.dumps(body).encode()),
            )
        db.commit()


def _saying(places: Places, word: str) -> list[str]:
    folders = (places.data, places.cache, places.config, places.logs)
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return sorted({path.name for path in files if word.encode() in path.read_bytes().lower()})


def test_nothing_of_them_is_in_any_file_of_this_machine(places: Places) -> None:
    assert _saying(places, "zyx"), "it was there"
    assert erase_people(places, NAMES) > 10
    assert _saying(places, "zyx") == []
    with closing(Store(places, "one")) as store:
        assert [item["person"]["person_id"] for item in store.items("set_1")] == ["b2"]
        assert [e["id"] for e in store.recording("set_1")] == [1]
        assert [r["person"] for r in (store.answer("s") or {})["results"]] == [OTHER]
        assert store.recall("people") == [OTHER]
        assert store.recall("asking") == {"b2": ["phone"]}
        assert [who["person_id"] for who in store.members("mine")] == ["b2"]
        assert list(store.remarks()) == ["b2"]
        assert list(store.contacts(["g1", "email:zyxmail@zyx.example", "b2"])) == [
            ("b2", "work_email")
        ]
        receipts = store.receipts()
        assert sum(receipt.credits for receipt in receipts) == 3, "what was paid stays"
        assert sorted(receipt.subject for receipt in receipts) == ["", "", "b2"]
        assert "keptmail@kept.example" in store.queries(300)
    assert erase_people(places, NAMES) == 0


def test_a_run_that_goes_on_does_not_pay_for_them_again(places: Places) -> None:
    erase_people(places, NAMES)
    lookups = Lookups(
        places, output=Path("people.csv"), source=Path("in.csv"), fields=["phone"], origin="o"
    )
    assert lookups.spent() == 3
    assert lookups.lookup({"person_id": "b2"}).answer is not None
    assert lookups.open_count() == 0
    lookups.close()


def test_with_the_app_open_it_goes_as_well(places: Places) -> None:
    with closing(Store(places, "one")) as store:
        store.remember("x", {"person": THEIRS})
        erase_people(places, NAMES)
        assert store.recall("x") is None
    assert _saying(places, "zyx") == []


def test_of_who_is_taken_out_of_this_machines_index_only_its_answers_go(places: Places) -> None:
    with closing(Store(places, LOCAL)) as store:
        store.keep_answer("s", {"results": [{"score": 1, "person": w} for w in (THEIRS, OTHER)]})
        store.remember_contact("g1", "phone", {"value": "localzyx", "status": "found"})
        store.remember("networks/g1", {"known": "localzyx"})
        store.add_receipts([Receipt("r", "t", "enrich", "g1", "localzyx", "", 1, "", "k")])
        store.leave_out([{"person_id": "g9"}])
    output, source = Path("mine.csv"), Path("in.csv")
    lookups = Lookups(places, output=output, source=source, fields=["phone"], origin=LOCAL)
    lookups.add([{"person_id": "g1"}])
    told = {"value": "localzyx", "status": "found"}
    lookups.answered({"person_id": "g1"}, {"data": {"phone": told}, "meta": {}}, 1)
    lookups.close()
    with closing(sqlite3.connect(places.journal)) as db, db:
        db.execute(
            "INSERT INTO calls SELECT 'mine', method, path, ?, '', '', ?, state, 1, "
            "NULL, NULL, NULL, 1, 1, 1 FROM calls WHERE key = 'a'",
            (b'{"person_id": "g1", "note": "localzyx"}', LOCAL),
        )
    assert _saying(places, "localzyx")
    assert erase_removed(places, NAMES) > 3
    assert _saying(places, "localzyx") == []
    assert not (places.cache / "frame").exists()
    with closing(Store(places, "one")) as store:
        assert len(store.items("set_1")) == 2, "what somebody chose to keep"
        assert {who["person_id"] for who in store.members("mine")} == {"g1", "b2"}
        assert store.remarks()["g1"]["note"] == "Zyxnote"
        assert store.contacts(["g1"]), "what another deployment answered"
    with closing(Store(places, LOCAL)) as store:
        assert [r["person"] for r in (store.answer("s") or {})["results"]] == [OTHER]
        assert [receipt.credits for receipt in store.receipts()] == [1], "what was paid stays"
    with closing(sqlite3.connect(places.journal)) as db:
        bodies = dict(db.execute("SELECT key, body FROM calls"))
    assert bodies["mine"] is None and bodies["a"]


def test_a_machine_that_keeps_nothing_yet(tmp_path: Path) -> None:
    assert erase_people(Places(*(tmp_path / name for name in "abcd")), NAMES) == 0
