"""Reading the events of a Set (section 6)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from pydantic import ValidationError

from shortlist.client.answers import NOT_JSON, read_error, read_json
from shortlist.client.clean import clean_line
from shortlist.client.dialect.common import JsonObject, lenient, words_of
from shortlist.client.errors import ApiRefused
from shortlist.contract.events import (
    IDLE,
    ITEM_ADMITTED,
    KINDS,
    SEARCH_CANCELED,
    SEARCH_COMPLETED,
    SEARCH_FAILED,
    SetEvent,
)

TERMINAL_KINDS: Final = frozenset({SEARCH_COMPLETED, SEARCH_FAILED, SEARCH_CANCELED, IDLE})
_CANONICAL: Final = frozenset(KINDS)
_LAST_WORDS: Final = words_of("event")
_ITEM_WORDS: Final = frozenset({"admitted", "created", "added", "matched", "completed", "updated"})
_DATA: Final = ("data", "result", "item", "search")


def canonical_kind(kind: str) -> str:
    """Our name for an event's kind, by its last words; an unknown one as it came."""
    if kind in _CANONICAL:
        return kind
    words = kind.lower().replace("_", ".").replace("-", ".").replace(":", ".").split(".")
    if "item" in words or "person" in words:
        return ITEM_ADMITTED if words[-1] in _ITEM_WORDS or words[-1] == "item" else kind
    return _LAST_WORDS.get(words[-1], kind)


class StreamError(ApiRefused):
    """An error that was sent inside the stream."""

    default_code = "stream_failed"
    default_advice = "The Set itself is read instead."


def _error_in(value: JsonObject) -> StreamError:
    view = read_error(0, value, {})
    coded = view.code != "http_0"
    return StreamError(
        view.message if coded else "The event stream ended with an error",
        code=view.code if coded else None,
        request_id=view.request_id,
    )


def number_of(identifier: str) -> int | None:
    """The number that an event's id is, if it is one."""
    return int(identifier) if identifier.isdecimal() and len(identifier) < 20 else None


def parse_event(event: str, data: str, identifier: str) -> tuple[SetEvent, str]:
    """An event from a frame's name, its data (JSON or any text) and its id, empty if none; and
    the id that the data name, which is surely this event's own, or nothing.

    Raises `StreamError` for an `{"error": ...}` in the stream.
    """
    value = read_json(data.encode("utf-8", "replace"))
    with suppress(ValidationError):
        ours = SetEvent.model_validate(value)
        if _is_ours(ours, event) and identifier in ("", str(ours.id)):
            return ours, str(ours.id)
    failed = isinstance(value, dict) and isinstance(value.get("error"), dict | str)
    if failed and "type" not in value and event in ("", "message", "error"):
        raise _error_in(value)
    return _read(clean_line(event), clean_line(data) if value is NOT_JSON else value, identifier)


def _is_ours(event: SetEvent, name: str) -> bool:
    whole = event.id is not None and "data" in event.model_fields_set
    return whole and event.type in _CANONICAL and name in ("", "message", event.type)


def _read(event: str, value: Any, identifier: str) -> tuple[SetEvent, str]:
    source = value if isinstance(value, dict) else {"data": {"text": value}}
    said = source.get("type") or source.get("event")
    kind = event if event and event != "message" else ""
    if not kind:
        kind = said if isinstance(said, str) and said else "message"
    own = source.get("id") if "data" in source else None
    named = str(own) if isinstance(own, int | str) else ""
    shown = clean_line(identifier or named)
    number = number_of(shown)
    read = lenient(
        SetEvent,
        {
            "id": number if number is not None else shown or None,
            "type": canonical_kind(kind),
            "created_at": source.get("created_at") or source.get("createdAt"),
            "data": _data(source),
        },
    )
    return read, named


def _data(source: JsonObject) -> JsonObject:
    for name in _DATA:
        inner = source.get(name)
        if isinstance(inner, dict):
            return inner
    flat = {name: inner for name, inner in source.items() if name not in ("type", "event")}
    text = flat.pop("data", None)
    if text is not None:
        flat["text"] = text
    return flat
