"""Reading pages of Sets and of items (section 4.2)."""

from __future__ import annotations

from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, first
from shortlist.client.dialect.people import find_array

_LISTS: Final = ("data", "items", "sets", "results", "people")
_CURSORS: Final = ("next_cursor", "nextCursor", "cursor", "next")


def tells_list(value: Any) -> bool:
    """Whether this is a list of Sets or items in any shape, be it an empty one."""
    if isinstance(value, list):
        return True
    outer = as_object(value)
    inner = outer.get("data")
    names = [name for name in _LISTS if name in outer and not isinstance(outer[name], dict)]
    return bool(names) or any(name in as_object(inner) for name in _LISTS)


def page_of(value: Any) -> tuple[list[Any], JsonObject]:
    """The array of a list answer, and what it says about more."""
    array, name = find_array(value, _LISTS)
    outer = as_object(value)
    inner: JsonObject = {}
    if array is None:
        inner = as_object(outer.get("data"))
        array, _ = find_array(inner, _LISTS)
    known = {"data", "meta", "pagination", *_CURSORS, "has_more", "hasMore", name}
    page = {key: item for key, item in outer.items() if key not in known}
    cursor = None
    for holder in (outer, inner, as_object(outer.get("meta")), as_object(outer.get("pagination"))):
        cursor = first(holder, _CURSORS)
        if isinstance(cursor, dict):
            cursor = first(cursor, ("next", "cursor"))
        if cursor is not None:
            break
    more = first(outer, ("has_more", "hasMore"))
    if more is None:
        more = first({**as_object(outer.get("pagination")), **inner}, ("has_more", "hasMore"))
    usable = isinstance(cursor, str | int) and not isinstance(cursor, bool) and cursor != ""
    page["next_cursor"] = str(cursor) if usable else None
    page["has_more"] = bool(more) if isinstance(more, bool) else usable
    return array or [], page
