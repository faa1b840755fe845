"""An act that follows keys, such as drawing a pane beside a list, without holding them up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

_SHARE: Final = 4
"""Times as long as it took last that nothing must be pressed before it is done again."""
_SOONEST, _LATEST = 0.005, 0.4
"""Seconds between which that is."""


class Debounced:
    """Done once what was pressed is answered and painted: as soon as one sees it where it is quick,
    and where it is slow once nobody presses any more."""

    def __init__(self, of: MessagePump, act: Callable[[], None]) -> None:
        """`act` is done in the turn of `of`."""
        self._of, self._act = of, act
        self._due: asyncio.TimerHandle | None = None
        self.took = 0.0
        """Seconds, the last time."""

    def soon(self) -> None:
        """Something was pressed: do it after that."""
        if self._due is not None:
            self._due.cancel()
        loop = asyncio.get_running_loop()
        self._due = loop.call_later(self.wait, self._of.call_later, self._do)

    @property
    def wait(self) -> float:
        """Seconds for which nothing must be pressed."""
        return min(max(_SOONEST, _SHARE * self.took), _LATEST)

    def _do(self) -> None:
        begun = perf_counter()
        self._act()
        self.took = perf_counter() - begun
