"""Ways of asking: for everything that a query demands, then for less and less of it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.retrieval import All, Everyone, Rows, Truths, Where
from shortlist.service.search.conditions import Understood
from shortlist.service.search.vocabulary import Vocabulary

_POOLED_MOST: Final = 800
"""People among whom several ways of asking are answered by one retrieval."""
_COMBINED_MOST: Final = 5
_WEAKER_MOST: Final = 24
"""Bounds on how many ways of asking for less are tried."""
_KEPT_BYTES: Final = 32_000_000
"""Of whom parts hold for, at an eighth of a byte a person."""

Bits = NDArray[np.uint8]
"""Of each person whether something holds, eight to a byte: so many fit close at hand."""

Way = tuple[float, tuple[Where, ...]]
"""One way of asking: the share of the weight that it keeps, and all that must hold."""


def ways_of(understood: Understood, vocabulary: Vocabulary) -> list[Way]:
    """Everything that is asked for; then one condition made weaker or left out, then two or more,
    the lightest first; at last only what was given as a filter."""
    conditions = understood.conditions
    wheres = tuple(condition.where(vocabulary) for condition in conditions)
    weights = [condition.weight for condition in conditions]
    weight = sum(weights)
    free = [at for at, condition in enumerate(conditions) if not condition.enforced]

    def without(*left_out: int) -> tuple[Where, ...]:
        return tuple(where for at, where in enumerate(wheres) if at not in left_out)

    weaker: list[Way] = []
    for at in free:
        near = conditions[at].where_near(vocabulary)
        if near is not None:
            weaker.append((1.0 - 0.5 * weights[at] / weight, (near, *without(at))))
        weaker.append((1.0 - weights[at] / weight, without(at)))
    said = [at for at in free if not conditions[at].implied][:_COMBINED_MOST]
    for size in range(2, len(said)):
        for left_out in combinations(said, size):
            kept = sum(each for at, each in enumerate(weights) if at not in left_out)
            weaker.append((kept / weight, without(*left_out)))
    weaker.sort(key=lambda way: -way[0])
    return [(1.0, wheres), *weaker[:_WEAKER_MOST], (0.0, without(*free))]


class Pool:
    """Whom the parts of the latest queries hold for: others ask for the same roles, places and
    subjects. Thread-safe; forgotten whenever the index changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._everyone: Everyone | None = None
        self._known: dict[Where, Bits] = {}

    def few(
        self, everyone: Everyone, ways: Sequence[Way], wanted: int
    ) -> tuple[list[float], Rows, Truths]:
        """The first of `ways` that are few people together, or enough: the share of each, the
        people of all of them, and who of these is in which: shape (ways, people)."""
        # Ways are put together from the same parts.
        held: dict[int, Bits] = {}
        shares: list[float] = []
        members: list[Bits] = []
        together: Bits = np.zeros(-(-len(everyone) // 8), dtype=np.uint8)
        for share, parts in ways:
            if not parts:
                break
            for part in parts:
                if id(part) not in held:
                    held[id(part)] = self._of(everyone, part)
            own: Bits = np.bitwise_and.reduce([held[id(part)] for part in parts])
            wider = together | own
            count = int(np.bitwise_count(wider).sum())
            if count > _POOLED_MOST:
                break
            together = wider
            shares.append(share)
            members.append(own)
            if count >= wanted:
                break
        rows = np.flatnonzero(np.unpackbits(together, count=len(everyone))).astype(np.int32)
        each_row = [each[rows >> 3] for each in members]
        bits = np.stack(each_row) if each_row else np.zeros((0, len(rows)), np.uint8)
        within: Truths = (bits >> (7 - (rows & 7)).astype(np.uint8) & 1) > 0
        return shares, rows, within

    def _of(self, everyone: Everyone, part: Where) -> Bits:
        with self._lock:
            if everyone is not self._everyone:
                self._everyone, self._known = everyone, {}
            known = self._known
            if (bits := known.get(part)) is not None:
                return bits
        bits = np.packbits(everyone.holds(part))
        with self._lock:
            if (len(known) + 1) * len(bits) > _KEPT_BYTES:
                known.clear()
            known[part] = bits
        return bits


def as_one(parts: Sequence[Where]) -> Where | None:
    """All of `parts` as one filter; None without any."""
    return parts[0] if len(parts) == 1 else All(tuple(parts)) if parts else None
