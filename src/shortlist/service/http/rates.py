"""Request limits: fixed windows, counted in the database (section 8).

Every request takes one from the organization's bucket and one from its key's, and in the tighter
route families one more from each of theirs. All are taken in one transaction or none is, each by
one conditional update, so that a refused request costs nothing and several processes share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from shortlist.contract.limits import (
    ROUTE_FAMILIES,
    ROUTE_FAMILY_PER_HOUR,
    ROUTE_FAMILY_PER_MINUTE,
)
from shortlist.service.account.keys import Caller
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
    """Take one from each bucket. Raises `RateLimited`; the caller's transaction then rolls back."""
    statement = _TAKE[connection.dialect.name]
    left: list[Allowance] = []
    for bucket in buckets:
        start = bucket.window_start(now)
        hits = connection.execute(
            statement, {"name": bucket.name, "start": start, "most": bucket.limit}
        ).scalar()
        resets_at = start + bucket.window_ms
        if hits is None:
            raise RateLimited(Allowance(bucket.limit, 0, resets_at), now)
        left.append(Allowance(bucket.limit, bucket.limit - int(hits), resets_at))
    return min(left, key=lambda allowance: allowance.remaining)


def _take_one(insert: Any) -> Any:
    first = insert(rate_windows).values(
        bucket=bindparam("name"), window_start=bindparam("start"), hits=1
    )
    return first.on_conflict_do_update(
        index_elements=["bucket", "window_start"],
        set_={"hits": rate_windows.c.hits + 1},
        where=rate_windows.c.hits < bindparam("most"),
    ).returning(rate_windows.c.hits)


# Built once: building it costs more than running it, and every request runs it.
_TAKE = {"sqlite": _take_one(sqlite.insert), "postgresql": _take_one(postgresql.insert)}


def peek(connection: Connection, bucket: Bucket, now: int) -> Allowance:
    """What is left in `bucket`, taking nothing."""
    start = bucket.window_start(now)
    hits = connection.execute(
        select(rate_windows.c.hits).where(
            rate_windows.c.bucket == bucket.name, rate_windows.c.window_start == start
        )
    ).scalar()
    return Allowance(bucket.limit, max(bucket.limit - (hits or 0), 0), start + bucket.window_ms)


def prune(connection: Connection, now: int) -> None:
    """Forget windows that are over."""
    connection.execute(delete(rate_windows).where(rate_windows.c.window_start < now - 2 * HOUR_MS))


def _seconds_until(moment: int, now: int) -> int:
    return max(-(-(moment - now) // 1000), 0)
