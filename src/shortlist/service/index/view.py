"""Everyone in the index at one moment, by facets: whom a filter holds for, and who that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.index.retrieval import (
    All,
    AnyOf,
    Between,
    Exists,
    Ids,
    Not,
    Rows,
    Some,
    Truths,
    Where,
)

NUMBERS = tuple(key for key, kind in SCHEMA.items() if kind == "integer")
UNKNOWN = -(2**31)
"""The number of a person whose record says none."""
_REMEMBERED = 128
"""Answers to single facets and lists of people, a byte a person each: queries repeat them."""

PointOf = Callable[[str], int]
"""The number of a person's point in the shard."""


def token(key: str, value: str | int | bool) -> str:
    """A worded facet as it is stored."""
    return f"{key}={spelt(value)}"


def spelt(value: str | int | bool) -> str:
    """The value of a worded facet as it is stored."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def known(key: str) -> str:
    """What is stored where the facet `key` is known at all; no value makes this of it."""
    return key


def said(asked: AnyOf | Exists) -> list[str]:
    """The tokens of which somebody has one at least whom `asked`, of a worded facet, holds for."""
    if isinstance(asked, Exists):
        return [known(asked.key)]
    return [token(asked.key, value) for value in asked.values]


@dataclass(frozen=True, slots=True)
class Merged:
    """Rows in the order of their points' numbers; arrays that never change."""

    points: NDArray[np.uint64]
    id_bytes: NDArray[np.uint8]
    id_ends: NDArray[np.int64]
    values: NDArray[np.int32]
    """Token numbers, row after row."""
    value_ends: NDArray[np.int64]
    postings: Rows
    """Rows, token after token."""
    posting_ends: NDArray[np.int64]
    numbers: NDArray[np.int32]
    """Shape (len(NUMBERS), rows)."""

    @classmethod
    def none(cls) -> Merged:
        zero = np.zeros(1, dtype=np.int64)
        nothing = np.zeros(0, dtype=np.int32)
        return cls(
            np.zeros(0, dtype=np.uint64),
            np.zeros(0, dtype=np.uint8),
            zero,
            nothing,
            zero,
            nothing,
            zero,
            np.zeros((len(NUMBERS), 0), dtype=np.int32),
        )


@dataclass(frozen=True, slots=True)
class Changes:
    """What came after the merged rows; `alive` is of all rows."""

    ids: tuple[str, ...]
    row_of: dict[int, int]
    points: NDArray[np.uint64]
    values: NDArray[np.int32]
    value_ends: NDArray[np.int64]
    numbers: NDArray[np.int32]
    alive: Truths
    names: list[str]
    """Shared with the table, which only ever appends."""
    token_numbers: dict[str, int]
    """Shared likewise."""


class _Values(NamedTuple):
    """The values of one worded facet, and who has them."""

    names: list[str]
    """In the order of the alphabet."""
    rows: Rows
    """Of each value in turn, whoever has it."""
    whose: NDArray[np.int32]
    """Of each of `rows`: the place of the value in `names`."""


class View:
    """Everyone at one moment. Immutable and thread-safe."""

    def __init__(
        self, merged: Merged, point_of: PointOf, changes: Changes, people: int | None = None
    ) -> None:
        """`people`: how many there are, where these are not all of them."""
        self._people = people
        self._merged = merged
        self._point_of = point_of
        self._changes = changes
        self._base = len(merged.points)
        self._alive = changes.alive
        self._remembered: dict[AnyOf | Exists | Ids, Truths] = {}
        self._values: dict[str, _Values] = {}
        self._numbers = (
            np.concatenate([merged.numbers, changes.numbers], axis=1)
            if changes.ids
            else merged.numbers
        )
        self._points = (
            np.concatenate([merged.points, changes.points]) if changes.ids else merged.points
        )
        lengths = np.diff(changes.value_ends)
        self._changed_rows = np.repeat(
            np.arange(self._base, self._base + len(changes.ids), dtype=np.int32), lengths
        )

    def __len__(self) -> int:
        """As `Candidates`: the rows, whether or not the person is there."""
        return len(self._alive)

    @cached_property
    def people(self) -> int:
        """As `Candidates.people`."""
        return int(np.count_nonzero(self._alive)) if self._people is None else self._people

    # --- who ---------------------------------------------------------------------------------

    def holds(self, where: Where | None) -> Truths:
        """For each row, whether `where` holds and the person is there."""
        return self._alive if where is None else self._truths(where) & self._alive

    def rows(self, person_ids: Iterable[str]) -> Rows:
        """The row of each, -1 for those who are not there."""
        points = np.fromiter((self._point_of(i) for i in person_ids), dtype=np.uint64)
        return self.rows_of_points(points)

    def rows_of_points(self, points: NDArray[np.uint64]) -> Rows:
        """As `rows`, by the numbers of their points."""
        found = np.full(len(points), -1, dtype=np.int32)
        if self._base:
            at = np.minimum(np.searchsorted(self._merged.points, points), self._base - 1)
            there = self._merged.points[at] == points
            found[there] = at[there]
        if changed := self._changes.row_of:
            for n, point in enumerate(points.tolist()):
                found[n] = changed.get(point, found[n])
        there = found >= 0
        found[there] = np.where(self._alive[found[there]], found[there], -1)
        return found

    def in_order(self, truths: Truths, limit: int | None) -> Rows:
        """The first rows that are true, in the order of their points."""
        rows = np.flatnonzero(truths).astype(np.int32)
        if self._changes.ids:
            rows = rows[np.argsort(self._points[rows])]
        return rows if limit is None else rows[:limit]

    def ids(self, rows: Rows) -> list[str]:
        """The persons of `rows`."""
        return [self._id(row) for row in rows.tolist()]

    def _id(self, row: int) -> str:
        ends, packed = self._merged.id_ends, self._merged.id_bytes
        if row >= self._base:
            return self._changes.ids[row - self._base]
        return packed[ends[row] : ends[row + 1]].tobytes().decode()

    def points(self, rows: Rows) -> NDArray[np.uint64]:
        """The numbers of their points."""
        return self._points[rows]

    # --- what --------------------------------------------------------------------------------

    @cached_property
    def facets(self) -> dict[str, list[tuple[str, int]]]:
        """The values of every worded facet and how many people have each, most first."""
        names = self._changes.names
        everyone = self._alive[: self._base]
        own = self._merged.values
        if not everyone.all():
            own = own[np.repeat(everyone, np.diff(self._merged.value_ends))]
        counts = np.bincount(own, minlength=len(names))
        changed = self._changes.values[self._alive[self._changed_rows]]
        counts += np.bincount(changed, minlength=len(counts))
        there = np.flatnonzero(counts)
        found: dict[str, list[tuple[str, int]]] = {}
        for number, count in zip(there.tolist(), counts[there].tolist(), strict=True):
            key, _, value = names[number].partition("=")
            if value:
                found.setdefault(key, []).append((value, count))
        for values in found.values():
            values.sort(key=lambda each: (-each[1], each[0]))
        return found

    def facet(self, key: str, truths: Truths) -> list[tuple[str, int]]:
        """As `facets` of one `key`, among the rows that are true."""
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = self._values_of(key)
        counts = np.bincount(values.whose[truths[values.rows]], minlength=len(values.names))
        # Alike in number, they stay in the order of the alphabet.
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        return [(values.names[at], n) for at, n in zip(order, counts[order].tolist(), strict=True)]

    def _values_of(self, key: str) -> _Values:
        changes, ends = self._changes, self._merged.posting_ends
        names = sorted(value for value, _ in self.facets.get(key, ()))
        numbers = np.array([changes.token_numbers[token(key, name)] for name in names], np.int64)
        # A value that came since has nobody among the merged rows.
        starts, stops = ends[np.minimum([numbers, numbers + 1], len(ends) - 1)]
        lengths = stops - starts
        before = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
        rows = self._merged.postings[np.arange(len(before)) + before]
        places = np.full(len(changes.names), -1, np.int32)
        places[numbers] = np.arange(len(numbers))
        since = places[changes.values]
        return _Values(
            names,
            np.concatenate([rows, self._changed_rows[since >= 0]]),
            np.concatenate([np.repeat(places[numbers], lengths), since[since >= 0]]),
        )

    # --- filters -----------------------------------------------------------------------------

    def _truths(self, where: Where) -> Truths:
        match where:
            case AnyOf(key) if key in NUMBERS:
                return np.isin(self._numbers[NUMBERS.index(key)], where.values)
            case Between(key, at_least, at_most):
                numbers = self._numbers[NUMBERS.index(key)]
                truths: Truths = numbers != UNKNOWN
                if at_least is not None:
                    truths &= numbers >= at_least
                if at_most is not None:
                    truths &= numbers <= at_most
                return truths
            case Exists(key) if key in NUMBERS:
                return self._truths(Between(key))
            case AnyOf() | Exists() | Ids():
                remembered = self._remembered.get(where)
                if remembered is None:
                    if len(self._remembered) >= _REMEMBERED:
                        self._remembered.clear()
                    remembered = self._remembered[where] = self._looked_up(where)
                return remembered
            case All(parts):
                truths = np.ones(len(self._alive), dtype=np.bool_)
                for part in parts:
                    truths &= self._truths(part)
                return truths
            case Some(parts):
                truths = np.zeros(len(self._alive), dtype=np.bool_)
                for part in parts:
                    truths |= self._truths(part)
                return truths
            case Not(part):
                return ~self._truths(part)

    def _looked_up(self, asked: AnyOf | Exists | Ids) -> Truths:
        truths = np.zeros(len(self._alive), dtype=np.bool_)
        if isinstance(asked, Ids):
            rows = self.rows(asked.person_ids)
            truths[rows[rows >= 0]] = True
            return truths
        numbers = self._changes.token_numbers
        wanted = [number for each in said(asked) if (number := numbers.get(each)) is not None]
        ends, postings = self._merged.posting_ends, self._merged.postings
        for number in wanted:
            if number + 1 < len(ends):
                truths[postings[ends[number] : ends[number + 1]]] = True
        if wanted and len(self._changed_rows):
            truths[self._changed_rows[np.isin(self._changes.values, wanted)]] = True
        return truths
