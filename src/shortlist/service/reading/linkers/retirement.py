"""Retirement: people who work no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary.words import words_for

KIND: Final = "status"
_RETIRED: Final = words_for("retired")


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """`Retired captains`, `pensioners`: who has left work."""
    for at, word in enumerate(words):
        if word.text in _RETIRED:
            yield Span(at, at + 1, KIND, ("status=former",), "retired", 0.8, says="Is retired")
