"""Filter and order 100,000 rows while somebody types.

The work is cut into slices with a pause between them, so that keys are answered meanwhile. A new
text makes the running pass give up. A text that only grew looks through the previous answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

Row = TypeVar("Row")
SLICE: Final = 1_000


class Sieve(Generic[Row]):
    """The rows whose text holds every word of the needle, in order."""

    def __init__(self, text_of: Callable[[Row], str]) -> None:
        self._text_of = text_of
        self._rows: Sequence[Row] = ()
        self._texts: list[str] = []
        self._generation = 0
        self._needle = ""
        self._matches: list[int] | None = None
        """Indices that match the needle among the rows seen so far; `None`: all of them."""
        self._seen = 0

    async def sift(
        self,
        rows: Sequence[Row],
        needle: str,
        order: Callable[[Row], str] | None = None,
        turned: bool = False,
    ) -> Sequence[Row] | None:
        """The rows to show, or `None` when a later call has taken over.

        `rows` may be the same sequence grown at its end since the last call.
        """
        self._generation += 1
        mine = self._generation
        words = needle.casefold().split()
        same = rows is self._rows or (
            len(rows) >= self._seen and bool(self._seen) and rows[0] is self._rows[0]
        )
        if not same:
            self._texts, self._matches, self._seen, self._needle = [], None, 0, ""
        if not words and order is None:
            self._rows = rows
            return rows
        grown = self._needle and needle.startswith(self._needle) and self._matches is not None
        already = self._seen if grown else 0
        candidates: Sequence[int] = self._matches if grown and self._matches is not None else ()
        rest = range(already, len(rows))
        found: list[int] = []
        for indices in (candidates, rest):
            for start in range(0, len(indices), SLICE):
                for index in indices[start : start + SLICE]:
                    text = self._text(rows, index)
                    if all(word in text for word in words):
                        found.append(index)
                if len(indices) > SLICE:
                    await asyncio.sleep(0)
                    if mine != self._generation:
                        return None
        self._rows, self._needle, self._matches, self._seen = rows, needle, found, len(rows)
        if order is not None:
            found = sorted(found, key=lambda index: order(rows[index]), reverse=turned)
        return [rows[index] for index in found]

    def _text(self, rows: Sequence[Row], index: int) -> str:
        while len(self._texts) <= index:
            self._texts.append(self._text_of(rows[len(self._texts)]).casefold())
        return self._texts[index]
