"""The base classes of all models of the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from shortlist.contract.times import format_time, parse_time


def _read_time(value: object) -> datetime:
    moment = parse_time(value)
    if moment is None:
        raise ValueError("not a timestamp: give RFC 3339, such as 2026-11-21T14:39:00.000Z")
    return moment


Timestamp = Annotated[
    datetime,
    BeforeValidator(_read_time),
    PlainSerializer(format_time, return_type=str, when_used="json"),
]
"""An aware datetime; RFC 3339 with milliseconds and `Z` in JSON."""


def _read_whole(value: object) -> object:
    # JSON has one kind of number: 10.0 is the whole number 10.
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_read_whole)]
"""A whole number, however JSON writes it; never a string."""


def _write_amount(value: int | float) -> int | float:
    return int(value) if float(value).is_integer() else value


Amount = Annotated[int | float, PlainSerializer(_write_amount, return_type=int | float)]
"""ACU: whole ones are written as whole numbers; other deployments may count in parts."""


Note = Annotated[
    str | None,
    BeforeValidator(lambda value: value if isinstance(value, str) else None),
    Field(exclude_if=lambda value: value is None),
]
"""Something said in passing; absent where there is nothing, and what is no text is nothing."""


class Request(BaseModel):
    """A request body. Unknown fields are kept out of what runs, and never fail a request."""

    model_config = ConfigDict(
        extra="ignore", frozen=True, str_strip_whitespace=False, defer_build=True
    )


class Wire(BaseModel):
    """A part of a response. A field this version does not know is kept, in `model_extra`."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True, defer_build=True)

    def to_wire(self) -> dict[str, Any]:
        """This as the service emits it: JSON-ready, unknown fields where they were."""
        return self.model_dump(mode="json")

    def normalised(self, *, given_only: bool = False) -> dict[str, Any]:
        """This in our own shape, with what another deployment added under `extra`. `given_only`:
        without the fields that it did not give."""
        folded: dict[str, Any] = _fold_extra(self, given_only)
        return folded


def _fold_extra(value: Any, given_only: bool) -> Any:
    if isinstance(value, Wire):
        dumped = value.model_dump(mode="json", exclude_unset=given_only)
        unknown = value.model_extra or {}
        folded = {
            name: _fold_extra(getattr(value, name), given_only)
            if _holds_wire(getattr(value, name))
            else dumped[name]
            for name in type(value).model_fields
            if name in dumped
        }
        if unknown:
            folded["extra"] = {name: dumped.get(name, unknown[name]) for name in unknown}
        return folded
    if isinstance(value, list | tuple):
        return [_fold_extra(item, given_only) for item in value]
    if isinstance(value, dict):
        return {key: _fold_extra(item, given_only) for key, item in value.items()}
    return value


def _holds_wire(value: Any) -> bool:
    if isinstance(value, Wire):
        return True
    if isinstance(value, list | tuple):
        return any(_holds_wire(item) for item in value)
    if isinstance(value, dict):
        return any(_holds_wire(item) for item in value.values())
    return False
