"""A search written as a query line. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SPECIAL = re.compile(r'["\\]')


def written_search(query: str, filters: Mapping[str, str]) -> str:
    """`location:Berlin founders`: the filters, then the words."""
    parts = [written(key, value) for key, value in filters.items() if value.strip()]
    return " ".join([*parts, query]).strip()


def written(key: str, value: str) -> str:
    """A filter as it is typed: `location:Berlin`, `title:"VP Engineering"`."""
    value = value.strip()
    if not re.search(r'[\s"]', value):
        return f"{key}:{value}"
    return f'{key}:"{_SPECIAL.sub(_escaped, value)}"'


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"
