"""The retry policy: a pure function from the outcome of an attempt to a decision.

The rows are the table of how the client decides; the tests go through them row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from shortlist.client.answers import NOT_JSON, ErrorView
from shortlist.client.errors import (
    ApiRefused,
    AuthRequired,
    CreditsShort,
    OutcomeUnknown,
    RateLimited,
    ShortlistError,
    Unavailable,
    Unreachable,
)

MAX_ATTEMPTS: Final = 4
_UNREADABLE_REPLAYS: Final = 2
_BUDGET_CODES: Final = frozenset({"daily_budget_exceeded", "monthly_budget_exceeded"})


class Do(Enum):
    ACCEPT = "accept"
    POLL = "poll"
    """A durable run: keep its id and poll; never POST again."""
    RETRY = "retry"
    """The same bytes with the same key."""
    STOP = "stop"


class Wait(Enum):
    NONE = "none"
    BACKOFF = "backoff"
    """Full jitter, or what the server named."""
    IN_FLIGHT = "in flight"
    """The first request with this key still runs: longer steps."""
    EVERYONE = "everyone"
    """A rate limit: the limiter slows down and holds every request of the key."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A whole answer. `value` is its JSON, or `NOT_JSON`, of which `page` says that it is a page of
    the web; `error` is read outside 2xx."""

    status: int
    value: Any = NOT_JSON
    empty: bool = False
    page: bool = False
    error: ErrorView | None = None
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class NotSent:
    """Nothing left this machine: `connect`, `dns`, `proxy` or `pool`."""

    kind: str


@dataclass(frozen=True, slots=True)
class TlsRefused:
    """The certificate was not accepted."""


@dataclass(frozen=True, slots=True)
class Lost:
    """It was sent, and no whole answer came: a timeout, a reset, an early end, a broken encoding.

    `unreadable`: a 2xx was seen before it broke off.
    """

    kind: str
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The decoded body went over its bound."""


Outcome = Answered | NotSent | TlsRefused | Lost | TooLarge


@dataclass(frozen=True, slots=True)
class Decision:
    """One row. `ambiguous`: the request may have run; `replays`: how often this may be retried."""

    row: str
    do: Do
    error: type[ShortlistError] = ApiRefused
    wait: Wait = Wait.NONE
    ambiguous: bool = False
    replays: int = MAX_ATTEMPTS - 1
    holds_queue: bool = False


ACCEPT: Final = Decision("2xx", Do.ACCEPT)
POLL: Final = Decision("202 run", Do.POLL)
UNREADABLE: Final = Decision(
    "2xx unreadable",
    Do.RETRY,
    OutcomeUnknown,
    Wait.BACKOFF,
    ambiguous=True,
    replays=_UNREADABLE_REPLAYS,
)
REDIRECT: Final = Decision("3xx", Do.STOP)
REFUSED: Final = Decision("4xx", Do.STOP)
UNAUTHORIZED: Final = Decision("401", Do.STOP, AuthRequired, holds_queue=True)
CREDITS: Final = Decision("402", Do.STOP, CreditsShort)
BUDGET: Final = Decision("key budget", Do.STOP, CreditsShort)
FORBIDDEN: Final = Decision("403", Do.STOP, AuthRequired)
IN_FLIGHT: Final = Decision("409 in flight", Do.RETRY, Unavailable, Wait.IN_FLIGHT, ambiguous=True)
CONFLICT: Final = Decision("409", Do.STOP)
INVALID: Final = Decision("413 422", Do.STOP)
THROTTLED: Final = Decision("429", Do.RETRY, RateLimited, Wait.EVERYONE)
EARLY: Final = Decision("408 425", Do.RETRY, Unavailable, Wait.BACKOFF)
FAILED: Final = Decision("5xx", Do.RETRY, Unavailable, Wait.BACKOFF, ambiguous=True)
FAILED_CLEANLY: Final = Decision("5xx retryable", Do.RETRY, Unavailable, Wait.BACKOFF)
FAILED_FOR_GOOD: Final = Decision("retryable false", Do.STOP)
NOT_SENT: Final = Decision("not sent", Do.RETRY, Unreachable, Wait.BACKOFF)
TLS: Final = Decision("tls", Do.STOP, Unreachable)
LOST: Final = Decision("lost", Do.RETRY, OutcomeUnknown, Wait.BACKOFF, ambiguous=True)
TOO_LARGE: Final = Decision("too large", Do.STOP, OutcomeUnknown, ambiguous=True)

_STOPS: Final = {
    401: UNAUTHORIZED,
    402: CREDITS,
    403: FORBIDDEN,
    409: CONFLICT,
    413: INVALID,
    422: INVALID,
    501: REFUSED,
    505: REFUSED,
}


def decide(outcome: Outcome, *, durable: bool = False, empty_ok: bool = False) -> Decision:
    """The row of `outcome`.

    `durable`: a 202 is a run to poll (person research); `empty_ok`: a 2xx without a body is
    an answer (cancel).
    """
    match outcome:
        case Answered() if 200 <= outcome.status < 300:
            return _decide_success(outcome, durable, empty_ok)
        case Answered():
            return _decide_failure(outcome)
        case NotSent():
            return NOT_SENT
        case TlsRefused():
            return TLS
        case Lost():
            return UNREADABLE if outcome.unreadable else LOST
        case TooLarge():
            return TOO_LARGE


def _decide_success(answer: Answered, durable: bool, empty_ok: bool) -> Decision:
    if answer.status == 204 or (answer.empty and empty_ok):
        return ACCEPT
    if answer.value is NOT_JSON:
        return UNREADABLE
    return POLL if durable and answer.status == 202 else ACCEPT


def _decide_failure(answer: Answered) -> Decision:
    status = answer.status
    error = answer.error
    if 300 <= status < 400 or status < 200:
        return REDIRECT
    if error is not None and error.code in _BUDGET_CODES:
        return BUDGET
    if status == 409 and answer.retry_after is not None and _is_conflict(error):
        return IN_FLIGHT
    if status in _STOPS:
        return _STOPS[status]
    if status in (408, 425, 429) or status >= 500:
        if error is not None and error.retryable is False:
            return FAILED_FOR_GOOD
        if status == 429:
            return THROTTLED
        if status < 500:
            return EARLY
        # The service itself says that nothing was kept; a proxy's 502 says nothing.
        return FAILED_CLEANLY if error is not None and error.retryable is True else FAILED
    return REFUSED


def _is_conflict(error: ErrorView | None) -> bool:
    return error is None or error.code in ("idempotency_conflict", "http_409")
