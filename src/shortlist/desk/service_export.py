"""Filtering a deployment's own export, whatever its columns: without those who are left out on this
machine, and with what the Set is for and what is kept of its people here."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from typing import IO, Any

from shortlist.contract.limits import CRITERIA_MAX
from shortlist.contract.spreadsheet import safe_cell
from shortlist.desk.export_history import brief_person
from shortlist.desk.exports import csv_cell
from shortlist.desk.guard import Guard
from shortlist.desk.left_out import LeftOut
from shortlist.desk.person_rows import VERIFICATION, YOURS, as_columns, columns_of
from shortlist.desk.places import DeskError

PURPOSE = "purpose"
_LISTS = ("items", "data", "people", "results")
_PERSON = "person_id"
_ROWS = 200
_CRITERION = re.compile(r"criterion_\d+(?![^_])")


def guard_csv(
    source: IO[bytes], target: IO[bytes], guard: Guard, *, for_spreadsheets: bool = False
) -> tuple[int, int]:
    """Copy a CSV; how many people were written, and how many are left out. It is read twice: the
    columns are those that anybody in it has something in."""
    begins = source.tell()
    more = _more(_kept(source, guard))
    source.seek(begins)
    if for_spreadsheets:
        target.write(BOM_UTF8)
    writing = io.TextIOWrapper(target, encoding="utf-8", errors="replace", newline="")
    written = gone = 0
    try:
        rows = _rows(source)
        header = next(rows, [])
        writer = csv.writer(writing)
        notes = [PURPOSE] if guard.purpose and PURPOSE not in header else []
        columns = _in_order(header, [name for name in more if name not in header])
        writer.writerow([*(name if at is None else header[at] for at, name in columns), *notes])
        note = [safe_cell(guard.purpose or "")] if notes else []
        for rows_ in _batches(rows):
            for row, known in zip(rows_, _known(header, rows_, guard), strict=True):
                if guard.left_out.mentioned_in(zip(header, row, strict=False)):
                    gone += 1
                    continue
                theirs = [*row, *[""] * (len(header) - len(row))]
                cells = (
                    csv_cell(known.get(name)) if at is None else theirs[at] for at, name in columns
                )
                writer.writerow([*cells, *note])
                written += 1
        writing.flush()
    except csv.Error as error:
        raise DeskError(f"The export cannot be read as CSV ({error}). Try again.") from None
    finally:
        writing.detach()
    return written, gone


def _rows(source: IO[bytes]) -> Iterator[list[str]]:
    reading = io.TextIOWrapper(source, encoding="utf-8-sig", errors="replace", newline="")
    try:
        yield from (row for row in csv.reader(reading) if row)
    finally:
        reading.detach()


def _batches(rows: Iterator[list[str]]) -> Iterator[list[list[str]]]:
    while batch := [row for row, _ in zip(rows, range(_ROWS), strict=False)]:
        yield batch


def _kept(source: IO[bytes], guard: Guard) -> Iterator[dict[str, Any]]:
    if guard.keeps:
        rows = _rows(source)
        header = next(rows, [])
        for batch in _batches(rows):
            yield from guard.with_kept(_named(header, batch))


def _known(
    header: Sequence[str], rows: Sequence[Sequence[str]], guard: Guard
) -> list[dict[str, Any]]:
    """What is kept of the people of some rows, as columns."""
    return [as_columns(row) for row in guard.with_kept(_named(header, rows))]


def _in_order(header: Sequence[str], more: Sequence[str]) -> list[tuple[int | None, str]]:
    """Each column of theirs, by its place, and each of `more`: what one says of a criterion behind
    what they say of it, and the rest at the end."""
    ends: dict[str, int] = {}
    for at, name in enumerate(header):
        if is_of := _CRITERION.match(name):
            ends[is_of[0]] = at
    behind: dict[int, list[str]] = {}
    for name in more:
        is_of = _CRITERION.match(name)
        at = ends.get(is_of[0], len(header)) if is_of else len(header)
        behind.setdefault(at, []).append(name)
    columns: list[tuple[int | None, str]] = []
    for at in range(len(header) + 1):
        columns += [(at, header[at])] if at < len(header) else []
        columns += [(None, name) for name in behind.get(at, ())]
    return columns


def _named(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Of whom each row is, and which criteria it tells of."""
    places = {name: at for at, name in enumerate(header)}
    checked = [
        places[name] for n in range(1, CRITERIA_MAX + 1) if (name := f"criterion_{n}") in places
    ]
    at = places.get(_PERSON, len(header))
    return [
        {
            _PERSON: row[at] if at < len(row) else "",
            VERIFICATION: [{"criterion": row[n] if n < len(row) else ""} for n in checked],
        }
        for row in rows
    ]


def _more(kept: Iterator[dict[str, Any]]) -> list[str]:
    """What is added: of what was checked, one's own alone."""
    own = tuple(YOURS)
    return [
        name
        for name in columns_of(kept)
        if name not in (_PERSON, "name", "criteria")
        and (not _CRITERION.match(name) or name.endswith(own))
    ]


def guard_json(document: Any, target: IO[bytes], guard: Guard) -> tuple[int, int]:
    """Write a JSON export; how many people were written, and how many are left out.

    Raises `DeskError` where it cannot be told who is in it.
    """
    name = next((n for n in _LISTS if isinstance(document, dict) and n in document), None)
    people = document if name is None else document[name]
    if not isinstance(people, list):
        raise DeskError(
            "It cannot be told who is in this export, and some are left out on this machine. "
            "Export to CSV, XLSX or Parquet."
        )
    kept = [person for person in people if not guard.left_out.mentioned_in(_flat(person))]
    known = guard.with_kept([_as_row(person) for person in kept])
    purpose = {PURPOSE: guard.purpose} if guard.purpose else {}
    kept = [
        purpose | person | {k: v for k, v in more.items() if k != _PERSON and v is not None}
        if isinstance(person, dict)
        else person
        for person, more in zip(kept, known, strict=True)
    ]
    whole = kept if name is None else {**document, name: kept}
    target.write(json.dumps(whole, ensure_ascii=False).encode("utf-8", "replace"))
    return len(kept), len(people) - len(kept)


def _as_row(person: Any) -> dict[str, Any]:
    """Of whom an entry is, and the verdicts on them, where it has some in our shape."""
    verdicts = person.get(VERIFICATION) if isinstance(person, dict) else None
    whole = isinstance(verdicts, list) and all(isinstance(each, dict) for each in verdicts)
    return {
        _PERSON: dict(_flat(person)).get(_PERSON, ""),
        **({VERIFICATION: verdicts} if whole else {}),
    }


def people_in(file: IO[bytes], format: str, left_out: LeftOut) -> set[str]:
    """Whom an export holds (`exported.in_brief`), but those who are left out here; none of what
    cannot be read."""
    file.seek(0)
    found: set[str] = set()
    if format == "csv":
        rows = _rows(file)
        header = next(rows, [])
        with contextlib.suppress(csv.Error):
            for row in rows:
                cells = list(zip(header, row, strict=False))
                if not left_out.mentioned_in(cells):
                    found.update(brief_person(dict(cells)))
        return found
    try:
        document = json.load(file)
    except (ValueError, RecursionError):
        return found
    name = next((n for n in _LISTS if isinstance(document, dict) and n in document), None)
    people = document if name is None else document[name]
    for person in people if isinstance(people, list) else ():
        if not left_out.mentioned_in(_flat(person)):
            found.update(brief_person(dict(_flat(person))))
    return found


def _flat(person: Any) -> Iterator[tuple[str, str]]:
    """Names and texts of an entry, and of what it holds one level down."""
    for name, value in person.items() if isinstance(person, dict) else ():
        if isinstance(value, str | int):
            yield name, str(value)
        elif isinstance(value, dict):
            for inner, text in value.items():
                if isinstance(text, str | int):
                    yield inner, str(text)
