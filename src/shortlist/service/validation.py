"""Messages of validation errors: what is wrong with a value, and what to do.

Requests and the configuration are checked by pydantic models; its words are a programmer's. Here
each kind of error it finds has its sentence, whatever the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_KINDS = {
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "dict_type": "an object",
    "float_type": "a number",
    "float_parsing": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number, not one so large",
    "int_type": "a whole number",
    "list_type": "an array",
    "literal_error": "{expected}",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "string_type": "a string",
}
"""Errors that a value of another kind mends: `must be …`."""

_SENTENCES = {
    "greater_than": "must be more than {gt:,}{not_given}",
    "greater_than_equal": "must be at least {ge:,}{not_given}",
    "less_than": "must be less than {lt:,}{not_given}",
    "less_than_equal": "must be at most {le:,}{not_given}",
    "missing": "is missing: it has to be given",
    "string_too_long": "takes at most {max_length:,} characters, and this has {length:,}",
    "string_too_short": "must not be empty",
    "too_long": "takes at most {max_length:,}, and there are {actual_length:,}",
    "too_short": "needs at least {min_length:,}",
}
_GIVEN_MAX_CHARS = 20


def describe_invalid(errors: Sequence[Any]) -> str:
    """The predicate of a sentence on a value, such as `must be a string`; `errors` are those
    pydantic found with it, several where it tried several kinds (`ErrorDetails`)."""
    other = [error for error in errors if error["type"] not in _KINDS]
    if other:
        return _predicate(other[0])
    kinds = [_KINDS[error["type"]].format(**error.get("ctx", {})) for error in errors]
    return "must be " + " or ".join(dict.fromkeys(kinds))


def _predicate(error: Any) -> str:
    sentence = _SENTENCES.get(error["type"])
    if sentence is None:
        # A check of our own: it has its own words.
        return str(error["msg"]).removeprefix("Value error, ")
    told = str(error["input"])
    bounds = {
        name: int(bound) if isinstance(bound, float) and bound.is_integer() else bound
        for name, bound in error.get("ctx", {}).items()
    }
    return sentence.format(
        **bounds,
        length=len(told),
        not_given=f", not {told}" if len(told) <= _GIVEN_MAX_CHARS else "",
    )
