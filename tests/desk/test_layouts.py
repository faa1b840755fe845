"""Which key of a Latin keyboard is where another letter is typed."""

from __future__ import annotations

import pytest

from shortlist.desk.layouts import LAYOUTS, latin_key


@pytest.mark.parametrize(
    ("layout", "typed", "place"),
    [
        ("auto", "о", "j"),
        ("auto", "О", "J"),
        ("auto", "η", "h"),
        ("auto", "ש", "a"),
        ("auto", "і", "s"),
        ("auto", ".", ""),
        ("auto", "j", ""),
        ("ru", ".", "/"),
        ("ru", ",", "?"),
        ("uk", "і", "s"),
        ("el", "Σ", "S"),
        ("he", "ח", "j"),
        ("off", "о", ""),
    ],
)
def test_a_key_is_known_by_its_place(layout: str, typed: str, place: str) -> None:
    assert layout in LAYOUTS
    assert latin_key(layout, typed) == place
