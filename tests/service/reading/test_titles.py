"""Titles are read to a level, what it is of, and the occupations that tables list."""

from __future__ import annotations

import pytest

from shortlist.service.reading.titles import posts


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("HR Director", {"director:hr"}),
        ("Director of People & Culture", {"director:hr"}),
        ("Group HR & Compliance Director", {"director:hr", "director:compliance"}),
        ("Chief People Officer", {"c_level:hr"}),
        ("CFO", {"c_level:finance"}),
        ("Head of Reward", {"head:reward"}),
        ("MD", {"top:general"}),
        ("President and CEO", {"president:general", "top:general"}),
        ("SVP, Finance and CAO", {"vp:finance", "c_level:accounting"}),
        ("VP, Human Resources", {"vp:general", "vp:hr"}),
        ("Director, Payroll, Europe", {"director:general", "director:payroll"}),
        ("Deputy Finance Director", {"lesser_director:finance"}),
        ("CTO & co-founder at Figment", {"c_level:technology", "owner:general"}),
    ],
)
def test_composed_titles_are_levels_of_a_subject(title: str, expected: set[str]) -> None:
    pairs = {pair for post in posts(title) for pair in post.pairs}
    assert pairs & expected == pairs, pairs
    assert pairs


@pytest.mark.parametrize(
    "title",
    [
        "Executive Assistant to the CEO",
        "Sales Representative",
        "HR Business Partner",
        "Senior DevOps Engineer",
        "Brand Ambassador",
        "Senior Internal Auditor",
        "Chief of Staff to the CEO",
    ],
)
def test_a_level_inside_a_longer_title_is_not_that_level(title: str) -> None:
    assert not any(post.pairs for post in posts(title))


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("sales rep", "Senior Sales Representative"),
        ("SRE", "Site Reliability Engineer"),
        ("midwife", "Certified Nurse Midwife (CNM)"),
        ("physician", "Physician, Family Practice"),
    ],
)
def test_two_ways_to_say_an_occupation_meet_in_one_name(said: str, title: str) -> None:
    asked = posts(said)[0].trades[0]
    assert asked in {trade for post in posts(title) for trade in post.trades}


@pytest.mark.parametrize("title", ["", "  ", "&", "of of of", "🙂", "-,-,-", "and" * 400])
def test_odd_titles_are_read_to_little_and_never_raise(title: str) -> None:
    assert not any(post.pairs for post in posts(title))
