"""An import: files into people and vectors in the database, and a report."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine

from shortlist.service.db.engine import ensure_room_in, reading, writing
from shortlist.service.index import imported_rows
from shortlist.service.index.imports import network_export
from shortlist.service.index.imports.files import CONNECTIONS, reading_file
from shortlist.service.index.imports.records import derived_id
from shortlist.service.index.imports.rows import Rest, Row, Skipped, UnreadableFile
from shortlist.service.index.port import Record
from shortlist.service.index.store import (
    SAMPLE,
    Changes,
    listed_among,
    put_dataset,
    put_people,
    record_hash,
    remove_dataset,
    remove_people,
)
from shortlist.service.room import GROWTH_BYTES, NoRoom

_BATCH = 500
IMPORTED_BYTES = 2 * GROWTH_BYTES
"""What an import leaves free, so that its people find room in the index as well."""
MAX_TOLD = 1000
"""Skipped lines that are told one by one; further ones are counted."""

T = TypeVar("T")

Done = Callable[[str, float], None]
"""Called with a file's name and how much of it is in, 0 to 1."""

Told = Callable[[str, Skipped], None]
"""Called with a file's name for each skipped line."""


@dataclass(slots=True)
class FileReport:
    """What became of one file."""

    file: str
    kind: str = ""
    error: str | None = None
    """Why the file could not be read, or not to its end."""
    changes: Changes = field(default_factory=Changes)
    repeated: int = 0
    """Rows that said again what an earlier row of this import had said."""
    bad: int = 0
    empty: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    """The first `MAX_TOLD` of both."""
    datasets: set[str] = field(default_factory=set)
    rest: Rest = field(default_factory=Rest)
    """What of the file became no field of a person."""
    seconds: float = 0.0


@dataclass(slots=True)
class ImportReport:
    """What an import did."""

    files: list[FileReport] = field(default_factory=list)
    sample_retired: int = 0
    """People of the synthetic sample that made room for the real ones."""

    @property
    def changes(self) -> Changes:
        """Of all files together."""
        total = Changes()
        for file in self.files:
            total.add(file.changes)
        return total

    def without(self, mapping: Mapping[str, str]) -> list[str]:
        """The columns of `mapping` that no file has."""
        return [name for name in mapping if not any(name in f.rest.mapped for f in self.files)]

    @property
    def whole(self) -> bool:
        """Every file was read to its end and no row was bad."""
        return all(file.error is None and file.bad == 0 for file in self.files)


@dataclass(frozen=True, slots=True)
class _Taken:
    """Somebody to be stored, the row they were read from, and who was read from it before."""

    record: Record
    mark: int | None
    before: str | None


class Import:
    """One import of some files into the database of `engine`, which has the schema.

    Rows are committed a few hundred at a time: a service that runs finds them at once, and what
    was committed before an interruption stays.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        encoding: str | None = None,
        done: Done | None = None,
        told: Told | None = None,
    ) -> None:
        self._engine = engine
        self._dataset = dataset
        self._mapping = mapping
        self._encoding = encoding
        self._done = done
        self._told = told
        # Of every person of this import, by 64-bit hashes: id → content.
        self._given: dict[int, int] = {}
        self._datasets: set[str] = set()
        self._real = False
        self.report = ImportReport()

    def run(self, paths: Sequence[Path]) -> ImportReport:
        """Import `paths` in order; a file that cannot be read does not stop the next, and a disk
        without room stops all."""
        for path in paths:
            report = FileReport(str(path))
            self.report.files.append(report)
            started = time.monotonic()
            try:
                self._file(path, report)
            except UnreadableFile as error:
                report.error = str(error)
            except NoRoom as error:
                report.error = f"{path}: no more was read; who is in, stays in: {error}"
                break
            finally:
                report.seconds = time.monotonic() - started
        return self.report

    def _file(self, path: Path, report: FileReport) -> None:
        with reading_file(path, self._mapping, self._encoding) as reading:
            report.kind, report.rest = reading.kind, reading.rest
            # Next year's export is the same dataset, whatever the file is called.
            networks = reading.kind in (CONNECTIONS, network_export.KIND)
            default = "connections" if networks else dataset_name(path)
            for batch in _batches(self._taken(reading.rows, default, report)):
                ensure_room_in(self._engine, IMPORTED_BYTES)
                records = [each.record for each in batch]
                with writing(self._engine) as connection:
                    for name in {record["dataset"] for record in records} - self._datasets:
                        put_dataset(connection, name)
                    changes = put_people(connection, records)
                    self._keep_rows(connection, batch, changes)
                    if not self._real and changes.added + changes.updated + changes.unchanged:
                        self.report.sample_retired += remove_dataset(connection, SAMPLE)
                        self._real = True
                report.changes.add(changes)
                self._datasets.update(record["dataset"] for record in records)
                report.datasets.update(record["dataset"] for record in records)
                if self._done:
                    self._done(path.name, reading.done())

    def _taken(
        self, rows: Iterator[Row | Skipped], default: str, report: FileReport
    ) -> Iterator[_Taken]:
        """The records to store; counts and tells the others."""
        for batch in _batches(rows):
            before, left_out = self._read_before(batch)
            for row in batch:
                if isinstance(row, Row):
                    if row.mark in left_out:
                        report.changes.suppressed += 1
                        continue
                    known = None if row.mark is None else before.get(row.mark)
                    own = bool(row.record.get("id"))
                    refused = self._identified(row.record, known, default, report)
                    if refused is None:
                        continue
                    if not isinstance(refused, str):
                        yield _Taken(refused, None if own and known is None else row.mark, known)
                        continue
                    row = Skipped(row.line, refused)
                report.empty += row.empty
                report.bad += not row.empty
                if report.empty + report.bad <= MAX_TOLD:
                    report.skipped.append(row)
                    if self._told:
                        self._told(report.file, row)

    def _read_before(self, rows: Iterable[Row | Skipped]) -> tuple[dict[int, str], set[int]]:
        """Who was read from these very rows before, perhaps by another mapping; and the rows of
        those who asked to be left out."""
        marks = {row.mark for row in rows if isinstance(row, Row) and row.mark is not None}
        with reading(self._engine) as connection:
            listed = listed_among(connection, "row", [str(mark) for mark in marks])
            return imported_rows.people_of(connection, marks), {int(mark) for mark in listed}

    def _keep_rows(self, connection: Connection, batch: list[_Taken], changes: Changes) -> None:
        """Keep who was read from which row, and take out whom they now take the place of."""
        others = [each for each in batch if each.before != each.record["id"]]
        rows = {each.record["id"]: each.mark for each in others if each.mark is not None}
        known = {each.before for each in others if each.before}
        gone = remove_people(connection, [i for i in known if _number(i) not in self._given])
        changes.added, changes.updated = changes.added - gone, changes.updated + gone
        imported_rows.put(connection, rows)

    def _identified(
        self, record: Record, known: str | None, default: str, report: FileReport
    ) -> Record | str | None:
        """`record` with its id and dataset, None when it was given before, or what is wrong.

        `known`: who was read from the same row before.
        """
        record["dataset"] = self._dataset or record.get("dataset") or default
        if record["dataset"] == SAMPLE:
            return f"the dataset name {SAMPLE!r} is that of the synthetic sample; give --dataset"
        own = record.get("id")
        record["id"] = own or known or derived_id(record)
        if self._first(record):
            return record
        if self._given[_number(record["id"])] == _number(record_hash(record)):
            report.repeated += 1
            return None
        if own:
            return f"the id {own!r} was given before, to other values; the first stays"
        # Two people whom name and place do not tell apart, or one with two roles.
        record["id"] = derived_id(record, told_apart=True)
        if self._first(record):
            return record
        if self._given[_number(record["id"])] == _number(record_hash(record)):
            report.repeated += 1
            return None
        return "someone of the same name, organisation and title was given before"

    def _first(self, record: Record) -> bool:
        number = _number(record["id"])
        if number in self._given:
            return False
        self._given[number] = _number(record_hash(record))
        return True


def dataset_name(path: Path) -> str:
    """The dataset of records that name none: the file's own name, without its endings."""
    stem = path.name.split(".")[0]
    return re.sub(r"[^\w-]+", "-", stem).strip("-").lower() or "imported"


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def _batches(given: Iterable[T]) -> Iterator[list[T]]:
    batch: list[T] = []
    for each in given:
        batch.append(each)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
