"""Escaping of cells that a spreadsheet would run as a formula (interface, section 4.2, export)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_RUNS: Final = frozenset("=+-@")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_PHONE: Final = re.compile(r"\+\d[\d ().\-]*(?: ?(?:x|ext\.?) ?\d{1,6})?")
_PHONE_DIGITS_MIN: Final = 7
# Where a country writes 1,5 its files have this separator, and what follows it begins a cell.
_OTHER_SEPARATOR: Final = ";"


def safe_cell(text: str) -> str:
    """`text` with an apostrophe before it where a spreadsheet would run it.

    That is where it begins with one of `= + - @`, in full width too, after whatever a reader skips
    (blanks, line ends, controls, separators). Where a reader with another separator would begin a
    cell within it, as in `;=1+1`, an apostrophe stands there as well.
    Plain numbers and phone numbers stay as they are: `-4.5`, `+44 20 7946 0958`.
    """
    first, *others = text.split(_OTHER_SEPARATOR)
    begins = first.strip() or not others
    if _runs(first if begins else text.lstrip(f"{_OTHER_SEPARATOR} ")):
        first = f"'{first}"
    cells = [first, *(f"'{cell}" if _runs(cell) else cell for cell in others)]
    return _OTHER_SEPARATOR.join(cells)


def _runs(text: str) -> bool:
    """Whether a spreadsheet runs a cell that begins as `text` does."""
    for at, character in enumerate(text):
        if unicodedata.category(character)[0] in "ZC":
            continue
        if unicodedata.normalize("NFKC", character) not in _RUNS:
            return False
        rest = unicodedata.normalize("NFKC", text[at:]).strip()
        return _NUMBER.fullmatch(rest) is None and not _is_phone(rest)
    return False


def _is_phone(text: str) -> bool:
    # Seven digits at the least: `+1-2` is a sum, not a number to call.
    return (
        _PHONE.fullmatch(text) is not None
        and sum(character.isdigit() for character in text) >= _PHONE_DIGITS_MIN
    )
