"""Industries: what a question or the label of a record names, in the ids of one table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, longest, phrase, tokens, written
from shortlist.service.reading.vocabulary import companies, credentials, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_LONGEST: Final = 6
_FIRM: Final = words_for("firm")
_LEFT_OUT: Final = re.compile(pattern("left_out"))
_HANDLING: Final = re.compile(pattern("handling"))
"""How a label begins of who has to do with goods and makes none."""


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The industries that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            if found := tables.industry_terms().get(phrase(words, start, end)):
                label = written(words[start:end])
                after = words[end] if end < len(words) else None
                # `A staffing agency`; what is small, `companies`, asks for nothing.
                firm = bool(after and after.base in _FIRM and after.text not in SMALL)
                yield Span(start, end + firm, "industry", found, label, 0.75)


def without_exceptions(label: str) -> str:
    """`label` without what it says that it is not."""
    return _LEFT_OUT.sub("", label)


@lru_cache(maxsize=20_000)
def own_words(label: str) -> str:
    """The words of `label` that say what its businesses do: of who only sells, hires out or mends
    goods, `Retail sale of automotive fuel`, not those of the industry that these are of."""
    said = without_exceptions(label)
    if not _HANDLING.match(said):
        return said
    bases = [word.base for word in tokens(said)]
    pieces = longest(bases, tables.industry_terms(), _LONGEST)
    return " ".join(bases[at] for at, _, term in pieces if not term)


@lru_cache(maxsize=20_000)
def named(label: str) -> tuple[str, ...]:
    """The industries that a label such as `Freight transport by road` names, each with those it
    belongs to."""
    handled = handles(label)
    return tuple(each for each in _all(label) if each not in handled)


@lru_cache(maxsize=20_000)
def handles(label: str) -> frozenset[str]:
    """The industries whose goods are only sold, hired out or mended by who is of this label:
    `Renting of construction machinery` is no construction and makes no machinery."""
    if not _HANDLING.match(label):
        return frozenset()
    return frozenset(
        each for each in _all(label) if not _OF_GOODS.isdisjoint(tables.industry_lineage(each))
    )


@lru_cache(maxsize=20_000)
def of_employer(name: str) -> tuple[str, ...]:
    """The industries that an employer's name ends in, `Riyadh Bank`, or begins with, `Bank of
    Ireland`, or that it is known for, `Goldman Sachs`, each with those it belongs to."""
    words = tokens(organisation_key(name))
    ends = [phrase(words, at, len(words)) for at in range(len(words))]
    of = next((at for at, word in enumerate(words) if word.text == "of"), 0)
    terms = tables.industry_terms()
    said = next((terms[each] for each in (*ends, phrase(words, 0, of)) if each in terms), ())
    return tuple(dict.fromkeys((*_with_wider(said), *of_known(name))))


@lru_cache(maxsize=20_000)
def of_known(name: str) -> tuple[str, ...]:
    """The industries that a company of this name is known for, each with those it belongs to:
    `HSBC`, `HSBC Holdings plc`, `Pfizer Ireland`; none of a name that is little known."""
    known, words = companies.industries(), tables.key(organisation_key(name)).split()
    ids = known.get(tables.key(name)) or known.get(" ".join(words)) or ()
    if not ids and words and words[-1] in tables.country_names():
        ids = known.get(" ".join(words[:-1]), ())
    if not ids and credentials.is_listed_school(organisation_key(name)):
        ids = ("higher_education",)
    return _with_wider(ids)


def agree(known: Sequence[str], narrow: Sequence[str], wide: Sequence[str]) -> bool:
    """Whether a company may be of the industries that it is `known` for, by the class of it that a
    record gives, which is `narrow`, else by the section: `Financial services` may be a bank."""
    if narrow:
        wider = {each for id_ in narrow for each in tables.industry_lineage(id_)[1:]}
        return not set(known).isdisjoint(set(narrow) - wider)
    return not wide or not set(known).isdisjoint(wide)


def _with_wider(ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wider for each in ids for wider in tables.industry_lineage(each)))


def _all(label: str) -> tuple[str, ...]:
    words = tokens(without_exceptions(label))
    whole = phrase(words, 0, len(words))
    exact = tables.industry_labels().get(whole)
    ids = tables.industry_terms().get(whole) or ((exact,) if exact else _inside(words))
    return _with_wider(tuple(ids))


_OF_GOODS: Final = frozenset(
    ["manufacturing", "agriculture", "construction", "transport", "media", "oil_gas", "mining"]
)
"""Industries that make or move what others sell, hire out and mend."""


def _inside(words: Sequence[Token]) -> Iterator[str]:
    """The industries of the longest terms in `words`, from the left."""
    terms = tables.industry_terms()
    for _, _, term in longest([word.base for word in words], terms, _LONGEST):
        yield from terms.get(term, ())
