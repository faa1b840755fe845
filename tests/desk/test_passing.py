"""Who of those that were found passes what a Set would check."""

from __future__ import annotations

import pytest

from shortlist.desk.passing import Passing, passing, passing_of

ANSWER = {
    "data": {
        "request": {
            "plan": {
                "criteria": ["Is a nurse", "Is in Oslo", "kind"],
                "terms": [{"criterion": 0}, {"kind": "count"}, {"criterion": 1}],
            }
        },
        "results": [
            {"met": [1, 0, 1.0]},
            {"met": [0.85, 0, 0.4]},
            {"met": [0]},
            {"person": {"resolution_source": "public_web"}},
        ],
    }
}


def test_those_who_were_looked_at_are_counted_for_each_criterion_and_for_all_that_are_ticked():
    found = passing_of(ANSWER)
    assert found.of == 3, "of whom the public web told nothing is known"
    assert (found.each("is a  NURSE"), found.each("Is in Oslo")) == (2, 1)
    assert found.all(["Is a nurse", "Is in Oslo"]) == 1
    assert found.all(["Is a nurse"]) == 2


def test_of_what_no_field_decides_nothing_is_said():
    found = passing_of(ANSWER)
    assert found.each("kind") is None and found.each("another") is None
    assert found.all(["Is a nurse", "kind"]) is None
    assert found.all([]) is None


@pytest.mark.parametrize(
    "odd",
    [
        *(None, [], {}, {"data": []}, {"data": {"results": 3, "request": {"plan": {}}}}),
        {"data": {"results": [1, {"met": "x"}], "request": {"plan": {"terms": ["0"]}}}},
        {
            "data": {
                "results": [{"met": [True]}],
                "request": {"plan": {"terms": [{"criterion": "0"}]}},
            }
        },
    ],
)
def test_what_is_no_such_answer_says_nothing(odd):
    found = passing_of(odd)
    assert (found.of, found.who) == (0, {})


def test_places_that_are_none_are_passed_over():
    assert passing(["a"], [0, 7, -1], [[1.0]]).who == {"a": frozenset({0})}
    assert Passing().each("a") is None
