"""The capitals that a question typed in small letters alone, or in capitals, does not tell."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.places import REGIONS
from shortlist.service.lexicon.text import stem
from shortlist.service.reading.cues import ARTICLES
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.question_language import elided
from shortlist.service.reading.spelling import is_foreign
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import cities, companies, credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 5
_SHORT: Final = 2
_REGION_SHORTEST: Final = 4
"""Shorter names of regions are words as often: `see`."""
_INTO_A_PLACE: Final = (
    words_for("into_a_place") | words_for("into_elsewhere") | words_for("near")
) - {"to", "of"}
_INTO_AN_ORGANISATION: Final = words_for("into_an_organisation")
_SCHOOLED: Final = words_for("schooled")
_INTO_A_SCHOOL: Final = frozenset({"from", "at", "of", "attended", "studied", "went"})


def with_capitals(words: Sequence[Token], gazetteer: Gazetteer) -> tuple[Token, ...]:
    """`words` as they are where one begins with a capital, and is no abbreviation; else letters and
    names that the tables or the index know get theirs, so that `cfos in asia` is read as `CFOs in
    Asia`."""
    if any(_has_a_capital(word.raw) for word in words):
        return tuple(words)
    found = list(words)
    for start, end in _names(words, gazetteer):
        for at in range(start, end):
            if words[at].raw.islower():
                found[at] = replace(words[at], raw=words[at].raw.capitalize())
    # Whoever writes `HR` writes other letters so, too, but perhaps no country.
    lettered = any(word.raw != word.raw.lower() for word in words)
    for at, word in enumerate(words):
        if _is_a_country(words, at) or (not lettered and _is_letters(word.text)):
            found[at] = replace(word, raw=word.raw.upper())
        elif not lettered and word.text.endswith("s") and _is_letters(word.text[:-1]):
            found[at] = replace(word, raw=f"{word.raw[:-1].upper()}s", base=word.text[:-1])
    return tuple(found)


def in_small_letters(words: Sequence[Token]) -> Sequence[Token]:
    """`words` as they are; of a question all in capitals, in small letters."""
    if not _is_shouted(words):
        return words
    return [replace(word, raw=word.raw.lower()) for word in words]


_SHOUTED_LEAST: Final = 6
"""Letters of a word that is no abbreviation."""


def _is_shouted(words: Sequence[Token]) -> bool:
    """Whether all is written in capitals: `TAX LAWYERS IN LEEDS`."""
    lengthy = any(len(word.text) >= _SHOUTED_LEAST for word in words)
    return lengthy and len(words) > 1 and all(word.raw == word.raw.upper() for word in words)


def _has_a_capital(word: str) -> bool:
    """Whether a word is written as those are who use capitals: `Leeds`, and not `HR` or `CFOs`."""
    return word != word.lower() and not word.removesuffix("s").isupper()


def _is_a_country(words: Sequence[Token], at: int) -> bool:
    """Whether a word is the letters of a country: `nurses in the us`."""
    letters, before = words[at].text, words[at - 1].text if at else ""
    _, proper = tables.country_names().get(letters, ("", False))
    told = letters not in SMALL or before in _INTO_A_PLACE | {"the"}
    return proper and len(letters) < 4 and told


def _is_letters(letters: str) -> bool:
    """Whether a word is the initials of a title or a certification."""
    if letters in SMALL or len(letters) < _SHORT:
        return False
    long = (tables.abbreviation(letters), *tables.senses(letters))
    initials = ("".join(part[0] for part in each.lower().split()) for each in long)
    plain = letters in tables.english()
    return letters in initials or (letters in credentials.certifications() and not plain)


def _names(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[tuple[int, int]]:
    """Where the longest names of places, organisations and schools stand, from the left."""
    at = 0
    while at < len(words):
        before = [word for word in words[max(0, at - 2) : at] if word.text != "the"]
        # `à paris` is read as `a paris`, and `for a university` names no town.
        cue = before[-1].text if before and before[-1].raw not in ARTICLES else ""
        ends = range(min(len(words), at + _LONGEST), at, -1)
        end = next((end for end in ends if _is_name(words, at, end, cue, gazetteer)), 0)
        if end:
            yield at, end
        at = end or at + 1


def _is_name(words: Sequence[Token], start: int, end: int, cue: str, gazetteer: Gazetteer) -> bool:
    """Whether these words are a name; `cue` is the word before them."""
    texts, key = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    name, single = " ".join(texts), end - start == 1
    first = [word.text for word in elided(words[start : start + 1])]  # `d'une` is two small words
    if SMALL.issuperset(first) or texts[-1] in SMALL:
        return False
    if single and name in _languages():
        return True
    if name in REGIONS or key in tables.regions():
        return not single or cue in _INTO_A_PLACE or len(name) >= _REGION_SHORTEST
    place = gazetteer.places(texts) or cities.aliases().get(name, key) in cities.cities()
    if cue in _INTO_A_PLACE and (place or gazetteer.regions_with(texts)):
        return True
    if place and name not in tables.english():
        return _is_beside_no_name(words, start, end)
    once = end < len(words) and words[end].base in _SCHOOLED
    if (once or cue in _INTO_A_SCHOOL) and gazetteer.schools(texts):
        return True
    if (once or cue in _INTO_AN_ORGANISATION) and key in companies.companies():
        return True
    if not single:
        whole = organisation_key(name)
        return whole in gazetteer.organisations(tuple(whole.split()))
    return len(name) > _SHORT and _is_an_organisation(name, gazetteer)


def _is_beside_no_name(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether the words beside are no piece of a name, `python developers berlin`: there is one
    before, but of `nyc`, which is short for a city, and each is known or stands apart. Not `paris
    jones`, `hugo london`."""
    beside = [(words[start - 1], words[start])] if start else []
    beside += [(word, word) for word in words[end : end + 1]]
    known: tuple[Container[str], ...] = (
        *(tables.english(), SMALL, credentials.certifications(), cities.cities()),
    )
    short = (start, end) == (0, 1) and words[0].text in cities.initials()
    return (start > 0 or short) and all(
        second.gap.strip()
        or any(each in names for names in known for each in (word.base, word.text))
        or word.text in cities.aliases()
        or is_foreign(word)
        for word, second in beside
    )


def _is_an_organisation(name: str, gazetteer: Gazetteer) -> bool:
    """Whether one word names an organisation, and is hardly ever another word of a record."""
    found, most = gazetteer.organisations((name,)), 4
    if name in tables.english():
        found, most = tuple(key for key in found if key == name), 2
    said = gazetteer.values("word").get(stem(name), 0)
    return bool(found) and said <= most * gazetteer.employed(found)


@cache
def _languages() -> frozenset[str]:
    return frozenset(label.lower() for label in tables.language_labels().values())
