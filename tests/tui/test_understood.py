"""What was understood, as chips that change the line."""

from __future__ import annotations

import pytest

from shortlist.contract.search import SearchPlan
from shortlist.tui.features.search.understanding import Chip, as_filter, chips_of, place_of, without
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import read_query

LINE = "senior nurses in Berlin who know wound care blorg Marie Curie"
PLAN = SearchPlan.model_validate(
    {
        "terms": [
            {"kind": "seniority", "value": "senior", "text": "senior"},
            {"kind": "role", "value": "registered nurse", "text": "Nurses"},
            {"kind": "place", "value": "Berlin, Germany", "text": "Berlin"},
            {"kind": "skill", "value": "wound care", "text": "wound  care"},
        ],
        "remainder": "blorg Marie Curie",
    }
)
ROLE, PLACE, SKILL = (chips_of(PLAN, LINE)[n] for n in (1, 2, 3))


def test_each_term_is_a_chip_and_what_was_not_understood_is_one_too() -> None:
    chips = chips_of(PLAN, LINE)
    assert [(chip.label, chip.value) for chip in chips] == [
        ("seniority", "senior"),
        ("role", "registered nurse"),
        ("place", "Berlin, Germany"),
        ("skill", "wound care"),
        ("?", "blorg Marie Curie"),
    ]
    apart = SearchPlan(remainder="senior blorg")
    assert [chip.value for chip in chips_of(apart, LINE)] == ["senior", "blorg"]


def test_a_chip_stands_for_words_of_the_line_until_they_are_gone() -> None:
    place = place_of(ROLE, LINE)
    assert place is not None
    assert LINE[slice(*place)] == "nurses"
    assert place_of(ROLE, "midwives in Berlin") is None
    assert place_of(Chip("role", "art", "art"), "party people") is None, "whole words"


def test_removing_a_chip_takes_its_words_from_the_line() -> None:
    assert without(ROLE, LINE).line.startswith("senior in Berlin who")
    assert without(PLACE, "nurses in Berlin at night").line == "nurses at night"
    assert without(SKILL, LINE).line == "senior nurses in Berlin who know blorg Marie Curie"
    assert without(ROLE, "midwives").line == "midwives"


def test_what_led_to_a_removed_part_goes_with_it() -> None:
    def left(kind: str, text: str, line: str) -> str:
        return without(Chip(kind, text, text), line).line

    assert left("place", "London", "CFOs in fintech, not in London") == "CFOs in fintech"
    assert left("role", "managers", "engineers in Bonn, not managers") == "engineers in Bonn"
    assert left("industry", "fintech", "CFOs in fintech, not in London") == "CFOs, not in London"
    assert left("skill", "Go", "nurses, Go, Java") == "nurses, Java"
    assert left("skill", "Go", "Go, Java") == "Java"
    assert left("skill", "Go", "nurses in Bonn, Go") == "nurses in Bonn"


@pytest.mark.parametrize(
    ("chip", "line", "selected"),
    [
        (PLACE, 'location:"Berlin, Germany" nurses', "Berlin, Germany"),
        (ROLE, "title:nurses in Berlin", "nurses"),
        (SKILL, "nurses in Berlin wound care", "wound care"),
    ],
)
def test_editing_a_chip_brings_it_back_as_a_filter_or_as_its_words(
    chip: Chip, line: str, selected: str
) -> None:
    before = "nurses in Berlin" + (" wound care" if chip is SKILL else "")
    edit = as_filter(chip, before)
    assert edit.line == line
    assert edit.line[edit.start : edit.end] == selected


def test_a_chip_given_as_a_filter_is_that_filter_in_the_line() -> None:
    plan = SearchPlan.model_validate({"terms": [{"kind": "place", "value": "Lisbon"}]})
    line = 'fintech location:"Lisbon" title:cto'
    (chip,) = chips_of(plan, line)
    assert chip.label == "location:"
    edit = as_filter(chip, line)
    assert edit.line[edit.start : edit.end] == "Lisbon"
    assert without(chip, line).line == "fintech title:cto"


def test_the_place_of_a_filter_of_the_same_name_is_taken() -> None:
    edit = as_filter(PLACE, "location:Paris nurses in Berlin")
    assert edit.line == 'location:"Berlin, Germany" nurses'
    assert read_query(edit.line, Question()).filters == {"location": "Berlin, Germany"}


def test_what_is_to_be_absent_stays_words() -> None:
    chip = Chip("place", "Berlin, Germany", "not in Berlin", negated=True)
    edit = as_filter(chip, "nurses not in Berlin")
    assert edit.line == "nurses not in Berlin"
    assert edit.line[edit.start : edit.end] == "not in Berlin"
