"""A clock for tests: sleeping moves it, and nothing waits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from shortlist.client.clock import Clock


@dataclass
class Ticking:
    now: float = 1_000.0
    chance: float = 0.5
    slept: list[float] = field(default_factory=list)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += max(0.0, seconds)
        await asyncio.sleep(0)

    @property
    def clock(self) -> Clock:
        return Clock(
            monotonic=lambda: self.now,
            wall=lambda: 1_790_000_000.0 + self.now,
            sleep=self._sleep,
            random=lambda: self.chance,
        )
