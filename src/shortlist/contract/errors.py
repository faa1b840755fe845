"""The error catalogue of the interface (sections 2.6, 5 and 7).

The service answers from it and the client decides from it, so that the two cannot drift apart:
each code, a line of `errors.tsv`, has its HTTP status, whether trying again can help, what becomes
of the idempotency key it was answered to, and what the person in front of the screen can do.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from shortlist.contract.filters import FILTERS
from shortlist.tables import read_table


class KeyFate(Enum):
    """What becomes of an `Idempotency-Key` after a response (section 7)."""

    CONSUMED = "consumed"
    """The response is stored and replays exactly; another attempt needs a new key."""
    REUSABLE = "reusable"
    """Nothing is stored: the corrected request, or the same later, can use the key again."""
    QUARANTINED = "quarantined"
    """The key belongs to another request; it is never used again by itself."""


class ErrorSpec(NamedTuple):
    """One error of the interface."""

    code: str
    status: int
    message: str
    """The default text; a service gives a more exact one where it can."""
    advice: str
    """What the person can do, in one sentence."""
    retryable: bool
    """Whether the same request, sent again later, can succeed with nothing else changed."""
    key: KeyFate
    exit_code: int
    """What a command ends with: 1 refused, 2 usage, 3 key, 4 credits, 5 unavailable."""


def _read() -> list[ErrorSpec]:
    """The lines of `errors.tsv`."""
    *first, last = FILTERS
    filters = f"{', '.join(first)} or {last}"
    lines = read_table(Path(__file__).with_suffix(".tsv"))
    return [
        ErrorSpec(
            code,
            int(status),
            message,
            advice.replace("{filters}", filters),
            again == "yes",
            KeyFate(key),
            int(exit_code),
        )
        for code, status, exit_code, again, key, message, advice in lines
    ]


CATALOGUE: Final[dict[str, ErrorSpec]] = {spec.code: spec for spec in _read()}


def spec_of(code: str) -> ErrorSpec | None:
    """The catalogue's entry for `code`, or `None` for a code this version does not know."""
    return CATALOGUE.get(code)
