"""Where the sentences of a record say that somebody is at home, and where abroad they worked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shortlist.service.reading.tokens import Token, number_before, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_PLACE: Final = re.compile(pattern("place_name"))
_AT_WORK: Final = re.compile(pattern("works_at_a_place"))
_HOME: Final = words_for("home")
_ELSEWHERE: Final = words_for("not_at_home")
_OF_OTHERS: Final = words_for("home_of_others")
_WITHIN: Final = 8
"""Words between a place and the one by which it is somebody's home."""
_IS: Final = frozenset({"is", "ist", "est", "es", "e"})
_IS_WHERE: Final = 5
"""Words of `is where I live` in which that of a home stands."""
_APART: Final = frozenset("|/·–—")
"""What stands behind a place that a sentence begins with: `Austin | open to travel`."""


def homes_told(sentence: str) -> Iterator[str]:
    """What may be the place where a sentence says that somebody is at home: the names beside a word
    of home, `my flat is in Austin`, `Zuhause in Linz`, or alone; else where they are at work, `is a
    nurse in Hull`. Whoever asks knows which of them are places."""
    words = tokens(sentence)
    if _OF_OTHERS.isdisjoint(word.text for word in words):
        for named in _PLACE.finditer(sentence):
            at = number_before(words, named.start())
            end = number_before(words, named.end())
            name = named[0].removesuffix("-based")
            spoken = tables.code_of_language(tables.key(name))
            if not spoken and _is_home(words, at, end):
                yield name
    for told in _AT_WORK.finditer(sentence):
        yield next(filter(None, told.groups()))


def countries_worked_in(sentence: str) -> Iterator[str]:
    """The countries that a sentence names beside a word of work or of years there: `My years in
    France ended in 2021`, `Werkte drie jaar in Zweden`; none where somebody is at home."""
    words = tokens(sentence)
    if not _OF_OTHERS.isdisjoint(word.text for word in words):
        return
    for named in _PLACE.finditer(sentence):
        at = number_before(words, named.start())
        end = number_before(words, named.end())
        _, country = tables.country_names().get(tables.key(named[0]), ("", False))
        if country and _is_of_work(words, at, end):
            yield named[0]


def _is_of_work(words: tuple[Token, ...], at: int, end: int) -> bool:
    """Whether the nearest of the words before a place, or one behind it, is of work there."""
    before = (word.text for word in reversed(words[max(0, at - _WITHIN) : at]))
    cue = next((word for word in before if word in _CUES), "")
    behind = {word.text for word in words[end : end + _WITHIN]}
    return cue in _WORKED or (not cue and not _WORKED.isdisjoint(behind))


_WORKED: Final = words_for("worked_in_prose")
_CUES: Final = _WORKED | _HOME | _ELSEWHERE | words_for("place_of_something_else")


def _is_home(words: tuple[Token, ...], at: int, end: int) -> bool:
    """Whether the name from `at` to `end` stands where a home is named, and no place before it."""
    if end - at == 1 and words[at].text in _HOME:
        return False  # `Based in Hull`
    before = [word.text for word in reversed(words[max(0, at - _WITHIN) : at])]
    behind = [word.text for word in words[end : end + _WITHIN]]
    if at == 0:
        is_where = behind[:1] and behind[0] in _IS and not _HOME.isdisjoint(behind[:_IS_WHERE])
        if words[end - 1].text == "based" or is_where:
            return True
        alone = end == len(words) or not _APART.isdisjoint(words[end].gap)
        return alone and words[0].base not in tables.english()
    cue = next((word for word in before if word in _HOME | _ELSEWHERE), "")
    return cue in _HOME or (not cue and not _HOME.isdisjoint(behind))
