"""Organisations: those of the index, companies by what they and their people are called, groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import SHORT, organisation_key
from shortlist.service.lexicon.places import STATES
from shortlist.service.lexicon.text import stem
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, written
from shortlist.service.reading.vocabulary import companies, credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 8
_INSIDE: Final = frozenset({"of", "and", "the", "for"})
_SEVERAL: Final = 5
"""How many are at who is known by letters that are a word, too: `SAP`."""
_INTO: Final = words_for("into_an_organisation")
_PRODUCTS: Final = words_for("product_of_its_maker")
_ALUMNI: Final = words_for("alumni")
_KNOWING: Final = words_for("skill_said")
_KNOWN: Final = words_for("skill_said_behind")
_TITLE_LONGEST: Final = 4
_GOES_ON: Final = 4
"""Words behind one that says that somebody knows something, in which it goes on."""


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The organisations that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            if any(word.meant for word in words[start:end]):
                break  # what a word means is nobody's name
            proper = words[start].raw[:1].isupper() and all(
                word.raw[:1].isupper() or word.raw[:1].isdigit() or word.text in _INSIDE
                for word in words[start:end]
            )
            span = _product(words, start, end, gazetteer, proper=proper)
            span = span or _listed(words, start, end, gazetteer)
            span = span or _employer(words, start, end, gazetteer, proper=proper)
            if span:
                yield span


def is_product(texts: Sequence[str]) -> bool:
    """Whether these words name both what people know and who makes it: `AWS`."""
    return "_".join(texts) in _PRODUCTS


def _product(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, *, proper: bool
) -> Span | None:
    """`SAP consultants`, `with AWS`, `AWS experience`, `who know SAP`, `uses Excel`: who knows what
    has a name of its own; of one that its maker has too, who is there."""
    texts = tuple(word.text for word in words[start:end])
    listed = is_product(texts)
    apart = any("," in word.gap for word in words[start + 1 : end])
    if not (listed or proper) or apart or not _INSIDE.isdisjoint(texts):
        return None  # `Java and Python` are two
    known = start > 0 and words[start - 1].text in _KNOWING
    known = known or (listed and end < len(words) and words[end].text in _KNOWN)
    # `Who use HubSpot but not Salesforce`
    before = words[max(0, start - _GOES_ON) : start] if listed else ()
    known = known or any(word.text in _KNOWING or word.text == "with" for word in before)
    ends = range(end + 1, min(len(words), end + _TITLE_LONGEST) + 1)
    titled = any(phrase(words, end, each) in tables.titles() for each in ends)
    if not known and not (listed and titled and not _is_cued(words, start)):
        return None
    label, said = written(words[start:end]), " ".join(map(stem, texts))
    there = tuple(f"company={each}" for each in gazetteer.organisations(texts) if listed)
    values = (*gazetteer.skills(texts), f"title_word+{said}", f"word+{said}", *there)
    says = f"Knows {label} or works there" if there else ""
    return Span(start, end, "skill", values, label, 1.2, says=says)


def _listed(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Span | None:
    """The companies that the tables call so, or their people, or a group of them."""
    name = phrase(words, start, end)
    members = companies.groups().get(name, ())
    if keys := tuple(dict.fromkeys(key for each in members for key in _keys(each, gazetteer))):
        left = end < len(words) and words[end].text in _ALUMNI  # `MBB alumni`
        kind = "past_organisation" if left else "organisation"
        return Span(start, end + left, kind, keys, written(words[start:end]), 1.1)
    if words[start].raw[:1].isupper() and (called := companies.people().get(name)):
        names, left = called
        keys = tuple(dict.fromkeys(key for each in names for key in _keys(each, gazetteer)))
        kind = "past_organisation" if left else "organisation"
        return Span(start, end, kind, keys, names[0], 1.1)
    return None


def _keys(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    key = organisation_key(name)
    return (key, *gazetteer.organisations(tuple(key.split())))


def _employer(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, *, proper: bool
) -> Span | None:
    """The organisation of the index that these words name, or of the tables where nobody is."""
    texts, label = tuple(word.text for word in words[start:end]), written(words[start:end])
    single = words[start] if end - start == 1 else None
    if texts[0] in SMALL and (single or words[start].raw.islower()):
        return None
    cued = _is_cued(words, start)
    if not (proper or cued or gazetteer.organisations(texts)):
        return None
    spelt = (" ".join(texts), *spellings(label))
    said = (texts, *(tuple(organisation_key(each).split()) for each in spelt))
    found = tuple(dict.fromkeys(key for each in said for key in gazetteer.organisations(each)))
    if not found and proper and (company := companies.companies().get(phrase(words, start, end))):
        # Nobody here is there, and it was asked for all the same.
        key = organisation_key(company)
        # What nobody is at and somebody knows is the product: `with Zendesk`.
        known = gazetteer.skills(texts) and words[start - 1].text != "at"
        return Span(start, end, "organisation", (key,), company,
                    0.8 if known else 1.1 if cued else 0.95)  # fmt: skip
    whole = " ".join(texts) in found
    # Of a lower-case word, `at` alone says that it names one; otherwise it is what they do.
    if not found or not (proper or cued or (not single and whole)):
        return None
    letters = single and sum(letter.isupper() for letter in single.raw) > 1
    shouted = all(word.raw.isupper() for word in words)
    known = (texts[0] in SHORT and not shouted) or (whole and gazetteer.employed(found) >= _SEVERAL)
    term = not known and single and (letters or start == 0) and _is_a_term(single, gazetteer)
    if term and not cued:
        return None  # `QA testers`, `Fine dining chefs`
    # `Minnesota legislators`: what is a place and the name of somebody's employer is a place.
    at = cued and words[start - 1].text != "from"
    place = " ".join(texts) in STATES or gazetteer.places(texts)
    named = (whole or letters) and (at or not place)
    return Span(
        start, end, "organisation", found, label, 0.6 if not proper else 1.1 if named else 0.9
    )


def _is_cued(words: Sequence[Token], at: int) -> bool:
    """Whether `at`, `ex-` or `who left` stands before the word at `at`."""
    return at > 0 and words[at - 1].text in _INTO


def _is_a_term(word: Token, gazetteer: Gazetteer) -> bool:
    """Whether a table knows a word as one of titles, degrees, certifications or skills."""
    known = (credentials.degrees(), credentials.certifications(), tables.english())
    return any(
        any(each in table for table in known)
        or tables.abbreviation(each)
        or tables.senses(each)
        or gazetteer.skills((each,))
        for each in (word.text, word.base)
    )
