"""Contacts of an imported person: those for work, and invalid ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from shortlist.contract.anchors import normalise, written_email
from shortlist.service.index.imports.rows import BadRow
from shortlist.service.index.imports.words import words_of

# Not exhaustive: an unknown one counts as work, which is what most tables hold.
_CONSUMER = words_of("mailbox")["private"]


def read_contacts(
    given: Mapping[str, str], source: str, seen: str | None, facts: dict[str, Any]
) -> dict[str, Any]:
    """The contacts of a row's cells; what cannot be read is noted among `facts`."""
    contacts: dict[str, Any] = {}
    for field in ("work_email", "personal_email", "email"):
        for text in re.split(r"[;,\s]+", given.get(field, "")):
            if not text:
                continue
            value = written_email(text)
            if value is None or normalise("email", value) is None:
                facts[f"unreadable {field}"] = given[field]
                continue
            consumer = value.rpartition("@")[2] in _CONSUMER
            kind = field if field != "email" else "personal_email" if consumer else "work_email"
            contacts.setdefault(kind, {"value": value, "source": source, "last_seen": seen})
    if phone := given.get("phone"):
        contacts["phone"] = {"value": phone, "source": source, "last_seen": seen}
    return contacts


def checked_contacts(contacts: Mapping[str, Any]) -> dict[str, Any]:
    """The contacts of an object, without those it has none of. Raises `BadRow`."""
    for kind, contact in contacts.items():
        if contact is not None and not (
            isinstance(contact, dict) and isinstance(contact.get("value"), str)
        ):
            raise BadRow(f"contacts.{kind} must be an object with a value, or null")
    return {kind: contact for kind, contact in contacts.items() if contact}
