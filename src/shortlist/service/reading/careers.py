"""What the sentences of a record say of a career: what somebody is and was, whom they left and
when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import fold
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.titles import ANY, Post, posts
from shortlist.service.reading.tokens import number_before, tokens
from shortlist.service.reading.vocabulary import cities, companies, credentials, occupations, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

Fact = tuple[str, str | int]
"""A facet and its value."""

_IS: Final = tuple(re.compile(pattern(of)) for of in ("says_to_be", "says_to_be_elsewhere"))
_WAS: Final = re.compile(pattern("says_to_have_been"))
_OF_THEN: Final = ("was", "worked", "served")
_LEFT: Final = re.compile(pattern("left_employer"))
_LEAVING_YEAR: Final = re.compile(pattern("leaving_year"))
_LEAVING_YEAR_TOLD: Final = re.compile(pattern("leaving_year_told"))
_TRADE_SINCE: Final = re.compile(pattern("trade_since"))
_NO_EMPLOYER: Final = words_for("no_employer")


def posts_told(sentence: str) -> Iterator[Fact]:
    """What somebody is said to be, `is a nurse`, and to have been: `served as chief engineer`."""
    for told in (*_IS, _WAS):
        for found in told.finditer(sentence):
            past = told is _WAS or found["verb"].startswith(_OF_THEN)
            for post in posts(found["title"]):
                if past or post.former:
                    yield from facets_of(post, past=True)
                else:
                    yield from (("trade", trade) for trade in post.trades)


@lru_cache(maxsize=50_000)
def facets_of(post: Post, *, past: bool) -> tuple[Fact, ...]:
    """What a post says of who has it, or of who had it, of whom it says only what is sure."""
    sure = frozenset[str]() if post.learning else occupations.sure_of(post.occupations)
    of_any = {f"{pair.partition(':')[0]}:{ANY}" for pair in post.pairs}
    said = (
        ("post", sorted(post.pairs | of_any)),
        ("trade", post.trades),
        ("concept", sorted(post.concepts)),
        ("leads", post.led),
        ("occ", sorted(sure)),
        ("perhaps_occ", () if past else sorted(post.occupations - sure)),
    )
    mark = "past_" if past else ""
    return tuple((mark + facet, value) for facet, values in said for value in values)


def companies_before(text: str) -> Iterator[Fact]:
    """`Ex-Stripe`, `worked at Deloitte`, `left Acme in 2017`: employers that somebody no longer
    has, and the years in which they left."""
    every = tuple(_LEFT.finditer(text))
    for found in every:
        if is_employer(found["company"]):
            company = organisation_key(found["company"])
            yield "past_company", company
            # Of several employers nobody knows whom a year before them is of.
            told = _LEAVING_YEAR_TOLD.search(text) if len(every) == 1 else None
            if year := _LEAVING_YEAR.match(text, found.end()) or told:
                yield "left", f"{company} {next(filter(None, year.groups()))}"


def employers_named(sentence: str) -> Iterator[str]:
    """The employers whom a sentence names beside a word of the past: `Earlier career: SAP`, `after
    a spell at Nokia`, `Antes passei por Deloitte`; not `former member of Parliament`."""
    words = tokens(sentence)
    said = [word.text for word in words]
    if not _STUDIED.isdisjoint(said):
        return
    for named in _ORGANISATION.finditer(sentence):
        at = number_before(words, named.start())
        before = said[max(0, at - _PAST_WITHIN) : at]
        if not 0 < at < len(words) or _PAST_TOLD.isdisjoint(before):
            continue
        gap = words[at].gap.strip()
        into = before[-1] in _INTO or (
            before[-1] == "of" and not _OF_PEOPLE.isdisjoint(before[-2:])
        )
        behind = words[number_before(words, named.end()) :][:1]
        # `Earlier career: Trial attorney`
        goes_on = bool(behind) and not behind[0].gap.strip() and behind[0].text not in SMALL
        direct = not goes_on and ((before[-1] in _PAST_TOLD and not gap) or gap == ":")
        name = named[0].replace(".", "")
        if (into or direct) and is_employer(name) and not (is_school(name) or _is_title(name)):
            yield organisation_key(named[0])


def _is_title(name: str) -> bool:
    return any(post.level or post.trades for post in posts(name))


_ORGANISATION: Final = re.compile(pattern("organisation"))
_PAST_TOLD: Final = words_for("past_in_prose")
_STUDIED: Final = words_for("studied_in_prose")
_INTO: Final = words_for("into_a_past_employer")
_OF_PEOPLE: Final = words_for("alumni") | {"formerly", "payroll", "books"}
_PAST_WITHIN: Final = 8
"""Words between an employer and the one by which it is a past one."""


def is_school(name: str) -> bool:
    """Whether a name is that of a school, by a list or by what schools are called."""
    said = tables.key(name)
    return said in credentials.schools() or not _OF_A_SCHOOL.isdisjoint(said.split())


_OF_A_SCHOOL: Final = words_for("of_a_school")


@lru_cache(maxsize=20_000)
def is_employer(name: str) -> bool:
    """Whether `name` may be that of an employer, and is none of a place, a language, a part of a
    business or a title."""
    said = tables.key(name)
    others = tables.subjects(), tables.country_names(), tables.languages(), tables.titles()
    if not said or said in _NO_EMPLOYER or any(said in names for names in others):
        return False
    city = said in cities.cities() or fold(name) in cities.aliases()
    return not city or said in companies.industries()


def trade_begun(sentence: str) -> int:
    """The year since which somebody has done what they do: `in this line since 2013`; 0 where none
    is told."""
    found = _TRADE_SINCE.search(sentence)
    return int(found["year"]) if found else 0
