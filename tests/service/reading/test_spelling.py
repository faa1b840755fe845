"""Misspelt words of a question are put right where that makes sense of them, and names are not."""

from __future__ import annotations

import pytest
from tests.service.reading.stubs import SmallGazetteer

from shortlist.service.reading.spelling import corrected
from shortlist.service.reading.tokens import tokens

HERE = SmallGazetteer()


def _spelt(text: str) -> list[str]:
    return [word.text for word in corrected(tokens(text), HERE)]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("key acount managers", "key account managers"),
        ("regulatory affiars managers in basel", "regulatory affairs managers in basel"),
        ("marketing managr in leeds", "marketing manager in leeds"),
        ("electricains in leeds", "electricians in leeds"),
        ("firefighers in ireland, scotland", "firefighters in ireland scotland"),
        ("comercial divers in leeds", "commercial divers in leeds"),
        ("agronomists, portugese speaking", "agronomists portuguese speaking"),
    ],
)
def test_a_slip_is_put_right(text: str, right: str) -> None:
    assert _spelt(text) == right.split()


@pytest.mark.parametrize(
    "text",
    [
        "john carpentier",  # a name
        "marc bayle de jesse",
        "nurses who speak hindi",
        "krankenschwester in maine",  # a word of another language
        "people who trained in leeds",  # a word that titles do not have
        "binmen in glasgow",
    ],
)
def test_what_is_no_slip_stays(text: str) -> None:
    assert _spelt(text) == text.split()
