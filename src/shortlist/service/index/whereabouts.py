"""Where a person is in a data folder: for its owner, never over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, select

from shortlist.contract.times import format_time
from shortlist.service.clock import moment
from shortlist.service.db.engine import reading
from shortlist.service.db.schema import items, people, people_anchors, person_runs, searches
from shortlist.service.index.admin import local_engine
from shortlist.service.index.persons import records_of
from shortlist.service.index.store import listed_as

_ANCHORS = {"email": "email", "profile_url": "profile"}


@dataclass(slots=True)
class Whereabouts:
    """Somebody's records, and what was made of them."""

    records: list[tuple[str, str, str]] = field(default_factory=list)
    """Id, name and data set of each record in the index."""
    sets: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Set, its query, `admitted` or `review`, and since when."""
    researched: list[str] = field(default_factory=list)
    """When research was asked for."""
    names: list[tuple[str, str]] = field(default_factory=list)
    """What they are known by there, and nobody else: kind (as `suppress` has it) and value."""


def whereabouts(
    data_dir: Path, database: str | None, named: Sequence[tuple[str, str]]
) -> Whereabouts:
    """Where whoever has one of these names (`person_id`, `email`, `profile_url`) is in a folder."""
    with local_engine(data_dir, database) as engine, reading(engine) as connection:
        ids = records_of(connection, _ids(connection, named))
        found = Whereabouts()
        rows = connection.execute(
            select(people.c.id, people.c.record, people.c.dataset)
            .where(people.c.id.in_(ids), people.c.removed_at.is_(None))
            .order_by(people.c.id)
        )
        for row in rows:
            page = row.record.get("profile_url")
            found.records.append((row.id, str(row.record.get("name") or ""), row.dataset))
            found.names += [("person_id", row.id)] + ([("profile_url", page)] if page else [])
        in_sets = connection.execute(
            select(
                items.c.set_id, items.c.person, searches.c.query, items.c.status, items.c.created_at
            )
            .join(searches, searches.c.id == items.c.search_id)
            .where(items.c.person_id.in_(ids))
            .order_by(items.c.created_at)
        )
        for each in in_sets:
            if not each.person:
                continue  # erased: that somebody was admitted stays
            at = format_time(moment(each.created_at))
            found.sets.append((each.set_id, each.query, each.status, at))
        asked = select(person_runs.c.created_at).where(person_runs.c.person_id.in_(ids))
        found.researched = [format_time(moment(at)) for at in connection.scalars(asked)]
    return found


def _ids(connection: Connection, named: Sequence[tuple[str, str]]) -> list[str]:
    ids: list[str] = []
    for kind, value in named:
        normal = listed_as(kind, value)
        if normal is None:
            continue
        if kind == "person_id":
            ids.append(normal)
            continue
        found = (
            select(people_anchors.c.person_id)
            .where(people_anchors.c.kind == _ANCHORS[kind], people_anchors.c.value == normal)
            .distinct()
        )
        ids += connection.scalars(found)
    return list(dict.fromkeys(ids))
