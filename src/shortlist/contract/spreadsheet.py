"""Cells that a spreadsheet would run as a formula (interface, section 4.2, export)."""

from __future__ import annotations

import re
from typing import Final

# Tab and carriage return are skipped by spreadsheets before they look for a formula.
_RUNS: Final = ("=", "+", "-", "@", "\t", "\r")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_PHONE: Final = re.compile(r"\+\d[\d ().\-]*(?: ?(?:x|ext\.?) ?\d{1,6})?")
_PHONE_DIGITS_MIN: Final = 7


def safe_cell(text: str) -> str:
    """`text` with an apostrophe before it where a spreadsheet would run it.

    Plain numbers and phone numbers stay as they are: `-4.5`, `+44 20 7946 0958`.
    """
    if not text.startswith(_RUNS) or _NUMBER.fullmatch(text) or _is_phone(text):
        return text
    return f"'{text}"


def _is_phone(text: str) -> bool:
    # Seven digits at the least: `+1-2` is a sum, not a number to call.
    return (
        _PHONE.fullmatch(text) is not None
        and sum(character.isdigit() for character in text) >= _PHONE_DIGITS_MIN
    )
