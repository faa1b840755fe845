"""A deployment's own export, whatever its columns: without those who are left out on this machine,
and with what the Set is for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import IO, Any

from shortlist.contract.spreadsheet import safe_cell
from shortlist.desk.guard import Guard
from shortlist.desk.places import DeskError

__all__ = ["PURPOSE", "guard_csv", "guard_json"]

PURPOSE = "purpose"
_LISTS = ("items", "data", "people", "results")


def guard_csv(source: IO[bytes], target: IO[bytes], guard: Guard) -> tuple[int, int]:
    """Copy a CSV; how many people were written, and how many are left out."""
    reading = io.TextIOWrapper(source, encoding="utf-8-sig", errors="replace", newline="")
    writing = io.TextIOWrapper(target, encoding="utf-8", errors="replace", newline="")
    written = gone = 0
    try:
        rows, writer = csv.reader(reading), csv.writer(writing)
        header = next(rows, [])
        more = [PURPOSE] if guard.purpose and PURPOSE not in header else []
        note = [safe_cell(guard.purpose or "")] if more else []
        writer.writerow([*header, *more])
        for row in rows:
            if not row:
                continue
            if guard.left_out.mentioned_in(zip(header, row, strict=False)):
                gone += 1
                continue
            writer.writerow([*row, *[""] * (len(header) - len(row)), *note])
            written += 1
        writing.flush()
    except csv.Error as error:
        raise DeskError(f"The export cannot be read as CSV ({error}). Try again.") from None
    finally:
        reading.detach()
        writing.detach()
    return written, gone


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
    if guard.purpose:
        kept = [{PURPOSE: guard.purpose} | p if isinstance(p, dict) else p for p in kept]
    whole = kept if name is None else {**document, name: kept}
    target.write(json.dumps(whole, ensure_ascii=False).encode("utf-8", "replace"))
    return len(kept), len(people) - len(kept)


def _flat(person: Any) -> Iterator[tuple[str, str]]:
    """Names and texts of an entry, and of what it holds one level down."""
    for name, value in person.items() if isinstance(person, dict) else ():
        if isinstance(value, str | int):
            yield name, str(value)
        elif isinstance(value, dict):
            for inner, text in value.items():
                if isinstance(text, str | int):
                    yield inner, str(text)
