"""The service's clock: epoch milliseconds, UTC."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DAY_MS = 86_400_000


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
