"""The people of a Set who are in review: for the owner of the data folder, never over HTTP.

The interface shows these people in the workspace's own application and never to an API key
(section 3, rule 1). Whoever may read the folder is that owner, so a command reads it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, select

from shortlist.service.db.engine import reading
from shortlist.service.db.schema import items, people
from shortlist.service.index.admin import local_engine
from shortlist.service.index.facet_schema import TOLD_BY
from shortlist.service.index.port import Record
from shortlist.service.index.store import listed_among, suppressed_ids
from shortlist.service.sets import repository

_WORDS: Final = "word"
"""The key of a condition that any words of a record may decide."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A criterion, and who is in review because of it."""

    criterion: str
    decided_by: Sequence[str]
    """What of a record would say it, of what somebody here lacks: its names as an import has them;
    none: its words."""
    items: list[dict[str, Any]] = field(default_factory=list)
    """Each person, with `verdict` on this criterion, and `also` unclear ones."""


@dataclass(frozen=True, slots=True)
class Review:
    """Those of a Set that are in review."""

    set_id: str
    people: int
    criteria: list[Unclear]
    """In the order of the Set; those that leave nobody in review are not among them."""


def read_review(data_dir: Path, database: str | None, set_id: str) -> Review | None:
    """Who is in review in a Set of this folder; None where there is no such Set."""
    with local_engine(data_dir, database) as engine, reading(engine) as connection:
        if repository.get_set(connection, set_id) is None:
            return None
        specs = _specs(connection, set_id)
        found: dict[str, Unclear] = {
            text: Unclear(
                text, sorted({TOLD_BY.get(key, key) for key in _keys(spec) if key != _WORDS})
            )
            for text, spec in specs.items()
        }
        rows = _rows(connection, set_id)
        for row in rows:
            unclear = [v for v in row.verification if v["status"] == "unclear"]
            for verdict in unclear:
                text = verdict["criterion"]
                also = [other["criterion"] for other in unclear if other is not verdict]
                entry = {"person": row.person, "verdict": verdict, "also": also}
                found.setdefault(text, Unclear(text, ())).items.append(entry)
        shown = [each for each in found.values() if each.items]
        known = _records(connection, set_id)
    told = [replace(each, decided_by=_lacking(each, known)) for each in shown]
    return Review(set_id, len(rows), told)


def _records(connection: Connection, set_id: str) -> dict[str, Record]:
    """What is imported of those in review."""
    reviewed = select(items.c.person_id).where(_in_review(set_id))
    rows = connection.execute(select(people.c.id, people.c.record).where(people.c.id.in_(reviewed)))
    return {row.id: row.record for row in rows}


def _lacking(unclear: Unclear, known: Mapping[str, Record]) -> list[str]:
    """Of what would decide it, what is missing of somebody: what is there decided nothing."""
    records = [known.get(entry["person"]["person_id"], {}) for entry in unclear.items]
    return [name for name in unclear.decided_by if not all(r.get(name) for r in records)]


def _in_review(set_id: str) -> ColumnElement[bool]:
    return and_(items.c.set_id == set_id, items.c.status == "review")


def _rows(connection: Connection, set_id: str) -> list[repository.ItemRow]:
    """Those in review who did not ask to be left out."""
    rows = connection.execute(select(items).where(_in_review(set_id)).order_by(items.c.seq)).all()
    gone = suppressed_ids(connection, [row.person_id for row in rows])
    pages = [page for row in rows if (page := row.person.get("profile_url"))]
    listed = listed_among(connection, "profile_url", pages)
    return [
        row
        for row in rows
        # Whoever was erased since is there without a name.
        if row.person and row.person_id not in gone and row.person.get("profile_url") not in listed
    ]


def _specs(connection: Connection, set_id: str) -> dict[str, Any]:
    """The criteria of the Set's searches and how each is decided, oldest first."""
    searches = repository.searches_of(connection, [set_id])[set_id]
    return {
        criterion["description"]: criterion.get("spec")
        for search in reversed(searches)
        for criterion in search.criteria
    }


def _keys(spec: Any) -> Iterator[str]:
    """The names of the conditions within a criterion's `spec`."""
    if isinstance(spec, dict):
        if isinstance(spec.get("key"), str):
            yield spec["key"]
        for value in spec.values():
            yield from _keys(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from _keys(value)
