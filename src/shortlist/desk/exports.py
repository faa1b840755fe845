"""Writing rows of people to a file: CSV, JSON, JSON Lines, XLSX or Parquet.

A file appears under its name only when it is whole, and never replaces one. Cells that a
spreadsheet would run get the apostrophe of the interface (section 4.2, export) in CSV and XLSX;
JSON and Parquet hold the raw values. What the columns and objects are: `docs/reference/exports.md`.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import json
import os
from codecs import BOM_UTF8
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Literal

from shortlist.contract.spreadsheet import safe_cell
from shortlist.desk.export_history import brief_person
from shortlist.desk.person_rows import as_columns, columns_of, names_of
from shortlist.desk.places import DeskError, refuse_link, writing

Format = Literal["csv", "json", "jsonl", "xlsx", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "json", "jsonl", "xlsx", "parquet")
BINARY = ("xlsx", "parquet")
OBJECTS = ("json", "jsonl")
"""Those that hold verdicts and contacts as objects; the others as columns."""

_XLSX_ROWS_MAX = 1_048_576
_XLSX_CELL_MAX = 32_767
_PARQUET_BATCH = 10_000
_PARQUET_NUMBERS = ("confidence",)
_PARQUET_FLAGS = ("identity_verified", "synthetic")
_LIBRARIES = {"xlsx": "openpyxl", "parquet": "pyarrow"}


def format_of(path: Path) -> Format:
    """The format that a file's name ends in; `DeskError` when it is none of them."""
    ending = path.suffix.lower().lstrip(".")
    for known in FORMATS:
        if ending == known:
            return known
    raise DeskError(
        f"{path.name} does not end in .csv, .json, .jsonl, .xlsx or .parquet: give the format."
    )


def require_library(format: Format) -> None:
    """Raise `DeskError`, naming what to install, when `format` cannot be written here."""
    from importlib.util import find_spec

    library = _LIBRARIES.get(format)
    if library and find_spec(library) is None:
        raise DeskError(
            f"{format.upper()} files need {library}. Install it with: pip install {library}"
        )


def refuse_existing(path: Path, advice: str = "Choose another name, or move it away.") -> None:
    """Raise `DeskError`, with what to do, when there is something at `path`."""
    if os.path.lexists(path):
        raise DeskError(f"{path} is already there. {advice}")


def export_people(
    path: Path,
    rows: Iterable[Mapping[str, Any]],
    format: Format | None = None,
    *,
    columns: Sequence[str] | None = None,
    expected: int | None = None,
    replace: bool = False,
    left_out: Container[Any] = (),
    for_spreadsheets: bool = False,
    of_nobody: Sequence[str] = ("person_id", "name"),
) -> int:
    """Write `rows` to `path` and return how many were written.

    `format` defaults to the file's ending, `columns` to those that any row has a value in: of a
    table the columns, of JSON the names of its objects; `of_nobody` are those of a file that nobody
    is in. `for_spreadsheets` begins a CSV with the
    mark that has spreadsheets read it as UTF-8.
    Rows that are in `left_out` (see `Store.left_out`) are not written.
    With `expected`, another number of rows (those left out too) is an error and no file appears.
    A file that is already there is refused unless `replace`. Rows are read once; with `columns`
    given they are streamed.

    Raises `DeskError` for a missing library, a file or link in the way, or a count that differs.
    """
    format = format or format_of(path)
    require_library(format)
    refuse_link(path)
    if not replace:
        refuse_existing(path)
    arrived = _CountedRows(rows)
    held = _PeopleWritten()
    written = _CountedRows(
        row for row in arrived if (told := as_columns(row)) not in left_out and held.take(told)
    )
    kept: Iterable[Mapping[str, Any]] = written
    if columns is None:
        kept = list(written)
        columns = names_of(kept) if format in OBJECTS else columns_of(kept)
        columns = columns if kept else of_nobody
    if format not in OBJECTS:
        kept = map(as_columns, kept)
    with writing(path) as file:
        if for_spreadsheets and format == "csv":
            file.write(BOM_UTF8)
        _WRITERS[format](file, kept, list(columns))
        if expected is not None and arrived.count != expected:
            raise DeskError(
                f"{arrived.count} of {expected} people arrived, so {path} was not written. "
                "Try again."
            )
    note_export(str(path.absolute()), format, held.people, held.set_id, held.purpose)
    return written.count


class _PeopleWritten:
    """Whom a file holds, and of which Set they are, for `desk.export_history`."""

    def __init__(self) -> None:
        self.people: set[str] = set()
        self.set_id = self.purpose = ""

    def take(self, row: Mapping[str, Any]) -> bool:
        self.people.update(brief_person(row))
        self.set_id = self.set_id or str(row.get("set_id") or "")
        self.purpose = self.purpose or str(row.get("purpose") or "")
        return True


def note_export(
    path: str, format: str, people: Iterable[str], set_id: str = "", purpose: str = ""
) -> None:
    """Keep that a file was written, and whom it holds (see `Store.note_export`). The file is
    there: that this cannot be kept takes nothing away from it."""
    from shortlist.desk.places import find_places
    from shortlist.desk.store import Store

    with contextlib.suppress(DeskError), contextlib.closing(Store(find_places(), "")) as store:
        store.note_export(path, format, people, set_id=set_id, purpose=purpose)


class _CountedRows:
    """Rows, and how many went by."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for row in self._rows:
            self.count += 1
            yield row


def write_csv(file: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Rows as CSV with a header row, UTF-8, formulas made safe."""
    text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="")
    try:
        writer = csv.writer(text)
        writer.writerow(safe_cell(column) for column in columns)
        for row in rows:
            writer.writerow(csv_cell(row.get(column)) for column in columns)
        text.flush()
    finally:
        text.detach()


def csv_cell(value: Any) -> str:
    """A value as the text of a CSV cell."""
    return safe_cell(_text(value)) if isinstance(value, str | list | dict) else _text(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return "; ".join(value)
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _write_json(file: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """An array with one object a line."""
    separator = b"[\n"
    for row in rows:
        line = json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False)
        file.write(separator + line.encode("utf-8", "replace"))
        separator = b",\n"
    file.write(b"[]\n" if separator == b"[\n" else b"\n]\n")


def _write_lines(file: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """One object a line."""
    for row in rows:
        line = json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False)
        file.write(line.encode("utf-8", "replace") + b"\n")


def _write_xlsx(file: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    def cell(value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        text = safe_cell(ILLEGAL_CHARACTERS_RE.sub("", _text(value)))
        if len(text) > _XLSX_CELL_MAX:
            raise DeskError("A value is too long for a cell of XLSX. Export to CSV or JSON.")
        return text

    book = Workbook(write_only=True)
    sheet = book.create_sheet("People")
    sheet.freeze_panes = "A2"
    sheet.append([cell(column) for column in columns])
    for number, row in enumerate(rows, 2):
        if number > _XLSX_ROWS_MAX:
            raise DeskError("XLSX holds 1,048,575 people at most. Export to CSV or Parquet.")
        sheet.append([cell(row.get(column)) for column in columns])
    book.save(file)


def _write_parquet(file: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {name: pa.float64() for name in _PARQUET_NUMBERS}
    kinds |= {name: pa.bool_() for name in _PARQUET_FLAGS}
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in columns])

    def value(column: str, given: Any) -> Any:
        if given is None or (column in kinds and not isinstance(given, str)):
            return given
        return None if column in kinds else _text(given)

    source = iter(rows)
    with pq.ParquetWriter(file, schema) as writer:
        while batch := list(itertools.islice(source, _PARQUET_BATCH)):
            arrays = {
                column: [value(column, row.get(column)) for row in batch] for column in columns
            }
            writer.write_table(pa.table(arrays, schema=schema))


_WRITERS = {
    "csv": write_csv,
    "json": _write_json,
    "jsonl": _write_lines,
    "xlsx": _write_xlsx,
    "parquet": _write_parquet,
}
