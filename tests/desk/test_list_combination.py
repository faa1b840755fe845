"""Lists of people, combined: who is one person, and who is left by each operation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shortlist.desk.list_combination import Operation, choose_people, merge_lists


def who(**known: str) -> dict[str, Any]:
    return known


def names(found: list[Any]) -> list[str]:
    return [person.entry["name"] for person in found]


OLD = [who(person_id="p1", name="Ada"), who(person_id="p2", name="Bo")]
NEW = [who(person_id="p2", name="Bo B."), who(person_id="p3", name="Cy")]


@pytest.mark.parametrize(
    ("operation", "first", "left"),
    [
        ("any", 0, ["Ada", "Bo", "Cy"]),
        ("all", 0, ["Bo"]),
        ("first", 0, ["Ada"]),
        ("first", 1, ["Cy"]),
        ("seen", 1, ["Bo"]),
    ],
)
def test_operations(operation: Operation, first: int, left: list[str]) -> None:
    assert names(choose_people(merge_lists([OLD, NEW]), operation, 2, first)) == left


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (who(person_id="p1", name="x"), who(person_id="p1", name="y"), True),
        (who(name="Ada Ek"), who(name="Ada Ek"), False),
        (who(person_id="p1", name="Ada"), who(person_id="p2", name="Ada"), False),
        (
            who(person_id="p1", profile_url="https://people.example/in/ada"),
            who(person_id="p9", profile_url="http://www.people.example/in/ada/"),
            True,
        ),
        (who(email="ada@b.c"), who(email="Ada@B.c"), True),
        (
            who(person_id="p1", work_email="press@b.c"),
            who(person_id="p2", work_email="press@b.c"),
            False,
        ),
    ],
)
def test_who_is_one_person(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    assert len(merge_lists([[one], [other]])) == (1 if same else 2)


def test_a_third_entry_joins_two_that_share_nothing() -> None:
    page = "https://people.example/in/ada"
    lists = [
        [who(person_id="p1", name="Ada")],
        [who(profile_url=page, name="A. Ek")],
        [who(person_id="p1", profile_url=page)],
    ]
    (person,) = merge_lists(lists)
    assert (person.entry["name"], person.lists) == ("Ada", [0, 1, 2])


def test_a_list_with_somebody_twice_counts_as_one_list() -> None:
    (person,) = merge_lists([[who(person_id="p1"), who(person_id="p1")], []])
    assert person.lists == [0]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.integers(0, 30), max_size=20), min_size=1, max_size=4))
def test_ids_alone_behave_as_sets_do(lists: list[list[int]]) -> None:
    people = merge_lists([[who(person_id=f"p{n}") for n in numbers] for numbers in lists])
    sets = [{f"p{n}" for n in numbers} for numbers in lists]
    rest = set().union(*sets[1:])

    def ids(operation: Operation) -> set[str]:
        found = choose_people(people, operation, len(lists))
        assert len({p.entry["person_id"] for p in found}) == len(found)
        return {p.entry["person_id"] for p in found}

    assert ids("any") == set().union(*sets)
    assert ids("all") == set.intersection(*sets)
    assert ids("first") == sets[0] - rest
    assert ids("seen") == sets[0] & rest
