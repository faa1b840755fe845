"""Mapping of policy decisions to client errors."""

from __future__ import annotations

from typing import Final

from shortlist.client.answers import ErrorView
from shortlist.client.errors import (
    ApiRefused,
    BadAnswer,
    OutcomeUnknown,
    Parked,
    RateLimited,
    ShortlistError,
    Unavailable,
    Unreachable,
)
from shortlist.client.limiter import LONGEST_WAIT_SECONDS
from shortlist.client.policy import (
    Answered,
    Decision,
    Do,
    NotSent,
    Outcome,
    TlsRefused,
    TooLarge,
)

_ENVELOPE: Final = frozenset({"code", "message", "request_id", "retryable", "error"})
_NOT_SENT: Final = {
    "connect": ("unreachable", "The service cannot be reached at {}"),
    "dns": ("host_unknown", "The host's name could not be looked up: {}"),
    "pool": ("unreachable", "No connection became free to {}"),
    "proxy": ("proxy_unusable", "The proxy cannot be used for {}"),
}


def error_of(
    decision: Decision,
    outcome: Outcome,
    *,
    paid: bool,
    ambiguous: bool,
    origin: str,
    status: int | None,
    request_id: str | None,
) -> ShortlistError:
    """The error that ends a call. `paid`: it was a POST; `ambiguous`: an attempt may have run;
    `status` and `request_id`: of the last answer, where there was one."""
    if isinstance(outcome, Answered) and outcome.error is not None:
        return _refusal(decision, outcome, outcome.error)
    if isinstance(outcome, TlsRefused):
        return decision.error(
            f"The certificate of {origin} was not accepted",
            code="tls_refused",
            advice="Nothing was sent. Check the base URL, the clock and the network.",
        )
    # Nobody can look up a request that has no id, and of a read there is nothing to find out.
    advice = None if paid or request_id else "Nothing was changed. Check the network and try again."
    if isinstance(outcome, NotSent) and not (paid and ambiguous):
        code, words = _NOT_SENT[outcome.kind]
        told = advice if ambiguous else None
        return decision.error(words.format(origin), code=code, retryable=True, advice=told)
    kind: type[ShortlistError] = OutcomeUnknown if paid else BadAnswer
    if isinstance(outcome, TooLarge):
        words = "The answer is larger than 32 MiB and was not read to its end"
    elif isinstance(outcome, Answered) and outcome.page:
        words = "A web page came in place of an answer: perhaps the network asks to sign in"
        kind = OutcomeUnknown if paid else Unreachable
    elif decision.row == "2xx unreadable":
        words = "The answer broke off or is not JSON"
    else:
        words = "The connection was lost before an answer came"
        kind = OutcomeUnknown if paid else Unreachable
    return kind(words, status=status, request_id=request_id, retryable=True, advice=advice)


def _refusal(decision: Decision, outcome: Answered, view: ErrorView) -> ShortlistError:
    kind: type[ShortlistError] = decision.error
    if kind is RateLimited and (outcome.retry_after or 0) > LONGEST_WAIT_SECONDS:
        kind = Parked
    retried = decision.do is Do.RETRY
    exit_code = Unavailable.default_exit if retried else None
    if decision.row == "retryable false":
        exit_code = ApiRefused.default_exit
    named = view.members.get("field")
    redirect = "Redirects are never followed. Correct the base URL."
    return kind(
        view.message,
        code=view.code,
        status=outcome.status,
        request_id=view.request_id,
        retryable=retried,
        retry_after=outcome.retry_after,
        advice=redirect if decision.row == "3xx" else None,
        exit_code=exit_code,
        field=named if isinstance(named, str) else None,
        details={name: value for name, value in view.members.items() if name not in _ENVELOPE},
    )
