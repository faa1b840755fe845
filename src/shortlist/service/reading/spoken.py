"""The languages that a record says that somebody speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, fold
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for

_NOT_ENGLISH: Final = FOREIGN - STOPWORDS - words_for("also_english")
_ENTRY: Final = re.compile(r"[;,/():]| [–—-] ")
_SPEAKING: Final = words_for("speaking")
_BEHIND: Final = STOPWORDS | FOREIGN | _SPEAKING | words_for("behind_a_language")
_AND: Final = words_for("or")
_NOT_SPOKEN: Final = words_for("language_not_spoken")
_TAUGHT: Final = words_for("behind_a_language_taught")
_PEOPLE: Final = words_for("of_a_people")
_WITHIN: Final = 4
"""Words before a language in which it is said to be taught, or not spoken."""
_WIDELY_SPOKEN: Final = 2
"""Letters of the code of a language (ISO 639-1) whose name is hardly ever that of anything else."""


def spoken(sentence: str) -> Iterator[str]:
    """The codes of the languages that a sentence about somebody says that they speak: all that it
    names as such, `phone calls in Polish are no trouble`; not `German law`, `is French`, `teaches
    English`, `el mercado español`."""
    words = tokens(sentence)
    told = any(word.base in _SPEAKING for word in words)
    foreign = any(word.text in _NOT_ENGLISH and word.raw.islower() for word in words)
    for at, word in enumerate(words):
        code = _code(word)
        # `Turks` is a language in a Dutch sentence alone.
        known = told or _is_in_english(word) or (foreign and len(code) <= _WIDELY_SPOKEN)
        if code and known and _stands_alone(words, at) and _is_spoken(words, at):
            yield code


def _code(word: Token) -> str:
    _, country = tables.country_names().get(word.text, ("", False))
    # `Italien` is Italy in German, `italien` a language in French.
    return (
        "" if country and word.raw[:1].isupper() else tables.code_of_language(word.base, word.text)
    )


def _is_in_english(word: Token) -> bool:
    return word.raw[:1].isupper() and word.text in _english()


@cache
def _english() -> frozenset[str]:
    named = tables.language_labels().items()
    names = (fold(label) for code, label in named if len(code) <= _WIDELY_SPOKEN)
    return words_for("language_in_english").union(names)


def _stands_alone(words: Sequence[Token], at: int) -> bool:
    """Whether nothing follows that the word would be said of, as of `German and Austrian law`."""
    after = words[at + 1 : at + 3]
    listed = bool(after) and after[0].gap.strip() in ("", ",", "/", "&")
    if listed and _code(after[0]):
        return _stands_alone(words, at + 1)
    if not after or after[0].gap.strip(" -"):
        return True
    if "-" in after[0].gap:
        return len(after) == 1  # `in German-speaking countries`
    if after[0].text in _AND and len(after) > 1:
        return _stands_alone(words, at + 2) if _code(after[1]) else after[1].text in SMALL
    # `English C1`, `speaks English Hobbies: chess`
    heading = at > 0 and words[at - 1].base in _SPEAKING and after[0].raw[:1].isupper()
    said = after[0].text in _BEHIND and not after[0].raw[:1].isupper()
    return heading or said or after[0].text[-1].isdigit()


def _is_spoken(words: Sequence[Token], at: int) -> bool:
    """Whether what stands before a language leaves it one that somebody speaks."""
    before: list[Token] = []
    for word, after in zip(reversed(words[:at]), reversed(words[1 : at + 1]), strict=True):
        if not _ENDING.isdisjoint(after.gap):
            break
        before.append(word)
    denied = any(word.text in _NOT_SPOKEN for word in before[:_WITHIN])
    if denied or any(word.text in _TAUGHT for word in words[at + 1 : at + 3]):
        return False
    if not before or "," in words[at].gap or _code(before[0]) or before[0].text in _AND:
        return True
    last = before[0]
    if last.base in _SPEAKING or last.text in _PEOPLE:
        return last.text not in _PEOPLE
    if words[at].raw.islower():
        # What it is said of stands before it: `mercado español`.
        return last.text in FOREIGN | _BEHIND
    named = last.raw[:1].isupper() and len(before) > 1  # `Dawn French`
    return not named or last.text in SMALL


_ENDING: Final = frozenset(".;:(/|\n–—·•")


@lru_cache(maxsize=5_000)
def listed(entry: str) -> tuple[str, ...]:
    """The codes of the languages that an entry of a list names: `Spanish; Castilian`, `English
    (C1)`, `Fluent Dutch`, `Brazilian Portuguese`."""
    codes: dict[str, None] = {}
    for piece in map(str.strip, _ENTRY.split(entry)):
        # Beside how it is spoken, or where, a language ends or begins the piece.
        names = (piece, *(word for word in reversed(piece.split()) if word[0].isupper()))
        if code := tables.code_of_language(*map(tables.key, names)):
            codes[code] = None
    return tuple(codes)
