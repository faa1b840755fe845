"""The base of the app's messages that carry something."""

from __future__ import annotations

from functools import cache
from inspect import get_annotations
from typing import Any, dataclass_transform

from textual.message import Message


@dataclass_transform(eq_default=False)
class DataMessage(Message):
    """A message that is made of what its class, and those it is of, name: in that order.

    `dataclass` would do the same, and take longer for all of them than drawing the first frame.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__()
        kind: Any = type(self)
        vars(self).update(zip(_names_of(kind), given, strict=False), **named)


@cache
def _names_of(kind: type[Any]) -> list[str]:
    parts = [part for part in reversed(kind.__mro__) if issubclass(part, DataMessage)]
    return [name for part in parts for name in get_annotations(part)]
