"""Rows of people for files: what is known of each, and where it came from.

A row holds verdicts and contacts as the objects that JSON gets; `as_columns` makes of them the
columns of a table. `docs/reference/exports.md` describes both, and holds for every file of people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from shortlist.contract.career import CAREER_FIELDS, in_words
from shortlist.contract.columns import VERDICT_PARTS, verdict_cells, verdicts_in_brief
from shortlist.contract.limits import ENRICH_FIELDS
from shortlist.contract.times import format_time
from shortlist.desk.own_verdicts import OwnVerdict, with_own

if TYPE_CHECKING:
    from shortlist.contract.enrich import FieldResult
    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.store import Store

Row = dict[str, Any]

_WHO = ("person_id", "name", "title", "company", "location", "profile_url")
_KNOWN = ("seniority", "industry", "summary", *CAREER_FIELDS)
PERSON_COLUMNS = (*_WHO, *_KNOWN, "confidence", "resolution_source", "identity_verified")
ITEM_COLUMNS = ("status", "criteria", "admitted_at")
CONTACT_PARTS = ("value", "status", "confidence", "source", "last_seen")
"""What is kept of each resolved field."""
ENRICHMENT_PARTS = ("", *(f"_{part}" for part in CONTACT_PARTS[1:]))
"""The same as columns: `work_email`, `work_email_status` and so on."""
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
VERIFICATION, CONTACTS = "verification", "contacts"
_OBJECTS = (VERIFICATION, CONTACTS)
_CONTACT_COLUMNS = tuple(zip(ENRICHMENT_PARTS, CONTACT_PARTS, strict=True))
OWN_VERDICTS = "own_verdicts"
_TOLD = ("criterion", "verdict", "reason", "at")
YOURS = {"_yours": "verdict", "_yours_reason": "reason"}
"""What somebody here says of a criterion, in the columns behind the service's own of it."""
_LAST = ("note", "tags", OWN_VERDICTS, *PROVENANCE_COLUMNS)


def search_rows(response: SearchResponse, *, query: str | None, deployment: str) -> list[Row]:
    """One row for each person of a search's answer, best first.

    `deployment` is the base URL that answered, now.
    """
    echo = response.data.request
    shared = {
        "synthetic": echo.synthetic if echo else None,
        "query": query,
        "request_id": response.meta.request_id or None,
        "retrieved_at": format_time(datetime.now(UTC)),
        "deployment": deployment,
    }
    return [_person(result.person) | shared for result in response.data.results]


def item_row(
    item: SetItem,
    set_: PeopleSet,
    *,
    deployment: str,
    purpose: str | None = None,
) -> Row:
    """One row for an item of a Set; `purpose` is what the Set was noted down to be for."""
    query = next((s.query for s in set_.searches if s.id == item.search_id), None)
    return {
        **_person(item.person),
        **checked_parts(item),
        "synthetic": set_.synthetic,
        "set_id": item.set_id or set_.id,
        "item_id": item.id or None,
        "search_id": item.search_id or None,
        "query": query or (set_.newest.query if set_.newest else None),
        "retrieved_at": format_time(datetime.now(UTC)),
        "deployment": deployment,
        "purpose": purpose or None,
    }


def checked_parts(item: SetItem) -> Row:
    """What a Set says of somebody in it: admitted, by which verdicts, and when."""
    return {
        "status": item.status,
        VERIFICATION: [verdict.to_wire() for verdict in item.verification] or None,
        "admitted_at": format_time(item.created_at) if item.created_at else None,
    }


def contact_parts(fields: Mapping[str, FieldResult]) -> Row:
    """What enrichment answered for each of `fields`, to add to a person's row."""
    told = {name: field.to_wire() for name, field in fields.items()}
    return {CONTACTS: {name: _contact(result) for name, result in told.items()} or None}


def with_kept(rows: Sequence[Row], store: Store | None, set_id: str = "") -> list[Row]:
    """Rows with what this machine keeps of each person: notes, tags, contacts resolved before, and
    verdicts of one's own on them, in the Set that a row names, else in `set_id`."""
    if store is None:
        return list(rows)
    remarks = store.remarks()
    own: dict[tuple[str, str], list[OwnVerdict]] = {}
    for each in store.own_verdicts():
        own.setdefault((each.set_id, each.person_id), []).append(each)
    kept: dict[str, Row] = {}
    for (person_id, name), result in store.contacts([row["person_id"] for row in rows]).items():
        kept.setdefault(person_id, {})[name] = _contact(result)
    made = []
    for row in rows:
        remark = remarks.get(row["person_id"]) or {}
        contacts = {**kept.get(row["person_id"], {}), **(row.get(CONTACTS) or {})}
        said = {"note": remark.get("note") or None, "tags": list(remark.get("tags") or ()) or None}
        if mine := own.get((str(row.get("set_id") or set_id), row["person_id"])):
            said[OWN_VERDICTS] = [{part: getattr(one, part) for part in _TOLD} for one in mine]
            if row.get(VERIFICATION):
                said[VERIFICATION] = with_own(row[VERIFICATION], mine)
        made.append({**row, CONTACTS: contacts or None, **said})
    return made


def as_columns(row: Mapping[str, Any]) -> Row:
    """A row as a table holds it: a column for each part of a verdict and of a contact."""
    flat = {name: value for name, value in row.items() if name not in _OBJECTS}
    # In whatever words a deployment tells a career, a cell holds text.
    flat |= {name: in_words(name, flat[name]) for name in CAREER_FIELDS if flat.get(name)}
    if tags := row.get("tags"):
        flat["tags"] = " ".join(tags) if isinstance(tags, list) else tags
    if own := row.get(OWN_VERDICTS):
        told = (f"{each['criterion']}: {each['verdict']}, {each['reason']}" for each in own)
        flat[OWN_VERDICTS] = "; ".join(told)
    if verification := row.get(VERIFICATION):
        flat["criteria"] = verdicts_in_brief(verification)
        flat |= verdict_cells(verification)
        for n, verdict in enumerate(verification, 1):
            if yours := verdict.get("yours"):
                flat |= {f"criterion_{n}{end}": yours.get(part) for end, part in YOURS.items()}
    for name, contact in (row.get(CONTACTS) or {}).items():
        flat |= {name + end: contact.get(part) for end, part in _CONTACT_COLUMNS}
    return flat


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The columns that any of `rows` has a value in, in the order of this module, others after
    the person's own; `person_id` and `name` always. Of a criterion, and of a contact, all."""
    present = {"person_id", "name"}
    most = 0
    overruled: set[int] = set()
    resolved: set[str] = set()
    for row in rows:
        present |= {name for name, value in row.items() if value is not None}
        verdicts = row.get(VERIFICATION) or ()
        most = max(most, len(verdicts))
        overruled.update(n for n, verdict in enumerate(verdicts, 1) if verdict.get("yours"))
        resolved |= (row.get(CONTACTS) or {}).keys()
    if most:
        present |= {"criteria"}
    contacts = [name + part for name in _contacts_in_order(resolved) for part in ENRICHMENT_PARTS]
    first = [*PERSON_COLUMNS, *ITEM_COLUMNS]
    others = sorted(present - {*first, *_OBJECTS, *_LAST})
    lead = [name for name in (*first, *others) if name in present]
    checked = [name for n in range(1, most + 1) for name in _criterion_columns(n, n in overruled)]
    return [*lead, *checked, *contacts, *(name for name in _LAST if name in present)]


def _criterion_columns(number: int, overruled: bool) -> list[str]:
    """The columns of one criterion, in order; those of one's own where somebody has said so."""
    own = [f"criterion_{number}{end}" for end in YOURS] if overruled else []
    return [f"criterion_{number}{part}" for part in VERDICT_PARTS] + own


def names_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """As `columns_of`, of the objects that JSON holds."""
    present = {name for row in rows for name, value in row.items() if value is not None}
    present |= {"person_id", "name"}
    first = [*PERSON_COLUMNS, "status", "admitted_at"]
    others = sorted(present - {*first, *_OBJECTS, *_LAST})
    return [name for name in (*first, *others, *_OBJECTS, *_LAST) if name in present]


def _contact(result: Mapping[str, Any]) -> Row:
    return {part: result.get(part) for part in CONTACT_PARTS}


def _contacts_in_order(names: Iterable[str]) -> list[str]:
    """Those of the interface in its order, then others that a deployment told."""
    told = sorted(names)
    return [*(n for n in ENRICH_FIELDS if n in told), *(n for n in told if n not in ENRICH_FIELDS)]


def _person(person: Person) -> Row:
    return {name: getattr(person, name) for name in PERSON_COLUMNS}
