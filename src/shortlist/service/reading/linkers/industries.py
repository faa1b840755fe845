"""Industries: what a table calls them, whatever companies are called beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.small import SMALL
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import tables

_LONGEST: Final = 4


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The industries that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            if end - start == 1 and words[start].text in SMALL:
                continue
            terms = tables.industry_terms().get(phrase(words, start, end))
            if terms:
                label = " ".join(word.raw for word in words[start:end])
                yield Span(start, end, "industry", terms, label, 0.75)
