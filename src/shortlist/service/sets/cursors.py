"""Opaque cursors of lists."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Literal

from shortlist.service.errors import ApiError

Kind = Literal["sets", "items"]


def encode_cursor(kind: Kind, *position: int | str) -> str:
    """A cursor of a list of `kind`, at `position`."""
    return base64.urlsafe_b64encode(json.dumps([kind, *position]).encode()).decode().rstrip("=")


def decode_cursor(kind: Kind, cursor: str, *types: type) -> list[int | str]:
    """The position of `cursor`.

    Raises `ApiError` `validation_failed` for what this service did not give out for such a list.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        position: list[int | str]
        found, *position = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise _bad() from None
    if found != kind or [type(part) for part in position] != list(types):
        raise _bad()
    if not all(_plausible(part) for part in position):
        raise _bad()
    return position


def _plausible(part: int | str) -> bool:
    """A value that every database takes."""
    if isinstance(part, str):
        return part.isascii() and part.isprintable()
    return 0 <= part < 2**53


def _bad() -> ApiError:
    return ApiError(
        "validation_failed",
        "cursor: not one this list gave out; start again without a cursor.",
        field="cursor",
    )
