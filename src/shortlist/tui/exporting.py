"""Rows for a file: each person once, with where they were found and what was resolved."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shortlist.tui.roster import PersonAt
from shortlist.tui.state import rows_of

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.tui.state import AppState

Row = dict[str, Any]


def rows_for(people: Iterable[Person | PersonAt], state: AppState, deployment: str) -> list[Row]:
    """A row for each of `people`: from the list they were chosen in, or from the last search."""
    from shortlist.desk.rows import PERSON_COLUMNS, search_rows

    found: dict[str, Row] = {}
    work = state.search
    if work.answer is not None and rows_of(work):
        query = work.answered.typed if work.answered else None
        answer_rows = search_rows(work.answer, query=query, deployment=deployment)
        found = {row["person_id"]: row for row in answer_rows}
    rows = []
    for person in people:
        if isinstance(person, PersonAt):
            rows.append(_listed_row(person, state, deployment))
            continue
        row = found.get(person.person_id)
        if row is None:
            row = {name: getattr(person, name) for name in PERSON_COLUMNS}
            row |= {"deployment": deployment, "synthetic": state.synthetic or None}
        rows.append(row | resolved(person.person_id, state))
    return rows


def _listed_row(at: PersonAt, state: AppState, deployment: str) -> Row:
    """Somebody in a Set, or on a shortlist: there, where they were found was kept with them."""
    from shortlist.desk.rows import PERSON_COLUMNS

    item, the_set = at.item, at.roster.the_set
    if the_set is not None:
        return item_row(item, the_set, state, deployment)
    row: Row = {name: getattr(item.person, name) for name in PERSON_COLUMNS}
    kept = (item.model_extra or {}).get("found") or {}
    return row | dict(kept) | resolved(item.person.person_id, state)


def item_row(item: SetItem, the_set: PeopleSet, state: AppState, deployment: str) -> Row:
    from shortlist.desk.rows import item_row as row_of

    purpose = state.purposes.get(the_set.id)
    row: Row = row_of(item, the_set, deployment=deployment, purpose=purpose)
    return row | resolved(item.person.person_id, state)


def resolved(key: str, state: AppState) -> Row:
    """The contact columns of one person, as far as they were asked for here."""
    from shortlist.contract.times import format_time

    subject = state.enrich.subjects.get(key)
    row: Row = {}
    for name, field in subject.fields.items() if subject else ():
        result = field.result
        if result is None:
            continue
        row[name] = result.value
        row[f"{name}_status"] = result.status
        row[f"{name}_confidence"] = result.confidence
        row[f"{name}_source"] = result.source
        row[f"{name}_last_seen"] = format_time(result.last_seen) if result.last_seen else None
    return row


def write_file(
    path: Path, format_: str, rows: list[Row], expected: int, left_out: Container[Any] = ()
) -> int:
    """Write rows in place of what is at `path`, but those `left_out`; on a thread.

    Raises `DeskError`.
    """
    from shortlist.desk.exports import export_people

    return export_people(
        path,
        rows,
        format_,  # type: ignore[arg-type]
        expected=expected,
        replace=True,
        left_out=left_out,
    )
