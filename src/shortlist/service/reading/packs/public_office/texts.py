"""The words of a question as the tables of the pack have them: stems, and a plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shortlist.service.lexicon.text import stem
from shortlist.service.reading.tokens import Token


def pieces(words: Sequence[Token], most: int) -> Iterator[tuple[int, int]]:
    """The places of all pieces of at most `most` words."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + most) + 1):
            yield start, end


def said(words: Sequence[Token]) -> str:
    """The folded words, joined by one space."""
    return " ".join(word.text for word in words)


def stems_of(words: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    """The stems of some of the words."""
    return tuple(stem(word.text) for word in words[start:end])


def before(words: Sequence[Token], at: int, skip: frozenset[str] = frozenset()) -> str:
    """The word before `at`, over `skip`; empty at the start."""
    at -= 1
    while at >= 0 and words[at].text in skip:
        at -= 1
    return words[at].text if at >= 0 else ""
