"""Trades that everyday words describe: who has one is found, shown and admitted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.port import Filters
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge

PEOPLE: list[dict[str, Any]] = [
    {"id": "welder", "title": "Welder", "location": "Leeds, United Kingdom"},
    {"id": "tuner", "title": "Piano Tuner"},
    {"id": "notary", "title": "Notary"},
    {"id": "baker", "title": "Baker"},
    {"id": "sailor", "title": "Sailor"},
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    folder = tmp_path_factory.mktemp("described")
    made = make_small_index(folder, somebodies(PEOPLE), embedder=MiniLm())
    yield made.index
    made.close()


DESCRIBED = "wears a dark mask and makes sparks with steel"


def test_who_is_described_in_everyday_words_is_found_first_and_said_to_be_meant(
    index: EmbeddedIndex,
) -> None:
    found = open_finder(index).find(
        DESCRIBED, Filters(), type="fast", limit=3, timeout_seconds=60,
    )  # fmt: skip
    assert found.hits[0].person_id == "welder"
    [term] = found.plan.terms
    assert (term.kind, term.value, term.text) == ("role", "welder", DESCRIBED)
    assert found.plan.criteria == ["Is a welder"]
    assert found.plan.remainder == ""


def test_a_set_of_a_description_admits_who_has_the_title_and_turns_nobody_away(
    index: EmbeddedIndex,
) -> None:
    finder = open_finder(index)
    judge = open_judge(index, finder)
    criteria = judge.criteria(DESCRIBED, None)
    records = index.get(["welder", "tuner"])
    verdicts = judge.check(criteria, [records["welder"], records["tuner"]])
    assert [said.status for [said] in verdicts] == ["satisfied", "unclear"]


def test_what_is_asked_beside_a_description_is_asked_all_the_same(index: EmbeddedIndex) -> None:
    understood = open_finder(index).understand(f"{DESCRIBED}, in Leeds", Filters())
    assert [(c.kind, c.label) for c in understood.conditions] == [
        ("place", "Leeds, United Kingdom"), ("role", "welder"),
    ]  # fmt: skip


def test_what_a_description_says_that_nobody_does_is_of_the_description(
    index: EmbeddedIndex,
) -> None:
    [role] = open_finder(index).understand(f"{DESCRIBED} and does not sew", Filters()).conditions
    assert role.label == "welder"


@pytest.mark.parametrize("text", [f"not somebody who {DESCRIBED}", f"formerly with {DESCRIBED}"])
def test_whom_a_description_denies_or_puts_in_the_past_is_nobody_s_condition(
    index: EmbeddedIndex, text: str
) -> None:
    understood = open_finder(index).understand(text, Filters())
    assert "role" not in {each.kind for each in understood.conditions}


def test_a_trade_that_is_less_likely_described_is_looked_for_and_no_condition(
    index: EmbeddedIndex,
) -> None:
    understood = open_finder(index).understand("a dark mask and sparks all day", Filters())
    assert understood.perhaps is not None
    assert understood.perhaps.label == "welder"
    assert "role" not in {each.kind for each in understood.conditions}


def test_nobody_is_described_where_a_title_is_given_as_a_filter(index: EmbeddedIndex) -> None:
    finder = open_finder(index)
    assert finder.understand(DESCRIBED, Filters()).perhaps is not None
    assert finder.understand(DESCRIBED, Filters(title="Baker")).perhaps is None


@pytest.mark.parametrize("text", ["steel sparks", "welding masks in Leeds"])
def test_a_word_or_two_are_of_whoever_says_them(index: EmbeddedIndex, text: str) -> None:
    understood = open_finder(index).understand(text, Filters())
    assert "role" not in {each.kind for each in understood.conditions}


@pytest.mark.parametrize("text", ["Tunes pianos", "who tunes pianos", "someone to tune our piano"])
def test_two_words_are_enough_for_what_somebody_does(index: EmbeddedIndex, text: str) -> None:
    [role] = open_finder(index).understand(text, Filters()).conditions
    assert (role.kind, role.label) == ("role", "piano tuner")
