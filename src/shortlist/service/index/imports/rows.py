"""Rows of a file, and what of it was skipped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from shortlist.service.index.port import Record

LINE_MOST_BYTES = 4 * 1024 * 1024
_NAMES_MOST = 200
_NAME_MOST = 80


class BadRow(Exception):
    """This row is no person; the text says why."""


class EmptyRow(BadRow):
    """Nothing in this row says who it is about."""


class OtherEncoding(BadRow):
    """This row has bytes that are none of the encoding it is read in."""


class UnreadableFile(Exception):
    """The file cannot be imported at all; one line says why and what to do."""

    def __init__(self, told: str) -> None:
        # What is quoted of a file, or said by a library of it, may be many lines.
        super().__init__(" ".join(told.split()))


class NoHeadings(UnreadableFile):
    """No row names columns that are known; `headings` are those of the first row."""

    def __init__(self, told: str, headings: Iterable[str]) -> None:
        super().__init__(told)
        self.headings = list(headings)


@dataclass(frozen=True, slots=True)
class Row:
    """One person of a file, with the number of the line it starts at."""

    line: int
    record: Record
    mark: int | None = None
    """Of `row_mark`; None of what is no row of a table or list."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that gave nobody."""

    line: int
    reason: str
    empty: bool = False
    """Nothing was in it: such as a connection who left the network."""
    other_encoding: bool = False
    """It may be readable in another encoding."""


@dataclass(slots=True)
class Rest:
    """What a file says under names that are no field of a person, in the order it was met."""

    kept: dict[str, None] = field(default_factory=dict)
    """Columns that are kept as they are, among the facts: found by their words."""
    left: dict[str, None] = field(default_factory=dict)
    """What is not kept."""
    mapped: set[str] = field(default_factory=set)
    """Columns of a mapping that the file has."""
    columns: dict[str, str] = field(default_factory=dict)
    """The field that each column of a table, or key of an object, is, in their order; empty where
    it is none."""

    def column(self, name: str, field: str) -> None:
        """This name is that field, or none."""
        if len(self.columns) < _NAMES_MOST:
            self.columns.setdefault(name[:_NAME_MOST], field)

    def keep(self, names: Iterable[str]) -> None:
        """These are kept among the facts."""
        _note(self.kept, names)

    def leave(self, names: Iterable[str]) -> None:
        """These are not kept."""
        _note(self.left, names)


def _note(noted: dict[str, None], names: Iterable[str]) -> None:
    for name in names:
        if name not in noted and len(noted) < _NAMES_MOST:
            noted[name[:_NAME_MOST]] = None


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file being read."""

    rows: Iterator[Row | Skipped]
    kind: str
    """Its format, in words: `csv`, `connections export`, `json lines`, `vcard` and so on."""
    done: Callable[[], float]
    """How much of the file was read, 0 to 1."""
    rest: Rest = field(default_factory=Rest)
    """Whole once all rows were read."""


def row_mark(given: Any) -> int | None:
    """What a row is known again by when its file is read another way: all it says, in 63 bits."""
    try:
        said = orjson.dumps(given, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return None
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest()) >> 1


def too_long() -> str:
    """Of a row, why it was not read."""
    return f"longer than {LINE_MOST_BYTES // 1024 // 1024} MB"
