"""Short forms of the items of a Set: the line that a list shows, and the text that a filter
searches.

Both are kept beside the item, so that a list of 100,000 opens without reading 100,000 dossiers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from shortlist.contract.career import in_words, past

CUT: Final = "\x1f"
"""Between the parts of a line; no cleaned text holds it."""
SHOWN: Final = ("name", "title", "company", "location", "industry", "seniority")
"""What of a person, as they are called on the wire."""
CAREER: Final = ("before", "education", "skills", "languages", "certifications", "company_size")
"""What of a career, as a line has it; `before` is past posts."""
_CAREER_CHARS: Final = 120
VERDICT_LETTERS: Final = {"satisfied": "s", "unsatisfied": "x", "unclear": "u"}
UNCHECKED: Final = "-"
_MOST_CHARS: Final = 300
_LOOKED_THROUGH: Final = 5
"""Of `SHOWN`: all but the seniority."""

Criteria = dict[tuple[str, str], int]
"""The criteria of a list, by id and text, and the place of each among the verdicts of a line."""


class ItemLines(NamedTuple):
    """A run of a list: a line and a text of each item, as `brief_item` gives them."""

    lines: list[str]
    texts: list[str]
    criteria: Criteria
    last: int
    """The position of the last one."""


def brief_item(body: Mapping[str, Any], criteria: Criteria) -> tuple[str, str]:
    """The line of an item (wire shape) and the text a filter looks through, casefolded.

    The line is item id, person id, `SHOWN`, `CAREER`, confidence, day and verdicts: a letter for
    each of `criteria`, to which those that are new are added.
    """
    given = body.get("person")
    person: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    words = [_word(person.get(name)) for name in SHOWN]
    career = _career(person)
    score = person.get("confidence")
    line = [
        _word(body.get("id")),
        _word(person.get("person_id")),
        *words,
        *career,
        f"{score:.2f}" if isinstance(score, int | float) else "",
        _day(body.get("created_at")),
        _letters(body.get("verification") or (), criteria),
    ]
    looked_through = (*words[:_LOOKED_THROUGH], *career[:-1])
    return CUT.join(line), " ".join(filter(None, looked_through)).casefold()


def _career(person: Mapping[str, Any]) -> list[str]:
    """`CAREER` of a person (wire shape), each cut where a line has room for no more."""
    history = person.get("history")
    said: dict[str, str | None] = {name: in_words(name, person.get(name)) for name in CAREER[1:]}
    said["before"] = "; ".join(past(history, person.get("company"), person.get("title")))
    return [_word(said[name])[:_CAREER_CHARS] for name in CAREER]


def _word(value: Any) -> str:
    if value is None:
        return ""
    # The app imports this module before its first frame, and writes no line until long after.
    from shortlist.client.clean import clean_line

    return clean_line(str(value), _MOST_CHARS)


def _day(moment: Any) -> str:
    if isinstance(moment, datetime):
        return moment.astimezone(UTC).strftime("%Y-%m-%d")
    return _word(moment)[:10]


def _letters(verification: Sequence[Any], criteria: Criteria) -> str:
    letters: list[str] = []
    for verdict in verification:
        given = verdict if isinstance(verdict, Mapping) else verdict.__dict__
        named = (str(given.get("criterion_id") or ""), _word(given.get("criterion")))
        at = criteria.setdefault(named, len(criteria))
        letters += [UNCHECKED] * (at + 1 - len(letters))
        letters[at] = VERDICT_LETTERS.get(str(given.get("status")), "u")
    return "".join(letters)
