"""What the sentences of a record say of a career: whom somebody left and when, what they were
there, since when they are where they are, and for how long they have worked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.titles import posts
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary import cities, tables
from shortlist.service.reading.vocabulary.words import number, pattern, words_for

Fact = tuple[str, str | int]
"""A facet and its value."""

_CUES: Final = words_for("career_told")
_CUE: Final = re.compile(pattern("career_cue"))
_FORMERLY_AT: Final = re.compile(pattern("formerly_at"))
_FORMERLY_OF: Final = re.compile(pattern("formerly_of"))
_EX: Final = re.compile(pattern("ex"))
_LEFT: Final = tuple(
    re.compile(pattern(of)) for of in ("ex", "worked_at", "until", "formerly_at", "left_it")
)
_CAME_FROM: Final = re.compile(pattern("came_from"))
_EARLIER_AT: Final = re.compile(pattern("earlier_at"))
_WAS: Final = tuple(
    re.compile(pattern(of))
    for of in ("ex_as", "worked_as", "was_at", "used_to", "having_been", "earlier_as")
)
"""What somebody was, and where, if the sentence says so."""
_LEAVING_YEAR: Final = re.compile(pattern("leaving_year"))
_SINCE: Final = re.compile(pattern("since_when"))
_OVER: Final = re.compile(r"\b(?:[Ll]eft|until|till)\b")
_EXPERIENCE: Final = re.compile(pattern("experience"))
_OF_OTHERS: Final = re.compile(pattern("of_others"))
_LONGEST_CAREER: Final = 65
_NEAR: Final = 60
"""How many characters after an employer's name the year of leaving may stand."""
_NO_EMPLOYER: Final = words_for("no_employer")
_ELSE: Final = words_for("somebody_else")
_PRONOUNS: Final = frozenset({"i", "he", "she", "they", "we"})
_OWNED: Final = frozenset({"her", "his", "their", "my", "our", "whose", "the", "a", "an"})


def is_of_somebody_else(words: tuple[Token, ...]) -> bool:
    """Whether a sentence begins with what somebody else is or does: `her father was a baker`."""
    at = 1 if words and words[0].text in _OWNED else 2
    begins = len(words) > at and words[at - 1].text in _OWNED and words[at].text in _ELSE
    return begins and (at == 1 or words[0].text in SMALL - _PRONOUNS)


def tells_of_before(words: tuple[Token, ...], sentence: str) -> bool:
    """Whether a sentence has a word that tells of what somebody was, or a stretch of years."""
    return not _CUES.isdisjoint({word.text for word in words}) or bool(_CUE.search(sentence))


def companies_before(text: str, *, of: bool = False) -> Iterator[Fact]:
    """`Ex-Stripe`, `worked at Deloitte`, `left Acme in 2017`, and with `of` `former head of Acme`:
    employers that somebody no longer has, and the years in which they left."""
    named = sorted(set(_named(text, of=of)))
    for at, (_, end, name) in enumerate(named):
        company = organisation_key(name)
        yield "past_company", company
        until = named[at + 1][0] if at + 1 < len(named) and named[at + 1][0] > end else len(text)
        if year := _year_left(text[end : min(until, end + _NEAR)]):
            yield "left", f"{company} {year}"


def _named(text: str, *, of: bool) -> Iterator[tuple[int, int, str]]:
    """Where the names of employers that somebody left stand in `text`."""
    for said in _LEFT:
        for found in said.finditer(text):
            if said is _EX or is_employer(found["company"]):
                yield *found.span("company"), found["company"]
    for said in (*_WAS, _CAME_FROM, _EARLIER_AT) if of else ():
        for found in said.finditer(text):
            named = found["company"] and is_employer(found["company"])
            if named and _is_post(found.groupdict().get("title") or ""):
                yield *found.span("company"), found["company"]
    for found in _FORMERLY_OF.finditer(text) if of else ():
        if not is_part(found["title"], found["company"]):
            yield *found.span("company"), found["company"]


def _is_post(title: str) -> bool:
    """Whether somebody may have been `title` at an employer's; who `was happy with` it was not."""
    return not title or any(post.level or post.trades for post in posts(title))


@lru_cache(maxsize=20_000)
def is_employer(name: str) -> bool:
    """Whether `name` may be that of an employer, and is none of a place, a language, a part of a
    business or a title."""
    said = tables.key(name)
    if not said or name.casefold() in _NO_EMPLOYER or said in tables.subjects():
        return False
    if said in tables.country_names() or said in tables.languages() or said in tables.titles():
        return False
    return said not in cities.cities() or said in tables.known_companies()


def _year_left(after: str) -> str:
    """The year of leaving that stands in what comes `after` an employer's name."""
    found = _LEAVING_YEAR.search(after)
    return (found["range"] or found["year"]) if found else ""


def is_part(title: str, name: str) -> bool:
    """Whether a `title` of `name` is one of a part of a business, and `name` no company: `head of
    engineering`, `chief of staff`."""
    return tables.key(name) in tables.subjects() or tables.key(f"{title} of {name}") in (
        tables.titles()
    )


def titles_before(sentence: str) -> Iterator[str]:
    """What somebody is said to have been: `served as chief engineer of Acme`."""
    for said in (_FORMERLY_AT, *_WAS):
        for found in said.finditer(sentence):
            if found["title"]:
                yield found["title"]
    for found in _FORMERLY_OF.finditer(sentence):
        of = is_part(found["title"], found["company"])
        yield f"{found['title']} of {found['company']}" if of else found["title"]


def since_told(sentence: str, company: str) -> int:
    """The year since when somebody is where they are, at `company`: `There since 2016.`; 0 where
    the sentence tells none."""
    if "20" not in sentence and "19" not in sentence:
        return 0
    for found in _SINCE.finditer(sentence):
        at = found["company"] or found["joined"]
        if (not at or is_same(at, company)) and not _OVER.search(sentence, found.end()):
            return int(found["year"])
    return 0


def is_same(name: str, company: str) -> bool:
    """Whether `name` is that of `company`, or how it begins: `Nokia` of `Nokia Networks`."""
    said, whole = organisation_key(name), organisation_key(company)
    return bool(said) and f"{whole} ".startswith(f"{said} ")


def years_told(sentence: str) -> int:
    """For how many years somebody has worked: `17 years in the trade`; 0 where none are told."""
    if "years" not in sentence and "yrs" not in sentence:
        return 0
    found = _EXPERIENCE.search(sentence)
    if not found or _OF_OTHERS.search(sentence, 0, found.start()):
        return 0
    years = number((found["years"] or found["stretch_after"]).casefold())
    return years if years <= _LONGEST_CAREER else 0
