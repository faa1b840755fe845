"""Rate limits as response headers give them (section 8). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateSeen:
    """The rate limit as the headers of an answer tell it (section 8); seconds until it is anew."""

    limit: int | None
    remaining: int | None
    reset_seconds: int | None


def read_rate(headers: Mapping[str, str]) -> RateSeen | None:
    """What the headers say of the rate limit, or `None` when they say nothing."""

    def number(name: str) -> int | None:
        text = headers.get(name, "") or headers.get(f"x-{name}", "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    seen = RateSeen(
        number("ratelimit-limit"), number("ratelimit-remaining"), number("ratelimit-reset")
    )
    return seen if (seen.limit, seen.remaining) != (None, None) else None
