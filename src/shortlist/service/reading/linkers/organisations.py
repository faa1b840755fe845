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
_INSIDE: Final = frozenset({"of", "and", "the", "for"})
_SEVERAL: Final = 5
"""How many are at who is known by letters that are a word, too: `SAP`."""
_INTO: Final = words_for("into_an_organisation")
_WORKING: Final = words_for("working_for")
_ALUMNI: Final = words_for("alumni")
_FOR: Final = frozenset({"for", "with", "by"})


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The organisations that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _at(words, start, end, gazetteer)


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    if any(word.meant for word in words[start:end]):
        return  # what a word means is nobody's name
    if product := _product(words, start, end, gazetteer):
        yield product
        return
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
    if not found and proper and (company := tables.companies().get(phrase(words, start, end))):
        # Nobody here is there, and it was asked for all the same.
        if len(texts[0]) > _SHORT or words[start].raw.isupper():
            key = organisation_key(company)
            yield Span(start, end, "organisation", (key,), company, 1.1 if cued else 0.95)
        return
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
        whole = True
        shouted = all(word.raw.upper() == word.raw for word in words)
        if len(single.text) <= _SHORT and (shouted or single.raw in STATES):
            return
    elif single and len(single.text) <= _SHORT:
        return
    # A word that many say who are elsewhere is a word.
    often = gazetteer.values("word").get(stem(texts[0]), 0) > 4 * gazetteer.employed(found)
    if loosely and not letters and often:
        return
    # `Minnesota legislators`: what is a place and the name of somebody's employer is a place.
    at = cued and before != "from"
    sure = 1.1 if whole and (at or not _is_place(texts, gazetteer)) else 0.9
    if single and start == 0 and not whole:
        sure = 0.5
    if not proper and not (cued and whole):
        sure = 0.6
    yield Span(start, end, "organisation", found, written(words[start:end]), sure)


def _product(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Span | None:
    """`SAP consultants`, `who know SAP`, `uses Excel`: who knows what has a name of its own; of one
    that its maker has too, who is there."""
    texts = tuple(word.text for word in words[start:end])
    known = start > 0 and words[start - 1].text in _KNOWING
    listed = "_".join(texts) in _PRODUCTS
    if not (known or listed) or _is_cued(words, start) or texts[0] in SMALL:
        return None
    if not known:
        ends = range(end + 1, min(len(words), end + _TITLE_LONGEST) + 1)
        titled = any(phrase(words, end, each) in tables.titles() for each in ends)
        if not titled or words[end].gap.strip():
            return None
    elif not listed and not all(word.raw[:1].isupper() for word in words[start:end]):
        return None
    label, said = written(words[start:end]), " ".join(map(stem, texts))
    there = tuple(f"company={each}" for each in gazetteer.organisations(texts) if listed)
    values = (*gazetteer.skills(texts), f"title_word+{said}", f"word+{said}", *there)
    says = f"Knows {label} or works there" if there else ""
    return Span(start, end, "skill", values, label, 1.2, says=says)


_PRODUCTS: Final = words_for("product_of_its_maker")
_KNOWING: Final = words_for("skill_said")
_TITLE_LONGEST: Final = 4


def _listed(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, *, proper: bool
) -> Iterator[Span]:
    """The companies that the tables call so, or their people, or a group of them."""
    name = phrase(words, start, end)
    if (members := tables.company_groups().get(name)) and (keys := _keys(members, gazetteer)):
        left = end < len(words) and words[end].text in _ALUMNI
        kind = "past_organisation" if left else "organisation"
        yield Span(start, end + left, kind, keys, written(words[start:end]), 1.3 if left else 1.1)
    if words[start].raw[:1].isupper() and (called := tables.company_people().get(name)):
        names, left = called
        if not (proper or left) or (len(name) <= _SHORT and not words[start].raw.isupper()):
            return
        keys = _keys(names, gazetteer)
        kind = "past_organisation" if left else "organisation"
        yield Span(start, end, kind, keys, names[0], 1.1)


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
