"""Validation errors of requests as errors of the interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlist.service.errors import ApiError
from shortlist.service.validation import describe_invalid

_QUERY_OF_A_SET = ("search", "search.query")
_SAY_WHO = "search.query: say who you are looking for."


def validation_error(found: Sequence[Any]) -> ApiError:
    """The error of the interface for what the framework found wrong: the first of it."""
    placed = [(_place(error), error) for error in found]
    where = placed[0][0]
    # Where a value may be of several kinds, the framework tells of each. What is wrong deeper
    # inside is what the value was meant to be.
    where = max((place for place, _ in placed if place[: len(where)] == where), key=len)
    errors = [error for place, error in placed if place == where]
    name = ".".join(where)
    nothing = errors[0]["type"] == "missing" or errors[0]["input"] is None
    if name in _QUERY_OF_A_SET and nothing:
        return ApiError("query_required", _SAY_WHO, field="search.query")
    if not name:
        return ApiError("validation_failed", f"The body {describe_invalid(errors)}.")
    return ApiError("validation_failed", f"{name} {describe_invalid(errors)}.", field=name)


def _place(error: Any) -> tuple[str, ...]:
    """Where in the request an error is, in the interface's words."""
    # The first part says whether it is of the body, the query string, the path or a header.
    # Where a choice was tried it names our class or type, which is no word of the interface.
    return tuple(str(part) for part in error["loc"][1:] if not _is_type(part))


def _is_type(part: int | str) -> bool:
    return isinstance(part, str) and (part[:1].isupper() or part in ("str", "constrained-str"))
