"""The estimates of how many a Set misses, against figures worked by hand."""

from __future__ import annotations

import pytest
from benchmarks.quality.recall import Caught, chao, chapman, interval, report, widening


def caught(**given: int) -> Caught:
    zero = dict.fromkeys(("there", "admitted", "right", "words", "meaning", "facts", "both"), 0)
    return Caught("q", **{**zero, **given})


def test_two_captures_estimate_all_there_are():
    estimate, variance = chapman(200, 180, 60)
    assert estimate == pytest.approx(201 * 181 / 61 - 1)
    assert variance == pytest.approx(201 * 181 * 140 * 120 / (61**2 * 62))
    assert chapman(5, 5, 5) == (5.0, 0.0)
    assert chapman(3, 4, 0)[0] == 19


def test_the_lower_bound_grows_with_those_found_once():
    assert chao(0, 10, 50) == 50
    assert chao(10, 4, 50) == 50 + 90 / 10


def test_an_interval_holds_the_estimate_and_widens_downwards():
    some = caught(there=100, admitted=60, right=60, words=50, meaning=40, both=30)
    low, high = interval(some)
    assert low < 60 / chapman(50, 40, 30)[0] < high <= 1
    assert interval(some, 2.0) == (low / 2, high)
    assert interval(caught(admitted=9, words=9, meaning=9, both=9)) == (1.0, 1.0)


def test_what_looks_whole_and_is_not_is_told():
    blind = caught(there=20, admitted=10, right=10, words=10, meaning=10, facts=10, both=10)
    whole = caught(there=10, admitted=10, right=10, words=10, meaning=10, facts=10, both=10)
    assert widening([blind] * 10) == pytest.approx(2.0)
    lines = report({"one": [blind, whole], "other": [whole]})
    assert "1 Sets have under 90 % of them, of which 1 look better than they are" in lines[0]
    assert "holds in 50%" in lines[1]
