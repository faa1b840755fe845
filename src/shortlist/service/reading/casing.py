"""The capitals that a question typed in small letters alone leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.places import REGIONS
from shortlist.service.lexicon.text import stem
from shortlist.service.reading.cues import ARTICLES
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import cities, credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 5
_SHORT: Final = 2
_REGION_SHORTEST: Final = 4
"""Shorter names of regions are words as often: `see`."""
_JOINING: Final = frozenset({"and", "or"})
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
            if words[at].text not in SMALL and words[at].raw.islower():
                found[at] = replace(words[at], raw=words[at].raw.capitalize())
    for at, word in enumerate(words):
        called, proper = tables.country_names().get(word.text, ("", False))
        if called and proper and len(word.text) < 4 and word.text not in SMALL:
            found[at] = replace(word, raw=word.raw.upper())  # `hgv drivers with ADR uk`
    if any(word.raw != word.raw.lower() for word in words):
        return tuple(found)  # whoever writes `HR` writes other letters so, too
    for at, word in enumerate(words):
        one, several = word.raw.upper(), f"{word.raw[:-1].upper()}s"
        if _is_letters(words, at, word.text):
            found[at] = replace(word, raw=one)
        elif word.text.endswith("s") and _is_letters(words, at, word.text[:-1]):
            found[at] = replace(word, raw=several, base=word.text[:-1])
    return tuple(found)


def _has_a_capital(word: str) -> bool:
    """Whether a word is written as those are who use capitals: `Leeds`, and not `HR` or `CFOs`."""
    return word != word.lower() and not word.removesuffix("s").isupper()


def _is_letters(words: Sequence[Token], at: int, letters: str) -> bool:
    """Whether a word is the initials of a title, a certification, a country or a company."""
    before = words[at - 1].text if at else ""
    called, proper = tables.country_names().get(letters, ("", False))
    if called and proper and len(letters) < 4:
        return letters not in SMALL or before in _INTO_A_PLACE | {"the"}
    if len(letters) <= _SHORT and letters in tables.companies():
        return before in _INTO_AN_ORGANISATION
    if letters in SMALL or len(letters) < _SHORT:
        return False
    long = (tables.abbreviation(letters), *tables.senses(letters))
    initials = ("".join(part[0] for part in each.lower().split()) for each in long if " " in each)
    plain = letters in tables.english()
    return letters in initials or (letters in credentials.certifications() and not plain)


def _names(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[tuple[int, int]]:
    """Where the longest names of places, organisations and schools stand, from the left."""
    at, last, cue = 0, 0, ""
    while at < len(words):
        joined = words[last].text in _JOINING
        in_list = at == last + 1 if joined else at == last and "," in words[at].gap
        if not last or not (in_list or (joined and at == last)):
            before = [word for word in words[max(0, at - 2) : at] if word.text != "the"]
            # `à paris` is read as `a paris`, and `for a university` names no town.
            cue = before[-1].text if before and before[-1].raw not in ARTICLES else ""
        ends = range(min(len(words), at + _LONGEST), at, -1)
        end = next((end for end in ends if _is_name(words, at, end, cue, gazetteer)), 0)
        if end:
            yield at, end
            last = end
        at = end or at + 1


def _is_name(words: Sequence[Token], start: int, end: int, cue: str, gazetteer: Gazetteer) -> bool:
    """Whether these words are a name; `cue` is the word before them, or before their list."""
    texts, key = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    if texts[0] in SMALL or texts[-1] in SMALL:
        return False
    name = " ".join(texts)
    if end - start == 1 and name in _languages():
        return True
    if name in REGIONS or key in tables.regions():
        known = name in tables.english() or len(name) < _REGION_SHORTEST
        return end - start > 1 or cue in _INTO_A_PLACE or not known
    if cue in _INTO_A_PLACE and (
        gazetteer.places(texts) or key in cities.cities() or gazetteer.regions_with(texts)
    ):
        return True
    # `Python developers berlin`, `electrician leeds or bradford`
    city = cities.aliases().get(name, key)
    if name not in tables.english() and (gazetteer.places(texts) or city in cities.cities()):
        return _is_beside_no_name(words, start, end)
    once = end < len(words) and words[end].base in _SCHOOLED
    if (once or cue in _INTO_A_SCHOOL) and gazetteer.schools(texts):
        return True
    if key in tables.titles() or gazetteer.skills(texts):
        return False
    if (once or cue in _INTO_AN_ORGANISATION) and key in tables.companies():
        return True
    if end - start > 1:
        whole = organisation_key(name)
        return whole in gazetteer.organisations(tuple(whole.split()))
    return len(name) > _SHORT and _is_an_organisation(name, gazetteer)


def _is_beside_no_name(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether the words beside are no piece of a name: `paris jones`, `hugo london`."""
    ends = end == len(words) or words[end].gap.strip() or _is_of_no_name(words[end])
    return start > 0 and bool(
        ends and (words[start].gap.strip() or _is_of_no_name(words[start - 1]))
    )


def _is_of_no_name(word: Token) -> bool:
    known = word.base in tables.english() or word.text in SMALL
    return known or word.text in cities.cities() or not word.raw.islower()


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
