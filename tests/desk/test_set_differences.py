"""Who came, left or changed between two Sets, and what can be said of why."""

from __future__ import annotations

import pytest

from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk.set_differences import (
    Change,
    compare_sets,
    moved,
    predecessor_of,
    why_not_there,
)


def item(id_: str, title: str = "Judge", page: str = "", **verdicts: str) -> SetItem:
    return SetItem.model_validate(
        {
            "id": f"item-{id_}-{title}",
            "person": {"person_id": id_, "name": f"Person {id_}", "title": title}
            | {"profile_url": page or None},
            "verification": [
                {"criterion": name.replace("_", " "), "status": status, "reasoning": "It says so."}
                for name, status in verdicts.items()
            ],
        }
    )


def test_who_came_left_and_stayed() -> None:
    found = compare_sets([item("a"), item("b")], [item("b"), item("c")])
    assert [each.person.person_id for each in found.came] == ["c"]
    assert [each.person.person_id for each in found.left] == ["a"]
    assert (found.changed, found.same) == ([], 1)
    assert found
    assert not compare_sets([item("b")], [item("b")])


def test_a_title_and_a_verdict_that_changed_with_what_it_stands_on() -> None:
    (changed,) = compare_sets(
        [item("a", "Judge", Is_A_judge="satisfied", only_here="satisfied")],
        [item("a", "Lawyer", is_a_judge="unclear", only_there="satisfied")],
    ).changed
    assert changed.fields == [Change("title", "Judge", "Lawyer")]
    assert changed.verdicts == [Change("is a judge", "satisfied", "unclear", "It says so.")]


def test_one_person_by_the_page_whatever_the_id() -> None:
    page = "https://www.linkedin.com/in/ada/"
    found = compare_sets(
        [item("a", page=page)], [item("z", page=page.upper().replace("/ADA/", "/ada"))]
    )
    assert found.same + len(found.changed) == 1
    assert (found.came, found.left) == ([], [])


@pytest.mark.parametrize(
    ("status", "reason", "admitted", "told"),
    [
        ("running", None, 1, "has not ended"),
        ("completed", "budget", 1, "budget"),
        ("failed", None, 1, "failed"),
        ("canceled", None, 1, "canceled"),
        ("completed", None, 5, "full with 5"),
        ("completed", None, 1, "did not meet"),
    ],
)
def test_why_somebody_may_not_be_there(
    status: str, reason: str | None, admitted: int, told: str
) -> None:
    search = {"query": "q", "count": 5, "status": status, "stop_reason": reason}
    other = PeopleSet.model_validate({"id": "s", "searches": [search], "item_count": admitted})
    assert told in why_not_there(other)


def test_what_became_of_somebody() -> None:
    assert moved(item("a", "Judge").person, item("a", "Lawyer").person) == (
        "they changed: title Judge → Lawyer"
    )
    assert moved(item("a").person, item("a").person) is None


def made(id_: str, day: int, query: str = "judges", *criteria: str) -> PeopleSet:
    search = {"id": "s", "query": query, "criteria": [{"description": c} for c in criteria]}
    made_at = f"2026-11-{day:02}T00:00:00Z"
    return PeopleSet.model_validate({"id": id_, "created_at": made_at, "searches": [search]})


def test_the_one_before_asked_and_checked_the_same() -> None:
    newest = made("d", 9, "judges", "Is a judge")
    others = [made("a", 1, "judges", "is a JUDGE"), made("b", 3, "judges", "Is a judge")]
    others += [made("c", 5, "judges", "Is a lawyer"), made("e", 11, "judges", "Is a judge"), newest]
    before = predecessor_of(newest, others)
    assert before is not None and before.id == "b"
    assert predecessor_of(others[0], others) is None
    assert predecessor_of(PeopleSet(id="x"), [PeopleSet(id="y")]) is None
