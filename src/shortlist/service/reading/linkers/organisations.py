"""Organisations: those of the index, companies by what they and their people are called, groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import SHORT, organisation_key
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
_MANY: Final = 20
"""How many people are at who is known by letters alone."""
_INSIDE: Final = frozenset({"of", "and", "the", "for"})
_SEVERAL: Final = 5
"""How many are at who is known by letters that are a word, too: `SAP`."""
_INTO: Final = words_for("into_an_organisation")
_WORKING: Final = words_for("working_for")
_FOR: Final = frozenset({"for", "with", "by"})


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The organisations that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _at(words, start, end, gazetteer)


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    if any(word.meant for word in words[start:end]):
        return  # what a word means is nobody's name
    proper = words[start].raw[:1].isupper() and all(
        word.raw[:1].isupper() or word.raw[:1].isdigit() or word.text in _INSIDE
        for word in words[start:end]
    )
    if listed := list(_listed(words, start, end, gazetteer, proper=proper)):
        yield from listed
        return
    texts = tuple(word.text for word in words[start:end])
    begins = words[start].raw.islower() and texts[0] in _INTO | ARTICLES
    if texts[0] in SMALL and (len(texts) == 1 or begins):
        return
    before = words[start - 1].text if start else ""
    cued = _is_cued(words, start)
    single = words[start] if end - start == 1 else None
    if single and not (proper or cued):
        return
    spelt = (" ".join(texts), *spellings(written(words[start:end])))
    said = (texts, *(tuple(organisation_key(each).split()) for each in spelt))
    found = tuple(dict.fromkeys(key for each in said for key in gazetteer.organisations(each)))
    # Of a lower-case word, `at` alone says that it names one; otherwise it is what they do.
    if not found or not (proper or cued or (not single and " ".join(texts) in found)):
        return
    whole = " ".join(texts) in found
    letters = single and sum(letter.isupper() for letter in single.raw) > 1
    loosely = single and not whole and (not proper or start == 0)
    if single and (letters or loosely) and _is_a_term(single, gazetteer):
        several = single.text in SHORT or (whole and gazetteer.employed(found) >= _SEVERAL)
        if not several and (loosely or not cued):
            return  # `QA testers`, `chefs with fine dining experience`
    if single and letters:
        whole = whole or _is_known_by(single, found, gazetteer)
        if not whole:
            return
        shouted = all(word.raw.upper() == word.raw for word in words)
        if len(single.text) <= _SHORT and (shouted or single.raw in STATES):
            return
    elif single and len(single.text) <= _SHORT:
        return
    # A word that many say who are elsewhere is a word.
    doubtful = single and not whole and (not proper or start == 0)
    if doubtful and gazetteer.word(stem(texts[0])) > 4 * gazetteer.employed(found):
        return
    # `Minnesota legislators`: what is a place and the name of somebody's employer is a place.
    at = cued and before != "from"
    sure = 1.1 if whole and (at or not _is_place(texts, gazetteer)) else 0.9
    if single and start == 0 and not whole:
        sure = 0.5
    if not proper and not (cued and whole):
        sure = 0.6
    yield Span(start, end, "organisation", found, written(words[start:end]), sure)


def _listed(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, *, proper: bool
) -> Iterator[Span]:
    """The companies that the tables call so, or their people, or a group of them."""
    name = phrase(words, start, end)
    if (members := tables.company_groups().get(name)) and (keys := _keys(members, gazetteer)):
        yield Span(start, end, "organisation", keys, written(words[start:end]), 1.1)
    if proper and (called := tables.company_people().get(name)):
        company, left = called
        keys = _keys((company, *tables.company_aliases(company)), gazetteer)
        kind = "past_organisation" if left else "organisation"
        yield Span(start, end, kind, keys, company, 1.1)


def _is_cued(words: Sequence[Token], at: int) -> bool:
    """Whether `at`, `ex-`, `who left` or `works for` stands before the word at `at`."""
    before = [word.text for word in words[max(0, at - 2) : at]]
    if before[-1:] and before[-1] in _FOR:
        return len(before) > 1 and before[0] in _WORKING
    return bool(before) and before[-1] in _INTO


def _is_a_term(word: Token, gazetteer: Gazetteer) -> bool:
    """Whether a table knows a word as one of titles, degrees, certifications or skills."""
    known = (credentials.degrees(), credentials.certifications(), tables.english())
    spelt = {word.text, word.base}
    return any(each in table for table in known for each in spelt) or any(
        tables.abbreviation(each) or tables.senses(each) or gazetteer.skills((each,))
        for each in spelt
    )


def _is_known_by(letters: Token, found: Sequence[str], gazetteer: Gazetteer) -> bool:
    """Whether letters that are nobody's whole name are one's all the same: they begin it, or they
    stand for one employer or a large one."""
    begins = any(letters.text in key.split() for key in found)
    return begins or len(found) == 1 or gazetteer.employed(tuple(found)) >= _MANY


def _is_place(texts: tuple[str, ...], gazetteer: Gazetteer) -> bool:
    name = " ".join(texts)
    return name in STATES or name in tables.country_names() or bool(gazetteer.places(texts))


def _keys(names: Sequence[str], gazetteer: Gazetteer) -> tuple[str, ...]:
    keys = [organisation_key(name) for name in names]
    held = (
        each
        for key in keys
        for each in (key, *gazetteer.organisations(tuple(key.split())))
        if set(key.split()) <= set(each.split())  # whoever has these initials is another
    )
    return tuple(dict.fromkeys(held))
