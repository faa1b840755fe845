"""The lookup table of people: their anchors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, update

from shortlist.service.db.engine import alone, reading, writing
from shortlist.service.db.schema import (
    counters,
    datasets,
    people,
    people_anchors,
)
from shortlist.service.index.anchors import anchors
from shortlist.service.index.port import Record

_PAGE: Final = 500
SPELT_BY: Final = "anchors_version"
"""The counter that holds the `ANCHORS_VERSION` of the forms that everyone's anchors are in."""
ANCHORS_VERSION: Final = 3
"""Of `contract.anchors`: a database whose people have anchors of other forms gets them anew."""


def anchors_of(connection: Connection, person_ids: Sequence[str]) -> set[tuple[str, str]]:
    """Every anchor of these people: kind and value."""
    found: set[tuple[str, str]] = set()
    for start in range(0, len(person_ids), _PAGE):
        some = people_anchors.c.person_id.in_(person_ids[start : start + _PAGE])
        rows = connection.execute(select(people_anchors.c.kind, people_anchors.c.value).where(some))
        found.update((row.kind, row.value) for row in rows)
    return found


def anchors_still(connection: Connection, spelt: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those of `spelt` that anybody has."""
    values = sorted({value for _, value in spelt})
    found: set[tuple[str, str]] = set()
    for start in range(0, len(values), _PAGE):
        some = people_anchors.c.value.in_(values[start : start + _PAGE])
        rows = connection.execute(select(people_anchors.c.kind, people_anchors.c.value).where(some))
        found.update((row.kind, row.value) for row in rows)
    return found


def insert_of(connection: Connection, records: Sequence[Record]) -> None:
    """Write down those of `records`, of whom none are written."""
    said = {record["id"]: dict.fromkeys(anchors(record)) for record in records}
    found = [
        {"person_id": person_id, "kind": kind, "value": value}
        for person_id, own in said.items()
        for kind, value in own
    ]
    if found:
        connection.execute(insert(people_anchors), found)


def forget(connection: Connection, person_ids: Sequence[str]) -> None:
    """Have none of these people; no more of them than fit one statement."""
    connection.execute(delete(people_anchors).where(people_anchors.c.person_id.in_(person_ids)))


def ensure_spelt(engine: Engine) -> None:
    """Have everyone's anchors in the forms of this version."""
    with reading(engine) as connection:
        if _is_spelt(connection):
            return
    with writing(engine) as connection:
        alone(connection, "people")
        if not _is_spelt(connection):  # another process was faster
            _spell_anew(connection)


def _is_spelt(connection: Connection) -> bool:
    version = select(counters.c.value).where(counters.c.name == SPELT_BY)
    return connection.scalar(version) == ANCHORS_VERSION


def _spell_anew(connection: Connection) -> None:
    last = ""
    while True:
        # But for those of the synthetic sample, whose addresses were never spelled otherwise.
        page = (
            select(people.c.id, people.c.record)
            .join(datasets, datasets.c.name == people.c.dataset)
            .where(people.c.id > last, people.c.removed_at.is_(None), ~datasets.c.synthetic)
        )
        records = [
            row.record for row in connection.execute(page.order_by(people.c.id).limit(_PAGE))
        ]
        if not records:
            break
        forget(connection, [record["id"] for record in records])
        insert_of(connection, records)
        last = records[-1]["id"]
    kept = update(counters).where(counters.c.name == SPELT_BY).values(value=ANCHORS_VERSION)
    if connection.execute(kept).rowcount == 0:
        connection.execute(insert(counters).values(name=SPELT_BY, value=ANCHORS_VERSION))
