"""Rows for a file: each person once, with where they were found and what was resolved."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from shortlist.tui.kit.roster import PersonAt
from shortlist.tui.kit.words import masked

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.tui.live.state import AppState, SetWork

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """People who can be written: those at hand, or a Set that is read whole first."""

    words: str
    """What they are, as in `25 selected`."""
    count: int | None
    """`None` where it is not known before they are read."""
    people: Sequence[Person | PersonAt] = ()
    the_set: SetWork | None = None
    unit: str = ""
    """What they are, where they are not people but `rows`."""
    rows: Sequence[Row] = ()


def rows_for(people: Iterable[Person | PersonAt], state: AppState, deployment: str) -> list[Row]:
    """A row for each of `people`: from the list they were chosen in, or from the last search."""
    from shortlist.desk.person_rows import PERSON_COLUMNS, search_rows

    found: dict[str, Row] = {}
    work = state.search
    if work.answer is not None and work.results:
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
    from shortlist.desk.person_rows import PERSON_COLUMNS, checked_parts

    item, the_set = at.item, at.roster.the_set
    if the_set is not None:
        return item_row(item, the_set, state, deployment)
    row: Row = {name: getattr(item.person, name) for name in PERSON_COLUMNS}
    kept = (item.model_extra or {}).get("found") or {}
    if item.set_id or kept.get("set_id"):
        row |= checked_parts(item)
    return row | dict(kept) | resolved(item.person.person_id, state)


def item_row(item: SetItem, the_set: PeopleSet, state: AppState, deployment: str) -> Row:
    from shortlist.desk.person_rows import item_row as row_of

    purpose = state.purposes.get(the_set.id)
    row: Row = row_of(item, the_set, deployment=deployment, purpose=purpose)
    return row | resolved(item.person.person_id, state)


def resolved(key: str, state: AppState) -> Row:
    """The contacts of one person, as far as they were asked for here."""
    from shortlist.desk.person_rows import contact_parts

    subject = state.enrich.subjects.get(key)
    asked = subject.fields if subject else {}
    answered = {name: field.result for name, field in asked.items() if field.result is not None}
    return contact_parts(answered)


Contacts = Literal["shown", "masked", "without"]


@dataclass(frozen=True, slots=True)
class Shape:
    """What of a row goes into the file."""

    sources: bool = True
    """With the columns that say where each was found, when and by which request."""
    contacts: Contacts = "shown"
    for_spreadsheets: bool = False
    """A CSV begins with the mark that has spreadsheets read it as UTF-8."""


def shaped(rows: list[Row], shape: Shape) -> list[Row]:
    """The rows with what of them is to be written."""
    from shortlist.desk.person_rows import CONTACTS, PROVENANCE_COLUMNS

    # What a Set is for, and that people are made up, is said with or without the sources.
    dropped = set() if shape.sources else set(PROVENANCE_COLUMNS) - {"purpose", "synthetic"}
    if shape.contacts == "without":
        dropped.add(CONTACTS)
    kept = [{name: row[name] for name in row if name not in dropped} for row in rows]
    if shape.contacts == "masked":
        kept = [{**row, CONTACTS: _masked(row.get(CONTACTS))} for row in kept]
    return kept


def _masked(contacts: Row | None) -> Row | None:
    return contacts and {
        name: {**contact, "value": contact["value"] and masked(contact["value"])}
        for name, contact in contacts.items()
    }


def write_file(
    path: Path,
    format_: str,
    rows: list[Row],
    expected: int,
    shape: Shape,
    left_out: Container[Any] = (),
    columns: list[str] | None = None,
) -> int:
    """Write rows in place of what is at `path`, but those `left_out`; on a thread. `columns`: of
    rows that are no people, as they are.

    Raises `DeskError`.
    """
    from shortlist.desk.exports import export_people

    return export_people(
        path,
        rows if columns else shaped(rows, shape),
        format_,  # type: ignore[arg-type]
        columns=columns,
        expected=expected,
        replace=True,
        left_out=left_out,
        for_spreadsheets=shape.for_spreadsheets,
    )
