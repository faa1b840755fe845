"""The languages that the sentences of a record say that somebody speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary import cities, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_CUES: Final = words_for("speaking_told")
_SPEAKS: Final = re.compile(pattern("speaks"))
_LISTED: Final = tuple(
    re.compile(pattern(of)) for of in ("speaks_also", "speaks_at_level", "languages_spoken")
)
"""Wordings that are of languages only where nothing but languages follows."""
_NAMES: Final = re.compile(r"[^\W\d_]{3,}")
_ENTRY: Final = re.compile(r"[;,/():]| [–—-] ")
_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_JOINED: Final = re.compile(r", (?:and |or )?| and | or | & | ?/ ?| as well as | plus ")
_ANCIENT: Final = words_for("ancient")
_SHORTEST: Final = 3


def spoken(sentence: str, words: tuple[Token, ...]) -> Iterator[str]:
    """The codes of the languages that a sentence of these `words` says that somebody speaks."""
    if _CUES.isdisjoint({word.text for word in words}):
        return
    for said in _SPEAKS.finditer(sentence):
        for name in _NAMES.findall(said["said"]):
            written_so = name[0].isupper() or sentence == sentence.lower()
            code = tables.languages().get(tables.key(name)) if written_so else None
            if code:
                yield code
    for pattern_ in _LISTED:
        for said in pattern_.finditer(sentence):
            names = _JOINED.split(_IN_BRACKETS.sub("", said["said"]))
            codes = [_code(name.strip()) for name in names]
            if all(codes):
                yield from codes


@lru_cache(maxsize=5_000)
def _code(name: str) -> str:
    """The code of the language of this name; empty where it is as well the name of a place."""
    said = tables.key(name)
    country = tables.country_names().get(said)
    if (country and country[1]) or said in cities.cities():
        return ""
    return tables.languages().get(said) or _of_a_kind(name)


@lru_cache(maxsize=5_000)
def listed(entry: str) -> tuple[str, ...]:
    """The codes of the languages that an entry of a list names: `Spanish; Castilian`, `English
    (C1)`, `Fluent Dutch`, `Brazilian Portuguese`."""
    pieces = [piece.strip() for piece in _ENTRY.split(entry)]
    codes = (tables.languages().get(tables.key(each)) or _of_a_kind(each) for each in pieces)
    return tuple(dict.fromkeys(code for code in codes if code))


def _of_a_kind(name: str) -> str:
    """The language that is named beside how it is spoken, or where; empty for none."""
    words = name.split()
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        code = tables.languages().get(tables.key(word), "")
        if code and word[0].isupper() and len(word) > _SHORTEST and len(words) > 1:
            ancient = at and words[at - 1].casefold() in _ANCIENT
            return "" if ancient else code
    return ""
