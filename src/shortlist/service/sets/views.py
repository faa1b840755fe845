"""Rows as the wire models of sections 2.2 to 2.4."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from shortlist.contract.limits import PEOPLE_PER_ACU, people_price
from shortlist.contract.person import Person
from shortlist.contract.search import Counted
from shortlist.contract.sets import (
    COMPLETED,
    QUEUED,
    RUNNING,
    Criterion,
    PeopleSet,
    Pricing,
    Progress,
    SetBudget,
    SetItem,
    SetSearch,
    Verification,
)
from shortlist.service.clock import moment
from shortlist.service.contact_redaction import without_contacts
from shortlist.service.search.career import career_of
from shortlist.service.sets.repository import ItemRow, SearchRow, SetRow

MILLIONTHS = 1_000_000


def search_view(row: SearchRow, now: int) -> SetSearch:
    """A search of a Set, as of `now`."""
    return SetSearch(
        id=row.id,
        query=row.query,
        count=row.requested,
        status=row.status,
        behavior="append",
        criteria=[
            Criterion(
                id=criterion["id"],
                description=criterion["description"],
                **row.criteria_counts[criterion["id"]],
            )
            for criterion in row.criteria
        ],
        progress=progress_view(row, now),
        created_at=moment(row.created_at),
        finished_at=None if row.finished_at is None else moment(row.finished_at),
        stop_reason=row.stop_reason,
        message=row.message,
        counted=None if row.counted is None else Counted.model_validate(row.counted),
    )


def progress_view(row: SearchRow, now: int) -> Progress:
    """How far the search is. `completion` is the nearer of its two ends: everyone is checked,
    or as many are admitted as may be."""
    checked = row.position / row.candidates if row.candidates else 0.0
    admitted = row.admitted / row.cap if row.cap else 0.0
    return Progress(
        candidates=row.candidates,
        checked=row.position,
        admitted=row.admitted,
        review=row.review,
        rejected=row.rejected,
        requested=row.requested,
        completion=1.0 if row.status == COMPLETED else round(max(checked, admitted), 4),
        eta_seconds=_eta_seconds(row, now),
    )


def _eta_seconds(row: SearchRow, now: int) -> int | None:
    """What is left at the pace so far; None where there is no pace yet, or nothing left."""
    if row.status != RUNNING or row.position == 0 or row.started_at is None:
        return None
    left = row.candidates - row.position
    if row.admitted:
        left = min(left, (row.cap - row.admitted) * row.position / row.admitted)
    # A clock that was set back meanwhile says less than nothing.
    seconds: float = max(now - row.started_at, 0) / 1000 * left / row.position
    return math.ceil(seconds)


def pricing_view(count: int) -> Pricing:
    """The estimate of the charge for `count` people, which is also what is reserved."""
    return Pricing(
        unit="acu",
        people_per_acu=PEOPLE_PER_ACU,
        requested=count,
        estimated_credits=people_price(count),
        settles_on="admitted",
    )


def set_view(row: SetRow, searches: Sequence[SearchRow], now: int) -> PeopleSet:
    """A Set with its searches, newest first."""
    return PeopleSet(
        id=row.id,
        status=searches[0].status if searches else QUEUED,
        searches=[search_view(search, now) for search in searches],
        item_count=row.item_count,
        spent_credits=row.spent_credits,
        budget=SetBudget(credits=row.budget_credits),
        pricing=pricing_view(sum(search.requested for search in searches)),
        events_url=f"/v1/sets/{row.id}/events",
        items_url=f"/v1/sets/{row.id}/items",
        created_at=moment(row.created_at),
        updated_at=moment(row.updated_at),
        synthetic=row.synthetic,
    )


def to_millionths(score: float) -> int:
    return round(score * MILLIONTHS)


def from_millionths(score: int | None) -> float | None:
    return None if score is None else score / MILLIONTHS


def item_view(row: ItemRow) -> SetItem:
    """An admitted person."""
    return SetItem(
        id=row.id,
        set_id=row.set_id,
        search_id=row.search_id,
        status=row.status,
        person=Person.model_validate(row.person),
        verification=[Verification.model_validate(verdict) for verdict in row.verification],
        score=from_millionths(row.score),
        created_at=moment(row.created_at),
    )


def item_wire(row: ItemRow, same_as: Sequence[str]) -> dict[str, Any]:
    """`item_view` as it is emitted: `confidence` is present only where there is a score (2.1).

    `same_as`: the person's other records, as the index knows them now.
    """
    wire = item_view(row).to_wire()
    if same_as:
        wire["same_as"] = list(same_as)
    if wire["person"]["confidence"] is None:
        del wire["person"]["confidence"]
    return wire


def person_of(record: dict[str, Any], score: int) -> Person:
    """The person of a record as a Set gives it: no contact value is part of it (2.1). `score` is
    in millionths."""
    summary = record.get("summary")
    return Person(
        person_id=record["id"],
        name=record.get("name"),
        title=record.get("title"),
        company=record.get("company"),
        location=record.get("location"),
        profile_url=record.get("profile_url"),
        seniority=record.get("seniority"),
        industry=record.get("industry"),
        summary=without_contacts(summary) if isinstance(summary, str) else None,
        **career_of(record),
        resolution_source="service_people_index",
        confidence=from_millionths(score),
        identity_verified=False,
        contact_status="requires_enrichment",
    )
