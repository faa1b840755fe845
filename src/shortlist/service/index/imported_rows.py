"""Which row of a file somebody was last read from, kept in the database.

A derived id comes from what a row says of somebody, and that depends on which column is said to be
what. Whoever was read from a row before keeps their id, however the row is read now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, delete, insert, select

from shortlist.service.db.schema import imported_rows, people


def people_of(connection: Connection, marks: Iterable[int]) -> dict[int, str]:
    """The ids of those who were read from these rows, of no more than one batch."""
    found = select(imported_rows.c.mark, imported_rows.c.person_id).where(
        imported_rows.c.mark.in_(list(marks))
    )
    return {row.mark: row.person_id for row in connection.execute(found)}


def marks_of(connection: Connection, person_ids: Sequence[str]) -> list[int]:
    """The rows that these people were last read from."""
    found = select(imported_rows.c.mark).where(imported_rows.c.person_id.in_(person_ids))
    return list(connection.scalars(found))


def put(connection: Connection, marks: Mapping[str, int]) -> None:
    """Of these people, by id, who is there was read from these rows now; no more than a batch."""
    forget(connection, list(marks))
    there = connection.scalars(
        select(people.c.id).where(people.c.id.in_(list(marks)), people.c.removed_at.is_(None))
    )
    if rows := [{"person_id": person_id, "mark": marks[person_id]} for person_id in there]:
        connection.execute(insert(imported_rows), rows)


def forget(connection: Connection, person_ids: Sequence[str]) -> None:
    """These people are gone, or are read from other rows."""
    connection.execute(delete(imported_rows).where(imported_rows.c.person_id.in_(person_ids)))
