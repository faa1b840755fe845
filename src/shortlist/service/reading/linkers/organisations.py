"""Organisations: those of the index, companies by what they and their people are called, groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.places import STATES
from shortlist.service.lexicon.text import stem
from shortlist.service.reading.cues import ARTICLES
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 8
_SHORT: Final = 2
"""Names of so few letters are taken for one only in capitals."""
_LONG: Final = {"fc": "football club", "uni": "university", "intl": "international"}
"""What names of organisations are shortened to."""
_INTO: Final = words_for("into_an_organisation")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The organisations that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _at(words, start, end, gazetteer)


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    if any(word.meant for word in words[start:end]):
        return  # what a word means is nobody's name
    name = phrase(words, start, end)
    proper = (
        all(
            word.raw[:1].isupper()
            or word.raw[:1].isdigit()
            or word.text in ("of", "and", "the", "for")
            for word in words[start:end]
        )
        and words[start].raw[:1].isupper()
    )
    if members := tables.company_groups().get(name):
        keys = tuple(dict.fromkeys(key for each in members for key in _keys(each, gazetteer)))
        if keys:
            yield Span(start, end, "organisation", keys, written(words[start:end]), 1.1)
    if called := tables.company_people().get(name):
        company, left = called
        if proper:
            keys = tuple(
                dict.fromkeys(
                    key
                    for each in (company, *tables.company_aliases(company))
                    for key in _keys(each, gazetteer)
                )
            )
            kind = "past_organisation" if left else "organisation"
            yield Span(start, end, kind, keys, company, 1.1)
    texts = tuple(
        long for word in words[start:end] for long in _LONG.get(word.text, word.text).split()
    )
    begins = words[start].raw.islower() and texts[0] in _INTO | ARTICLES
    if texts[0] in SMALL and (len(texts) == 1 or begins):
        return
    cued = start > 0 and words[start - 1].text in _INTO
    single = words[start] if end - start == 1 else None
    if single and not (proper or cued):
        return
    found = gazetteer.organisations(texts) or gazetteer.organisations(
        tuple(organisation_key(" ".join(texts)).split())
    )
    for spelt in spellings(written(words[start:end])):
        others = gazetteer.organisations(tuple(organisation_key(spelt).split()))
        found = tuple(dict.fromkeys((*found, *others)))
    if not found:
        return
    initials = single is not None and single.raw.removesuffix("'s").isupper()
    if single is not None and len(single.text) <= _SHORT:
        shouted = all(word.raw.upper() == word.raw for word in words)
        if not initials or shouted or single.raw in STATES:
            return
    whole = initials or " ".join(texts) in found
    # Of a lower-case word, `at` alone says that it names one; otherwise it is what they do.
    if not (proper or (whole and end - start > 1) or (cued and words[start - 1].text != "of")):
        return
    if initials and end < len(words) and words[end].text in _KNOWING:
        return  # `ICU experience` is of no company
    begun = single and all(key != texts[0] and texts[0] in key.split() for key in found)
    if single and begun and not _after_at(words, start) and _is_plain(single):
        return  # `HVAC technicians`, `a chemistry PhD`: of no company that the letters begin
    doubtful = end - start == 1 and not whole and (not proper or start == 0)
    # A word that many say who are elsewhere is a word.
    if doubtful and gazetteer.word(stem(texts[0])) > 4 * gazetteer.employed(found):
        return
    at = cued and words[start - 1].text not in ("of", "from")
    # `Minnesota legislators`: what is a place and the name of somebody's employer is a place.
    whole = whole and (at or not _is_place(texts, gazetteer))
    sure = (1.1 if whole else 0.9) if proper else 0.6
    if proper and start == 0 and end - start == 1 and not whole:
        sure = 0.5
    label = written(words[start:end])
    yield Span(start, end, "organisation", found, label, sure)


def _after_at(words: Sequence[Token], start: int) -> bool:
    """Whether what stands before says that an employer follows."""
    return start > 0 and words[start - 1].text in _INTO - {"of", "for", "with"}


def _is_plain(word: Token) -> bool:
    """Whether a word in capitals says what people do, hold or work with."""
    capitals = sum(letter.isupper() for letter in word.raw)
    return capitals > 1 and (
        word.base in credentials.degrees()
        or word.base in credentials.certifications()
        or word.text in tables.english()
    )


def _is_place(texts: tuple[str, ...], gazetteer: Gazetteer) -> bool:
    name = " ".join(texts)
    return name in STATES or name in tables.country_names() or bool(gazetteer.places(texts))


_KNOWING: Final = words_for("knowing")


def _keys(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    key = organisation_key(name)
    return tuple(dict.fromkeys((key, *gazetteer.organisations(tuple(key.split())))))
