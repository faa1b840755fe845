"""Verdicts of one's own: kept beside the service's, counted, in files, and what they suggest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk.bundle import content_of
from shortlist.desk.own_verdicts import Agreement, OwnVerdict, agreements, of_verdict, reworded
from shortlist.desk.person_rows import as_columns, columns_of, item_row, with_kept
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.desk.whereabouts import whereabouts

SET = PeopleSet.model_validate({"id": "set_1", "searches": [{"id": "s1", "query": "judges"}]})


def item(number: int, quote: str = "Judge") -> SetItem:
    person = {"person_id": f"p{number}", "name": f"Ada {number}", "title": quote}
    verdict = {"criterion_id": "c1", "criterion": "Is a judge", "status": "satisfied"}
    reference = {"source": "title", "quote": quote}
    checked = [{**verdict, "references": [reference]}]
    return SetItem.model_validate(
        {"id": f"item_{number}", "person": person, "verification": checked}
    )


def own(number: int, verdict: str, quote: str = "Judge") -> OwnVerdict:
    of = item(number, quote)
    return of_verdict(of, "set_1", of.verification[0], verdict, " she  retired ")


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(Store(find_places(), "one")) as opened:
        yield opened


def test_a_verdict_is_kept_with_its_reason_and_with_what_the_service_said(store: Store) -> None:
    store.overrule(own(1, "no"))
    store.overrule(own(1, "yes"))
    (kept,) = store.own_verdicts("set_1")
    assert (kept.verdict, kept.reason, kept.said) == ("yes", "she retired", "satisfied")
    assert kept.agrees and kept.name == "Ada 1" and kept.at
    with closing(Store(find_places(), "another")) as other:
        assert other.own_verdicts() == []
    assert store.take_back("set_1", "p1", "Is a judge")
    assert not store.take_back("set_1", "p1", "Is a judge")
    assert store.own_verdicts() == []


def test_how_often_the_two_agree_is_counted_by_criterion() -> None:
    told = [own(1, "no"), own(2, "no"), own(3, "yes")]
    counted = agreements(told)
    assert counted == {"Is a judge": Agreement(1, 3)}
    assert counted["Is a judge"].is_seldom
    assert not Agreement(0, 2).is_seldom, "too few to say"
    assert not Agreement(2, 4).is_seldom


def test_other_words_are_made_of_what_was_overruled() -> None:
    told = [own(1, "no", "Judge of wine"), own(2, "no", "Judge of wine"), own(3, "yes", "Judge")]
    assert reworded("Is a judge", told) == "Is a judge, and not “Judge of wine”"
    missed = OwnVerdict("s", "p9", "Is a judge", "yes", "x", "unclear", values=("Magistrate",))
    assert reworded("Is a judge", [missed]) == "Is a judge, or “Magistrate”"
    assert reworded("Is a judge", [own(1, "no"), own(2, "yes")]) == "Is a judge"


def test_files_have_it_beside_the_service_s(store: Store) -> None:
    store.overrule(own(1, "no"))
    rows = with_kept([item_row(each, SET, deployment="d") for each in (item(1), item(2))], store)
    assert "own_verdicts" in columns_of(rows)
    first, second = (as_columns(row) for row in rows)
    assert first["own_verdicts"] == "Is a judge: no, she retired"
    assert first["criterion_1_verdict"] == "satisfied"
    assert not second.get("own_verdicts")
    assert (first["criterion_1_yours"], first["criterion_1_yours_reason"]) == ("no", "she retired")
    assert "criterion_1_yours" not in second
    group = [name for name in columns_of(rows) if name.startswith("criterion_1")]
    assert group[-3:] == ["criterion_1_date", "criterion_1_yours", "criterion_1_yours_reason"]
    assert "criterion_1_yours" not in columns_of(with_kept(rows[1:], store))
    assert rows[0]["verification"][0]["yours"]["verdict"] == "no"
    assert "yours" not in rows[1]["verification"][0]
    (alone,) = with_kept([{"person_id": "p1"}], store, "set_1")
    assert alone["own_verdicts"][0]["verdict"] == "no"
    (elsewhere,) = with_kept([{"person_id": "p1"}], store, "set_2")
    assert "own_verdicts" not in elsewhere


def test_the_bundle_has_it_at_the_verdict(store: Store) -> None:
    store.overrule(own(1, "no"))
    content = content_of(
        SET, [item(1), item(2)], deployment="d", purpose=None, own=store.own_verdicts("set_1")
    )
    first, second = (entry["verdicts"][0] for entry in content["people"])
    assert first["status"] == "satisfied" and first["yours"]["verdict"] == "no"
    assert first["yours"]["reason"] == "she retired"
    assert "yours" not in second


def test_where_somebody_is_comes_from_what_is_kept(store: Store) -> None:
    who = {"person_id": "p1", "profile_url": "https://n.example/in/ada"}
    store.remember_sets([SET.to_wire()])
    store.note_purpose("set_1", "a panel")
    store.remember_items("set_1", [item(1).to_wire(), item(11).to_wire()])
    store.add_to("mine", [who])
    store.keep_answer('["judges",{"location":"Rome"},"auto",10]', {"data": [{"person": who}]})
    store.remember_contact("p1", "work_email", {"status": "found", "value": "a@x.org"})
    found = whereabouts(store.path, "one", who)
    (on,) = found.sets
    assert (on.set_id, on.query, on.purpose, on.item["id"]) == (
        "set_1",
        "judges",
        "a panel",
        "item_1",
    )
    told = [(place.kind, place.what) for place in found.places]
    assert told == [
        ("shortlist", "mine"),
        ("search", "judges location:Rome"),
        ("contact", "work_email"),
    ]
    assert whereabouts(store.path, "one", {"person_id": "p2"}) == ([], [])
    assert whereabouts(store.path, "two", who).sets == [], "another account's Sets are not told"


def test_it_is_seen_that_another_program_changed_the_file(store: Store) -> None:
    before = store.changed_elsewhere()
    store.remember_query("by this one")
    assert store.changed_elsewhere() == before
    with closing(Store(find_places(), "one")) as other:
        other.remember_query("by another")
    assert store.changed_elsewhere() != before
