"""Reading CSV and its kin, row by row, however long the file is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from shortlist.service.index.imports.column_guesses import guess_fields
from shortlist.service.index.imports.columns import IDENTIFYING, LEAVE_OUT, fields_of, is_header
from shortlist.service.index.imports.records import from_cells
from shortlist.service.index.imports.rows import (
    LINE_MOST_BYTES,
    BadRow,
    EmptyRow,
    NoHeadings,
    OtherEncoding,
    Rest,
    Row,
    Skipped,
    UnreadableFile,
    row_mark,
    too_long,
)
from shortlist.service.index.port import Record

CONNECTIONS = "connections export"
_HEADER_WITHIN = 25
_HEADINGS_TOLD = 200
_MAX_CELL = 1_000_000
_SAMPLE = 8192
_TOLD_CHARS = 100
"""Of a cell, in a message."""


def read_table(
    path: Path,
    opened: IO[bytes],
    mapping: Mapping[str, str] | None,
    encoding: str | None,
    rest: Rest,
) -> tuple[Iterator[Row | Skipped], str]:
    """The rows of a table and what kind it is. Raises `UnreadableFile`."""
    head = b""
    if encoding is None:
        head = opened.read(_SAMPLE)
        opened.seek(0)
        utf16 = head[:2] in (b"\xff\xfe", b"\xfe\xff")
        encoding = "utf-16" if utf16 else "utf-8-sig"
    # Bytes that are none of it are carried through and reported with their row.
    text = io.TextIOWrapper(opened, encoding, errors="surrogateescape", newline="")
    csv.field_size_limit(_MAX_CELL)
    try:
        delimiter = _delimiter(text)
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: it is not {error.encoding}; save as UTF-8") from None
    lines = _Lines(path, text)
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        header = _find_header(path, reader, mapping)
    except NoHeadings:
        if b"\0" in head and encoding != "utf-16":
            raise UnreadableFile(
                f"{path}: no text, but perhaps a spreadsheet or a picture; save a spreadsheet as "
                "CSV"
            ) from None
        raise
    except csv.Error as error:
        raise UnreadableFile(f"{path}: no row of headings that can be read: {error}") from None
    connections = "Connected On" in header and "First Name" in header
    kind = CONNECTIONS if connections else "csv"
    source = CONNECTIONS if connections else path.name
    fields = fields_of(header, mapping)
    rest.mapped.update(set(mapping or ()) & set(header))
    rest.columns = {name: of or "" for name, of in zip(header, fields, strict=True) if name}
    rest.keep(name for name, of in zip(header, fields, strict=True) if name and of is None)
    rest.leave(name for name, of in zip(header, fields, strict=True) if of == LEAVE_OUT)
    return _table_rows(lines, reader, header, fields, source), kind


class _Lines:
    """The lines of a table, none longer than a row may be, nor a row of many: raises `csv.Error`
    in place of one that is, and goes on after it."""

    def __init__(self, path: Path, text: io.TextIOWrapper) -> None:
        self._path = path
        self._text = text
        self.of_row = 0
        """How long the row is that is being read."""

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        try:
            line = self._text.readline(LINE_MOST_BYTES)
        except UnicodeDecodeError as error:
            # UTF-16 has bytes that are none of it and cannot be carried through.
            raise UnreadableFile(
                f"{self._path}: it is not {error.encoding}; save as UTF-8"
            ) from None
        if not line:
            raise StopIteration
        self.of_row += len(line)
        if self.of_row < LINE_MOST_BYTES:
            return line
        while not line.endswith("\n") and (line := self._text.readline(LINE_MOST_BYTES)):
            pass
        raise csv.Error(too_long())


def _delimiter(text: io.TextIOWrapper) -> str:
    sample = text.read(_SAMPLE)
    text.seek(0)
    counts = {mark: sample.count(mark) for mark in (",", ";", "\t", "|")}
    return max(counts, key=lambda mark: counts[mark])


def _find_header(path: Path, reader: Any, mapping: Mapping[str, str] | None) -> list[str]:
    """The first row that names columns: an export may have notes above it."""
    seen: list[str] = []
    for number, cells in enumerate(reader):
        if is_header(cells, mapping):
            return [cell.strip() for cell in cells]
        if not seen and any(cells):
            seen = cells
        if number >= _HEADER_WITHIN:
            break
    if not seen:
        raise UnreadableFile(f"{path}: nothing is in it")
    headings = [name for cell in seen[:_HEADINGS_TOLD] if (name := cell.strip()[:_TOLD_CHARS])]
    raise NoHeadings(f"{path}: {_lacking(headings, mapping)}", headings)


def _lacking(headings: list[str], mapping: Mapping[str, str] | None) -> str:
    """What a first row that may be headings does not say, and what to say of it."""
    row = f"(first row: {', '.join(headings[:20])})"
    fields = dict(zip(headings, fields_of(headings, mapping), strict=True))
    likely = guess_fields({name: field or "" for name, field in fields.items()}, {})
    known = [name for name, field in fields.items() if field in IDENTIFYING]
    other = next((name for name, field in fields.items() if not field), "Contact")
    example = f"{other}={'title' if known else 'name'}"
    example = next((f"{name}={field}" for name, field in likely.items()), example)
    if known and not mapping:
        return (
            f"{known[0]} alone is known of its headings, which may be a person's line {row}; "
            f"say what one more column is, such as --map '{example}'"
        )
    wanted = ", ".join(mapping) if mapping else "a name, a profile address or an e-mail"
    return (
        f"no row of headings with {wanted} {row}; "
        f"say which column is which, such as --map '{example}'"
    )


def _table_rows(
    lines: _Lines, reader: Any, header: list[str], fields: list[str | None], source: str
) -> Iterator[Row | Skipped]:
    while True:
        line = reader.line_num + 1
        lines.of_row = 0
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Skipped(line, f"no readable row, perhaps a quote that never ends: {error}")
            continue
        if not any(cell.strip() for cell in cells):
            continue
        try:
            record = _of_cells(cells, header, fields, source)
            said = sorted(pair for pair in zip(header, cells, strict=False) if pair[1].strip())
            yield Row(line, record, row_mark(said))
        except BadRow as error:
            other = isinstance(error, OtherEncoding)
            yield Skipped(line, str(error), isinstance(error, EmptyRow), other)


def _of_cells(cells: list[str], header: list[str], fields: list[str | None], source: str) -> Record:
    if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
        raise BadRow(
            f"{len(cells)} cells under {len(header)} headings: a cell with a separator needs quotes"
        )
    if any("\udc80" <= c <= "\udcff" for cell in cells for c in cell):
        raise OtherEncoding(
            "it is not in the encoding that was expected; save the file as UTF-8, or say which it "
            "has, such as --encoding windows-1252"
        )
    values: dict[str, str] = {}
    extra: dict[str, str] = {}
    for heading, field, cell in zip(header, fields, cells, strict=False):
        if field == LEAVE_OUT:
            continue
        if field:
            said = values.get(field)
            values[field] = f"{said}\n{cell}" if said and cell.strip() else cell or said or ""
        elif heading:
            extra[heading] = cell
    return from_cells(values, extra, source)
