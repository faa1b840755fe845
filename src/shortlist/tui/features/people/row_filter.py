"""Filtering and ordering of the rows of People: 100,000, while somebody types.

The work is cut into slices with a pause between them, so that keys are answered meanwhile, and a
new text makes the running pass give up.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shortlist.tui.kit.roster import Brief, Roster

SLICE: Final = 4_000
"""Rows read without a pause: one or two milliseconds."""
LOOKED_THROUGH: Final = 20_000
"""Rows whose text is looked through without a pause, as quickly."""


class RowFilter:
    """The rows of one roster, by index, that match what is typed, in the order asked for."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self._generation = 0
        self._ranks: dict[str, array[int]] = {}

    async def sift(
        self,
        words: Sequence[str],
        *,
        only: Callable[[str], bool] | None = None,
        order: tuple[str, Callable[[Brief], str]] | None = None,
        turned: bool = False,
    ) -> Sequence[int] | None:
        """Indices of the rows to show, or `None` when a later call has taken over.

        A row fits when its text holds every word, in any case, and `only`, given the person id,
        says so too. `order` is a name for the order, and what rows are compared by.
        """
        self._generation += 1
        mine = self._generation
        size = len(self.roster)
        found: Sequence[int] | None = range(size)
        if words:
            found = await self._matching({word.casefold() for word in words}, mine)
        if found is not None and only is not None:
            found = await self._allowed(found, only, mine)
        if found is None or order is None:
            return found
        rank = await self._rank(order, size, mine)
        if rank is None:
            return None
        shown = bytearray(size)
        for index in found:
            shown[index] = 1
        if turned:
            return array("I", compress(reversed(rank), map(shown.__getitem__, reversed(rank))))
        return array("I", compress(rank, map(shown.__getitem__, rank)))

    def everybody(self) -> Sequence[int]:
        """All the rows, as they came; a pass that is running gives up."""
        self._generation += 1
        return range(len(self.roster))

    async def _matching(self, words: set[str], mine: int) -> Sequence[int] | None:
        texts, found = self.roster.texts, array("I")
        first, *rest = sorted(words, key=len, reverse=True)  # the longest is the rarest
        for start in range(0, len(texts), LOOKED_THROUGH):
            if start:
                await asyncio.sleep(0)
                if mine != self._generation:
                    return None
            some = [
                index
                for index, text in enumerate(texts[start : start + LOOKED_THROUGH], start)
                if first in text
            ]
            for word in rest:
                some = [index for index in some if word in texts[index]]
            found.extend(some)
        return found

    async def _allowed(
        self, found: Sequence[int], only: Callable[[str], bool], mine: int
    ) -> array[int] | None:
        allowed = array("I")
        for start in range(0, len(found), SLICE):
            some = found[start : start + SLICE]
            briefs = self.roster.briefs(some)
            allowed.extend(i for i, b in zip(some, briefs, strict=True) if only(b.person_id))
            await asyncio.sleep(0)
            if mine != self._generation:
                return None
        return allowed

    async def _rank(
        self, order: tuple[str, Callable[[Brief], str]], size: int, mine: int
    ) -> array[int] | None:
        """All the rows in this order; it is kept until the roster grows."""
        name, key = order
        rank = self._ranks.get(name)
        if rank is not None and len(rank) == size:
            return rank
        pairs: list[tuple[str, int]] = []
        for start in range(0, size, SLICE):
            stop = min(start + SLICE, size)
            briefs = self.roster.briefs(range(start, stop))
            # Sorted runs make the last sort a merge.
            pairs += sorted((key(brief), index) for index, brief in enumerate(briefs, start))
            await asyncio.sleep(0)
            if mine != self._generation:
                return None
        pairs.sort()
        self._ranks = {name: array("I", (index for _, index in pairs))}
        return self._ranks[name]
