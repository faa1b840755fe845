"""Queries of Sets, their searches, items and events. Callers own the transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, or_, select, update

from shortlist.contract.sets import QUEUED, RUNNING
from shortlist.service.clock import promised_by
from shortlist.service.db.schema import events, items, searches, sets

SetRow = Row[Any]
"""A row of `sets`."""
SearchRow = Row[Any]
"""A row of `searches`, but for three: `candidates` is how many there are, for they are many,
`requested` is its `count`, a word that rows use themselves, and of its `plan` it has `counted`."""
ItemRow = Row[Any]
"""A row of `items`."""

UNFINISHED = (QUEUED, RUNNING)

_SEARCH = (
    *(column for column in searches.c if column.name not in {"candidate_ids", "plan", "count"}),
    searches.c.count.label("requested"),
    searches.c.plan["counted"].label("counted"),
    func.coalesce(func.json_array_length(searches.c.candidate_ids), 0).label("candidates"),
)


# --- Sets ---------------------------------------------------------------------------------------


def insert_set(connection: Connection, values: Mapping[str, Any]) -> None:
    connection.execute(insert(sets).values(item_count=0, spent_credits=0, event_seq=0, **values))


def get_set(connection: Connection, set_id: str, workspace_id: str | None = None) -> SetRow | None:
    """The Set; with `workspace_id`, only if it is that workspace's."""
    query = select(sets).where(sets.c.id == set_id)
    if workspace_id is not None:
        query = query.where(sets.c.workspace_id == workspace_id)
    return connection.execute(query).one_or_none()


def list_sets(
    connection: Connection, workspace_id: str, limit: int, before: tuple[int, str] | None
) -> Sequence[SetRow]:
    """Newest first; `before` is (created_at, id) of the last one already listed."""
    query = select(sets).where(sets.c.workspace_id == workspace_id)
    if before is not None:
        created_at, set_id = before
        query = query.where(
            or_(
                sets.c.created_at < created_at,
                and_(sets.c.created_at == created_at, sets.c.id < set_id),
            )
        )
    return connection.execute(
        query.order_by(sets.c.created_at.desc(), sets.c.id.desc()).limit(limit)
    ).all()


# --- searches -----------------------------------------------------------------------------------


def insert_search(connection: Connection, values: Mapping[str, Any]) -> None:
    connection.execute(
        insert(searches).values(
            position=0, status=QUEUED, admitted=0, review=0, rejected=0, **values
        )
    )


def get_search(connection: Connection, search_id: str) -> SearchRow:
    return connection.execute(select(*_SEARCH).where(searches.c.id == search_id)).one()


def searches_of(connection: Connection, set_ids: Sequence[str]) -> dict[str, list[SearchRow]]:
    """The searches of each Set, newest first."""
    found: dict[str, list[SearchRow]] = {set_id: [] for set_id in set_ids}
    rows = connection.execute(
        select(*_SEARCH)
        .where(searches.c.set_id.in_(set_ids))
        .order_by(searches.c.created_at.desc(), searches.c.id.desc())
    )
    for row in rows:
        found[row.set_id].append(row)
    return found


def unfinished_searches(connection: Connection, created_before: int) -> Sequence[str]:
    """Ids of searches that were promised before that time and are not finished."""
    return connection.scalars(
        select(searches.c.id).where(
            searches.c.status.in_(UNFINISHED),
            promised_by(searches.c.created_at, created_before),
        )
    ).all()


def update_search(
    connection: Connection, search_id: str, values: Mapping[str, Any], *guards: ColumnElement[bool]
) -> bool:
    """Set `values` if the search still is as `guards` say; False: it is not, nothing changed."""
    done = connection.execute(
        update(searches).where(searches.c.id == search_id, *guards).values(**values)
    )
    return done.rowcount == 1


def candidates_of(connection: Connection, search_id: str) -> list[tuple[str, int]]:
    """The candidates in checking order, with their scores in millionths."""
    found = connection.execute(
        select(searches.c.candidate_ids).where(searches.c.id == search_id)
    ).scalar_one()
    return found or []


# --- items --------------------------------------------------------------------------------------


def item_count_plus(admitted: int) -> ColumnElement[int]:
    return sets.c.item_count + admitted


def next_item_seq(connection: Connection, set_id: str) -> int:
    last = connection.scalar(select(func.max(items.c.seq)).where(items.c.set_id == set_id))
    return int(last or 0) + 1


def known_people(connection: Connection, set_id: str, person_ids: Sequence[str]) -> set[str]:
    """Those of `person_ids` who are items of the Set already."""
    return set(
        connection.scalars(
            select(items.c.person_id).where(
                items.c.set_id == set_id, items.c.person_id.in_(person_ids)
            )
        )
    )


def insert_items(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(insert(items), list(rows))


def list_admitted(
    connection: Connection,
    set_id: str,
    after_seq: int,
    limit: int,
    *,
    up_to_seq: int | None = None,
) -> Sequence[ItemRow]:
    """Admitted people in the order of their admission. There is no query for the others here:
    over HTTP people under review never leave the service (section 3, rule 1)."""
    query = select(items).where(
        items.c.set_id == set_id, items.c.status == "admitted", items.c.seq > after_seq
    )
    if up_to_seq is not None:
        query = query.where(items.c.seq <= up_to_seq)
    return connection.execute(query.order_by(items.c.seq).limit(limit)).all()


def admitted_by_id(connection: Connection, item_ids: Sequence[str]) -> dict[str, ItemRow]:
    rows = connection.execute(
        select(items).where(items.c.id.in_(item_ids), items.c.status == "admitted")
    )
    return {row.id: row for row in rows}


def erase_people(connection: Connection, person_ids: Sequence[str]) -> None:
    """Forget what items say of these people. That somebody was admitted, and paid for, stays."""
    connection.execute(
        update(items).where(items.c.person_id.in_(person_ids)).values(person={}, verification=[])
    )


# --- events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event about to be told: what it is and its payload (for an item, `{"item": id}`)."""

    type: str
    data: Mapping[str, Any]


def append_events(
    connection: Connection, set_id: str, told: Sequence[NewEvent], now: int, **set_values: Any
) -> None:
    """Tell `told`, numbered on from the Set's last event, and set `set_values` on the Set.

    The counter is the Set's own and grows in this very transaction: numbers have no gaps, and
    whoever reads number n has read everything before it.
    """
    last = connection.execute(
        update(sets)
        .where(sets.c.id == set_id)
        .values(event_seq=sets.c.event_seq + len(told), updated_at=now, **set_values)
        .returning(sets.c.event_seq)
    ).scalar_one()
    first = last - len(told) + 1
    connection.execute(
        insert(events),
        [
            {
                "set_id": set_id,
                "seq": first + offset,
                "type": event.type,
                "data": dict(event.data),
                "created_at": now,
            }
            for offset, event in enumerate(told)
        ],
    )


def events_after(connection: Connection, set_id: str, seq: int, limit: int) -> Sequence[Row[Any]]:
    """At most `limit` events of the Set after number `seq`, in order."""
    return connection.execute(
        select(events)
        .where(events.c.set_id == set_id, events.c.seq > seq)
        .order_by(events.c.seq)
        .limit(limit)
    ).all()


def last_event_seqs(connection: Connection, set_ids: Sequence[str]) -> dict[str, int]:
    rows = connection.execute(select(sets.c.id, sets.c.event_seq).where(sets.c.id.in_(set_ids)))
    return {row.id: row.event_seq for row in rows}


def last_event(connection: Connection, set_id: str) -> Row[Any] | None:
    return connection.execute(
        select(events).where(events.c.set_id == set_id).order_by(events.c.seq.desc()).limit(1)
    ).one_or_none()
