"""The service's clock: epoch milliseconds, UTC."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement

DAY_MS = 86_400_000
SET_BACK_MS = 60_000
"""By how much clocks that are right may differ: a moment that lies further ahead was told by a
clock that has been set back since."""


def now_ms() -> int:
    """Now, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def moment(ms: int) -> datetime:
    """Epoch milliseconds as an aware datetime, for the wire."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def day_of(ms: int) -> str:
    """The UTC day of `ms`, such as `2026-11-21`: the window of a daily budget."""
    return moment(ms).strftime("%Y-%m-%d")


def month_of(ms: int) -> str:
    """The UTC month of `ms`, such as `2026-11`: the window of a monthly budget."""
    return moment(ms).strftime("%Y-%m")


def promised_by(created_at: ColumnElement[Any], moment: int) -> ColumnElement[bool]:
    """Whether something was made by `moment`, in epoch milliseconds, or the clock was set back
    since: nothing waits for hours until the clock is there again."""
    return ~created_at.between(moment + 1, moment + SET_BACK_MS)


def is_held(lease_until: int, now: int) -> bool:
    """Whether a lease still runs. One that reaches too far was taken before the clock was set
    back: whoever is alive renews it."""
    return now < lease_until <= now + SET_BACK_MS
