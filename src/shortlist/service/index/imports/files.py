"""Reading files row by row, in any supported format; memory does not grow with the file."""

from __future__ import annotations

import gzip
import importlib.util
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from shortlist.service.index.imports import network_export, vcard
from shortlist.service.index.imports.json_files import read_json
from shortlist.service.index.imports.parquet import Damaged, TooMuch, read_parquet
from shortlist.service.index.imports.records import from_object
from shortlist.service.index.imports.rows import (
    BadRow,
    EmptyRow,
    FileReading,
    Rest,
    Row,
    Skipped,
    UnreadableFile,
    row_mark,
    too_long,
)
from shortlist.service.index.imports.table_files import CONNECTIONS, read_table

__all__ = ["CONNECTIONS", "FileReading", "Row", "Skipped", "UnreadableFile", "reading_file"]

_TABLES: Final = {".csv", ".tsv", ".txt"}
_LINES: Final = {".jsonl", ".ndjson"}
_DOCUMENTS: Final = {".json", ".jsonld"}
_CARDS: Final = {".vcf", ".vcard"}
_SHEETS: Final = {".xlsx", ".xls", ".xlsm", ".ods", ".numbers"}
_KNOWN: Final = {*_TABLES, *_LINES, *_DOCUMENTS, *_CARDS, ".parquet", ".zip"}


@contextmanager
def reading_file(
    path: Path, mapping: Mapping[str, str] | None = None, encoding: str | None = None
) -> Iterator[FileReading]:
    """Open `path` by its suffix; a folder is a network's export. Raises `UnreadableFile`.

    `mapping` is of `columns.read_map`. Tables are UTF-8, with or without a byte order mark, or
    UTF-16 with one, unless `encoding` names another; all else is UTF-8.
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    gzipped = suffixes[-1:] == [".gz"]
    suffix = (suffixes[:-1] if gzipped else suffixes)[-1:] or [""]
    rest = Rest()
    try:
        if path.is_dir() or suffix[0] == ".zip":
            with network_export.open_export(path) as (tables, names):
                rows = network_export.read_export(path, tables, names, rest)
                yield FileReading(rows, network_export.KIND, lambda: 0.0, rest)
            return
        if suffix[0] in _SHEETS:
            raise UnreadableFile(f"{path}: a spreadsheet; save it as CSV, and import that")
        if suffix[0] not in _KNOWN:
            raise UnreadableFile(
                f"{path}: no format known by this name; .csv, .jsonl, .json, .vcf or .parquet, "
                "or a network's export as a folder or .zip"
            )
        size = max(1, path.stat().st_size)
        with path.open("rb") as raw:
            opened: Any = gzip.GzipFile(fileobj=raw) if gzipped else raw

            def done() -> float:
                return 1.0 if raw.closed else min(1.0, raw.tell() / size)

            if suffix[0] == ".parquet":
                yield FileReading(_parquet(path, mapping, rest), "parquet", lambda: 0.0, rest)
                return
            if suffix[0] in _TABLES:
                rows, kind = read_table(path, opened, mapping, encoding, rest)
            elif suffix[0] in _CARDS:
                rows, kind = vcard.read_vcards(opened, path.name, mapping, rest), vcard.KIND
            else:
                whole = suffix[0] in _DOCUMENTS
                rows, kind = read_json(path, opened, mapping, rest, whole=whole)
            yield FileReading(rows, kind, done, rest)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UnreadableFile(f"{path}: the compressed file is damaged: {error}") from error
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from error


def _parquet(path: Path, mapping: Mapping[str, str] | None, rest: Rest) -> Iterator[Row | Skipped]:
    if importlib.util.find_spec("pyarrow") is None:
        raise UnreadableFile(f"{path}: reading Parquet needs pyarrow; pip install '.[export]'")
    number = 0
    try:
        for given in read_parquet(path):
            number += 1
            if given is None:
                yield Skipped(number, too_long())
                continue
            try:
                record = from_object(given, path.name, mapping, rest)
                yield Row(number, record, row_mark(given))
            except BadRow as error:
                yield Skipped(number, str(error), isinstance(error, EmptyRow))
    except TooMuch as error:
        raise UnreadableFile(f"{path}: not read, as it says {error}") from None
    except Damaged as error:
        raise UnreadableFile(f"{path}: no Parquet file that can be read: {error}") from None
