"""What the sentences of a record say of a person: what they were, speak, studied and hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.careers import (
    Fact,
    companies_before,
    employers_named,
    is_school,
    posts_told,
)
from shortlist.service.reading.certified import certified
from shortlist.service.reading.linkers import degrees
from shortlist.service.reading.record_parts import is_of_somebody_else, sentences, year_in
from shortlist.service.reading.spoken import spoken
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, tokens, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_FOR_YEARS: Final = re.compile(pattern("for_years"))
_RETIRED: Final = re.compile(pattern("retired_told"))
_ENDED: Final = re.compile(pattern("ended"))


def facts_of(sentence: str) -> Iterator[Fact]:
    """What one of a record's `sentences_of` says of the person."""
    words = tokens(sentence)
    for said in _FOR_YEARS.finditer(sentence):
        yield "experience", f"{said['years']} {key(said['of'])}"
    yield from posts_told(sentence)
    yield from companies_before(sentence)
    yield from (("past_company", company) for company in employers_named(sentence))
    for code in spoken(sentence):
        yield "language", code
    for told in _SKILLS.finditer(sentence):
        for name in _LISTING.split(told["said"] or told["said_"]):
            parts = name.split()
            if 0 < len(parts) <= _SKILL_LONGEST and parts[0] not in SMALL:
                yield "skill", key(name)
    yield from _studies(sentence, words)
    for name in certified(sentence):
        yield "certification", name
    for told in _CERTIFICATES.finditer(sentence):
        for name in _LISTING.split(told["said"] or told["said_"]):
            if _is_a_name(name, of_many=told["said"] is not None):
                yield "certification", tables.key(name)


def end_told(summary: str, *, retired: bool = False) -> str:
    """The sentence of `summary` that says that somebody is retired or no longer does what they did:
    `The practice has closed.`; empty where none does. `retired`: of that alone."""
    for sentence in sentences(summary):
        told = _RETIRED.search(sentence) or (not retired and _ENDED.search(sentence))
        if told and not is_of_somebody_else(sentence):
            return sentence
    return ""


_LONGEST: Final = 5
_SHORT: Final = 2
"""Capitals of which so many are letters."""
_CERTIFICATES: Final = re.compile(pattern("certificates_told"))
_LISTING: Final = re.compile(r" ?[,/&] (?:and )?| and ")
_NAME_LONGEST: Final = 6
_SKILLS: Final = re.compile(pattern("skills_told"))
_SKILL_LONGEST: Final = 4


def _is_a_name(text: str, *, of_many: bool) -> bool:
    """Whether an entry of a list of certificates is what one is called; what somebody passed is one
    where it is written as letters are: `passed OSCP`, and not `passed the course`."""
    words = text.split()
    letters = sum(letter.isupper() for letter in text) > 1
    return 0 < len(words) <= _NAME_LONGEST and (letters or (of_many and text[:1].isupper()))


_HAVING: Final = words_for("having_a_degree")
_NOT_HELD: Final = words_for("not_held")
_STUDYING: Final = words_for("studying")
_SCHOOL: Final = re.compile(pattern("school_told"))
_SCHOOL_NAMED: Final = re.compile(pattern("school_named"))


def _studies(sentence: str, words: tuple[Token, ...]) -> Iterator[Fact]:
    """`BSc in Nursing from UCD`, `graduated from the University of Leeds in 2009`."""
    held = tuple(degrees.named(words))
    named = [found["school"] for found in _SCHOOL.finditer(sentence)]
    if direct := _SCHOOL_NAMED.search(sentence):
        named = [direct["school"] or direct["school_"], *named]
    # `Stanford MBA '14`
    named += [written(words[at:start]) for start, _, _ in held
              for at in range(max(0, start - _LONGEST), start)]  # fmt: skip
    school = next(filter(is_school, named), "")
    told = bool(direct) or not _STUDYING.isdisjoint(word.text for word in words)
    for at, word in enumerate(words):
        if word.text == "studied" or word.base in _UNNAMED:
            yield from _subject(words, at if word.text == "studied" else at + 1)
    for start, end, degree in held:
        if _is_held(words, start, end, beside=school):
            told = True
            for value in credentials.with_level(degree):
                yield "degree", value
            yield from _subject(words, end)
    if told and school:
        yield "school", organisation_key(school)
        if year := year_in(sentence):
            yield "graduated", year


def _is_held(words: tuple[Token, ...], start: int, end: int, *, beside: str) -> bool:
    """Whether what may name a degree is one that somebody has: `holds an MA`, `MA in History`, or
    letters in a sentence of a school."""
    after = words[end].text if end < len(words) else ""
    capitals = sum(each.isupper() for word in words[start:end] for each in word.raw)
    if not capitals or after in _NOT_HELD:
        return False
    if start and words[start - 1].text in _HAVING:
        return True
    return capitals >= _SHORT and bool(beside or after in ("in", "from"))


def _subject(words: tuple[Token, ...], at: int) -> Iterator[Fact]:
    """What was studied, where `in` or `of` stands before it."""
    for word in words[at + 1 : at + 4] if at < len(words) and words[at].text in _OF else ():
        if word.gap.strip() or word.text in STOPWORDS:
            return
        for stem in stems(word.text):
            yield "studied", stem


_OF: Final = frozenset({"in", "of", "studied"})
_UNNAMED: Final = frozenset({"degree", "diploma"})
"""What somebody has who studied, of no level that the table of degrees has."""
