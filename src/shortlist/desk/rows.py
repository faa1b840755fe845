"""People as flat rows, for files: what is known of each, and where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from shortlist.contract.times import format_time

if TYPE_CHECKING:
    from shortlist.contract.enrich import FieldResult
    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import PeopleSet, SetItem

__all__ = [
    "ENRICHMENT_PARTS",
    "PERSON_COLUMNS",
    "PROVENANCE_COLUMNS",
    "checked_columns",
    "columns_of",
    "enrichment_columns",
    "item_row",
    "item_rows",
    "search_rows",
]

Row = dict[str, Any]

PERSON_COLUMNS = (
    "person_id",
    "name",
    "title",
    "company",
    "location",
    "profile_url",
    "seniority",
    "industry",
    "summary",
    "confidence",
    "resolution_source",
    "identity_verified",
)
ITEM_COLUMNS = ("status", "criteria", "admitted_at")
ENRICHMENT_PARTS = ("", "_status", "_confidence", "_source", "_last_seen")
"""What is kept of each resolved field: `work_email`, `work_email_status` and so on."""
PROVENANCE_COLUMNS = (
    "synthetic",
    "set_id",
    "item_id",
    "search_id",
    "query",
    "request_id",
    "retrieved_at",
    "deployment",
    "seen_in",
    "purpose",
)
_KNOWN_FIELDS = ("work_email", "personal_email", "phone")
_LAST = ("note", "tags", *PROVENANCE_COLUMNS)


def search_rows(
    response: SearchResponse, *, query: str | None, deployment: str, at: datetime | None = None
) -> list[Row]:
    """One row for each person of a search's answer, best first.

    `deployment` is the base URL that answered; `at` when (default: now).
    """
    echo = response.data.request
    shared = {
        "synthetic": echo.synthetic if echo else None,
        "query": query,
        "request_id": response.meta.request_id or None,
        "retrieved_at": _moment(at),
        "deployment": deployment,
    }
    return [_person(result.person) | shared for result in response.data.results]


def item_row(
    item: SetItem,
    set_: PeopleSet,
    *,
    deployment: str,
    at: datetime | None = None,
    purpose: str | None = None,
) -> Row:
    """One row for an item of a Set; `purpose` is what the Set was noted down to be for."""
    query = next((s.query for s in set_.searches if s.id == item.search_id), None)
    return {
        **_person(item.person),
        **checked_columns(item),
        "synthetic": set_.synthetic,
        "set_id": item.set_id or set_.id,
        "item_id": item.id or None,
        "search_id": item.search_id or None,
        "query": query or (set_.newest.query if set_.newest else None),
        "retrieved_at": _moment(at),
        "deployment": deployment,
        "purpose": purpose or None,
    }


def item_rows(
    items: Iterable[SetItem],
    set_: PeopleSet,
    *,
    deployment: str,
    at: datetime | None = None,
    purpose: str | None = None,
) -> list[Row]:
    """One row for each item of a Set, in the order given."""
    return [item_row(item, set_, deployment=deployment, at=at, purpose=purpose) for item in items]


def checked_columns(item: SetItem) -> Row:
    """What a Set says of somebody in it: admitted, by which verdicts, and when."""
    return {
        "status": item.status,
        "criteria": "; ".join(f"{v.criterion}: {v.status}" for v in item.verification) or None,
        "admitted_at": format_time(item.created_at) if item.created_at else None,
    }


def enrichment_columns(fields: Mapping[str, FieldResult]) -> Row:
    """What enrichment answered for each of `fields`, as columns to add to a person's row."""
    row: Row = {}
    for name, field in fields.items():
        row[name] = field.value
        row[f"{name}_status"] = field.status
        row[f"{name}_confidence"] = field.confidence
        row[f"{name}_source"] = field.source
        row[f"{name}_last_seen"] = format_time(field.last_seen) if field.last_seen else None
    return row


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The columns that any of `rows` has a value in, in the order of this module, others after
    the person's own; `person_id` and `name` always."""
    present = {name for row in rows for name, value in row.items() if value is not None}
    present |= {"person_id", "name"}
    resolved = [field + part for field in _KNOWN_FIELDS for part in ENRICHMENT_PARTS]
    first = [*PERSON_COLUMNS, *ITEM_COLUMNS, *resolved]
    others = sorted(present - {*first, *_LAST})
    return [name for name in (*first, *others, *_LAST) if name in present]


def _person(person: Person) -> Row:
    return {name: getattr(person, name) for name in PERSON_COLUMNS}


def _moment(at: datetime | None) -> str:
    return format_time(at or datetime.now(UTC))
