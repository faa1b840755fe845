"""Leaving people out who asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, select

from shortlist.service.db.engine import alone, writing
from shortlist.service.db.schema import people, people_anchors
from shortlist.service.index.store import (
    COUNTER,
    listed_as,
    put_suppression,
    remove_people,
    suppress_ids,
)
from shortlist.service.sets.repository import erase_people

_ANCHOR = {"email": "email", "profile_url": "profile"}


class NotSuppressible(ValueError):
    """What was given names nobody that could be left out; one line says why."""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """What `suppress` did."""

    people: int
    """How many were in the index and are not any more."""
    listed: bool
    """Whether it is new on the list."""


def suppress(engine: Engine, kind: str, value: str) -> Suppressed:
    """Leave out whoever has this `person_id`, `email` or `profile_url`, now and in every import.

    Their records, vectors and anchors, and what Sets hold of them, are erased at once; the list
    keeps hashes. Raises `NotSuppressible` for a value that is none of its kind, and for a page
    that several people share: suppress those by id.
    """
    normal = listed_as(kind, value)
    if normal is None:
        raise NotSuppressible(f"{value!r} is no {kind.replace('_', ' ')}")
    with writing(engine) as connection:
        # Before looking: whoever is imported after this meets the list.
        alone(connection, COUNTER)
        if kind == "person_id":
            matched = [normal]
        else:
            rows = connection.execute(
                select(people.c.id, people.c.record)
                .join(people_anchors, people_anchors.c.person_id == people.c.id)
                .where(people_anchors.c.kind == _ANCHOR[kind], people_anchors.c.value == normal)
                .where(people.c.removed_at.is_(None))
            ).all()
            names = {str(row.record.get("name")).casefold() for row in rows}
            if kind == "profile_url" and len(names) > 1:
                raise NotSuppressible(
                    f"{len(rows)} people share this page; suppress the one meant by --person-id"
                )
            matched = [row.id for row in rows]
        listed = put_suppression(connection, kind, normal)
        suppress_ids(connection, matched)
        erase_people(connection, matched)
        return Suppressed(remove_people(connection, matched), listed)
