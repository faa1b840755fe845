"""Usage of a workspace and a key: spent, reserved and left (`GET /v1/account/usage`)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from shortlist.contract.account import (
    ApiKeyUsage,
    Credits,
    DayUsage,
    KeyBudget,
    RateLimit,
    Usage,
)
from shortlist.service.account.keys import Caller
from shortlist.service.billing.money import balance_of
from shortlist.service.clock import DAY_MS, day_of, moment, month_of
from shortlist.service.db.schema import key_windows, ledger
from shortlist.service.http.rates import buckets_of, peek

HISTORY_DAYS = 30


def usage_of(
    connection: Connection,
    caller: Caller,
    now: int,
    organization_override: int | None,
) -> Usage:
    """The usage of `caller` as this transaction sees it."""
    credits = balance_of(connection, caller.workspace_id)
    today = moment(now).replace(hour=0, minute=0, second=0, microsecond=0)
    next_month = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    buckets = buckets_of(caller, "", organization_override)
    allowed = min(
        (peek(connection, bucket, now) for bucket in buckets),
        key=lambda allowance: allowance.remaining,
    )
    return Usage(
        plan=caller.plan,
        credits=Credits(
            included=credits.granted,
            used=credits.granted - credits.balance,
            available=credits.available,
            reserved=credits.reserved,
        ),
        api_key=ApiKeyUsage(
            id=caller.key_id,
            name=caller.key_name,
            scopes=sorted(caller.scopes),
            daily=_budget(
                connection, caller.key_id, day_of(now), caller.daily_budget, today + _ONE_DAY
            ),
            monthly=_budget(
                connection, caller.key_id, month_of(now), caller.monthly_budget, next_month
            ),
            rate_limit=RateLimit(
                per_minute=min(bucket.limit for bucket in buckets),
                remaining=allowed.remaining,
                resets_at=moment(allowed.resets_at),
            ),
        ),
        history=_history(connection, caller.workspace_id, now),
    )


_ONE_DAY = timedelta(days=1)


def _budget(
    connection: Connection, key_id: str, window: str, budget: int | None, resets_at: datetime
) -> KeyBudget:
    row = connection.execute(
        select(key_windows.c.used, key_windows.c.reserved).where(
            key_windows.c.key_id == key_id, key_windows.c.window == window
        )
    ).one_or_none()
    used, reserved = (row.used, row.reserved) if row else (0, 0)
    remaining = None if budget is None else max(budget - used - reserved, 0)
    return KeyBudget(
        budget=budget, used=used, reserved=reserved, remaining=remaining, resets_at=resets_at
    )


def _history(connection: Connection, workspace_id: str, now: int) -> list[DayUsage]:
    """The last days with charges, newest first."""
    # Days of UTC as whole numbers: one expression that every database knows.
    day = (ledger.c.created_at - ledger.c.created_at % DAY_MS).label("day")
    rows = connection.execute(
        select(day, ledger.c.kind, func.sum(ledger.c.amount).label("amount"))
        .where(
            ledger.c.workspace_id == workspace_id,
            ledger.c.created_at >= now - HISTORY_DAYS * DAY_MS,
        )
        .group_by(day, ledger.c.kind)
    )
    days: dict[int, dict[str, int]] = {}
    for row in rows:
        days.setdefault(int(row.day), {})[row.kind] = int(row.amount)
    newest_first = sorted(days, reverse=True)[:HISTORY_DAYS]
    nothing = dict.fromkeys(("search", "sets", "enrich", "person"), 0)
    return [
        DayUsage.model_validate({"date": day_of(day), **nothing, **days[day]})
        for day in newest_first
    ]
