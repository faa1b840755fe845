"""A person's career in words, the same on every screen and in every file.

A part is a list, of texts or of objects as `Person` and `DossierProfessional` have them; of another
deployment it may be anything, and what cannot be read says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

PARTS: Final = ("history", "education", "skills", "languages", "certifications")
"""Each a list."""
COMPANY_PARTS: Final = ("company_size", "company_industry")
CAREER_FIELDS: Final = (*PARTS, *COMPANY_PARTS)
MOST: Final = 60
"""Of the entries of a part that are put into words."""

_SAYS: Final = (
    *("title", "degree", "field", "name", "school", "company"),
    *("location", "level", "issuer"),
)
_OTHER_ENDS: Final = ("year", "graduation_year")
_KNOWN: Final = frozenset((*_SAYS, "start", "end", *_OTHER_ENDS))


def lines_of(part: Any) -> list[str]:
    """Each entry of a part in a line: `BSc, Economics, University of Leeds, 2006 – 2009`."""
    entries = part if isinstance(part, list) else [part] if isinstance(part, str) else []
    return [line for entry in entries[:MOST] if (line := line_of(entry))]


def line_of(entry: Any) -> str:
    """An entry in a line; empty where it says nothing that is known."""
    if isinstance(entry, Mapping):
        said = [text for name in _SAYS if (text := _text(entry.get(name)))]
        # What another deployment says in words of its own comes last; addresses are no words.
        others = (_text(entry[name]) for name in entry if name not in _KNOWN)
        said += [*_years(entry), *(text for text in others if text and "://" not in text)]
        return ", ".join(dict.fromkeys(said))
    return _text(entry)


def past(history: Any, company: str | None, title: str | None) -> list[str]:
    """The lines of the posts that are none of `title` at `company`."""
    entries = history if isinstance(history, list) else []
    others = [
        entry
        for entry in entries
        if not isinstance(entry, Mapping)
        or (_text(entry.get("company")), _text(entry.get("title"))) != (company or "", title or "")
    ]
    return lines_of(others)


def in_words(name: str, value: Any) -> str | None:
    """A part as one text, for the cell of a table: entries with a semicolon between."""
    if name in PARTS:
        return "; ".join(lines_of(value)) or None
    return _text(value) or None


def _years(entry: Mapping[str, Any]) -> Iterator[str]:
    ends = (entry.get("end"), *(entry.get(name) for name in _OTHER_ENDS))
    start, end = _text(entry.get("start")), next((said for e in ends if (said := _text(e))), "")
    if start or end:
        yield f"{start} – {end}" if start and end else end or f"since {start}"


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())
