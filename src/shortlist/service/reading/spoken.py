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
_SPEAKS_ELSEWHERE: Final = re.compile(pattern("speaks_elsewhere"))
"""In languages that write the names of languages small."""
_LISTED: Final = tuple(
    re.compile(pattern(of)) for of in ("works_in_languages", "languages_told", "speaks_at_level")
)
"""Of languages only where nothing but languages follows: not `works in German banking`."""
_NAMES: Final = re.compile(r"[^\W\d_]{3,}")
_ENTRY: Final = re.compile(r"[;,/():]| [–—-] ")


def spoken(sentence: str) -> Iterator[str]:
    """The codes of the languages that a sentence says that somebody speaks."""
    for said in _SPEAKS.finditer(sentence):
        for name in _NAMES.findall(said["said"]):
            if name[0].isupper() or sentence.islower():
                yield from _code(name)
    for said in _SPEAKS_ELSEWHERE.finditer(sentence):
        yield from chain.from_iterable(map(_code, _NAMES.findall(said["said"])))
    for said in chain.from_iterable(way.finditer(sentence) for way in _LISTED):
        names = _NAMES.findall(next(filter(None, said.groups())))
        codes = [_code(name) for name in names if name[0].isupper()]
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
