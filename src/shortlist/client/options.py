"""Options of the client; every default is safe."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shortlist.client.errors import WrongUse
from shortlist.client.limiter import MOST
from shortlist.client.policy import MAX_ATTEMPTS

if TYPE_CHECKING:
    import httpx

    from shortlist.client.calls import Attempt, CallRecord

_PROXIES: Final = frozenset({"http", "https", "socks5", "socks5h"})


class Unchanged(Enum):
    """Not given, where `None` says something."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Options:
    """How calls go. Raises `WrongUse` for what would not be safe."""

    total_seconds: float | None = None
    """The most that a call may take, with all its waiting and retries; `None`: 180 s from when it
    first leaves, 320 s for what providers are asked for."""
    attempts: int = MAX_ATTEMPTS
    """The most attempts of one call, 1 to 4."""
    in_flight: int = MOST
    """The most requests at once, 1 to 10. The key's own limit, which all clients of a key share,
    may be lower."""
    on_call: Callable[[CallRecord], None] | None = None
    """Told of each call when it has ended."""
    on_attempt: Callable[[Attempt], None] | None = None
    """Told of each attempt when it has ended."""
    slots: asyncio.Semaphore = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        total = self.total_seconds
        if total is not None and not (0 < total < math.inf):
            raise WrongUse("A call may take more than 0 seconds; None for as long as it needs")
        if not 1 <= self.attempts <= MAX_ATTEMPTS:
            raise WrongUse(f"A call is attempted 1 to {MAX_ATTEMPTS} times")
        if not 1 <= self.in_flight <= MOST:
            raise WrongUse(f"1 to {MOST} requests are in flight at once")
        object.__setattr__(self, "slots", asyncio.Semaphore(self.in_flight))

    def changed(self, **given: Any) -> Options:
        """These with those of `given` that are not `UNCHANGED`."""
        made = replace(self, **{k: v for k, v in given.items() if v is not UNCHANGED})
        if made.in_flight == self.in_flight:
            object.__setattr__(made, "slots", self.slots)
        return made


@dataclass(frozen=True, slots=True)
class Route:
    """By which way requests go. Certificates are verified on each. Raises `WrongUse`."""

    proxy: str | None = None
    """Its address; `None`: as the environment says, and none to this machine; empty: none."""
    ca_bundle: Path | None = None
    """A file, or a folder, of the certificate authorities to trust; `None`: this machine's."""
    transport: httpx.AsyncBaseTransport | None = None
    """Sends instead of ours, for which the two above are not asked. Who made it closes it."""

    def __post_init__(self) -> None:
        if self.transport is not None and (self.proxy or self.ca_bundle):
            raise WrongUse("A transport of your own has its own proxy and certificates")
        if self.proxy and self.proxy.partition("://")[0].lower() not in _PROXIES:
            raise WrongUse("A proxy begins with http://, https://, socks5:// or socks5h://")

    @property
    def is_usual(self) -> bool:
        """Whether it is the way of a client that was told nothing."""
        return self.proxy is None and self.transport is None
