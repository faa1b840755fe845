"""Bounds in numbers: which way each goes, and what it is of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from shortlist.service.reading.numbers import numbers
from shortlist.service.reading.tokens import tokens

Bound = tuple[str, int | None, int | None]


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("5+ years of Kubernetes", {("years", 5, None)}),
        ("at least five years in banking", {("years", 5, None)}),
        ("ten or more years with SAP", {("years", 10, None)}),
        ("less than 5 years of Java", {("years", None, 4)}),
        ("fewer than three years of Java", {("years", None, 2)}),
        ("up to 5 years of Java", {("years", None, 5)}),
        ("5 years or less of Java", {("years", None, 5)}),
        ("3-5 years of Java", {("years", 3, 5)}),
        ("between 3 and 5 years of Java", {("years", 3, 5)}),
        ("graduated 5 years ago", set()),
        ("heads of two-year colleges", set()),
        ("at least three employers since 2015", {("employers_3", 2015, None)}),
        ("more than two employers", {("employers_3", 0, None)}),
        ("at most three employers", set()),
        ("exactly three employers", set()),
        ("fewer than 4 companies", set()),
        ("companies with over 10,000 employees", {("size", 10000, None)}),
        ("no fewer than 500 staff", {("size", 500, None)}),
        ("firms with under 50 people", {("size", None, 50)}),
        ("50-200 employees", {("size", 50, 200)}),
        ("1,000 to 5,000 people", {("size", 1000, 5000)}),
        ("500+ employees", {("size", 500, None)}),
        ("20 people in Leeds", set()),
        ("tiny companies (10 people or fewer)", {("size", None, 10)}),
        ("a team of twenty-five", {("team", 25, None)}),
        ("leads fourteen colleagues", {("team", 14, None)}),
        ("at least fifteen years of practice", {("years", 15, None)}),
        ("retired no later than 2022", {("until", None, 2022)}),
        ("stopped after 2018", {("until", 2019, None)}),
        ("took at least two years out of paid work", set()),
        ("in office since 2019", {("since", None, 2019)}),
        ("elected since 2019", {("since", 2019, None)}),
        ("worked at Google between 2015 and 2019", {("since", 2015, 2019)}),
        ("who left Google 2015-2019", {("until", 2015, 2019)}),
        ("studied at MIT from 2010 to 2014", {("graduated", 2010, 2014)}),
        ("registered since before 2010", {("since", None, 2009)}),
        ("graduated in 2010 or earlier", {("graduated", None, 2010)}),
        ("graduated from Stanford in 2010", {("graduated", 2010, 2010)}),
        ("finished med school after 2005", {("graduated", 2006, None)}),
        ("tiny private colleges", {("students", None, 999)}),
        ("professors at a small college in Ohio", {("students", None, 2999)}),
        ("CTO of a small biotech in Leeds", {("size", None, 49)}),
        ("people at the big biotech", set()),
        ("managers with teams over 20", {("team", 21, None)}),
        ("managers of teams of more than 20", {("team", 21, None)}),
        ("over a decade of experience", {("years", 10, None)}),
        ("at least two decades in kitchens", {("years", 20, None)}),
        ("decades of experience", {("years", 20, None)}),
        ("large employers", {("size", 250, None)}),
        ("engineers who don't work for large companies", {("size", None, 249)}),
        ("not at companies with more than 1000 employees", {("size", None, 999)}),
        ("engineers who don't work for big banks", set()),
        ("colleges with more than 20000 students", {("students", 20000, None)}),
        ("spoke at KubeFest 2023", set()),
        ("mid-sized firms", {("size", 50, 249)}),
        ("big data engineers", set()),
        ("people who worked at a Big Four firm", set()),
        ("alumni of big four firms", set()),
        ("people at Big Tech companies", set()),
        ("small molecule drug companies", set()),
    ],
)
def test_bounds(text: str, bounds: set[Bound]) -> None:
    assert {(each.of, each.at_least, each.at_most) for each in numbers(tokens(text))} == bounds


def test_what_began_lately_is_since_a_year() -> None:
    this_year = datetime.now(UTC).year
    for text, least in [
        ("VPs who were promoted within the last two years", this_year - 2),
        ("people who joined in the past year", this_year - 1),
    ]:
        (found,) = numbers(tokens(text))
        assert (found.of, found.at_least, found.at_most) == ("since", least, None)
    for text, year in [("hired last year", this_year - 1), ("who started this year", this_year)]:
        (found,) = numbers(tokens(text))
        assert (found.of, found.at_least, found.at_most) == ("since", year, year)
    assert numbers(tokens("people who worked there in the last two years")) == ()
