"""Reading files row by row, whatever their format; memory does not grow with the file."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import orjson

from shortlist.service.index.imports.columns import fields_of, is_header
from shortlist.service.index.imports.parquet import TooMuch, read_parquet
from shortlist.service.index.imports.records import BadRow, EmptyRow, from_cells, from_object
from shortlist.service.index.port import Record

CONNECTIONS = "connections export"
_HEADER_WITHIN = 25
_MAX_CELL = 1_000_000
_TOLD_CHARS = 100
"""Of a cell, in a message."""
_MAX_LINE = 4 * 1024 * 1024
_TABLES = {".csv", ".tsv", ".txt"}
_LINES = {".jsonl", ".ndjson", ".json"}


class UnreadableFile(Exception):
    """The file cannot be imported at all; one line says why and what to do."""

    def __init__(self, told: str) -> None:
        # What is quoted of a file, or said by a library of it, may be many lines.
        super().__init__(" ".join(told.split()))


@dataclass(frozen=True, slots=True)
class Row:
    """One person of a file, with the number of the line it starts at."""

    line: int
    record: Record


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that gave nobody."""

    line: int
    reason: str
    empty: bool = False
    """Nothing was in it: such as a connection who left the network."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file being read."""

    rows: Iterator[Row | Skipped]
    kind: str
    """`csv`, `connections export`, `json lines` or `parquet`."""
    done: Callable[[], float]
    """How much of the file was read, 0 to 1."""


@contextmanager
def reading_file(
    path: Path, mapping: Mapping[str, str] | None = None, encoding: str | None = None
) -> Iterator[Reading]:
    """Open `path` by its suffix. Raises `UnreadableFile`.

    `mapping` is of `columns.read_map`. Tables are UTF-8, with or without a byte order mark, or
    UTF-16 with one, unless `encoding` names another; JSON is UTF-8.
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    suffix = (suffixes[:-1] if gzipped else suffixes)[-1:] or [""]
    if suffix[0] not in {*_TABLES, *_LINES, ".parquet"}:
        raise UnreadableFile(f"{path}: no format known by this name; .csv, .jsonl or .parquet")
    try:
        size = max(1, path.stat().st_size)
        with path.open("rb") as raw:
            opened: Any = gzip.GzipFile(fileobj=raw) if gzipped else raw

            def done() -> float:
                return 1.0 if raw.closed else min(1.0, raw.tell() / size)

            if suffix[0] == ".parquet":
                yield Reading(_parquet(path), "parquet", lambda: 0.0)
            elif suffix[0] in _TABLES:
                rows, kind = _table(path, opened, mapping, encoding)
                yield Reading(rows, kind, done)
            else:
                yield Reading(_json_lines(path, opened), "json lines", done)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UnreadableFile(f"{path}: the compressed file is damaged: {error}") from error
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from error


def _json_lines(path: Path, opened: IO[bytes]) -> Iterator[Row | Skipped]:
    number = 0
    while line := opened.readline(_MAX_LINE):
        number += 1
        if len(line) == _MAX_LINE and not line.endswith(b"\n"):
            while (rest := opened.readline(_MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield Skipped(number, f"longer than {_MAX_LINE // 1024 // 1024} MB")
            continue
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
            if line.lstrip().startswith(b"["):
                raise UnreadableFile(
                    f"{path}: one JSON array; write one object a line (jq -c '.[]' does)"
                )
        if not line.strip():
            continue
        try:
            yield Row(number, from_object(orjson.loads(line), path.name))
        except orjson.JSONDecodeError as error:
            yield Skipped(number, f"no JSON: {error}")
        except BadRow as error:
            yield Skipped(number, str(error), isinstance(error, EmptyRow))


def _parquet(path: Path) -> Iterator[Row | Skipped]:
    try:
        from pyarrow import ArrowException
    except ImportError:
        raise UnreadableFile(
            f"{path}: reading Parquet needs pyarrow; pip install '.[export]'"
        ) from None
    number = 0
    try:
        for given in read_parquet(path):
            number += 1
            if given is None:
                yield Skipped(number, f"longer than {_MAX_LINE // 1024 // 1024} MB")
                continue
            try:
                yield Row(number, from_object(_plain(given), path.name))
            except BadRow as error:
                yield Skipped(number, str(error), isinstance(error, EmptyRow))
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: no Parquet file that can be read: {error}") from None
    except TooMuch as error:
        raise UnreadableFile(f"{path}: not read, as it says {error}") from None
    except ArrowException as error:
        raise UnreadableFile(f"{path}: no Parquet file that can be read: {error}") from error


def _plain(value: Any) -> Any:
    """What JSON has no word for, such as Parquet's dates, as text."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _table(
    path: Path, opened: IO[bytes], mapping: Mapping[str, str] | None, encoding: str | None
) -> tuple[Iterator[Row | Skipped], str]:
    if encoding is None:
        head = opened.read(4)
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
    except csv.Error as error:
        raise UnreadableFile(f"{path}: no row of headings that can be read: {error}") from None
    connections = "Connected On" in header and "First Name" in header
    kind = CONNECTIONS if connections else "csv"
    source = CONNECTIONS if connections else path.name
    return _table_rows(lines, reader, header, mapping, source), kind


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
            line = self._text.readline(_MAX_LINE)
        except UnicodeDecodeError as error:
            # UTF-16 has bytes that are none of it and cannot be carried through.
            raise UnreadableFile(
                f"{self._path}: it is not {error.encoding}; save as UTF-8"
            ) from None
        if not line:
            raise StopIteration
        self.of_row += len(line)
        if self.of_row < _MAX_LINE:
            return line
        while not line.endswith("\n") and (line := self._text.readline(_MAX_LINE)):
            pass
        raise csv.Error(f"longer than {_MAX_LINE // 1024 // 1024} MB")


def _delimiter(text: io.TextIOWrapper) -> str:
    sample = text.read(8192)
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
    wanted = ", ".join(mapping) if mapping else "a name, a profile address or an e-mail"
    columns = ", ".join(cell.strip()[:_TOLD_CHARS] for cell in seen[:20]) or "none"
    raise UnreadableFile(
        f"{path}: no row of headings with {wanted} (first row: {columns}); "
        "say which column is which with --map FILE"
    )


def _table_rows(
    lines: _Lines, reader: Any, header: list[str], mapping: Mapping[str, str] | None, source: str
) -> Iterator[Row | Skipped]:
    fields = fields_of(header, mapping)
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
            yield Row(line, _of_cells(cells, header, fields, source))
        except BadRow as error:
            yield Skipped(line, str(error), isinstance(error, EmptyRow))


def _of_cells(cells: list[str], header: list[str], fields: list[str | None], source: str) -> Record:
    if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
        raise BadRow(
            f"{len(cells)} cells under {len(header)} headings: is a cell with a comma not quoted?"
        )
    if any("\udc80" <= c <= "\udcff" for cell in cells for c in cell):
        raise BadRow(
            "it is not in the encoding that was expected; save the file as UTF-8, or say which it "
            "has, such as --encoding windows-1252"
        )
    values: dict[str, str] = {}
    extra: dict[str, str] = {}
    for heading, field, cell in zip(header, fields, cells, strict=False):
        if field:
            values[field] = cell
        elif heading:
            extra[heading] = cell
    return from_cells(values, extra, source)
