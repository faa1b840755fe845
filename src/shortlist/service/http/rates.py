"""Rate limits: fixed windows, counted in the database (section 8).

Every request takes one from the organization's bucket and one from its key's, and in the tighter
route families one more from each of theirs. All are taken by one statement; where one is over its
limit the transaction is rolled back, so that a refused request costs nothing and several processes
share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, TextClause, delete, select, text

from shortlist.contract.limits import (
    ROUTE_FAMILIES,
    ROUTE_FAMILY_PER_HOUR,
    ROUTE_FAMILY_PER_MINUTE,
)
from shortlist.service.account.keys import Caller
from shortlist.service.db.engine import turn_to_write
from shortlist.service.db.schema import rate_windows
from shortlist.service.errors import ApiError

MINUTE_MS = 60_000
HOUR_MS = 3_600_000


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


def take(connection: Connection, buckets: Sequence[Bucket], now: int) -> Allowance:
    """Take one from each bucket, in a transaction of `connection`, which has none. Raises
    `RateLimited`."""
    connection.execution_options(write=True)
    with turn_to_write(connection.engine), connection.begin():
        return _least(buckets, _count(connection, buckets, now), now)


def peek(connection: Connection, bucket: Bucket, now: int) -> Allowance:
    """What is left in `bucket`, taking nothing."""
    start = bucket.window_start(now)
    hits = connection.scalar(
        select(rate_windows.c.hits).where(
            rate_windows.c.bucket == bucket.name, rate_windows.c.window_start == start
        )
    )
    remaining = max(bucket.limit - (hits or 0), 0)
    return Allowance(bucket.limit, remaining, start + bucket.window_ms)


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


def _count(connection: Connection, buckets: Sequence[Bucket], now: int) -> list[int]:
    """Count one request in each bucket; what each has counted then."""
    given: dict[str, Any] = {}
    for n, bucket in enumerate(buckets):
        given |= {f"name_{n}": bucket.name, f"start_{n}": bucket.window_start(now)}
    counted = {row.bucket: row.hits for row in connection.execute(_counting(len(buckets)), given)}
    return [counted[bucket.name] for bucket in buckets]


@cache
def _counting(buckets: int) -> TextClause:
    rows = ", ".join(f"(:name_{n}, :start_{n}, 1)" for n in range(buckets))
    return text(
        f"INSERT INTO rate_windows (bucket, window_start, hits) VALUES {rows} "
        "ON CONFLICT (bucket, window_start) "
        "DO UPDATE SET hits = rate_windows.hits + 1 RETURNING bucket, hits"
    )


def prune(connection: Connection, now: int) -> None:
    """Forget windows that are over."""
    connection.execute(delete(rate_windows).where(rate_windows.c.window_start < now - 2 * HOUR_MS))


def _seconds_until(moment: int, now: int) -> int:
    return max(-(-(moment - now) // 1000), 0)
