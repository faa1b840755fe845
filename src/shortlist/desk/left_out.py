"""The list of people who are left out on this machine, and the anchors they are told by.

People are the same when they share an anchor: the person id, the profile page or an e-mail
address. A name alone never makes two people one. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shortlist.contract.anchors import emails_in, normalise

_EMAILS = ("email", "work_email", "personal_email")


def anchors_of(person: Mapping[str, Any] | object) -> list[str]:
    """What a person can be known by, strongest first: `id:…`, `page:…`, `mail:…`.

    `person` is a mapping or an object with any of `person_id`, `profile_url`, `email`,
    `work_email` and `personal_email`; others do not matter. The service compares people by the
    same forms (`contract.anchors`).
    """
    found = (anchor for kind, said in _spelt(person) for anchor in _forms(kind, said))
    return list(dict.fromkeys(found))


def _spelt(person: Mapping[str, Any] | object) -> list[tuple[str, str]]:
    if isinstance(person, Mapping):
        values: dict[str, Any] = {
            name: person.get(name) for name in ("person_id", "profile_url", *_EMAILS)
        }
    else:
        values = {"person_id": getattr(person, "person_id", None)}
        values["profile_url"] = getattr(person, "profile_url", None)
    said = [("id", values["person_id"]), ("page", values["profile_url"])]
    said += [("mail", values.get(name)) for name in _EMAILS]
    spelt = [(kind, str(value).strip()) for kind, value in said if value]
    return list(dict.fromkeys(pair for pair in spelt if pair[1]))


def _forms(kind: str, said: str) -> list[str]:
    """What `said` is on the list: a text may hold several addresses."""
    if kind == "id":
        return [f"id:{said}"]
    if kind == "mail":
        # What is no address is known by its letters.
        found = emails_in(said) or ([said.lower()] if "@" in said else [])
        return [f"mail:{address}" for address in found]
    page = normalise("profile", said)
    # A host alone is an organisation's, or a network's.
    return [f"page:{page}"] if page and ("/" in page or "?" in page) else []


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
    """The list as it was read; `person in left_out` works for people, rows and mappings."""

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
            kinds = ["page", "mail"]
            if name.strip().lower().endswith("id"):
                kinds.append("id")
            if any(not self.anchors.isdisjoint(_forms(kind, text)) for kind in kinds):
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
