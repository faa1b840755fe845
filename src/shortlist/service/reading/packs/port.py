"""What a pack, which knows one field of life, makes of a question."""

from __future__ import annotations

from typing import NamedTuple

from shortlist.service.reading.parts import Number
from shortlist.service.reading.spans import Span


class Packed(NamedTuple):
    """A question as a pack reads it."""

    chosen: tuple[Span, ...]
    """The spans that fit together, its own among them."""
    bounds: tuple[Number, ...]
    """The bounds that were named, as the field means them."""
    implied: tuple[Span, ...]
    """What is demanded without being said: legislators by a committee."""
    said: frozenset[int]
    """Where words stand that say no more than what was chosen."""
    about: bool = False
    """Whether the question is about the field."""
    held: bool = False
    """Whether what it asks for is held for a time, as offices are."""
