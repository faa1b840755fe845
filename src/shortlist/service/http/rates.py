"""Request limits: fixed windows, counted in the database (section 8).

Every request takes one from the organization's bucket and one from its key's, and in the tighter
route families one more from each of theirs. All are taken by one statement; where one is over its
limit the transaction is rolled back, so that a refused request costs nothing and several processes
share them. A process that has the database to itself takes some of a large bucket at once, before
they are asked for: the next requests write nothing, and wait for nobody who does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, delete, select, text, update

from shortlist.contract.limits import (
    ROUTE_FAMILIES,
    ROUTE_FAMILY_PER_HOUR,
    ROUTE_FAMILY_PER_MINUTE,
)
from shortlist.service.account.keys import Caller
from shortlist.service.db.engine import turn_to_write, writing
from shortlist.service.db.prepared import Prepared
from shortlist.service.db.schema import rate_windows
from shortlist.service.errors import ApiError

MINUTE_MS = 60_000
HOUR_MS = 3_600_000
_AHEAD_PART, _AHEAD_MOST = 32, 64
"""How much is taken of a bucket at once: such a part of its limit, and at most so many. A process
that is killed takes with it what of that nobody had asked for, until the window is over."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """One limit that applies to a request."""

    name: str
    limit: int
    window_ms: int

    def window_start(self, now: int) -> int:
        return now - now % self.window_ms


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left in the bucket nearest to its limit, after this request."""

    limit: int
    remaining: int
    resets_at: int
    """Epoch milliseconds."""

    def headers(self, now: int) -> list[tuple[bytes, bytes]]:
        """The `RateLimit-*` headers of a response."""
        values = (self.limit, self.remaining, _seconds_until(self.resets_at, now))
        names = (b"ratelimit-limit", b"ratelimit-remaining", b"ratelimit-reset")
        return [(name, str(value).encode()) for name, value in zip(names, values, strict=True)]


class RateLimited(ApiError):
    """429 with the bucket that refused."""

    def __init__(self, allowance: Allowance, now: int) -> None:
        wait = max(_seconds_until(allowance.resets_at, now), 1)
        super().__init__(
            "rate_limited",
            f"The limit of {allowance.limit} requests is used up; "
            f"the next one can be made in {wait} s.",
            headers={"Retry-After": str(wait)},
            retry_after_seconds=wait,
        )
        self.allowance = allowance


def buckets_of(caller: Caller, path: str, organization_override: int | None) -> list[Bucket]:
    """Every bucket that a request of `caller` to `path` takes from."""
    organization = caller.organization_limit(organization_override)
    key_limit = min(caller.rate_limit or organization, organization)
    found = [
        Bucket(f"org:{caller.workspace_id}", organization, MINUTE_MS),
        Bucket(f"key:{caller.key_id}", key_limit, MINUTE_MS),
    ]
    for family in ROUTE_FAMILIES:
        if path == family or path.startswith(family.rstrip("/") + "/"):
            name = f"family:{caller.workspace_id}:{family}"
            found.append(Bucket(f"{name}:minute", ROUTE_FAMILY_PER_MINUTE, MINUTE_MS))
            found.append(Bucket(f"{name}:hour", ROUTE_FAMILY_PER_HOUR, HOUR_MS))
    return found


@dataclass(slots=True)
class _Held:
    """What this process took of a bucket in a window."""

    start: int
    used: int
    """By requests; of processes before this one, too."""
    ahead: int
    """Counted in the database, and asked for by nobody yet."""


class Rates:
    """The buckets, as the requests of this process take from them. Thread-safe."""

    def __init__(self, engine: Engine, *, alone: bool = False) -> None:
        """`alone`: no other process counts requests in the database of `engine`."""
        self._engine = engine
        self._alone = alone
        self._lock = threading.Lock()
        self._held: dict[str, _Held] = {}

    def take(self, connection: Connection, buckets: Sequence[Bucket], now: int) -> Allowance:
        """Take one from each bucket, where need be in a transaction of `connection`, which has
        none. Raises `RateLimited`."""
        if self._alone:
            with self._lock:
                allowance = self._take_held(buckets, now)
            if allowance is not None:
                return allowance
        connection.execution_options(write=True)
        with turn_to_write(self._engine):
            if not self._alone:
                with connection.begin():
                    return _least(buckets, _count(connection, buckets, 1, now), now)
            with self._lock:
                # Whose turn was before took for this one, too.
                return self._take_held(buckets, now) or self._take_more(connection, buckets, now)

    def peek(self, connection: Connection, bucket: Bucket, now: int) -> Allowance:
        """What is left in `bucket`, taking nothing."""
        start = bucket.window_start(now)
        found = connection.execute(
            select(rate_windows.c.hits).where(
                rate_windows.c.bucket == bucket.name, rate_windows.c.window_start == start
            )
        ).scalar()
        with self._lock:
            hits = (found or 0) - self._ahead(bucket.name, start)
        return Allowance(bucket.limit, max(bucket.limit - hits, 0), start + bucket.window_ms)

    def give_back(self) -> None:
        """Count no more than was asked for: this process stops."""
        with self._lock:
            held, self._held = self._held, {}
        if any(each.ahead for each in held.values()):
            with writing(self._engine) as connection:
                for name, each in held.items():
                    connection.execute(
                        update(rate_windows)
                        .where(
                            rate_windows.c.bucket == name,
                            rate_windows.c.window_start == each.start,
                        )
                        .values(hits=rate_windows.c.hits - each.ahead)
                    )

    def _take_held(self, buckets: Sequence[Bucket], now: int) -> Allowance | None:
        """Take what was counted before; None where that is not enough."""
        if _at_once(buckets) == 1:
            return None
        held = []
        for bucket in buckets:
            each = self._held.get(bucket.name)
            if each is None or each.start != bucket.window_start(now) or not each.ahead:
                return None
            if each.used >= bucket.limit:
                return None
            held.append(each)
        for each in held:
            each.used += 1
            each.ahead -= 1
        return _least(buckets, [each.used for each in held], now)

    def _take_more(self, connection: Connection, buckets: Sequence[Bucket], now: int) -> Allowance:
        """Count this request, and some more where all of `buckets` are large."""
        starts = [bucket.window_start(now) for bucket in buckets]
        # A request that comes late is of a window that is over.
        newest = all(
            bucket.name not in self._held or self._held[bucket.name].start <= start
            for bucket, start in zip(buckets, starts, strict=True)
        )
        number = _at_once(buckets) if newest else 1
        held = []
        with connection.begin():
            counted = _count(connection, buckets, number, now)
            for bucket, start, hits in zip(buckets, starts, counted, strict=True):
                ahead = self._ahead(bucket.name, start)
                before = self._held.get(bucket.name)
                if ahead and before and before.used + ahead + number != hits:
                    ahead = 0  # Somebody else counted: what the database says is so.
                held.append(_Held(start, hits - ahead - number + 1, ahead + number - 1))
            allowance = _least(buckets, [each.used for each in held], now)
        if newest:
            self._held |= {b.name: each for b, each in zip(buckets, held, strict=True)}
        return allowance

    def _ahead(self, name: str, start: int) -> int:
        held = self._held.get(name)
        return held.ahead if held is not None and held.start == start else 0


def _at_once(buckets: Iterable[Bucket]) -> int:
    return max(min(min(b.limit for b in buckets) // _AHEAD_PART, _AHEAD_MOST), 1)


def _least(buckets: Sequence[Bucket], used: Sequence[int], now: int) -> Allowance:
    """What is left in the bucket nearest to its limit. Raises `RateLimited`."""
    left = [
        Allowance(b.limit, b.limit - hits, b.window_start(now) + b.window_ms)
        for b, hits in zip(buckets, used, strict=True)
    ]
    least = min(left, key=lambda allowance: allowance.remaining)
    if least.remaining < 0:
        raise RateLimited(replace(least, remaining=0), now)
    return least


def _count(connection: Connection, buckets: Sequence[Bucket], number: int, now: int) -> list[int]:
    """Count `number` requests in each bucket; what each has counted then."""
    given: dict[str, Any] = {"number": number}
    for n, bucket in enumerate(buckets):
        given |= {f"name_{n}": bucket.name, f"start_{n}": bucket.window_start(now)}
    counted = dict(_counting(len(buckets)).all(connection, given))
    return [counted[bucket.name] for bucket in buckets]


@cache
def _counting(buckets: int) -> Prepared:
    rows = ", ".join(f"(:name_{n}, :start_{n}, :number)" for n in range(buckets))
    return Prepared(
        text(
            f"INSERT INTO rate_windows (bucket, window_start, hits) VALUES {rows} "
            "ON CONFLICT (bucket, window_start) "
            "DO UPDATE SET hits = rate_windows.hits + excluded.hits RETURNING bucket, hits"
        )
    )


def prune(connection: Connection, now: int) -> None:
    """Forget windows that are over."""
    connection.execute(delete(rate_windows).where(rate_windows.c.window_start < now - 2 * HOUR_MS))


def _seconds_until(moment: int, now: int) -> int:
    return max(-(-(moment - now) // 1000), 0)
