"""The words of a text with their places, the same for questions, records and tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

from shortlist.service.lexicon.text import fold
from shortlist.service.lexicon.text import words as fold_words
from shortlist.service.reading.vocabulary.words import singulars

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*|&")
_NO_LETTER: Final = re.compile(r"[^\w+#]")
_PLURAL_INITIALS: Final = re.compile(r"[A-Z]{2,}s$")
_INITIALS: Final = re.compile(r"\b(?:[^\W\d_]\.){2,}")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text."""

    raw: str
    """As it stands."""
    text: str
    """Folded."""
    base: str
    """Folded, in the singular."""
    start: int
    end: int
    """Its place in the text, in characters."""
    gap: str
    """What stands between it and the word before."""
    meant: bool = False
    """Its text is what it means, in other words than it was written in."""


@lru_cache(maxsize=200_000)
def singular(word: str) -> str:
    """A folded word without the mark of a plural."""
    if word in singulars():
        return singulars()[word]
    if word.endswith("men") and len(word) > 3:
        return f"{word[:-2]}an"
    if word.endswith("people") and len(word) > 6:
        return f"{word[:-6]}person"
    if len(word) < 4 or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith(("ss", "us", "is")):
        return word
    return word[:-1]


@lru_cache(maxsize=200_000)
def _folded(raw: str) -> tuple[str, str]:
    """A word as it is written, folded and in the singular; empty where nothing is left of it."""
    folded = fold(raw).removesuffix("'s").removesuffix("s'").replace("'", "")
    folded = "and" if folded == "&" else _NO_LETTER.sub("", folded)
    if not folded.isascii() and len(spelt := fold_words(raw)) == 1:
        folded = spelt[0]  # a word of another alphabet, as records are read
    return folded, folded[:-1] if _PLURAL_INITIALS.match(raw) else singular(folded)


@lru_cache(maxsize=50_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of `text`, in order."""
    plain = _INITIALS.sub(lambda found: found[0].replace(".", "") + " " * found[0].count("."), text)
    found: list[Token] = []
    last = 0
    for match in _TOKEN.finditer(plain):
        raw = match[0]
        folded, base = _folded(raw)
        if folded:
            gap = plain[last : match.start()]
            found.append(Token(raw, folded, base, match.start(), match.end(), gap))
        last = match.end()
    return tuple(found)


def bases(text: str) -> tuple[str, ...]:
    """The folded words of `text` in the singular."""
    return tuple(token.base for token in tokens(text))


def is_in_plural(word: Token) -> bool:
    """Whether a word is letters in the plural: `RNs`."""
    return bool(_PLURAL_INITIALS.fullmatch(word.raw))


def written(words: Sequence[Token]) -> str:
    """These words as they were written; of those in other words, what is meant."""
    return " ".join([word.text if word.meant else word.raw for word in words])


def number_before(words: Sequence[Token], place: int) -> int:
    """How many of `words` begin before a place in their text, in characters."""
    return bisect_left(words, place, key=attrgetter("start"))


def phrase(words: Sequence[Token], start: int, end: int) -> str:
    """The key of some of these words: their singulars, joined."""
    return " ".join([word.base for word in words[start:end]])


def longest(
    words: Sequence[str], known: Container[str], most: int
) -> Iterator[tuple[int, int, str]]:
    """From the left, the longest pieces of at most `most` words that are `known`, each with its
    place and key; what stands in none is a piece of one word with an empty key."""
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + most), at, -1):
            name = " ".join(words[at:end])
            if name in known:
                break
        else:
            end, name = at + 1, ""
        yield at, end, name
        at = end


def renamed(words: Sequence[str], names: Mapping[str, str], most: int) -> tuple[str, ...]:
    """`words` with the longest pieces that have another name in `names` called by that, and what
    comes of it again: `frontend engineer`, `front end engineer`, `front end developer`."""
    found = tuple(words)
    for _ in range(_RENAMED_MOST):
        before = found
        found = tuple(
            part
            for at, end, name in longest(before, names, most)
            for part in _renamed(before, at, end, names.get(name, ""))
        )
        if found == before:
            break
    return found


_RENAMED_MOST: Final = 3


def _renamed(words: tuple[str, ...], at: int, end: int, name: str) -> Sequence[str]:
    """`name` for the words from `at` to `end`; those where there is none, or it stands there
    already: of `chief executive officer` the first two are called so."""
    new = tuple(name.split())
    starts = range(max(0, end - len(new)), at + 1)
    stands = any(words[start : start + len(new)] == new for start in starts)
    return words[at:end] if stands or not new else new


@lru_cache(maxsize=500)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{pattern})(?!\S)")


def matches(words: Sequence[Token], pattern: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Where `pattern` matches the folded words, joined by one space, as places of words."""
    text = " ".join([word.text for word in words])
    for match in _compiled(pattern).finditer(text):
        start = text.count(" ", 0, match.start())
        end = start + match[0].count(" ") + 1
        if match[0].strip():
            yield start, end, match
