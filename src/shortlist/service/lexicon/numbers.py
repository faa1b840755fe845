"""Numbers in figures or in words."""

from __future__ import annotations

from typing import Final

_NUMBERS: Final = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "a couple of": 2,
    "half a dozen": 6,
    "a dozen": 12,
    "a hundred": 100,
}
NUMBER: Final = rf"\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}"
"""A number up to 999, as a regular expression."""


def number(said: str) -> int:
    """What `NUMBER` matched."""
    return _NUMBERS[said] if said in _NUMBERS else int(said)
