"""The query line: `title:"VP Engineering" location:Berlin fintech` read, and written again.

Pure. A word with a known key in front of a colon is a filter, or the search's type or count; all
other words are the query. Between quotes, a backslash makes a quote, or a backslash, a character
of the value. A key the service refuses is said at once instead of being searched for.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from shortlist.contract.filters import FILTERS
from shortlist.contract.limits import (
    FILTER_MAX_CHARS,
    FILTERS_REFUSED,
    FILTERS_SERVED,
    QUERY_MAX_CHARS,
    SEARCH_RESULTS_MAX,
)
from shortlist.desk.query_line import written_search
from shortlist.tui.kit.query.question import Question

if TYPE_CHECKING:
    from shortlist.tui.kit.query.facet_book import FacetBook

TYPES = ("instant", "fast", "auto", "deep")
COUNTS = (10, 25, 50, 100, SEARCH_RESULTS_MAX)
"""How many people, as the keys and the mouse step through them; any other is typed."""
COUNT_KEYS = ("n", "count")
KNOWN_KEYS = frozenset([*FILTERS_SERVED, *FILTERS_REFUSED, *COUNT_KEYS, "type"])
_PART = re.compile(
    r'(?P<key>[A-Za-z_]+):(?:"(?P<quoted>(?:\\["\\]|[^"])*)"?|(?P<bare>\S*))|(?P<word>\S+)'
)
_ESCAPED = re.compile(r'\\(["\\])')


class Unreadable(ValueError):
    """The line says something that no search can mean; the text says what to change."""

    def __init__(self, text: str, start: int, end: int) -> None:
        super().__init__(text)
        self.start, self.end = start, end
        """Where in the line it stands, in characters."""


class Part(NamedTuple):
    """One piece of the line: `key` is empty for a plain word."""

    start: int
    end: int
    key: str
    value: str
    value_start: int


def parts_of(line: str) -> list[Part]:
    """The pieces of a line, in order. A colon after no known key belongs to a word."""
    found = []
    for match in _PART.finditer(line):
        key = (match["key"] or "").lower()
        if key not in KNOWN_KEYS:
            found.append(Part(match.start(), match.end(), "", match[0], match.start()))
            continue
        name = "quoted" if match["quoted"] is not None else "bare"
        start, end = match.start(), match.end()
        value = unescaped(match[name]) if name == "quoted" else match[name] or ""
        found.append(Part(start, end, key, value.strip(), match.start(name)))
    return found


def read_query(line: str, default: Question) -> Question:
    """The search that `line` asks for; type and count from `default` unless it names them.

    Raises `Unreadable` with what to change, and where.
    """
    words: list[str] = []
    filters: dict[str, str] = {}
    type_, count = default.type, default.count
    for part in parts_of(line):
        if part.key in FILTERS_SERVED:
            _check_filter(part, filters)
            filters[part.key] = part.value
        elif part.key in FILTERS_REFUSED:
            _refuse(part, f"{part.key}: is not served. There are {', '.join(FILTERS_SERVED)}")
        elif part.key == "type":
            if part.value not in TYPES:
                _refuse(part, f"type: is one of {', '.join(TYPES)}")
            type_ = part.value
        elif part.key in COUNT_KEYS:
            if not part.value.isdecimal() or not 1 <= int(part.value) <= SEARCH_RESULTS_MAX:
                _refuse(part, f"{part.key}: is a number from 1 to {SEARCH_RESULTS_MAX}")
            count = int(part.value)
        else:
            words.append(part.value)
    query = " ".join(words)
    if len(query) > QUERY_MAX_CHARS:
        raise Unreadable(f"A query takes up to {QUERY_MAX_CHARS:,} characters", 0, len(line))
    if not query and not filters:
        text = "Type who you are looking for, or a filter such as location:Berlin"
        raise Unreadable(text, 0, len(line))
    return Question(typed=line, query=query, filters=filters, type=type_, count=count)


def ensure_listed(line: str, book: FacetBook) -> None:
    """Raise `Unreadable` where a filter has a value that nobody can have: not one of a closed
    list that is known, nor another word for one."""
    for part in parts_of(line):
        known = book.holds(part.key, part.value) or book.meant(part.key, part.value)
        if part.key in FILTERS_SERVED and not known:
            _refuse(part, f"{part.key}: is one of {book.all_of(part.key)}")


def _check_filter(part: Part, filters: dict[str, str]) -> None:
    if not part.value:
        _refuse(part, f"{part.key}: needs a value, such as {part.key}:{FILTERS[part.key].example}")
    if len(part.value) > FILTER_MAX_CHARS:
        _refuse(part, f"{part.key}: takes up to {FILTER_MAX_CHARS} characters")
    if part.key in filters:
        _refuse(part, f"{part.key}: is given twice; a search takes each filter once")


def _refuse(part: Part, text: str) -> NoReturn:
    raise Unreadable(text, part.start, part.end)


def write_query(asked: Question) -> str:
    """The line for a search, without its type and count."""
    return written_search(asked.query, asked.filters)


def unescaped(text: str) -> str:
    """What stands between quotes, as the value it means."""
    return _ESCAPED.sub(r"\1", text)


def whole(asked: Question) -> str:
    """A search with everything it says, in one form: what its answer is kept under."""
    filters: dict[str, str] = {
        key: asked.filters[key] for key in FILTERS_SERVED if key in asked.filters
    }
    line = write_query(replace(asked, filters=filters))
    return f"{line} type:{asked.type} n:{asked.count}"


def without_keys(line: str, names: Collection[str]) -> str:
    """The line without the parts that name its type or its count (`type`, `count`)."""
    for part in reversed(parts_of(line)):
        if ("count" if part.key in COUNT_KEYS else part.key) in names:
            line = f"{line[: part.start].rstrip()} {line[part.end :].lstrip()}".strip()
    return line


def with_filters(asked: Question, filters: dict[str, str]) -> Question:
    changed = replace(asked, filters={k: v.strip() for k, v in filters.items() if v.strip()})
    return replace(changed, typed=write_query(changed))


def as_sentence(asked: Question) -> str:
    """The search as one natural-language query, as a Set takes it (it has no filters)."""
    given = [(FILTERS[name], value) for name, value in asked.filters.items()]
    lead = [each.said.format(value) for each, value in given if each.leads]
    rest = [each.said.format(value) for each, value in given if not each.leads]
    return " ".join([*lead, *([asked.query] if asked.query else []), *rest])
