"""The query line: `title:"VP Engineering" location:Berlin fintech` read, and written again.

Pure. A word with a known key in front of a colon is a filter, or the search's type or count; all
other words are the query. A key the service refuses is said at once instead of being searched for.
"""

from __future__ import annotations

import re
from dataclasses import replace

from shortlist.contract.limits import (
    FILTER_MAX_CHARS,
    FILTERS_REFUSED,
    FILTERS_SERVED,
    QUERY_MAX_CHARS,
    SEARCH_RESULTS_MAX,
)
from shortlist.tui.state import Asked

TYPES = ("instant", "fast", "auto", "deep")
_PART = re.compile(r'(?P<key>[A-Za-z_]+):(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S*))|(?P<word>\S+)')


class Unreadable(ValueError):
    """The line says something that no search can mean; the text says what to change."""


def read(line: str, default: Asked) -> Asked:
    """The search that `line` asks for; type and count from `default` unless it names them.

    Raises `Unreadable` with what to change.
    """
    words: list[str] = []
    filters: dict[str, str] = {}
    type_, count = default.type, default.count
    for part in _PART.finditer(line):
        key = (part["key"] or "").lower()
        value = part["quoted"] if part["quoted"] is not None else (part["bare"] or "")
        value = value.strip()
        if key in FILTERS_SERVED:
            if not value:
                raise Unreadable(f"{key}: needs a value, such as {key}:{_EXAMPLES[key]}")
            if len(value) > FILTER_MAX_CHARS:
                raise Unreadable(f"{key}: takes up to {FILTER_MAX_CHARS} characters")
            filters[key] = value
        elif key in FILTERS_REFUSED:
            raise Unreadable(f"{key}: is not served. There are {', '.join(FILTERS_SERVED)}")
        elif key == "type":
            if value not in TYPES:
                raise Unreadable(f"type: is one of {', '.join(TYPES)}")
            type_ = value
        elif key in ("count", "n"):
            if not value.isdecimal() or not 1 <= int(value) <= SEARCH_RESULTS_MAX:
                raise Unreadable(f"{key}: is a number from 1 to {SEARCH_RESULTS_MAX}")
            count = int(value)
        else:
            words.append(part[0])
    query = " ".join(words)
    if len(query) > QUERY_MAX_CHARS:
        raise Unreadable(f"A query takes up to {QUERY_MAX_CHARS:,} characters")
    if not query and not filters:
        raise Unreadable("Type who you are looking for, or a filter such as location:Berlin")
    return Asked(typed=line, query=query, filters=filters, type=type_, count=count)


_EXAMPLES = {
    "title": '"VP Engineering"',
    "seniority": "director",
    "company": "Siemens",
    "industry": "fintech",
    "location": "Berlin",
}


def write(asked: Asked) -> str:
    """The line for a search, without its type and count."""
    parts = []
    for key, value in asked.filters.items():
        value = value.replace('"', "").strip()
        if value:
            parts.append(f'{key}:"{value}"' if re.search(r"\s", value) else f"{key}:{value}")
    return " ".join([*parts, asked.query]).strip()


def with_filters(asked: Asked, filters: dict[str, str]) -> Asked:
    changed = replace(asked, filters={k: v.strip() for k, v in filters.items() if v.strip()})
    return replace(changed, typed=write(changed))


def as_sentence(asked: Asked) -> str:
    """The search as one natural-language query, as a Set takes it (it has no filters)."""
    said = {
        "title": "{}",
        "seniority": "{}",
        "company": "at {}",
        "industry": "in {}",
        "location": "in {}",
    }
    lead = [said[k].format(v) for k, v in asked.filters.items() if k in ("seniority", "title")]
    rest = [said[k].format(v) for k, v in asked.filters.items() if k not in ("seniority", "title")]
    return " ".join([*lead, *([asked.query] if asked.query else []), *rest])
