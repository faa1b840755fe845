"""Suppression of people who asked to be left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select

from shortlist.contract.anchors import normalise
from shortlist.service.db.engine import alone, writing
from shortlist.service.db.schema import people, people_anchors
from shortlist.service.erasure import erase
from shortlist.service.index import imported_rows
from shortlist.service.index.anchors import phone_of
from shortlist.service.index.person_matching import lasting_keys
from shortlist.service.index.persons import records_of
from shortlist.service.index.port import Record
from shortlist.service.index.store import (
    COUNTER,
    listed_as,
    put_suppression,
    remove_people,
    suppress_ids,
)
from shortlist.service.index.web_people import called, forget_web_people
from shortlist.service.sets.repository import erase_people

_ANCHOR = {"email": "email", "profile_url": "profile"}
LISTED = {"email": "email", "profile": "profile_url", "name_domain": "name_domain"}


class NotSuppressible(ValueError):
    """What was given names nobody that could be left out; one line says why."""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """What `suppress` did."""

    people: int
    """How many were in the index and are not any more."""
    listed: bool
    """Whether it is new on the list."""
    names: tuple[tuple[str, str], ...] = ()
    """What they were known by, kind and value, to erase them elsewhere too: kept nowhere here."""


def suppress(engine: Engine, kind: str, value: str) -> Suppressed:
    """Leave out whoever has this `person_id`, `email` or `profile_url`, now and in every import.

    Their records, vectors and anchors, and what Sets hold of them, are erased at once, and so are
    those of every other record of the same person; the list keeps hashes: of what was given, and
    of all else that names this person alone, so that no provider is asked about them by another
    name, and no later record of theirs gets in.

    Raises `NotSuppressible` for a value that is none of its kind, and for a page that several
    people share: suppress those by id.
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
        matched = records_of(connection, matched)
        listed = put_suppression(connection, kind, normal)
        suppress_ids(connection, matched)
        own = _names_of_theirs_alone(connection, matched)
        for name_kind, name in own:
            put_suppression(connection, name_kind, name)
        ids = [("person_id", person_id) for person_id in matched]
        known: list[tuple[str, str]] = [(kind, normal), *ids, *own]
        found = select(people.c.record).where(people.c.id.in_(matched))
        records = list(connection.scalars(found))
        page = normal if kind == "profile_url" else None
        own_names = [str(record["name"]) for record in records if record.get("name")]
        told = forget_web_people(connection, matched, own_names, page)
        suppress_ids(connection, [record["id"] for record in told])
        known += [("person_id", record["id"]) for record in told]
        own_names += [str(record["name"]) for record in told]
        lasting = {each for record in [*records, *told] for each in lasting_keys(record)}
        for each in sorted(lasting | {key for name in own_names for key in called(name)}):
            put_suppression(connection, "same", each)
        for mark in imported_rows.marks_of(connection, matched):
            put_suppression(connection, "row", str(mark))
        for number in _numbers_of_theirs_alone(connection, matched, records):
            put_suppression(connection, "phone", number)
        erase_people(connection, matched)
        done = Suppressed(remove_people(connection, matched), listed, tuple(dict.fromkeys(known)))
    erase(engine)
    return done


def _numbers_of_theirs_alone(
    connection: Connection, person_ids: Sequence[str], records: Sequence[Record]
) -> list[str]:
    """The telephone numbers of these records that nobody else's record has: an exchange is of
    everybody it connects."""
    spelt = {number for record in records if (number := phone_of(record))}
    if not spelt:
        return []
    said = people.c.record[("contacts", "phone", "value")].as_string()
    shared = set(
        connection.scalars(select(said).where(said.in_(spelt), people.c.id.not_in(person_ids)))
    )
    numbers = {normalise("phone", number) for number in spelt - shared}
    return sorted(number for number in numbers if number)


def _names_of_theirs_alone(
    connection: Connection, person_ids: Sequence[str]
) -> list[tuple[str, str]]:
    """Every anchor of these people that leads to nobody else, as the list names its kind: an
    office's mailbox, or a page of many, is not theirs."""
    own, others = people_anchors, people_anchors.alias()
    shared = select(others.c.person_id).where(
        others.c.kind == own.c.kind,
        others.c.value == own.c.value,
        others.c.person_id.not_in(person_ids),
    )
    rows = connection.execute(
        select(own.c.kind, own.c.value).where(own.c.person_id.in_(person_ids), ~shared.exists())
    )
    return [(LISTED[row.kind], row.value) for row in rows]
