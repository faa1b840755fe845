"""The words of a question as the tables of the pack have them: stems, and a plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from shortlist.service.lexicon.text import STOPWORDS, stem
from shortlist.service.reading.tokens import Token


def stems_of(words: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    """The stems of some of the words."""
    return tuple(stem(word.text) for word in words[start:end])


def telling(words: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    """Their stems without those of words that say nothing."""
    return tuple(stem(word.text) for word in words[start:end] if word.text not in STOPWORDS)


def raw(words: Sequence[Token], start: int, end: int) -> str:
    """The words as they were written."""
    said = "".join(
        f"{word.gap if at else ''}{word.raw}" for at, word in enumerate(words[start:end])
    )
    return " ".join(said.split())


@lru_cache(maxsize=500)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{pattern})(?!\S)")


def matches(words: Sequence[Token], pattern: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Where `pattern` matches the folded words, joined by one space, as places of words."""
    text = " ".join(word.text for word in words)
    for match in _compiled(pattern).finditer(text):
        start = text.count(" ", 0, match.start())
        end = start + match[0].count(" ") + 1
        if match[0].strip():
            yield start, end, match


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


def article(label: str) -> str:
    """`an` before a vowel."""
    return "an" if label[:1].lower() in "aeio" else "a"
