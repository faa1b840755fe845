"""Filtering and ordering of the rows of People: 100,000, while somebody types.

The work is cut into slices with a pause between them, so that keys are answered meanwhile, and a
new text makes the running pass give up. The last answers are kept: what is typed again, or taken
back, is there at once, and a text that only grew is looked for among what was found.
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
REMEMBERED: Final = 1_000_000
"""Rows in the answers that are kept, together: four bytes for each at most."""


class RowFilter:
    """The rows of one roster, by index, that match what is typed, in the order asked for."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self._generation = 0
        self._answers: dict[frozenset[str], Sequence[int]] = {}
        self._seen = 0
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
        found: Sequence[int] | None = self._known(words)
        if found is None:
            found = await self._matching(frozenset(w.casefold() for w in words), mine)
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

    def at_once(self, words: Sequence[str]) -> Sequence[int] | None:
        """The rows that hold every word, where that is known; a pass that is running gives up."""
        found = self._known(words)
        if found is not None:
            self._generation += 1
        return found

    def _known(self, words: Sequence[str]) -> Sequence[int] | None:
        size = len(self.roster)
        if self._seen != size:
            self._answers, self._seen = {}, size
        if not words:
            return range(size)
        asked = frozenset(w.casefold() for w in words)
        found = self._answers.pop(asked, None)
        if found is not None:
            self._answers[asked] = found  # the last to be forgotten
        return found

    async def _matching(self, asked: frozenset[str], mine: int) -> Sequence[int] | None:
        found = await self._look(asked, self._narrowest(asked), mine)
        if found is not None:
            self._answers[asked] = found
            while self._remembered() > REMEMBERED:
                del self._answers[next(iter(self._answers))]
        return found

    def _remembered(self) -> int:
        """Rows in the answers that are kept; what all rows fit costs nothing."""
        return sum(len(found) for found in self._answers.values() if isinstance(found, array))

    def _narrowest(self, words: frozenset[str]) -> Sequence[int]:
        """The fewest rows known to hold all that fit: what holds a longer text is among what held
        the shorter one."""
        wider = [
            found
            for before, found in self._answers.items()
            if all(any(old in new for new in words) for old in before)
        ]
        return min(wider, key=len, default=range(self._seen))

    async def _look(
        self, words: frozenset[str], among: Sequence[int], mine: int
    ) -> Sequence[int] | None:
        texts, found = self.roster.texts, array("I")
        first, *rest = sorted(words, key=len, reverse=True)  # the longest is the rarest
        for start in range(0, len(among), LOOKED_THROUGH):
            if start:
                await asyncio.sleep(0)
                if mine != self._generation:
                    return None
            some = [i for i in among[start : start + LOOKED_THROUGH] if first in texts[i]]
            for word in rest:
                some = [index for index in some if word in texts[index]]
            found.extend(some)
        return among if len(found) == len(among) else found

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
