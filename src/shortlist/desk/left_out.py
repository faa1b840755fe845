"""Who is left out on this machine, and how a person is told from another without the name.

People are the same when they share an anchor: the person id, the profile page or an e-mail
address. A name alone never makes two people one. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

__all__ = ["LeftOut", "LeftOutEntry", "anchors_of"]

_EMAILS = ("email", "work_email", "personal_email")


def anchors_of(person: Mapping[str, Any] | object) -> list[str]:
    """What a person can be known by, strongest first: `id:…`, `page:…`, `mail:…`.

    `person` is a mapping or an object with any of `person_id`, `profile_url`, `email`,
    `work_email` and `personal_email`; others do not matter.
    """
    if isinstance(person, Mapping):
        values: dict[str, Any] = {
            name: person.get(name) for name in ("person_id", "profile_url", *_EMAILS)
        }
    else:
        values = {"person_id": getattr(person, "person_id", None)}
        values["profile_url"] = getattr(person, "profile_url", None)
    anchors = []
    person_id = str(values["person_id"] or "").strip()
    if person_id:
        anchors.append(f"id:{person_id}")
    page = _page(str(values["profile_url"] or ""))
    if page:
        anchors.append(f"page:{page}")
    for name in _EMAILS:
        mail = str(values.get(name) or "").strip().lower()
        if "@" in mail and f"mail:{mail}" not in anchors:
            anchors.append(f"mail:{mail}")
    return anchors


def _page(url: str) -> str:
    """A profile page without what tells nobody apart: scheme, `www.`, fragment, last `/`."""
    try:
        parts = urlsplit(url.strip() if "//" in url else f"//{url.strip()}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    path = parts.path.rstrip("/")
    query = f"?{parts.query}" if parts.query else ""
    return f"{host}{path}{query}".lower() if host and (path or query) else ""


@dataclass(frozen=True, slots=True)
class LeftOutEntry:
    """One person who is left out."""

    name: str
    reason: str
    at: str
    """When, as a timestamp of the interface."""
    anchors: tuple[str, ...]

    @property
    def person_id(self) -> str:
        """The person id, or an empty string when they are known by a page or address alone."""
        ids = [anchor[3:] for anchor in self.anchors if anchor.startswith("id:")]
        return ids[-1] if ids else ""

    def to_person(self) -> dict[str, str]:
        """Whom it means, as `Store.let_in` takes a person: by each kind of anchor it has."""
        kinds = {"id": "person_id", "page": "profile_url", "mail": "email"}
        parts = (anchor.partition(":") for anchor in self.anchors)
        return {kinds[kind]: value for kind, _, value in parts if kind in kinds}


@dataclass(slots=True)
class LeftOut:
    """The list as it was read: `person in left_out` for people, rows and mappings."""

    rows: Sequence[tuple[str, str, str, str, str]] = ()
    """Anchor, entry, name, reason, when; newest first."""
    anchors: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.anchors = frozenset(row[0] for row in self.rows)

    def __len__(self) -> int:
        return len({row[1] for row in self.rows})

    def __contains__(self, person: object) -> bool:
        return bool(self.anchors) and not self.anchors.isdisjoint(anchors_of(person))

    def mentioned_in(self, cells: Iterable[tuple[str, str]]) -> bool:
        """Whether a row of a table that is not ours is about somebody on the list.

        `cells` are names of columns with their texts: a profile page or an address tells wherever
        it stands, an id in a column that is called an id.
        """
        if not self.anchors:
            return False
        for name, text in cells:
            text = text.strip().removeprefix("'")
            known = [f"page:{_page(text)}", f"mail:{text.lower()}"]
            if name.strip().lower().endswith("id"):
                known.append(f"id:{text}")
            if not self.anchors.isdisjoint(known):
                return True
        return False

    def without(self, people: Iterable[Any]) -> list[Any]:
        """Those of `people` who are not left out, in order."""
        return [person for person in people if person not in self]

    def entries(self) -> list[LeftOutEntry]:
        """The people on the list, newest first."""
        found: dict[str, list[tuple[str, str, str, str, str]]] = {}
        for row in self.rows:
            found.setdefault(row[1], []).append(row)
        return [
            LeftOutEntry(
                name=next((row[2] for row in rows if row[2]), ""),
                reason=next((row[3] for row in rows if row[3]), ""),
                at=rows[0][4],
                anchors=tuple(row[0] for row in rows),
            )
            for rows in found.values()
        ]
