"""Who of those that were found passes what a Set would check."""

from __future__ import annotations

import pytest

from shortlist.contract.search import Counted
from shortlist.desk.match_counts import abbreviate_count, describe_count
from shortlist.desk.pass_counts import PassCounts, count_passes, read_pass_counts

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
    found = read_pass_counts(ANSWER)
    assert found.of == 3, "of whom the public web told nothing is known"
    assert (found.each("is a  NURSE"), found.each("Is in Oslo")) == (2, 1)
    assert found.all(["Is a nurse", "Is in Oslo"]) == 1
    assert found.all(["Is a nurse"]) == 2


def test_of_what_no_field_decides_nothing_is_said():
    found = read_pass_counts(ANSWER)
    assert found.each("kind") is None and found.each("another") is None
    assert found.all(["Is a nurse", "kind"]) is None
    assert found.all([]) is None


def test_how_many_there_are_is_said_of_the_very_criteria_that_were_counted():
    plan = ANSWER["data"]["request"]["plan"] | {"counted": {"met": 118, "open": 40}}
    found = read_pass_counts({"data": {**ANSWER["data"], "request": {"plan": plan}}})
    whole = found.whole(["kind", "is in  oslo", "Is a nurse"])
    assert describe_count(whole) == (
        "118 people here meet all criteria by their records; of 40 more a record does not say"
    )
    assert describe_count(found.whole(["Is a nurse"])) == ""
    assert (
        describe_count(read_pass_counts(ANSWER).whole(["Is a nurse", "Is in Oslo", "kind"])) == ""
    )


@pytest.mark.parametrize(
    ("met", "open", "admitted", "words", "brief"),
    [
        (
            *(118, 40, 25),
            "25 of the 118 people here who meet all criteria by their records; of 40 more",
            "118 meet all, 40 more may",
        ),
        (8, 0, 8, "all 8 people here who meet all criteria by their records", "8 meet all"),
        (1, 0, 1, "the one person here who meets all criteria by their record", "1 meets all"),
        (None, 0, None, "nobody here can meet all criteria", "nobody can meet all"),
        (1, 0, None, "1 person here meets all criteria by their record", "1 meets all"),
        (
            0,
            39,
            None,
            "nobody here meets all criteria by their record; of 39 a",
            "nobody meets all, 39 may",
        ),
        (7, 0, 9, "7 people here meet all criteria by their records", "7 meet all"),
        (None, 1_372, 3, "at most 1,372 people here can meet", "at most 1,372 can meet all"),
        (118, None, 3, "", ""),
        ("many", -1, 3, "", ""),
    ],
)
def test_how_many_there_are_in_words(met, open, admitted, words, brief):
    counted = Counted.model_validate({"met": met, "open": open})
    for told, wanted in (
        (describe_count(counted, admitted), words),
        (abbreviate_count(counted), brief),
    ):
        assert told.startswith(wanted) and bool(told) == bool(wanted), told


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
    found = read_pass_counts(odd)
    assert (found.of, found.who) == (0, {})


def test_places_that_are_none_are_passed_over():
    assert count_passes(["a"], [0, 7, -1], [[1.0]]).who == {"a": frozenset({0})}
    assert PassCounts().each("a") is None
