"""How things are said."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tui.fakes import NOW, person, the_set

from shortlist.contract.sets import Verification
from shortlist.tui.kit.person import person_content, verdicts_content
from shortlist.tui.kit.words import (
    ago,
    count,
    credits,
    duration,
    in_words,
    number,
    plain,
    prose,
    until,
    why_it_stopped,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text())
def test_nothing_a_terminal_acts_on_is_left(text: str) -> None:
    for shown in (plain(text), prose(text).replace("\n", "")):
        assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in shown)
        assert not any(c in "\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\u2028" for c in shown)


def test_joiners_that_scripts_and_emoji_need_stay() -> None:
    assert plain("می‌خواهم 👩‍🔬") == "می‌خواهم 👩‍🔬"


def test_long_text_is_cut_and_says_so() -> None:
    assert plain("x" * 100, 10) == "x" * 9 + "…"
    assert plain(None) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0"),
        (1234, "1,234"),
        (2.5, "2.5"),
        (3.0, "3"),
        (0.3, "0.3"),
        (6283.4, "6,283.4"),
        (None, "–"),
    ],
)
def test_numbers(value: float | None, said: str) -> None:
    assert number(value) == said


def test_one_and_many() -> None:
    assert count(1, "Set") == "1 Set"
    assert credits(1) == "1 credit"
    assert credits(0) == "0 credits"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 s"), (89, "89 s"), (120, "2 min"), (3_900 * 2, "2 h 10 min"), (90_000 * 3, "3 days")],
)
def test_durations(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_times_before_and_after() -> None:
    assert ago(NOW - timedelta(minutes=5), NOW) == "5 min ago"
    assert ago(NOW - timedelta(seconds=3), NOW) == "just now"
    assert until(NOW + timedelta(hours=2), NOW) == "in 2 h"
    assert ago(None, NOW) == until(None, NOW) == ""


def test_why_a_set_stopped_is_a_sentence() -> None:
    def stopped(status: str, admitted: int, **search: object) -> str:
        one = the_set(status=status, admitted=admitted)
        newest = one.searches[0].model_copy(update=search)
        return why_it_stopped(one.model_copy(update={"searches": [newest]}))

    assert stopped("running", 3) == ""
    assert stopped("completed", 25) == "Done: all 25 people admitted."
    assert "no more people fit. 7 of 25" in stopped("completed", 7)
    assert "budget was used up, with 7 people" in stopped("completed", 7, stop_reason="budget")
    assert "1 person admitted before that stays, and is charged" in stopped("canceled", 1)
    assert "before anybody was admitted: nothing is charged" in stopped("canceled", 0)
    assert "Failed" in stopped("failed", 4)
    assert stopped("failed", 4, message="The index went away.") == "The index went away."
    note = "The configured model left 3 checks to the words of the records."
    both = stopped("completed", 7, stop_reason="budget", message=note)
    assert "with 7 people admitted. The configured model left 3 checks" in both
    assert "shard lost" in stopped("failed", 4, stop_reason="shard_lost")


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("c_level", "C-level"),
        ("vp", "VP"),
        ("not_found", "not found"),
        ("budget_exhausted", "budget exhausted"),
        ("director", "director"),
        ("Head of R_D", "Head of R_D"),
        ("https://a.example/x_y", "https://a.example/x_y"),
        (None, ""),
        ("a_b\x1b[31m", "a_b[31m"),
    ],
)
def test_a_token_of_the_wire_is_said_in_words(token: str | None, words: str) -> None:
    assert in_words(token) == words


def test_a_person_is_told_without_tokens_of_the_wire() -> None:
    someone = person(1, seniority="c_level", resolution_source="public_pages", contact_status="a_b")
    told = person_content(someone).plain
    assert "C-level" in told
    assert "public pages" in told
    assert not re.search(r"\b(c_level|public_pages|a_b)\b", told)


def test_a_verdict_says_where_the_model_was_not_asked() -> None:
    verdict = Verification(criterion="Has led a team", fallback="it answered 500")
    told = verdicts_content([verdict]).plain
    assert "! checked without the model: it answered 500" in told
    assert "without the model" not in verdicts_content([Verification(criterion="x")]).plain
    assert Verification.model_validate({"fallback": {"not": "a text"}}).fallback is None


def test_a_page_that_says_several_things_of_a_criterion_is_named_once() -> None:
    def said(source: str, url: str) -> dict[str, str]:
        return {"source": source, "url": url, "observed_at": "2026-04-13"}

    pages = [said("title", "https://a.example"), said("skills", "https://a.example")]
    pages.append(said("news", "https://b.example"))
    verdict = Verification.model_validate({"criterion": "x", "references": pages})
    lines = verdicts_content([verdict]).plain.splitlines()
    assert [line.strip() for line in lines[-2:]] == [
        "title, skills · https://a.example · 2026-04-13",
        "news · https://b.example · 2026-04-13",
    ]
