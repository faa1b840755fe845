"""What the sentences of a record say of what the employer does, now or before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading.careers import is_same
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.tokens import phrase, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_IS: Final = re.compile(pattern("business_is"), re.IGNORECASE)
_LABEL: Final = re.compile(pattern("business_label"))
_NAMED: Final = re.compile(pattern("business_named"), re.IGNORECASE)
_BEFORE: Final = re.compile(pattern("business_before"))
_KINDS: Final = words_for("kind_of_company")
_MADE: Final = re.compile(pattern("made_by_a_maker"))
_LISTED: Final = re.compile(r" and | & |, | or |/")
_IT: Final = "The company"


def business_told(sentence: str, company: str) -> tuple[str, ...]:
    """The industries that `sentence` says that `company` is in: `Acme works in banking.`"""
    if label := _LABEL.match(sentence):
        return industries.named(label["what"].strip())
    if company and sentence.startswith(company):
        sentence = f"{_IT}{sentence[len(company) :]}"
    elif short := _short_name(sentence, company):
        sentence = f"{_IT}{sentence[len(short) :]}"
    if said := _IS.match(sentence):
        return _exactly(said["what"])
    if said := _NAMED.match(sentence):
        return _of_kind(said["what"])
    return ()


def businesses_before(sentence: str, company: str) -> Iterator[str]:
    """The industries of the employers that a sentence tells of, beside `company`, each with what it
    is: `before this at Acme, a bank`."""
    for said in _BEFORE.finditer(sentence):
        if not is_same(said["company"], company):
            yield from _of_kind(said["what"])


def _short_name(sentence: str, company: str) -> str:
    """How a sentence begins that calls `company` by its name without the legal form; empty where it
    begins otherwise."""
    key = organisation_key(company)
    words = tokens(sentence)[: len(key.split())] if key else ()
    if not words or " ".join(word.text for word in words) != key:
        return ""
    return sentence[: words[-1].end]


@lru_cache(maxsize=10_000)
def _exactly(what: str) -> tuple[str, ...]:
    """The industries that `what` names and nothing else; none where a piece is no industry."""
    whole = _term(what)
    pieces = [whole] if whole else [_term(piece) for piece in _LISTED.split(what)]
    if not all(pieces):
        return ()
    ids = (each for piece in pieces for each in piece)
    return tuple(dict.fromkeys(wider for each in ids for wider in tables.industry_lineage(each)))


def _term(what: str) -> tuple[str, ...]:
    return tables.industry_terms().get(tables.key(what), ())


@lru_cache(maxsize=10_000)
def _of_kind(what: str) -> tuple[str, ...]:
    """The industries of `what` a company is: of a `family-run dairy company` that of dairies."""
    if made := _MADE.search(what):
        return industries.named(f"manufacture of {made['goods']}")
    words = tokens(what)
    ends = [len(words)] + ([len(words) - 1] if words and words[-1].base in _KINDS else [])
    for end in ends:
        for start in range(end):
            if ids := tables.industry_terms().get(phrase(words, start, end)):
                found = (wider for each in ids for wider in tables.industry_lineage(each))
                return tuple(dict.fromkeys(found))
    return ()
