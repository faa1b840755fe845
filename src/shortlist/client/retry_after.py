"""Parsing of `Retry-After` and its kin (section 8, rule 8 of section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any


def parse_retry_after(
    headers: Mapping[str, str], error: Mapping[str, Any], now: float
) -> float | None:
    """Seconds to wait, or `None`: the larger of the header and `retry_after_seconds`.

    The header is seconds or an HTTP date, read against the response's own `Date` (else `now`,
    epoch seconds). Negative, past or garbage is as if absent.
    """
    named = [
        seconds
        for seconds in (
            _header(headers.get("retry-after"), headers.get("date"), now),
            _number(error.get("retry_after_seconds")),
        )
        if seconds is not None
    ]
    return max(named, default=None)


def _header(value: str | None, date: str | None, now: float) -> float | None:
    if value is None:
        return None
    text = value.strip()
    seconds = _number(text)
    if seconds is not None:
        return seconds
    moment = _date(text)
    if moment is None:
        return None
    answered = _date(date) if date else None
    base = answered.timestamp() if answered else now
    return _positive(moment.timestamp() - base)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not value.strip().replace(".", "", 1).isdigit():
        return None
    try:
        return _positive(float(value))
    except (ValueError, OverflowError):
        return None


def _positive(seconds: float) -> float | None:
    # NaN fails both comparisons; a century is garbage too.
    return seconds if 0 <= seconds < 3_153_600_000 else None


def _date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
