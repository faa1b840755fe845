"""A question typed in small letters, or in capitals, alone is read as with its own."""

from __future__ import annotations

import pytest
from tests.service.reading.stubs import SmallGazetteer

from shortlist.service.reading.casing import with_capitals
from shortlist.service.reading.question import read
from shortlist.service.reading.tokens import tokens

HERE = SmallGazetteer()


@pytest.mark.parametrize(
    "text",
    [
        "CFOs in Asia",
        "MDs or VPs in the UK",
        "SREs in India",
        "nurses in the US",
        "sales managers in EMEA",
        "finance directors in Europe, not in Italy",
        "nurses in Bangor, Orange or Leeds",
        "ingénieurs à Paris",
        "Kubernetes developers Leeds",
        "PMP certified nurses",
        "engineers at Red Hat",
        "ex-Red Hat engineers",
        "Stanford alumni in finance",
        "nurses who speak English and French",
        "KPMG alumni",
        "people who left Google",
    ],
)
def test_names_and_letters_need_no_capitals(text: str) -> None:
    def told(text: str) -> list[tuple[str, tuple[str, ...], bool, bool]]:
        parts = read(text, HERE).parts
        return [(part.kind, part.values, part.negated, part.past) for part in parts]

    assert told(text)
    assert told(text.lower()) == told(text)


@pytest.mark.parametrize(
    "text",
    [
        "sales managers in EMEA",
        "finance directors in Europe, not in Italy",
        "Kubernetes developers Leeds",
        "PMP certified nurses",
        "engineers at Red Hat",
        "nurses who speak English and French",
        "nurses in the US",
    ],
)
def test_a_question_all_in_capitals_asks_for_the_same(text: str) -> None:
    def told(text: str) -> list[tuple[str, tuple[str, ...], bool]]:
        return [(part.kind, part.values, part.negated) for part in read(text, HERE).parts]

    assert told(text)
    assert told(text.upper()) == told(text)


def test_a_place_is_told_with_its_capital() -> None:
    assert [part.label for part in read("cfos in asia", HERE).parts][1] == "Asia"


@pytest.mark.parametrize(
    "text", ["Nurses in asia", "people who work together with us in it", "nurse or me", "a", ""]
)
def test_what_has_a_capital_or_names_nothing_stays_as_it_is(text: str) -> None:
    assert with_capitals(tokens(text), HERE) == tokens(text)
