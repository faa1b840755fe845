"""Helpers of all readers: fields by any of their names, and lenient values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from shortlist.contract.base import Wire
from shortlist.tables import read_table

JsonObject = dict[str, Any]
M = TypeVar("M", bound=Wire)

UNREAD: Final = "unread"
"""Where values are kept that are of no type this version can read."""
_REPAIRS: Final = 8


def words_of(kind: str) -> dict[str, str]:
    """Our words for those of other deployments: lines of `words.tsv`."""
    lines = read_table(Path(__file__).with_name("words.tsv"))
    return {theirs: ours for of, theirs, ours in lines if of == kind}


def as_object(value: Any) -> JsonObject:
    """`value` when it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def first(source: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first of `names` that is given and not null."""
    for name in names:
        value = source.get(name)
        if value is not None:
            return value
    return None


def take(source: JsonObject, names: Iterable[str]) -> Any:
    """As `first`, removing what it found."""
    for name in names:
        if source.get(name) is not None:
            return source.pop(name)
    return None


def rename_fields(source: JsonObject, target: str, names: Iterable[str]) -> None:
    """Give `target` the value of the first of `names`, in place, where it has none."""
    if source.get(target) is None:
        value = take(source, names)
        if value is not None:
            source[target] = value


def text_of(value: Any) -> str | None:
    """A name as text: a string, or an object that carries one."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        found = first(value, ("name", "label", "title", "description", "value"))
        return found if isinstance(found, str) else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def lenient(model: type[M], source: JsonObject) -> M:
    """`source` as `model`; values of a wrong type are repaired, or set aside as `unread`."""
    for _ in range(_REPAIRS):
        try:
            return model.model_validate(source)
        except ValidationError as invalid:
            source = _copied(source)
            # Last first, so that removing from a list moves nothing still to be removed.
            for problem in reversed(invalid.errors(include_url=False, include_context=False)):
                _repair(source, problem)
    return model.model_validate({name: source[name] for name in _required(model, source)})


def _required(model: type[Wire], source: JsonObject) -> list[str]:
    fields = model.model_fields.items()
    return [name for name, field in fields if field.is_required() and name in source]


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_copied(inner) for inner in value]
    return value


def _repair(source: JsonObject, problem: ErrorDetails) -> None:
    holder: Any = source
    steps: list[tuple[Any, Any]] = []
    for step in problem["loc"]:
        try:
            inner = holder[step]
        except (KeyError, IndexError, TypeError):
            break
        steps.append((holder, step))
        holder = inner
    if not steps:
        return
    holder, step = steps[-1]
    value = holder[step]
    if problem["type"] == "missing":
        # An element without what it needs is of no use; its place is taken from the list.
        for holder, step in reversed(steps):
            if isinstance(holder, list):
                del holder[step]
                return
        return
    repaired = _coerced(problem["type"], value)
    if repaired is not None:
        holder[step] = repaired
    elif isinstance(holder, dict):
        del holder[step]
        if value is not None:
            source.setdefault(UNREAD, {})[".".join(map(str, problem["loc"]))] = value
    else:
        del holder[step]


def _coerced(kind: str, value: Any) -> Any:
    if kind.startswith("int") and isinstance(value, float) and math.isfinite(value):
        return math.ceil(value)
    if kind.startswith("int") and isinstance(value, str):
        try:
            return math.ceil(float(value))
        except (ValueError, OverflowError):
            return None
    if kind == "string_type" and value is not None:
        return text_of(value)
    return None
