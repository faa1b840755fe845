"""The languages that the sentences of a record say that somebody speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern

_SPEAKS: Final = re.compile(pattern("speaks"))
_LISTED: Final = tuple(map(re.compile, map(pattern, ("works_in_languages", "speaks_at_level"))))
"""Of languages only where nothing but languages follows: not `works in German banking`."""
_NAMES: Final = re.compile(r"[^\W\d_]{3,}")
_ENTRY: Final = re.compile(r"[;,/():]| [–—-] ")


def spoken(sentence: str) -> Iterator[str]:
    """The codes of the languages that a sentence says that somebody speaks."""
    for said in _SPEAKS.finditer(sentence):
        for name in _NAMES.findall(said["said"]):
            if name[0].isupper() or sentence.islower():
                yield from _code(name)
    for said in chain.from_iterable(way.finditer(sentence) for way in _LISTED):
        codes = [_code(name) for name in _NAMES.findall(said["said"]) if name[0].isupper()]
        if all(codes):
            yield from (code for each in codes for code in each)


def _code(name: str) -> tuple[str, ...]:
    code = tables.languages().get(tables.key(name))
    return (code,) if code else ()


@lru_cache(maxsize=5_000)
def listed(entry: str) -> tuple[str, ...]:
    """The codes of the languages that an entry of a list names: `Spanish; Castilian`, `English
    (C1)`, `Fluent Dutch`, `Brazilian Portuguese`."""
    codes: dict[str, None] = {}
    for piece in map(str.strip, _ENTRY.split(entry)):
        # Beside how it is spoken, or where, a language ends or begins the piece.
        names = (piece, *(word for word in reversed(piece.split()) if word[0].isupper()))
        codes |= dict.fromkeys(next(filter(None, map(_code, names)), ()))
    return tuple(codes)
