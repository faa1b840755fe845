"""The rules of Sets (interface, sections 3 and 4.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from shortlist.contract import events as kinds
from shortlist.contract.extensions import CountedCriteria
from shortlist.contract.limits import (
    people_paid_by,
    people_price,
)
from shortlist.contract.sets import (
    CANCELED,
    QUEUED,
    CreatedSet,
    CreateSetRequest,
    PeopleSet,
    SetList,
)
from shortlist.service.billing import money
from shortlist.service.db.schema import searches
from shortlist.service.errors import ApiError
from shortlist.service.ids import new_id
from shortlist.service.lexicon.text import says_something
from shortlist.service.search.port import Finder, FrozenCriterion, Judge
from shortlist.service.sets import repository
from shortlist.service.sets.cursors import decode_cursor, encode_cursor
from shortlist.service.sets.repository import NewEvent, SetRow
from shortlist.service.sets.run import search_ref, settle_search
from shortlist.service.sets.views import item_wire, search_view, set_view
from shortlist.service.sets.visibility import Visibility

_ID = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A Set that was asked for, valid, its criteria frozen."""

    query: str
    count: int
    criteria: list[FrozenCriterion]
    budget_credits: int | None
    synthetic: bool

    @property
    def cap(self) -> int:
        """How many people may be admitted (4.2, budget rule 1)."""
        if self.budget_credits is None:
            return self.count
        return min(self.count, people_paid_by(self.budget_credits))


def refuse_enrichments(request: CreateSetRequest) -> None:
    """Sets take none: raises `ApiError` `enrichments_unavailable` where there are some."""
    if request.enrichments:
        raise ApiError("enrichments_unavailable", field="enrichments")


def want(request: CreateSetRequest, judge: Judge, *, synthetic: bool) -> Wanted:
    """Check `request` against its limits and freeze its criteria, those it gives or, when it
    gives none, those derived from its query.

    Raises `ApiError`: `query_required`, `validation_failed`.
    """
    search = request.search
    query = search.query.strip()
    if not query:
        raise ApiError(
            "query_required", "search.query: say who you are looking for.", field="search.query"
        )
    _ensure_says_something("search.query", query)
    given = [
        criterion if isinstance(criterion, str) else criterion.description
        for criterion in request.search.criteria or ()
    ]
    criteria = judge.criteria(query, _worded("search.criteria.", given) or None)
    return Wanted(
        query=query,
        count=search.count,
        criteria=criteria,
        budget_credits=request.budget.credits if request.budget else None,
        synthetic=synthetic,
    )


def count(finder: Finder, judge: Judge, query: str, given: Sequence[str]) -> CountedCriteria:
    """How many people meet what a Set of `query` checks: the criteria `given`, at least one.

    Raises `ApiError`: `query_required`, `validation_failed`.
    """
    query = query.strip()
    if not query:
        raise ApiError("query_required", "query: say who you are looking for.", field="query")
    criteria = judge.criteria(query, _worded("criterion.", given))
    return CountedCriteria(
        together=finder.counted(criteria, query), each=[finder.counted([each]) for each in criteria]
    )


def _worded(called: str, given: Sequence[str]) -> list[str]:
    """Criteria in words; each has one to look for."""
    texts = [text.strip() for text in given]
    for number, text in enumerate(texts):
        field = f"{called}{number}"
        if not text:
            raise ApiError("validation_failed", f"{field} must not be empty.", field=field)
        _ensure_says_something(field, text)
    return texts


def _ensure_says_something(field: str, text: str) -> None:
    if not says_something(text):
        raise ApiError("validation_failed", f"{field} has no word to look for.", field=field)


def create_set(connection: Connection, payer: money.Payer, wanted: Wanted, now: int) -> CreatedSet:
    """Reserve the price of everyone asked for, and promise the search.

    Starting the work is the caller's, after the commit; what a crash keeps from starting is found
    by the sweeper. Raises `ApiError`: `daily_budget_exceeded`, `monthly_budget_exceeded`,
    `insufficient_acu`.
    """
    set_id, search_id = new_id("set"), new_id("search")
    money.reserve(
        connection, payer, ref=search_ref(search_id), amount=people_price(wanted.count), now=now
    )
    repository.insert_set(
        connection,
        {
            "id": set_id,
            "workspace_id": payer.workspace_id,
            "key_id": payer.key_id,
            "budget_credits": wanted.budget_credits,
            "synthetic": wanted.synthetic,
            "created_at": now,
            "updated_at": now,
        },
    )
    repository.insert_search(
        connection,
        {
            "id": search_id,
            "set_id": set_id,
            "query": wanted.query,
            "count": wanted.count,
            "cap": wanted.cap,
            "criteria": [
                {"id": criterion.id, "description": criterion.description, "spec": criterion.spec}
                for criterion in wanted.criteria
            ],
            "criteria_counts": {
                criterion.id: {"checked": 0, "satisfied": 0, "unclear": 0, "rejected": 0}
                for criterion in wanted.criteria
            },
            "created_at": now,
        },
    )
    search = search_view(repository.get_search(connection, search_id), now)
    repository.append_events(
        connection, set_id, [NewEvent(kinds.SEARCH_QUEUED, search.to_wire())], now
    )
    created = read_set(connection, payer.workspace_id, set_id, now)
    return CreatedSet(**dict(created), search=search)


def find_set(connection: Connection, workspace_id: str, set_id: str) -> SetRow:
    """The workspace's Set. Raises `ApiError` `not_found`, also for another workspace's."""
    row = None
    if _ID.fullmatch(set_id):
        row = repository.get_set(connection, set_id, workspace_id)
    if row is None:
        raise ApiError("not_found", "There is no such Set in this workspace.")
    return row


def read_set(connection: Connection, workspace_id: str, set_id: str, now: int) -> PeopleSet:
    """`GET /v1/sets/{id}`."""
    row = find_set(connection, workspace_id, set_id)
    return set_view(row, repository.searches_of(connection, [row.id])[row.id], now)


def list_sets(
    connection: Connection, workspace_id: str, limit: int, cursor: str | None, now: int
) -> SetList:
    """`GET /v1/sets`: newest first."""
    before = None
    if cursor is not None:
        created_at, set_id = decode_cursor("sets", cursor, int, str)
        before = (int(created_at), str(set_id))
    rows = repository.list_sets(connection, workspace_id, limit + 1, before)
    shown, has_more = rows[:limit], len(rows) > limit
    found = repository.searches_of(connection, [row.id for row in shown])
    return SetList(
        data=[set_view(row, found[row.id], now) for row in shown],
        has_more=has_more,
        next_cursor=(
            encode_cursor("sets", shown[-1].created_at, shown[-1].id) if has_more else None
        ),
    )


def list_items(
    connection: Connection,
    visible: Visibility,
    workspace_id: str,
    set_id: str,
    limit: int,
    cursor: str | None,
) -> dict[str, Any]:
    """`GET /v1/sets/{id}/items`: in the order of admission, so that a walk meets everyone once
    while the Set grows. A page may be shorter than `limit` where people may no longer be shown.
    """
    row = find_set(connection, workspace_id, set_id)
    after = 0
    if cursor is not None:
        of_set, seq = decode_cursor("items", cursor, str, int)
        if of_set != row.id:
            raise ApiError(
                "validation_failed",
                "cursor: this one is of another Set; start again without a cursor.",
                field="cursor",
            )
        after = int(seq)
    rows = repository.list_admitted(connection, row.id, after, limit + 1)
    page, has_more = rows[:limit], len(rows) > limit
    return {
        "data": [item_wire(item, visible.same_as(item)) for item in visible(connection, page)],
        "next_cursor": encode_cursor("items", row.id, page[-1].seq) if has_more else None,
        "has_more": has_more,
    }


def cancel_set(connection: Connection, workspace_id: str, set_id: str, now: int) -> PeopleSet:
    """`POST /v1/sets/{id}/cancel`: a running search stops before its next batch, one that is
    still queued at once. Of a finished or cancelled Set, nothing changes."""
    row = find_set(connection, workspace_id, set_id)
    for search in repository.searches_of(connection, [row.id])[row.id]:
        repository.update_search(
            connection,
            search.id,
            {"cancel_requested_at": now},
            searches.c.status.in_(repository.UNFINISHED),
            searches.c.cancel_requested_at.is_(None),
        )
        # Nobody is checking it: it can end here. One that starts this moment finds it ended.
        if repository.get_search(connection, search.id).status == QUEUED:
            settle_search(connection, search.id, CANCELED, now)
    return read_set(connection, workspace_id, set_id, now)
