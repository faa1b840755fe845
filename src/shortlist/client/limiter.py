"""The limiter of requests in flight, one for each API key in the process."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from shortlist.client.clock import Clock
from shortlist.client.errors import AuthRequired, Parked

START: Final = 4
MOST: Final = 10
LONGEST_WAIT_SECONDS: Final = 120.0
_JITTER_SECONDS: Final = 1.0
_DEFAULT_HOLD_SECONDS: Final = 1.0


class Limiter:
    """Starts at 4 requests in flight, never over 10; used from one event loop."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.limit = START
        self.in_flight = 0
        self.held_until = 0.0
        """On the monotonic clock; nothing is sent before."""
        self.refused: AuthRequired | None = None
        """Set by a 401: paid work stops here until a key is given or a read succeeds."""
        self._successes = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def is_free(self) -> bool:
        """Whether a request could be sent at once."""
        held = self.held_until > self.clock.monotonic()
        return not held and self.refused is None and self.in_flight < self.limit

    async def acquire(self, *, paid: bool) -> None:
        """Wait for a slot. Raises `AuthRequired` for paid work after a 401, `Parked` for a
        hold longer than 120 s."""
        while True:
            if paid and self.refused is not None:
                raise self.refused.with_traceback(None)
            hold = self.held_until - self.clock.monotonic()
            if hold > 0:
                if hold > LONGEST_WAIT_SECONDS:
                    raise Parked("The rate limit asks for a long wait", retry_after=hold)
                await self.clock.sleep(hold + self.clock.random() * _JITTER_SECONDS)
                continue
            if self.in_flight < self.limit:
                self.in_flight += 1
                self._wake()
                return
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                elif not turn.cancelled():
                    self._wake()
                raise

    def release(self) -> None:
        self.in_flight -= 1
        self._wake()

    def succeeded(self) -> None:
        """Grow by one after as many successes as the limit is."""
        self._successes += 1
        if self._successes >= self.limit and self.limit < MOST:
            self.limit += 1
            self._successes = 0
            self._wake()

    def throttled(self, seconds: float | None) -> None:
        """A 429: halve once a window, and hold everyone until the time that was named."""
        now = self.clock.monotonic()
        if now >= self.held_until:
            self.limit = max(1, self.limit // 2)
            self._successes = 0
        until = now + (_DEFAULT_HOLD_SECONDS if seconds is None else seconds)
        self.held_until = max(self.held_until, until)

    def refuse(self, error: AuthRequired) -> None:
        self.refused = error
        for turn in self._waiting:
            if not turn.done():
                turn.set_result(None)
        self._waiting.clear()

    def admit(self) -> None:
        """A key was accepted: paid work goes on."""
        self.refused = None

    def _wake(self) -> None:
        while self._waiting and self.in_flight < self.limit:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return


_limiters: WeakKeyDictionary[
    asyncio.AbstractEventLoop, WeakValueDictionary[tuple[str, str], Limiter]
] = WeakKeyDictionary()


def limiter_of(origin: str, fingerprint: str, clock: Clock) -> Limiter:
    """The limiter of this key at this origin, shared by every client in the running loop."""
    of_loop = _limiters.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    limiter = of_loop.get((origin, fingerprint))
    if limiter is None:
        limiter = of_loop[origin, fingerprint] = Limiter(clock)
    return limiter
