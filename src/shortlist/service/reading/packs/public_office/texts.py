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


def said(words: Sequence[Token], start: int = 0, end: int | None = None) -> str:
    """The folded words, joined by one space."""
    return " ".join(word.text for word in words[start:end])


def stems_of(words: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    """The stems of some of the words."""
    return tuple(stem(word.text) for word in words[start:end])


def raw(words: Sequence[Token], start: int, end: int) -> str:
    """The words as they were written."""
    written = "".join(
        f"{word.gap if at else ''}{word.raw}" for at, word in enumerate(words[start:end])
    )
    return " ".join(written.split())


def before(words: Sequence[Token], at: int, skip: frozenset[str] = frozenset()) -> str:
    """The word before `at`, over `skip`; empty at the start."""
    at -= 1
    while at >= 0 and words[at].text in skip:
        at -= 1
    return words[at].text if at >= 0 else ""


def cased(words: Sequence[Token]) -> bool:
    """Whether capitals tell names from other words here."""
    some = [word.raw[:1].isupper() for word in words]
    return any(some[1:]) or (some[:1] == [True] and not words[0].raw.isupper())
