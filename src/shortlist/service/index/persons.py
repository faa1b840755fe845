"""Groups of records that are of one person, kept in the database.

`put_people` and `remove_people` keep it; whoever reads asks `groups`. A person is called by the
smallest id among their records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select, update

from shortlist.service.db.schema import counters, datasets, people, people_marks, same_people
from shortlist.service.index.person_matching import (
    SAME_VERSION,
    comparison_keys,
    is_same_person,
    is_somebody_else,
)
from shortlist.service.index.port import Record

COMPARED_BY = "same_version"
"""The counter that holds the `SAME_VERSION` of the rules that everyone was compared by."""
_CHUNK = 500
_SHARED_MOST = 50
"""Of more people with one mark, such as a name that stands for none, only so many are compared."""


def groups(connection: Connection) -> dict[str, tuple[str, ...]]:
    """For each record of a person who has several: the ids of all of them, in order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    rows = connection.execute(
        select(same_people.c.same_as, same_people.c.person_id).order_by(same_people.c.person_id)
    )
    for same_as, person_id in rows:
        found[same_as].append(person_id)
    together = [tuple(ids) for ids in found.values()]
    return {person_id: ids for ids in together for person_id in ids}


def records_of(connection: Connection, person_ids: Iterable[str]) -> list[str]:
    """`person_ids` and every other record of the same people."""
    own = list(person_ids)
    return list(dict.fromkeys([*own, *_grouped_with(connection, own)]))


def put(connection: Connection, records: Sequence[Record]) -> None:
    """`records` are new, or say something else than before: compare them with everyone.

    Their rows in `people` are written already.
    """
    if not is_compared(connection):
        compare_all(connection)
        return
    given = {str(record["id"]): record for record in records}
    said = {person_id: comparison_keys(record) for person_id, record in given.items()}
    _forget_marks(connection, list(given))
    _insert_marks(connection, said)
    alike = _alike(connection, {mark for each in said.values() for mark in each})
    _regroup(connection, {*alike, *_grouped_with(connection, list(given))}, given)


def remove(connection: Connection, person_ids: Sequence[str]) -> None:
    """These records are gone: whom they held together is compared again."""
    own: set[int] = set()
    for chunk in _chunks(person_ids):
        said = select(people_marks.c.mark).where(people_marks.c.person_id.in_(chunk))
        own.update(connection.scalars(said))
    # Whom they held apart, too.
    left = {*_grouped_with(connection, person_ids), *_alike(connection, own)} - set(person_ids)
    _forget_marks(connection, person_ids)
    _forget_groups(connection, person_ids)
    _regroup(connection, left, {})


def compare_all(connection: Connection) -> None:
    """Compare everyone with everyone, and remember by which rules; nobody else changes people."""
    connection.execute(delete(same_people))
    connection.execute(delete(people_marks))
    for batch in _everyone(connection):
        _insert_marks(connection, {str(record["id"]): comparison_keys(record) for record in batch})
    _regroup(connection, set(connection.scalars(_sharing())), {})
    kept = update(counters).where(counters.c.name == COMPARED_BY).values(value=SAME_VERSION)
    if connection.execute(kept).rowcount == 0:
        connection.execute(insert(counters).values(name=COMPARED_BY, value=SAME_VERSION))


def is_compared(connection: Connection) -> bool:
    """Whether everyone was compared by the rules of this version."""
    version = select(counters.c.value).where(counters.c.name == COMPARED_BY)
    return connection.scalar(version) == SAME_VERSION


def _everyone(connection: Connection) -> Iterator[list[Record]]:
    """Every record but those of the synthetic sample, each of whom is somebody else."""
    last = ""
    while True:
        rows = connection.execute(
            select(people.c.id, people.c.record)
            .join(datasets, datasets.c.name == people.c.dataset)
            .where(people.c.id > last, people.c.removed_at.is_(None), ~datasets.c.synthetic)
            .order_by(people.c.id)
            .limit(1000)
        ).all()
        if not rows:
            return
        yield [row.record for row in rows]
        last = rows[-1].id


def _regroup(connection: Connection, person_ids: set[str], known: Mapping[str, Record]) -> None:
    """Decide anew who of these, and of whoever is grouped with them, are one person."""
    if not person_ids:
        return
    everybody = sorted(records_of(connection, person_ids))
    records = dict(known)
    for chunk in _chunks([i for i in everybody if i not in known]):
        rows = connection.execute(
            select(people.c.id, people.c.record).where(
                people.c.id.in_(chunk), people.c.removed_at.is_(None)
            )
        )
        records.update({row.id: row.record for row in rows})
    parts = _Parts(i for i in everybody if i in records)
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for person_id in parts.members:
        for mark in comparison_keys(records[person_id]):
            holders[mark].append(person_id)
    pairs = {
        pair
        for alike in holders.values()
        for pair in combinations(alike[:_SHARED_MOST], 2)
        if is_same_person(records[pair[0]], records[pair[1]])
    }
    for one, other in pairs - _torn(pairs, records):
        parts.join(one, other)
    _forget_groups(connection, everybody)
    rows_of_groups = [
        {"person_id": person_id, "same_as": min(ids)}
        for ids in parts.groups()
        if len(ids) > 1
        for person_id in ids
    ]
    if rows_of_groups:
        connection.execute(insert(same_people), rows_of_groups)


def _torn(pairs: Set[tuple[str, str]], records: Mapping[str, Record]) -> set[tuple[str, str]]:
    """The pairs of whoever could be either of two different people: that one is nobody's."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    unsure = {
        person_id
        for person_id, alike in near.items()
        if any(is_somebody_else(records[a], records[b]) for a, b in combinations(alike, 2))
    }
    return {pair for pair in pairs if not unsure.isdisjoint(pair)}


class _Parts:
    """People put together, pair by pair."""

    def __init__(self, members: Iterable[str]) -> None:
        self._part = {member: {member} for member in members}

    @property
    def members(self) -> list[str]:
        return list(self._part)

    def join(self, one: str, other: str) -> None:
        whole = self._part[one] | self._part[other]
        for member in whole:
            self._part[member] = whole

    def groups(self) -> list[set[str]]:
        return list({id(part): part for part in self._part.values()}.values())


def _grouped_with(connection: Connection, person_ids: Sequence[str]) -> list[str]:
    """Every record of those of these people who have several."""
    called: set[str] = set()
    for chunk in _chunks(person_ids):
        rows = select(same_people.c.same_as).where(same_people.c.person_id.in_(chunk))
        called.update(connection.scalars(rows))
    found: list[str] = []
    for chunk in _chunks(sorted(called)):
        mates = select(same_people.c.person_id).where(same_people.c.same_as.in_(chunk))
        found += connection.scalars(mates)
    return found


def _alike(connection: Connection, own: Set[int]) -> set[str]:
    """Everyone who shares one of these marks with somebody."""
    return {
        person_id
        for chunk in _chunks(sorted(own))
        for person_id in connection.scalars(_sharing(people_marks.c.mark.in_(chunk)))
    }


def _sharing(*where: ColumnElement[bool]) -> Select[str]:
    """Who has a mark, of those that `where` holds for, that somebody else has, too."""
    shared = select(people_marks.c.mark).where(*where).group_by(people_marks.c.mark)
    return select(people_marks.c.person_id).where(
        people_marks.c.mark.in_(shared.having(func.count() > 1))
    )


def _insert_marks(connection: Connection, said: Mapping[str, set[int]]) -> None:
    rows = [{"person_id": i, "mark": mark} for i, own in said.items() for mark in sorted(own)]
    if rows:
        connection.execute(insert(people_marks), rows)


def _forget_marks(connection: Connection, person_ids: Sequence[str]) -> None:
    for chunk in _chunks(person_ids):
        connection.execute(delete(people_marks).where(people_marks.c.person_id.in_(chunk)))


def _forget_groups(connection: Connection, person_ids: Sequence[str]) -> None:
    for chunk in _chunks(person_ids):
        connection.execute(delete(same_people).where(same_people.c.person_id.in_(chunk)))


def _chunks(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """`values` in pieces that fit one statement's parameters."""
    for start in range(0, len(values), _CHUNK):
        yield values[start : start + _CHUNK]
