"""Records of one request: as asked for, as sent, and as it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shortlist.client.options import Options
from shortlist.client.rates import RateSeen


@dataclass(frozen=True, slots=True)
class Call:
    """One logical request. A POST has a body and a key that belong together for ever."""

    method: str
    path: str
    body: bytes | None = None
    key: str | None = None
    read_seconds: float = 30.0
    total_seconds: float = 180.0
    durable: bool = False
    """A 202 is a run to poll."""
    empty_ok: bool = False
    """A 2xx without a body is an answer."""
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Answer:
    """A 2xx. `value` is its cleaned JSON, `None` for an empty one."""

    status: int
    value: Any
    request_id: str | None
    location: str | None
    replayed: bool
    idempotency_key: str | None


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One logical call, or the opening of a stream, for a request inspector.

    Holds no API key and no contact value.
    """

    method: str
    path: str
    status: int | None
    attempts: int
    idempotency_key: str | None
    request_id: str | None
    duration: float
    """Seconds, waiting included."""
    error: str | None
    """The code, or `None` when it went well."""
    replayed: bool = False
    rate: RateSeen | None = None
    """What the last answer said of the rate limit."""
    sent: bytes | None = field(default=None, repr=False)
    """The body, except of a request that names a person by an address."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt of a call, for a log. Holds no API key and nothing that was sent or answered."""

    method: str
    path: str
    number: int
    """Of this call, from 1."""
    status: int | None
    """`None` where no answer came."""
    outcome: str
    """The row of what the client does about it: `2xx`, `429`, `connect`."""
    duration: float
    """Seconds."""
    again_in: float | None
    """Seconds until the next attempt; `None` for the last, and where the rate limit says when."""
    request_id: str | None
    idempotency_key: str | None


@dataclass(slots=True)
class Trail:
    """What happened to a call so far."""

    deadline: float | None = None
    """On the monotonic clock. Its caller's counts from the call, its own from the first attempt."""
    attempts: int = 0
    sent: bool = False
    """A POST may have left; from here on cancelling does not stop it."""
    ambiguous: bool = False
    journaled: bool = False
    rows: dict[str, int] = field(default_factory=dict)
    status: int | None = None
    request_id: str | None = None
    rate: RateSeen | None = None
