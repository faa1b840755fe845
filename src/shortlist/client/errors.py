"""The errors of the client: each says what happened and what to do.

Texts of the advice come from the catalogue that the service answers from
(`contract.errors`, sections 2.6 and 7).
"""

from __future__ import annotations

import math
from typing import Any, Final

from shortlist.contract.errors import spec_of

__all__ = [
    "ApiRefused",
    "AuthRequired",
    "BadAnswer",
    "CreditsShort",
    "JournalFailed",
    "NotUnderstood",
    "OutcomeUnknown",
    "Parked",
    "RateLimited",
    "ReadOnly",
    "ShortlistError",
    "Unavailable",
    "Unreachable",
    "WrongUse",
]

EXIT_REFUSED: Final = 1
EXIT_USAGE: Final = 2
EXIT_KEY: Final = 3
EXIT_CREDITS: Final = 4
EXIT_UNAVAILABLE: Final = 5
_TOLD_SECONDS: Final = 5
"""A shorter wait than this is over before it is read."""


class ShortlistError(Exception):
    """Anything that went wrong between this program and a deployment.

    `code`: stable, machine-readable; `status`: HTTP status or `None`; `request_id`: for the
    service's operator; `retryable`: whether the same call can succeed later unchanged;
    `retry_after`: seconds, where the service named a time; `advice`: what a person can do;
    `exit_code`: what a command ends with; `field`: which field of the request is meant;
    `details`: other members of the error envelope, such as `required_credits`.

    >>> try:
    ...     await client.get_set("set_unknown")
    ... except ShortlistError as error:
    ...     print(error.status, error.code, error.retryable)
    404 not_found False
    """

    default_code = "failed"
    default_advice = ""
    default_exit = EXIT_REFUSED

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
        advice: str | None = None,
        exit_code: int | None = None,
        field: str | None = None,
        details: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        self.code = code or self.default_code
        spec = spec_of(self.code)
        self.message = message or (spec.message if spec else "The request failed.")
        self.status = status
        self.request_id = request_id or None
        self.retryable = retryable
        self.retry_after = retry_after
        self.advice = advice or self._advice(spec.advice if spec else self.default_advice)
        self.exit_code = exit_code or (spec.exit_code if spec else self.default_exit)
        self.field = field
        self.details = details or {}
        self.idempotency_key = idempotency_key
        super().__init__(self.message)

    def _advice(self, usual: str) -> str:
        """What to do, with the time that the service named where it is one to speak of."""
        wait = math.ceil(self.retry_after or 0.0)
        if isinstance(self, RateLimited) and wait:
            return f"Wait {_in_words(wait)}, then go on."
        if wait < _TOLD_SECONDS:
            return usual
        return f"{usual} The service asks to wait {_in_words(wait)}.".strip()

    def __str__(self) -> str:
        parts = [f"{self.message.rstrip('.')}."]
        if self.advice and self.advice not in self.message:
            parts.append(self.advice)
        tail = ", ".join(filter(None, (self.code, self.request_id)))
        return " ".join(" ".join([*parts, f"[{tail}]"]).split())


def _in_words(seconds: int) -> str:
    """`45 seconds`, `15 minutes`, `2 hours`: rounded up, so that nobody comes back too early."""
    for unit, size in (("hour", 3_600), ("minute", 60)):
        if seconds > size * 1.5:
            return f"{math.ceil(seconds / size):,} {unit}s"
    return f"{seconds} second{'s' if seconds != 1 else ''}"


class WrongUse(ShortlistError):
    """The call cannot be right; nothing was sent."""

    default_code = "wrong_use"
    default_exit = EXIT_USAGE


class ReadOnly(WrongUse):
    """It could cost credits, and this client is not to spend any; nothing was sent."""

    default_code = "read_only"
    default_advice = "Nothing was sent. To spend, take `read_only` out of config.toml."


class ApiRefused(ShortlistError):
    """The service answered, and said no."""

    default_code = "refused"


class AuthRequired(ApiRefused):
    """The key is missing, wrong, expired or revoked, or lacks a scope (section 5)."""

    default_code = "invalid_api_key"
    default_exit = EXIT_KEY


class CreditsShort(ApiRefused):
    """Credits, the account or a key's budget do not allow it (status family 402)."""

    default_code = "insufficient_acu"
    default_exit = EXIT_CREDITS


class RateLimited(ApiRefused):
    """Too many requests, still so after waiting (section 8)."""

    default_code = "rate_limited"
    default_exit = EXIT_UNAVAILABLE


class Parked(RateLimited):
    """The service named a time more than 120 s away; `retry_after` counts down from now."""


class Unavailable(ApiRefused):
    """The service, or a proxy before it, failed and still failed after retries."""

    default_code = "unavailable"
    default_advice = "Try again in a moment."
    default_exit = EXIT_UNAVAILABLE


class Unreachable(ShortlistError):
    """No connection, or one that was lost under a read: nothing was done."""

    default_code = "unreachable"
    default_advice = "Nothing was sent. Check the network and the base URL, then try again."
    default_exit = EXIT_UNAVAILABLE


class OutcomeUnknown(ShortlistError):
    """The request left, and no answer says what became of it. The journal keeps it."""

    default_code = "outcome_unknown"
    default_advice = "It may have run; `shortlist journal resume` finds out and never pays twice."
    default_exit = EXIT_UNAVAILABLE


class BadAnswer(ShortlistError):
    """The service answered with something that cannot be used."""

    default_code = "bad_answer"
    default_advice = "Try again; if it stays, give the request id to the service's operator."
    default_exit = EXIT_UNAVAILABLE


class NotUnderstood(BadAnswer):
    """A 2xx with JSON that is not what was asked for, in any shape that is known.

    `answer`: the JSON as it came, cleaned; `paid`: it may cost credits; `charged`: ACU, where it
    says; `set_id`: the Set that it hands over to, if it does. The service takes the request for
    answered, so it is not sent again, and its key replays the same.
    """

    default_code = "not_understood"

    def __init__(
        self,
        message: str,
        *,
        answer: Any = None,
        paid: bool = False,
        charged: float | None = None,
        set_id: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        advice: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id, advice=advice)
        self.answer = answer
        self.paid = paid
        self.charged = charged
        self.set_id = set_id


class JournalFailed(ShortlistError):
    """The journal cannot be written, so nothing is sent that could not be remembered."""

    default_code = "journal_failed"
    default_advice = "Nothing was sent. Check the disk and the journal's folder, then try again."
