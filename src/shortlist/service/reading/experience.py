"""For how many years the sentences of a record say that somebody has worked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shortlist.service.reading.record_parts import PIECE
from shortlist.service.reading.tokens import Token, matches, tokens
from shortlist.service.reading.vocabulary.words import number, pattern, words_for

_NUMBER: Final = rf"({pattern('number')})\+?"
_YEARS: Final = words_for("years_in_prose")
_OF_WORK: Final = words_for("work_of_years")
_OF_ELSE: Final = words_for("years_of_something_else")
_INTO: Final = words_for("before_a_name")
_BEHIND: Final = 2
"""Words behind a number in which the years stand: `20 long years`."""
_WITHIN: Final = 7
"""Words between a number and the one by which it is of somebody's work."""


def years_told(sentence: str) -> int:
    """For how many years somebody has worked, at the most that is told: a number of years beside a
    word of work, `12 years in this trade by now`, `Seit 8 Jahren im Beruf`; not `a firm of 40
    years`, `nine years at Nokia` or `12 years ago`. 0 where none are told."""
    return max((_years(tokens(piece)) for piece in PIECE.split(sentence)), default=0)


def _years(words: Sequence[Token]) -> int:
    said = [word.text for word in words]
    if not _OF_ELSE.isdisjoint(said) or _OF_WORK.isdisjoint(said):
        return 0
    # What is told of one employer or country is less than all.
    if any(word.text in _INTO and after.raw[:1].isupper() for word, after in pairwise(words)):
        return 0
    return max(
        (
            number(found[1])
            for start, end, found in matches(words, _NUMBER)
            if not _YEARS.isdisjoint(said[end : end + _BEHIND])
            and not _OF_WORK.isdisjoint(said[max(0, start - _WITHIN) : end + _WITHIN])
        ),
        default=0,
    )
