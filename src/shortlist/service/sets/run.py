"""A search of a Set as a durable job: plan, check batch after batch, settle.

Each piece reads where the search is, does its part outside any transaction, and commits it in one
transaction that first makes sure the search still is where it was: a piece attempted twice, after
a crash or by a process that was frozen, counts once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine

from shortlist.contract import events as kinds
from shortlist.contract.limits import people_price
from shortlist.contract.search import SearchPlan
from shortlist.contract.sets import CANCELED, COMPLETED, FAILED, QUEUED, RUNNING, Verification
from shortlist.service.billing import money
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import AWAY, reading, writing
from shortlist.service.db.schema import searches
from shortlist.service.errors import NotReady
from shortlist.service.ids import new_id
from shortlist.service.index.port import (
    Filters,
    IndexTimeout,
    IndexUnavailable,
    PeopleIndex,
    Record,
)
from shortlist.service.index.store import suppressed_ids
from shortlist.service.search.port import (
    ADMITTED_LEAST,
    CANDIDATES_MOST,
    Finder,
    FrozenCriterion,
    Judge,
)
from shortlist.service.sets import repository
from shortlist.service.sets.repository import NewEvent, SearchRow
from shortlist.service.sets.views import person_of, search_view, to_millionths

log = logging.getLogger(__name__)

SEARCH_WORK = "search"
"""The name of this kind of durable work."""
BATCH_MIN, BATCH_MAX = 10, 50
"""People checked and committed at a time: as many as take about a second."""
_SEARCHES_KNOWN = 16
"""Searches whose candidates, at most some 300 KB, are kept at hand."""


class SearchJob:
    """Runs the searches of Sets (interface, sections 3 and 4.2)."""

    transient: tuple[type[Exception], ...] = (IndexUnavailable, IndexTimeout, *AWAY)
    awaited: tuple[type[Exception], ...] = (NotReady,)

    def __init__(
        self,
        engine: Engine,
        index: PeopleIndex,
        finder: Finder,
        judge: Judge,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """`told` is called after each commit that appended events."""
        self._engine = engine
        self._index = index
        self._finder = finder
        self._judge = judge
        self._told = told
        # Frozen when a search starts, and otherwise read anew for each of its batches.
        self._candidates_of = lru_cache(maxsize=_SEARCHES_KNOWN)(self._read_candidates)

    def unfinished(self, created_before: int) -> Sequence[str]:
        with reading(self._engine) as connection:
            return repository.unfinished_searches(connection, created_before)

    def advance(self, id: str) -> bool:
        with reading(self._engine) as connection:
            search = repository.get_search(connection, id)
        if search.status not in repository.UNFINISHED:
            return False
        if search.cancel_requested_at is not None:
            return self._settle(id, CANCELED)
        if search.status == QUEUED:
            return self._plan(search)
        if search.admitted >= search.cap or search.position >= search.candidates:
            return self._settle(id, COMPLETED)
        return self._check(search)

    def fail(self, id: str, error: Exception | None) -> None:
        self._settle(id, FAILED, _failure(error))

    # --- the pieces ----------------------------------------------------------------------------

    def _plan(self, search: SearchRow) -> bool:
        """Freeze who is checked and in which order."""
        criteria = frozen_criteria(search)
        plan: SearchPlan = self._finder.plan(search.query, Filters())
        # Of what this Set checks, which may be other than what its query says.
        plan = plan.model_copy(update={"counted": self._finder.counted(criteria, search.query)})
        scores: dict[str, int] = {}
        for each in self._finder.candidates(search.query, criteria):
            scores.setdefault(each.person_id, to_millionths(each.confidence))
        now = now_ms()
        with writing(self._engine) as connection:
            if repository.update_search(
                connection,
                search.id,
                {
                    "status": RUNNING,
                    "plan": plan.to_wire(),
                    "candidate_ids": list(scores.items()),
                    "started_at": now,
                },
                searches.c.status == QUEUED,
            ):
                _tell_search(connection, search.id, kinds.SEARCH_STARTED, now)
        self._told()
        return True

    def _read_candidates(self, id: str) -> list[tuple[str, int]]:
        with reading(self._engine) as connection:
            return repository.candidates_of(connection, id)

    def _check(self, search: SearchRow) -> bool:
        """Check the next candidates and commit what became of them."""
        criteria = frozen_criteria(search)
        end = search.position + _batch_size(search, now_ms())
        scores = dict(self._candidates_of(search.id)[search.position : end])
        with reading(self._engine) as connection:
            batch = list(scores)
            records_of = {id: (id, *self._index.same_as(id)) for id in batch}
            every = [id for ids in records_of.values() for id in ids]
            known = repository.known_people(connection, search.set_id, every)
        # Somebody may be in the Set by another record of theirs, or come twice in this batch.
        new = []
        for id in batch:
            if known.isdisjoint(records_of[id]):
                new.append(id)
                known.update(records_of[id])
        records = self._index.get(new)
        present = [id for id in batch if id in records]
        verdicts = dict(
            zip(
                present,
                self._judge.check(criteria, [records[id] for id in present]),
                strict=True,
            )
        )
        outcome = _Outcome(search)
        for id in batch:
            outcome.add(records.get(id), verdicts.get(id, []), scores[id])
            if outcome.full:
                break
        with writing(self._engine) as connection:
            self._commit(connection, search, outcome)
        self._told()
        return True

    def _commit(self, connection: Connection, search: SearchRow, outcome: _Outcome) -> None:
        if suppressed_ids(connection, [row["person_id"] for row in outcome.items]):
            # Asked to be left out while the judge looked: the batch is checked again, without.
            return
        now = now_ms()
        moved = repository.update_search(
            connection,
            search.id,
            outcome.values(),
            searches.c.status == RUNNING,
            searches.c.position == search.position,
            # Cancelled meanwhile: nobody is added after that.
            searches.c.cancel_requested_at.is_(None),
        )
        if not moved:
            return
        # The Set's row is locked by this before its items are numbered.
        events = [
            NewEvent(kinds.ITEM_ADMITTED, {"item": row["id"]})
            for row in outcome.items
            if row["status"] == "admitted"
        ]
        after = repository.get_search(connection, search.id)
        events.append(NewEvent(kinds.SEARCH_PROGRESS, search_view(after, now).to_wire()))
        repository.append_events(
            connection,
            search.set_id,
            events,
            now,
            item_count=repository.item_count_plus(len(events) - 1),
        )
        seq = repository.next_item_seq(connection, search.set_id)
        repository.insert_items(
            connection,
            [
                {**row, "seq": seq + offset, "created_at": now}
                for offset, row in enumerate(outcome.items)
            ],
        )

    def _settle(self, id: str, status: str, message: str | None = None) -> bool:
        now = now_ms()
        with writing(self._engine) as connection:
            settle_search(connection, id, status, now, message)
        self._told()
        return False


def _batch_size(search: SearchRow, now: int) -> int:
    """What the pace so far does in a second. A slow judge's progress shows often, and a quick
    one's transactions are few; the first batch is small, so that the first people show soon."""
    milliseconds = max(now - int(search.started_at), 1)
    return min(max(int(search.position) * 1000 // milliseconds, BATCH_MIN), BATCH_MAX)


def settle_search(
    connection: Connection, search_id: str, status: str, now: int, message: str | None = None
) -> None:
    """End the search: its charge, status and last events, in the caller's transaction.

    The one way a search ends, for completion, budget, failure and cancellation alike. Of a
    search that has ended already, nothing changes.
    """
    ended = repository.update_search(
        connection,
        search_id,
        {"status": status, "finished_at": now},
        searches.c.status.in_(repository.UNFINISHED),
    )
    if not ended:
        return
    search = repository.get_search(connection, search_id)
    stop_reason = None
    if status == COMPLETED and search.admitted < search.requested:
        if search.admitted >= search.cap:
            stop_reason = "budget"
        else:
            message = _all_checked(search)
    said = " ".join(each for each in (message, search.message) if each)
    repository.update_search(
        connection, search_id, {"stop_reason": stop_reason, "message": said or None}
    )
    charged = money.settle(
        connection,
        ref=search_ref(search_id),
        kind="sets",
        amount=people_price(search.admitted),
        now=now,
        detail={"set_id": search.set_id, "search_id": search_id, "admitted": search.admitted},
    )
    told = {
        COMPLETED: kinds.SEARCH_COMPLETED,
        FAILED: kinds.SEARCH_FAILED,
        CANCELED: kinds.SEARCH_CANCELED,
    }[status]
    search = repository.get_search(connection, search_id)
    row = repository.get_set(connection, search.set_id)
    assert row is not None
    spent = row.spent_credits + charged
    repository.append_events(
        connection,
        search.set_id,
        [
            NewEvent(told, search_view(search, now).to_wire()),
            NewEvent(kinds.IDLE, {"item_count": row.item_count, "spent_credits": spent}),
        ],
        now,
        spent_credits=spent,
    )


def search_ref(search_id: str) -> str:
    """What the search's reservation and its one charge are known by."""
    return f"search:{search_id}"


def frozen_criteria(search: SearchRow) -> list[FrozenCriterion]:
    return [
        FrozenCriterion(criterion["id"], criterion["description"], criterion["spec"])
        for criterion in search.criteria
    ]


class _Outcome:
    """What became of a batch, person by person."""

    def __init__(self, search: SearchRow) -> None:
        self._search = search
        self._position = search.position
        self._counts = {id: dict(counts) for id, counts in search.criteria_counts.items()}
        self._tally: dict[str, int] = {
            "admitted": search.admitted,
            "review": search.review,
            "rejected": search.rejected,
        }
        self._message = search.message
        self.items: list[dict[str, Any]] = []

    @property
    def full(self) -> bool:
        """As many are admitted as may be."""
        return self._tally["admitted"] >= int(self._search.cap)

    def add(self, record: Record | None, verdicts: Sequence[Verification], score: int) -> None:
        """Count one candidate. `record`: None who is in the Set already, or left the index;
        `score`: the retrieval score in millionths."""
        self._position += 1
        for verdict in verdicts:
            counts = self._counts[verdict.criterion_id]
            counts["checked"] += 1
            counts[_COUNTED_AS[verdict.status]] += 1
            if verdict.fallback:
                counts["fallback"] = counts.get("fallback", 0) + 1
                self._message = _fallen_back(self._counts, verdict.fallback)
        status = "rejected" if record is None else _status_of(verdicts)
        self._tally[status] += 1
        if record is not None and status != "rejected":
            least = to_millionths(ADMITTED_LEAST) if status == "admitted" else 0
            self.items.append(
                {
                    "id": new_id("item"),
                    "set_id": self._search.set_id,
                    "search_id": self._search.id,
                    "person_id": record["id"],
                    "status": status,
                    "person": person_of(record, max(score, least)).to_wire(),
                    "verification": [verdict.to_wire() for verdict in verdicts],
                    "score": score,
                }
            )

    def values(self) -> dict[str, Any]:
        return {
            "position": self._position,
            "criteria_counts": self._counts,
            "message": self._message,
            **self._tally,
        }


_COUNTED_AS = {"satisfied": "satisfied", "unsatisfied": "rejected", "unclear": "unclear"}


def _status_of(verdicts: Sequence[Verification]) -> str:
    """Section 3, rule 1: admitted only where every criterion is satisfied."""
    found = {verdict.status for verdict in verdicts}
    if "unsatisfied" in found:
        return "rejected"
    return "admitted" if found == {"satisfied"} else "review"


def _tell_search(connection: Connection, search_id: str, kind: str, now: int) -> None:
    search = repository.get_search(connection, search_id)
    repository.append_events(
        connection, search.set_id, [NewEvent(kind, search_view(search, now).to_wire())], now
    )


def _all_checked(search: SearchRow) -> str:
    met = f"{search.admitted:,} of the {search.requested:,} asked for met every criterion."
    if search.candidates == 0:
        return "Nobody in the index is likely to match, so nobody was checked."
    if search.candidates >= CANDIDATES_MOST:
        return f"More looking is not worth it: of the {search.candidates:,} likeliest, {met}"
    people = "person" if search.candidates == 1 else "people"
    return f"Everyone likely to match was checked, {search.candidates:,} {people}: {met}"


def _fallen_back(counts: Mapping[str, Mapping[str, int]], why: str) -> str:
    """That the model was to check some criteria, and why it did not."""
    times = sum(each.get("fallback", 0) for each in counts.values())
    checks = "1 check" if times == 1 else f"{times:,} checks"
    return f"The configured model left {checks} to the words of the records: {why}."


def _failure(error: Exception | None) -> str:
    if isinstance(error, IndexUnavailable | IndexTimeout):
        return "The people index could not be reached. People admitted so far stay in the Set."
    return "The search failed. People admitted so far stay in the Set."
