"""Timestamps on the wire: RFC 3339, UTC, milliseconds, `Z`."""

from __future__ import annotations

from datetime import UTC, datetime

# An epoch number past this is in milliseconds: as seconds it would be the year 5138.
_MILLISECONDS_FROM = 100_000_000_000


def format_time(moment: datetime) -> str:
    """An aware datetime as `2026-11-21T14:39:00.123Z`."""
    if moment.tzinfo is None:
        raise ValueError("a timestamp needs a time zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time(value: object) -> datetime | None:
    """Read a timestamp as any deployment writes it; `None` for what is not one.

    Takes RFC 3339 with any precision and offset (a missing offset is UTC), and epoch seconds
    or milliseconds as a number or digits. Returns an aware datetime in UTC.
    """
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        text = value.strip()
        try:
            moment = datetime.fromisoformat(text)
            # Python reads eight bare digits as a date; a deployment means an epoch number.
            if not text.isdigit():
                return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        try:
            value = float(text)
        except ValueError:
            return None
    if isinstance(value, int | float):
        try:
            seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
            return datetime.fromtimestamp(seconds, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    return None
