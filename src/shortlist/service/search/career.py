"""The parts of a record's career that are shown, without contact values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shortlist.contract.career import CAREER_FIELDS, PARTS
from shortlist.service.contact_redaction import without_contacts
from shortlist.service.index.port import Record
from shortlist.service.reading.record_parts import parts

_ENTRIES_MOST: Final = 30
_CHARS_MOST: Final = 300
_DATES: Final = ("start", "end", "year")
_SHOWN: Final = {
    "history": ("title", "company", "location", "start", "end"),
    "education": ("school", "degree", "field", "start", "end", "year"),
    "languages": ("name", "level"),
    "certifications": ("name", "issuer", "start", "end"),
}


def career_of(record: Record, fields: Sequence[str] = CAREER_FIELDS) -> dict[str, Any]:
    """Those of `fields` that `record` says, as `contract.person.Person` has them."""
    said = {name: _part(record, name) if name in PARTS else _text(record.get(name))
            for name in fields}  # fmt: skip
    return {name: value for name, value in said.items() if value}


def _part(record: Record, name: str) -> list[Any]:
    shown = (_entry(name, entry) for entry, _ in parts(record, name))
    found = [entry for entry in shown if entry]
    return found[:_ENTRIES_MOST]


def _entry(part: str, entry: Any) -> Any:
    if not isinstance(entry, dict):
        return _text(entry) if part != "history" else None
    if part not in _SHOWN:
        return _text(entry.get("name"))
    said = {
        name: str(entry[name])[:20] if name in _DATES else _text(entry[name])
        for name in _SHOWN[part]
        if isinstance(entry.get(name), str | int)
    }
    return {name: text for name, text in said.items() if text}


def _text(value: Any) -> str:
    if not isinstance(value, str | int):
        return ""
    return without_contacts(str(value))[:_CHARS_MOST]
