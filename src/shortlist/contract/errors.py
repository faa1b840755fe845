"""The error catalogue of the interface (sections 2.6, 5 and 7).

The service answers from it and the client decides from it, so that the two cannot drift apart:
each code has its HTTP status, whether trying again can help, what becomes of the idempotency key
it was answered to, and what the person in front of the screen can do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from shortlist.contract.filters import FILTERS

*_FILTERS, _LAST_FILTER = FILTERS


class KeyFate(Enum):
    """What becomes of an `Idempotency-Key` after a response (section 7)."""

    CONSUMED = "consumed"
    """The response is stored and replays exactly; another attempt needs a new key."""
    REUSABLE = "reusable"
    """Nothing is stored: the corrected request, or the same later, can use the key again."""
    QUARANTINED = "quarantined"
    """The key belongs to another request; it is never used again by itself."""


@dataclass(frozen=True, slots=True)
class ErrorSpec:
    """One error of the interface."""

    code: str
    status: int
    message: str
    """The default text; a service gives a more exact one where it can."""
    advice: str
    """What the person can do, in one sentence."""
    retryable: bool = False
    """Whether the same request, sent again later, can succeed with nothing else changed."""
    key: KeyFate = KeyFate.REUSABLE
    exit_code: int = 1
    """What a command ends with: 1 refused, 2 usage, 3 key, 4 credits, 5 unavailable."""


_ALL: Final = (
    # Section 5: credentials
    ErrorSpec(
        "missing_api_key",
        401,
        "No API key was given.",
        "Set SHORTLIST_API_KEY, or save a profile with `shortlist profiles add`.",
        exit_code=3,
    ),
    ErrorSpec(
        "invalid_api_key",
        401,
        "This API key is not recognized.",
        "Check the key, or save another with `shortlist profiles add`.",
        exit_code=3,
    ),
    ErrorSpec(
        "expired_api_key",
        401,
        "This API key has expired.",
        "Create a new key and save it with `shortlist profiles add`.",
        exit_code=3,
    ),
    ErrorSpec(
        "revoked_api_key",
        401,
        "This API key was revoked.",
        "Create a new key and save it with `shortlist profiles add`.",
        exit_code=3,
    ),
    ErrorSpec(
        "insufficient_scope",
        403,
        "This API key lacks the scope of this endpoint.",
        "Ask the workspace's owner for a key with the scope that is named.",
        exit_code=3,
    ),
    ErrorSpec(
        "active_account_required",
        402,
        "This workspace cannot use the API at the moment.",
        "Ask the workspace's owner to activate the account, then start again.",
        key=KeyFate.CONSUMED,
        exit_code=4,
    ),
    # Section 4.2 and 7: money
    ErrorSpec(
        "insufficient_acu",
        402,
        "There are not enough credits for this request.",
        "Ask for fewer people, or top up the workspace, then start again.",
        key=KeyFate.CONSUMED,
        exit_code=4,
    ),
    ErrorSpec(
        "daily_budget_exceeded",
        402,
        "This would go over the key's daily budget.",
        "Ask for less, wait for the next day (UTC), or have the budget raised.",
        exit_code=4,
    ),
    ErrorSpec(
        "monthly_budget_exceeded",
        402,
        "This would go over the key's monthly budget.",
        "Ask for less, wait for the next month (UTC), or have the budget raised.",
        exit_code=4,
    ),
    # Section 8: rates
    ErrorSpec(
        "rate_limited",
        429,
        "Too many requests.",
        "Wait a moment, then go on.",
        retryable=True,
        exit_code=5,
    ),
    # Section 7: what was asked
    ErrorSpec(
        "query_required",
        422,
        "A search needs a query or at least one filter.",
        "Type what you are looking for, or add a filter.",
        exit_code=2,
    ),
    ErrorSpec(
        "identity_required",
        422,
        "A stronger identity anchor is needed.",
        "Give exactly one of: profile URL, person id, e-mail, or name with company domain.",
        exit_code=2,
    ),
    ErrorSpec(
        "idempotency_conflict",
        409,
        "This Idempotency-Key was used for a different request.",
        "Nothing was sent twice. Check what the first request did before starting a new one.",
        key=KeyFate.QUARANTINED,
    ),
    ErrorSpec(
        "validation_failed",
        422,
        "The request is not valid.",
        "Correct the field that is named and send it again.",
        exit_code=2,
    ),
    ErrorSpec(
        "unsupported_category",
        422,
        "Only the category `people` is served.",
        "Leave the category out, or use `people`.",
        exit_code=2,
    ),
    ErrorSpec(
        "unsupported_filters",
        422,
        "A filter is not in the serving index.",
        f"Use {', '.join(_FILTERS)} or {_LAST_FILTER}.",
        exit_code=2,
    ),
    ErrorSpec(
        "enrichments_unavailable",
        422,
        "Sets do not take enrichments.",
        "Leave `enrichments` out; enrich the people of the Set afterwards.",
        exit_code=2,
    ),
    # Section 4.1: search
    ErrorSpec(
        "search_unavailable",
        503,
        "Search is not ready on this service.",
        "Try again in a moment; if it stays, ask the service's operator.",
        retryable=True,
        exit_code=5,
    ),
    ErrorSpec(
        "search_timeout",
        503,
        "The search took too long, and no partial results are given.",
        "Try again, or ask for fewer people.",
        retryable=True,
        exit_code=5,
    ),
    ErrorSpec(
        "search_failed",
        503,
        "The search failed without results.",
        "Try again; if it stays, give the request id to the service's operator.",
        retryable=True,
        exit_code=5,
    ),
    # Section 4.3: enrichment
    ErrorSpec(
        "upstream_unavailable",
        503,
        "No provider could be reached for any of the fields.",
        "Nothing was charged. Try again in a moment.",
        retryable=True,
        exit_code=5,
    ),
    ErrorSpec(
        "upstream_timeout",
        503,
        "The providers took longer than the deadline.",
        "Nothing was charged. Try again with the same request.",
        retryable=True,
        exit_code=5,
    ),
    # What the interface leaves open
    ErrorSpec(
        "run_expired",
        410,
        "This run is older than the service keeps runs.",
        "Start the research again.",
    ),
    ErrorSpec(
        "run_canceled",
        409,
        "This run was canceled.",
        "Start the research again.",
    ),
    ErrorSpec(
        "run_failed",
        409,
        "This run failed; nothing was charged.",
        "Start the research again.",
    ),
    ErrorSpec(
        "not_found",
        404,
        "There is nothing at this address.",
        "Check the id.",
        key=KeyFate.CONSUMED,
    ),
    ErrorSpec(
        "method_not_allowed",
        405,
        "This address does not take that method.",
        "Check the method against the interface.",
        key=KeyFate.CONSUMED,
    ),
    ErrorSpec(
        "internal_error",
        500,
        "The service failed.",
        "Try again; if it stays, give the request id to the service's operator.",
        retryable=True,
        exit_code=5,
    ),
)

CATALOGUE: Final[dict[str, ErrorSpec]] = {spec.code: spec for spec in _ALL}


def spec_of(code: str) -> ErrorSpec | None:
    """The catalogue's entry for `code`, or `None` for a code this version does not know."""
    return CATALOGUE.get(code)
