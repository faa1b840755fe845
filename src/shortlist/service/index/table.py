"""Every facet of every person in memory, for filters: who a filter holds for takes microseconds.

A person is a row. For each facet's value there is the list of rows that have it (its postings), and
for each row the list of its values; a filter is put together from those as one array of truths.
The arrays lie in files that are mapped, not read: opening takes milliseconds at any size. What
changed since is kept beside them until it is worth merging.
"""

from __future__ import annotations

import shutil
import threading
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import Rows
from shortlist.service.index.view import (
    NUMBERS,
    UNKNOWN,
    Changes,
    Merged,
    PointOf,
    View,
    known,
    token,
)

_MERGE_FROM = 5_000
"""Changed rows after which a merge is worth it, or an eighth of all, if that is more."""

_GATHERED = 50_000
"""Rows at a time."""

TOKENS = "tokens.json"
SUMS = "sums.json"
_PIECE_BYTES = 1024 * 1024


def tokens_of(facets: dict[str, Any]) -> list[str]:
    """The worded facets among `facets`."""
    tokens: list[str] = []
    for key, value in facets.items():
        if SCHEMA[key] != "integer":
            values = value if isinstance(value, list) else [value]
            tokens += [known(key), *(token(key, each) for each in values)]
    return tokens


def facets_of(tokens: Iterable[str]) -> dict[str, list[str]]:
    """The worded facets that `tokens` say."""
    facets: dict[str, list[str]] = {}
    for each in tokens:
        key, _, value = each.partition("=")
        if value:
            facets.setdefault(key, []).append(value)
    return facets


class Table:
    """The facets of the people in one shard. Thread-safe; changes show in the next `view`."""

    def __init__(self, point_of: PointOf, people: int | None = None) -> None:
        """`people`: how many there are, where the table is not to have all of them."""
        self._point_of = point_of
        self._people = people
        self._lock = threading.Lock()
        self._merged = Merged.none()
        self._names: list[str] = []
        self._token_numbers: dict[str, int] = {}
        self._gone: set[int] = set()
        self._forget_changes()
        self._view: View | None = None

    def _forget_changes(self) -> None:
        self._ids: list[str] = []
        self._points: list[int] = []
        self._row_of: dict[int, int] = {}
        self._values = array("i")
        self._value_ends = array("q", [0])
        self._numbers = array("i")

    # --- changing ----------------------------------------------------------------------------

    def put(self, person_id: str, tokens: Iterable[str], numbers: dict[str, int]) -> None:
        """Have this person with these worded facets and whole numbers, and no others."""
        with self._lock:
            point = self._point_of(person_id)
            row = self._row(point)
            if row is not None and self._id(row) != person_id:
                raise IndexUnavailable(f"two ids collide: {person_id!r}")
            self._drop(point)
            known = self._token_numbers
            for each in tokens:
                number = known.get(each)
                if number is None:
                    number = known[each] = len(self._names)
                    self._names.append(each)
                self._values.append(number)
            self._value_ends.append(len(self._values))
            self._numbers.extend(numbers.get(key, UNKNOWN) for key in NUMBERS)
            self._row_of[point] = len(self._merged.points) + len(self._ids)
            self._ids.append(person_id)
            self._points.append(point)
            self._view = None

    def remove(self, person_id: str) -> bool:
        """Take a person out; whether they were there."""
        with self._lock:
            self._view = None
            return self._drop(self._point_of(person_id))

    def __len__(self) -> int:
        """How many people are in it."""
        with self._lock:
            return len(self._merged.points) + len(self._ids) - len(self._gone)

    def __contains__(self, person_id: str) -> bool:
        with self._lock:
            return self._row(self._point_of(person_id)) is not None

    def _row(self, point: int) -> int | None:
        row = self._row_of.get(point)
        if row is None:
            row = _row_in(self._merged.points, point)
        return None if row in self._gone else row

    def _id(self, row: int) -> str:
        merged = self._merged
        if row >= len(merged.points):
            return self._ids[row - len(merged.points)]
        ends = merged.id_ends
        return merged.id_bytes[ends[row] : ends[row + 1]].tobytes().decode()

    def _drop(self, point: int) -> bool:
        row = self._row(point)
        if row is None:
            return False
        self._row_of.pop(point, None)
        self._gone.add(row)
        return True

    @property
    def view(self) -> View:
        """Everyone as of now; it never changes."""
        found = self._view
        if found is None:
            with self._lock:
                if len(self._ids) + len(self._gone) > max(
                    _MERGE_FROM, len(self._merged.points) // 8
                ):
                    self._merge()
                changes = self._changes()
                found = self._view = View(self._merged, self._point_of, changes, self._people)
        return found

    def _changes(self) -> Changes:
        total = len(self._merged.points) + len(self._ids)
        alive = np.ones(total, dtype=np.bool_)
        alive[list(self._gone)] = False
        ends = np.array(self._value_ends, dtype=np.int64)
        return Changes(
            ids=tuple(self._ids),
            row_of=dict(self._row_of),
            points=np.array(self._points, dtype=np.uint64),
            values=np.array(self._values, dtype=np.int32),
            value_ends=ends,
            numbers=np.array(self._numbers, dtype=np.int32).reshape(-1, len(NUMBERS)).T,
            alive=alive,
            names=self._names,
            token_numbers=self._token_numbers,
        )

    def _merge(self) -> None:
        """Everything into new arrays, sorted by point."""
        old, new = self._merged, self._changes()
        keep = np.flatnonzero(new.alive)
        points = np.concatenate([old.points, new.points])[keep]
        order = np.argsort(points)
        keep = keep[order]
        ids_new = [each.encode() for each in new.ids]
        id_ends = np.concatenate(
            [old.id_ends, old.id_ends[-1] + np.cumsum([len(i) for i in ids_new], dtype=np.int64)]
        )
        id_bytes = np.concatenate([old.id_bytes, np.frombuffer(b"".join(ids_new), dtype=np.uint8)])
        value_ends = np.concatenate([old.value_ends, old.value_ends[-1] + new.value_ends[1:]])
        values, ends = _gather(np.concatenate([old.values, new.values]), value_ends, keep)
        values = self._only_used(values)
        postings, posting_ends = _invert(values, ends, len(self._names))
        taken, taken_ends = _gather(id_bytes, id_ends, keep)
        self._merged = Merged(
            points=points[order],
            id_bytes=taken,
            id_ends=taken_ends,
            values=values,
            value_ends=ends,
            postings=postings,
            posting_ends=posting_ends,
            numbers=np.ascontiguousarray(
                np.concatenate([old.numbers, new.numbers], axis=1)[:, keep]
            ),
        )
        self._gone = set()
        self._forget_changes()

    def _only_used(self, values: NDArray[Any]) -> NDArray[Any]:
        """`values` by the numbers that are left once what nobody says any more is forgotten."""
        used = np.flatnonzero(np.bincount(values, minlength=len(self._names)))
        if len(used) == len(self._names):
            return values
        numbers = np.full(len(self._names), -1, np.int32)
        numbers[used] = np.arange(len(used), dtype=np.int32)
        # New ones: views of before still read the old.
        self._names = [self._names[number] for number in used.tolist()]
        self._token_numbers = {name: number for number, name in enumerate(self._names)}
        kept: NDArray[np.int32] = numbers[values]
        return kept

    # --- files -------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write everything to `folder`, whole or not at all."""
        with self._lock:
            self._merge()
            self._view = None
            draft = folder.with_suffix(".new")
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            for field in fields(Merged):
                np.save(draft / f"{field.name}.npy", getattr(self._merged, field.name))
            (draft / TOKENS).write_bytes(orjson.dumps(self._names))
            (draft / SUMS).write_bytes(orjson.dumps(_sums(draft)))
            shutil.rmtree(folder, ignore_errors=True)
            draft.rename(folder)
            self._merged = _mapped(folder)

    @classmethod
    def load(cls, folder: Path, point_of: PointOf) -> Table:
        """What `save` wrote; raises `OSError` when it is not there and `ValueError` when it is not
        what was written: looking takes 10 ms at 40,000 people."""
        if orjson.loads((folder / SUMS).read_bytes()) != _sums(folder):
            raise ValueError("its files are damaged")
        table = cls(point_of)
        table._merged = _mapped(folder)
        table._names = orjson.loads((folder / TOKENS).read_bytes())
        table._token_numbers = {name: number for number, name in enumerate(table._names)}
        if len(table._merged.numbers) != len(NUMBERS):
            raise ValueError("another set of numbers")
        return table


def _sums(folder: Path) -> dict[str, int]:
    """The checksum of each file that a table in `folder` has. Whoever maps a damaged file is told
    nothing of it, and finds other people."""
    names = [*(f"{field.name}.npy" for field in fields(Merged)), TOKENS]
    sums = {}
    for name in names:
        with (folder / name).open("rb") as file:
            sums[name] = 0
            while piece := file.read(_PIECE_BYTES):
                sums[name] = zlib.crc32(piece, sums[name])
    return sums


def _mapped(folder: Path) -> Merged:
    arrays = {}
    for field in fields(Merged):
        mapped = np.load(folder / f"{field.name}.npy", mmap_mode="r")
        # A plain array on the same pages: a memmap's own bookkeeping costs at each use.
        arrays[field.name] = mapped.view(np.ndarray)
    return Merged(**arrays)


def _row_in(points: NDArray[np.uint64], point: int) -> int | None:
    at = int(np.searchsorted(points, np.uint64(point)))
    return at if at < len(points) and int(points[at]) == point else None


def _gather(
    flat: NDArray[Any], ends: NDArray[np.int64], rows: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The pieces of `flat` that belong to `rows`, one after the other, and their ends."""
    lengths = np.diff(ends)[rows]
    new_ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    taken = np.empty(new_ends[-1], dtype=flat.dtype)
    # A part at a time: the places take many times the memory of what lies there.
    for start in range(0, len(rows), _GATHERED):
        some = slice(start, start + _GATHERED)
        first, last = new_ends[start], new_ends[min(start + _GATHERED, len(rows))]
        at = np.arange(first, last)
        at += np.repeat(ends[rows[some]] - new_ends[:-1][some], lengths[some])
        taken[first:last] = flat[at]
    return taken, new_ends


def _invert(
    values: NDArray[np.int32], ends: NDArray[np.int64], tokens: int
) -> tuple[Rows, NDArray[np.int64]]:
    """The rows of each token, and their ends."""
    of_value = np.repeat(np.arange(len(ends) - 1, dtype=np.int32), np.diff(ends))
    order = np.argsort(values, kind="stable")
    counts = np.bincount(values, minlength=tokens)
    return of_value[order], np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
