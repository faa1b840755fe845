"""Statements: what people say of themselves that no field of a record holds, `works remotely`.

A line of `statements.tsv` says how a question asks for one, and how a sentence says it, or which
fields do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches, tokens
from shortlist.service.reading.vocabulary.words import pattern, rows


class Statement(NamedTuple):
    """One thing that people say of themselves."""

    id: str
    says: str
    """As a criterion: `Works remotely`."""
    values: tuple[str, ...]
    """What a record has of whom it holds, as `spans.Span.values`."""
    lasting: bool
    """It holds of whoever once said it: of an earlier post, too."""
    asked: str
    """How a question asks for it, as a pattern of folded words."""
    said: str
    """How a sentence says it; `-` of what fields say."""


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The statements that pieces of `words` ask for."""
    for start, end, each in _asked(tuple(words)):
        yield Span(start, end, "statement", each.values, each.says, 1.25, says=each.says)


@lru_cache(maxsize=20_000)
def stated(text: str) -> tuple[Statement, ...]:
    """The statements that a title, a name or a sentence of a record makes."""
    said = " ".join(word.text for word in tokens(text))
    return tuple(
        each
        for found in _any().finditer(said)
        if (each := _statements()[str(found.lastgroup)])
        and not (_DENIED.search(before := said[: found.start()]))
        and not (_BEFORE.search(before) and not each.lasting)
    )


_DENIED: Final = re.compile(pattern("said_otherwise"))
_BEFORE: Final = re.compile(pattern("said_before"))


def asked_at(words: Sequence[Token]) -> set[int]:
    """Where words stand that ask for a statement."""
    return {at for start, end, _ in _asked(tuple(words)) for at in range(start, end)}


@lru_cache(maxsize=1_000)
def _asked(words: tuple[Token, ...]) -> tuple[tuple[int, int, Statement], ...]:
    """Where `words` ask for which statement; of most questions that is asked twice."""
    return tuple(
        (start, end, each)
        for each in _statements().values()
        for start, end, _ in matches(words, each.asked)
    )


@cache
def _statements() -> dict[str, Statement]:
    return {
        row["id"]: Statement(
            row["id"],
            row["says"],
            tuple(row["values"].split(";")),
            row["lasting"] == "1",
            row["asked"],
            row["said"],
        )
        for row in rows("statements.tsv")
    }


@cache
def _any() -> re.Pattern[str]:
    ways = (f"(?P<{each.id}>{each.said})" for each in _statements().values() if each.said != "-")
    return re.compile(rf"(?<!\S)(?:{'|'.join(ways)})(?!\S)")
