"""Events of a Set, by any name a deployment gives them (section 6)."""

from __future__ import annotations

from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, lenient
from shortlist.contract.events import (
    IDLE,
    ITEM_ADMITTED,
    KINDS,
    SEARCH_CANCELED,
    SEARCH_COMPLETED,
    SEARCH_FAILED,
    SEARCH_PROGRESS,
    SEARCH_QUEUED,
    SEARCH_STARTED,
    SetEvent,
)

__all__ = ["TERMINAL_KINDS", "canonical_kind", "read_event"]

TERMINAL_KINDS: Final = frozenset({SEARCH_COMPLETED, SEARCH_FAILED, SEARCH_CANCELED, IDLE})
_CANONICAL: Final = frozenset(KINDS)
_LAST_WORDS: Final = {
    "queued": SEARCH_QUEUED,
    "created": SEARCH_QUEUED,
    "started": SEARCH_STARTED,
    "running": SEARCH_STARTED,
    "progress": SEARCH_PROGRESS,
    "updated": SEARCH_PROGRESS,
    "completed": SEARCH_COMPLETED,
    "complete": SEARCH_COMPLETED,
    "finished": SEARCH_COMPLETED,
    "succeeded": SEARCH_COMPLETED,
    "done": SEARCH_COMPLETED,
    "failed": SEARCH_FAILED,
    "canceled": SEARCH_CANCELED,
    "cancelled": SEARCH_CANCELED,
    "idle": IDLE,
    "item": ITEM_ADMITTED,
    "admitted": ITEM_ADMITTED,
}
_ITEM_WORDS: Final = frozenset({"admitted", "created", "added", "matched", "completed", "updated"})
_ENVELOPE: Final = frozenset({"id", "type", "event", "created_at", "createdAt", "data"})
_DATA: Final = ("data", "result", "item", "search")


def canonical_kind(kind: str) -> str:
    """Our name for an event's kind, by its last words; an unknown one as it came."""
    if kind in _CANONICAL:
        return kind
    words = kind.lower().replace("_", ".").replace("-", ".").replace(":", ".").split(".")
    if "item" in words or "person" in words:
        return ITEM_ADMITTED if words[-1] in _ITEM_WORDS or words[-1] == "item" else kind
    return _LAST_WORDS.get(words[-1], kind)


def read_event(event: str, value: Any, identifier: str | None) -> SetEvent:
    """An event from a frame's name, its JSON (or text) and its id."""
    source = value if isinstance(value, dict) else {"data": {"text": value}}
    named = source.get("type") or source.get("event")
    kind = event if event and event != "message" else ""
    if not kind:
        kind = named if isinstance(named, str) and named else "message"
    if identifier is None and isinstance(source.get("id"), int | str) and "data" in source:
        identifier = str(source["id"])
    return lenient(
        SetEvent,
        {
            "id": int(identifier) if identifier and identifier.isdecimal() else identifier,
            "type": canonical_kind(kind),
            "created_at": source.get("created_at") or source.get("createdAt"),
            "data": _data(source),
        },
    )


def _data(source: JsonObject) -> JsonObject:
    for name in _DATA:
        inner = source.get(name)
        if isinstance(inner, dict):
            return inner
    flat = {name: inner for name, inner in source.items() if name not in _ENVELOPE}
    inner = source.get("data")
    if inner is not None and not isinstance(inner, dict):
        flat["text"] = inner
    # A flat item carries its own id.
    if flat and "data" not in source and "id" in source:
        flat["id"] = source["id"]
    return as_object(flat)
