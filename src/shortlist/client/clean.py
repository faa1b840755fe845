"""Cleaning of text from a server, done once at the client's edge.

What goes: C0 (line feed and tab stay where prose belongs), DEL, C1, bidirectional controls,
zero-width characters (joiners stay inside words and emoji), tags, lone surrogates. What is
longer than any text here is cut. Nothing is escaped: it is rendered as text, never as markup.
"""

from __future__ import annotations

import math
import re
from typing import Any, Final

TEXT_MAX_CHARS: Final = 20_000
_LINE_MAX_CHARS: Final = 500
_DEPTH_MAX: Final = 64

# Where a line feed or a tab is part of the text; everywhere else it would break a row.
_PROSE: Final = frozenset({"summary", "reasoning", "quote", "snippet", "message", "description"})

# C0 but tab and line feed, DEL, C1, soft hyphen, Arabic letter mark, Mongolian separator,
# zero-width space to right-to-left mark (joiners are looked at below), line and paragraph
# separators and embeddings, invisible operators and isolates, byte order mark,
# interlinear marks, tags, lone surrogates.
_UNWANTED: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_BREAKS: Final = re.compile(r"[\n\t]+")
_JOINERS: Final = "\u200c\u200d"

# A whole number of hundreds of digits is none that anybody means, and no figure can be made of it.
_DIGITS_MOST: Final = 39
_NUMBER_MOST: Final = 10**_DIGITS_MOST


def clean_json(value: Any, *, prose: bool = False, depth: int = 0) -> Any:
    """`value` (as JSON gives it) with every string and name in it cleaned, and without numbers
    that are none."""
    if isinstance(value, str):
        return clean_text(value) if prose else clean_line(value, TEXT_MAX_CHARS)
    if depth > _DEPTH_MAX:
        return None
    if isinstance(value, dict):
        cleaned: dict[str, Any] = {}
        for name, inner in value.items():
            key = clean_line(name, _LINE_MAX_CHARS)
            cleaned[key] = clean_json(inner, prose=key in _PROSE, depth=depth + 1)
        return cleaned
    if isinstance(value, list):
        return [clean_json(inner, prose=prose, depth=depth + 1) for inner in value]
    if type(value) is int and not -_NUMBER_MOST < value < _NUMBER_MOST:
        return None
    return None if type(value) is float and not math.isfinite(value) else value


def clean_text(text: str, limit: int = TEXT_MAX_CHARS) -> str:
    """Prose: lines and tabs stay."""
    if len(text) <= limit and text.isprintable():  # nothing that goes is
        return text
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNWANTED.sub(_replacement, text)


def clean_line(text: str, limit: int = _LINE_MAX_CHARS) -> str:
    """One line: breaks become a space."""
    if len(text) <= limit and text.isprintable():
        return text
    return _BREAKS.sub(" ", clean_text(text, limit))


def _replacement(match: re.Match[str]) -> str:
    char = match.group()
    if char in _JOINERS:
        return char if _inside(match.string, match.start()) else ""
    if char in "\u2028\u2029\x0b\x0c\x85":
        return " "
    return "\ufffd" if "\ud800" <= char <= "\udfff" else ""


def _inside(text: str, at: int) -> bool:
    """Whether the joiner at `at` stands inside a word or an emoji sequence."""
    import unicodedata

    if at == 0 or at + 1 >= len(text):
        return False
    # Letters, marks (variation selectors, virama) and symbols (emoji, skin tones).
    return all(unicodedata.category(char)[0] in "LMS" for char in (text[at - 1], text[at + 1]))
