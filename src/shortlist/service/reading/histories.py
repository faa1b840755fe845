"""What a record tells of a life at work: employers, since when, what came before, and what somebody
says of themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from shortlist.service import clock
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading import careers
from shortlist.service.reading.linkers.statements import stated
from shortlist.service.reading.numbers import teams
from shortlist.service.reading.prose import SENTENCE
from shortlist.service.reading.record_parts import (
    dicts_of,
    stems_of,
    text_of,
    texts_of,
    whereabouts_of,
)
from shortlist.service.reading.titles import ANY, Post, posts
from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.vocabulary import occupations
from shortlist.service.reading.vocabulary.words import pattern
from shortlist.service.reading.whereabouts import paths_of_location

Said = tuple[str, str | int, str, str]
"""A facet, its value, and the words and the field that it stands on."""

EMPLOYERS: Final = range(2, 6)
"""How many employers can be asked for."""
_STILL: Final = 9999
YEAR: Final = re.compile(r"\b(19[4-9]\d|20[0-4]\d)\b")


def said_of_a_life(record: dict[str, Any]) -> Iterator[Said]:
    """All of it but since when somebody is where they are, which `since_told` tells."""
    yield from _of_employers(record)
    yield from _of_career(record)
    yield from _worked_since(record)
    yield from _stated(record)
    yield from _elsewhere(record)
    yield from _other_trade(record)


def _of_employers(record: dict[str, Any]) -> Iterator[Said]:
    """Until which year somebody was with the second, third, fourth and fifth of their employers,
    the latest first: who has three since 2015 was with the third in 2015 or later."""
    until: dict[str, tuple[int, str, str]] = {}
    ends: dict[str, int] = {}
    company = text_of(record.get("company"))
    if company and record.get("status") != "former":
        until[organisation_key(company)] = _STILL, company, "company"
    for job in dicts_of(record.get("history")):
        if name := text_of(job.get("company")):
            year = YEAR.search(str(job.get("end") or job.get("last_seen") or ""))
            open_ended = bool(job.get("start")) and not job.get("end")
            last = int(year[0]) if year else _STILL if open_ended else 0
            employer = organisation_key(name)
            until[employer] = max((last, name, "history"), until.get(employer, (0, name, "")))
            if year and job.get("end"):
                ends[employer] = max(last, ends.get(employer, 0))
    for employer, end in ends.items():
        last, name, source = until[employer]
        if last == end:  # a post that ended where somebody stayed on is no leaving
            for spelt in spellings(name):
                yield "left", f"{organisation_key(spelt)} {end}", name, source
    ordered = sorted(until.values(), reverse=True)
    for count in EMPLOYERS:
        if len(ordered) >= count:
            last, name, source = ordered[count - 1]
            yield f"employers_{count}", last, name, source


def _of_career(record: dict[str, Any]) -> Iterator[Said]:
    """The year in which the first post began of which a start is known, or how long ago a sentence
    says that the career began."""
    starts = [str(job.get("start") or "") for job in dicts_of(record.get("history"))]
    years = [
        (int(year[0]), 0, start, "history") for start in starts if (year := YEAR.search(start))
    ]
    for at, sentence in enumerate(SENTENCE.split(text_of(record.get("summary")))):
        if lasted := careers.years_told(sentence):
            years.append((_year_of(record) - lasted, at + 1, sentence, "summary"))
    if years:
        first, _, said, source = min(years)
        yield "career_since", first, said, source


WORKED_AS: Final = ("trade", "concept", "occ")
"""Facets of which it is told since when somebody has been so."""


def _worked_since(record: dict[str, Any]) -> Iterator[Said]:
    """Since which year somebody has been what their posts say: `concept:talent 2012`."""
    first: dict[str, tuple[int, str]] = {}
    for job in dicts_of(record.get("history")):
        title, year = text_of(job.get("title")), YEAR.search(str(job.get("start") or ""))
        if not year:
            continue
        began = int(year[0]), title
        for post in posts(title):
            for facet, values in facets_of(post):
                for value in values if facet in WORKED_AS else ():
                    first[f"{facet}:{value}"] = min(began, first.get(f"{facet}:{value}", began))
    for value, (year_, title) in first.items():
        yield "worked_since", f"{value} {year_}", title, "history"


def _year_of(record: dict[str, Any]) -> int:
    """The year that a record is of; this one where it says none."""
    said = YEAR.search(str(record.get("as_of") or ""))
    return int(said[0]) if said else clock.moment(clock.now_ms()).year


def since_told(record: dict[str, Any]) -> Iterator[Said]:
    """Since when somebody is where they are, as a sentence tells it."""
    company = text_of(record.get("company"))
    for sentence in SENTENCE.split(text_of(record.get("summary"))):
        if year := careers.since_told(sentence, company):
            yield "since", year * 10000 + 101, sentence, "summary"
            return


_TOLD_OF_NOW: Final = frozenset(
    {"title", "company", "location", "summary", "skills", "certifications"}
)


def _stated(record: dict[str, Any]) -> Iterator[Said]:
    """What somebody says of themselves, of what was before all that lasts; and how many they led
    at the most."""
    place = text_of(record.get("location"))
    led: list[tuple[int, str, str]] = []
    for source, text in dict.fromkeys((("location", place), *texts_of(record))):
        if source == "summary" and careers.is_of_somebody_else(tokens(text)):
            continue
        if source in ("summary", "history"):
            led += ((each.at_least, text, source) for each in teams(tokens(text)) if each.at_least)
        for each in stated(text):
            if each.lasting or source in _TOLD_OF_NOW:
                yield "stated", each.id, text, source
    if led:
        most, text, source = max(led)
        yield "team", most, text, source


_WORKED_IN: Final = re.compile(pattern("worked_in"))


_AND: Final = re.compile(r" (?:and|or) ")


def _elsewhere(record: dict[str, Any]) -> Iterator[Said]:
    """Where a sentence says that somebody worked, and that it is in another country than theirs."""
    here = {path[:2] for path in paths_of_location(whereabouts_of(record))}
    for sentence in SENTENCE.split(text_of(record.get("summary"))):
        for said in _WORKED_IN.finditer(sentence):
            for name in _AND.split(said["places"]):
                for path in paths_of_location(name):
                    yield "worked_in", path, sentence, "summary"
                    if here and not path.startswith("?") and path[:2] not in here:
                        yield "stated", "worked_abroad", sentence, "summary"


_OF_LEADERS: Final = ("isco:1", "soc:11")


def _other_trade(record: dict[str, Any]) -> Iterator[Said]:
    """An earlier post that has nothing to do with the present one: another trade."""
    title = text_of(record.get("title"))
    now, words = _fields_of(title), frozenset(stems_of(title))
    for job in dicts_of(record.get("history")):
        earlier = text_of(job.get("title"))
        before = _fields_of(earlier)
        known = now and before and {each[:4] for each in now} & {each[:4] for each in before}
        if known and not now & before and words.isdisjoint(stems_of(earlier)):
            yield "stated", "career_change", earlier, "history"
            return


def _fields_of(title: str) -> frozenset[str]:
    """The widest groups of occupations that a title is of for sure; none of who leads others."""
    found: set[str] = set()
    for post in posts(title):
        groups = {each for each in occupations.sure_of(post.occupations) if _WIDE.fullmatch(each)}
        if post.level or any(each.startswith(_OF_LEADERS) for each in groups):
            return frozenset()
        found |= groups
    return frozenset(found)


_WIDE: Final = re.compile(r"isco:\d|soc:\d\d-0000")


def facets_of(post: Post) -> Iterator[tuple[str, list[str]]]:
    """What a post says of who has it, by facet."""
    yield "post", sorted(post.pairs | {f"{pair.partition(':')[0]}:{ANY}" for pair in post.pairs})
    yield "trade", list(post.trades)
    yield "concept", sorted(post.concepts)
    sure = frozenset[str]() if post.learning else occupations.sure_of(post.occupations)
    yield "occ", sorted(sure)
    yield "perhaps_occ", sorted(post.occupations - sure)
