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
from shortlist.service.reading.experience import years_told
from shortlist.service.reading.homes import countries_worked_in
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.linkers.statements import stated
from shortlist.service.reading.record_parts import (
    Said,
    dicts_of,
    sentences_of,
    stems_of,
    text_of,
    texts_of,
    whereabouts_of,
    year_in,
)
from shortlist.service.reading.teams import led
from shortlist.service.reading.titles import posts
from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.vocabulary import occupations
from shortlist.service.reading.vocabulary.words import pattern
from shortlist.service.reading.whereabouts import paths_of_location

SECTOR: Final = "sector:"
"""Before an industry, among the employers whom somebody left."""
EMPLOYERS: Final = range(2, 6)
"""How many employers can be asked for."""
_STILL: Final = 9999


def said_of_a_life(record: dict[str, Any]) -> Iterator[Said]:
    """What the whole of `record` tells, beside each of its parts."""
    yield from _of_employers(record)
    yield from _career_since(record)
    yield from _worked_since(record)
    yield from _stated(record)
    yield from _elsewhere(record)
    yield from _other_trade(record)


def _of_employers(record: dict[str, Any]) -> Iterator[Said]:
    """Whom somebody left in which year; and until when they were with the second, third, fourth
    and fifth of their employers, the latest first: who has three since 2015 was with the third in
    2015 or later."""
    until: dict[str, tuple[int, bool, str, str]] = {}
    company = text_of(record.get("company"))
    if company and record.get("status") != "former":
        until[organisation_key(company)] = _STILL, False, company, "company"
    for job in dicts_of(record.get("history")):
        if name := text_of(job.get("company")):
            employer, end = organisation_key(name), job.get("end")
            last = year_in(end or job.get("last_seen"))
            still = _STILL if job.get("start") and not end else 0
            told = last or still, bool(end and last), name, "history"
            until[employer] = max(told, until.get(employer, told))
    for last, ended, name, source in until.values():
        for spelt in spellings(name) if ended else ():
            yield "left", f"{organisation_key(spelt)} {last}", name, source
        for industry in industries.of_employer(name) if ended else ():
            yield "left", f"{SECTOR}{industry} {last}", name, source
    for count, (last, _, name, source) in enumerate(sorted(until.values(), reverse=True), 1):
        if count in EMPLOYERS:
            yield f"employers_{count}", last, name, source


def _career_since(record: dict[str, Any]) -> Iterator[Said]:
    """The year in which the first post began of which a start is known, or how long ago a sentence
    says that the career began."""
    starts = [str(job.get("start") or "") for job in dicts_of(record.get("history"))]
    years = [(year, start, "history") for start in starts if (year := year_in(start))]
    now = year_in(record.get("as_of")) or clock.moment(clock.now_ms()).year
    for sentence in sentences_of(record):
        if lasted := years_told(sentence):
            years.append((now - lasted, sentence, "summary"))
        if begun := careers.trade_begun(sentence):
            years.append((begun, sentence, "summary"))
    if years:
        yield "career_since", *min(years)


WORKED_AS: Final = ("trade", "concept", "occ")
"""Facets of which it is told since when somebody has been so."""


def _worked_since(record: dict[str, Any]) -> Iterator[Said]:
    """Since which year somebody has been what their posts say: `concept:talent 2012`."""
    first: dict[str, tuple[int, str, str]] = {}
    title = text_of(record.get("title"))
    told = [(careers.trade_begun(each), title, each, "summary") for each in sentences_of(record)]
    held = [
        (year_in(job.get("start")), text_of(job.get("title")), text_of(job.get("title")), "history")
        for job in dicts_of(record.get("history"))
    ]
    for year, name, quote, source in (*held, *told):
        for post in posts(name) if year else ():
            for facet, value in careers.facets_of(post, past=False):
                if facet in WORKED_AS:
                    began = year, quote, source
                    first[f"{facet}:{value}"] = min(began, first.get(f"{facet}:{value}", began))
    for value, (year, quote, source) in first.items():
        yield "worked_since", f"{value} {year}", quote, source


_TOLD_OF_NOW: Final = frozenset(
    {"title", "company", "location", "summary", "skills", "certifications"}
)


def _stated(record: dict[str, Any]) -> Iterator[Said]:
    """What somebody says of themselves, of what was before all that lasts; and how many they led
    at the most."""
    place = text_of(record.get("location"))
    teams: list[tuple[int, str, str]] = []
    for source, text in dict.fromkeys((("location", place), *texts_of(record))):
        if source in ("summary", "history") and (many := led(tokens(text))):
            teams.append((many, text, source))
        for each in stated(text):
            if each.lasting or source in _TOLD_OF_NOW:
                yield "stated", each.id, text, source
    if teams:
        yield "team", *max(teams)


_WORKED_IN: Final = re.compile(pattern("worked_in"))
_AND: Final = re.compile(r" (?:and|or) ")
_COMES_FROM: Final = re.compile(pattern("comes_from"))
_ABROAD: Final = {"worked_in": "worked_abroad", "origin": "raised_abroad"}
"""What is so of whoever is in another country now."""


def _elsewhere(record: dict[str, Any]) -> Iterator[Said]:
    """Where somebody worked and comes from, and whether that is in another country than theirs."""
    here = {path[:2] for path in paths_of_location(whereabouts_of(record))}
    held = [text_of(job.get("location")) for job in dicts_of(record.get("history"))]
    places = [("worked_in", text, text, "history") for text in held]
    for sentence in sentences_of(record):
        for said in _WORKED_IN.finditer(sentence):
            places += (("worked_in", name, sentence, "summary")
                       for name in _AND.split(next(filter(None, said.groups()))))  # fmt: skip
        places += (("worked_in", name, sentence, "summary")
                   for name in countries_worked_in(sentence))  # fmt: skip
        places += (("origin", said["place"] or said["place_"], sentence, "summary")
                   for said in _COMES_FROM.finditer(sentence))  # fmt: skip
    for facet, place, quote, source in places:
        paths = paths_of_location(place) if place else ()
        known = [path for path in paths if path[0] != "?"]
        abroad = bool(here and known) and all(path[:2] not in here for path in known)
        if abroad:
            yield "stated", _ABROAD[facet], quote, source
        # That a post was in their own country says nothing that their place does not.
        for path in paths if abroad or source != "history" else ():
            yield facet, path, quote, source


def _other_trade(record: dict[str, Any]) -> Iterator[Said]:
    """An earlier post that has nothing to do with the present one: another trade."""
    title = text_of(record.get("title"))
    now, words = _fields_of(title), frozenset(stems_of(title))
    for job in dicts_of(record.get("history")):
        earlier = text_of(job.get("title"))
        before = _fields_of(earlier)
        known = {each[:4] for each in now} & {each[:4] for each in before}
        if known and not now & before and words.isdisjoint(stems_of(earlier)):
            yield "stated", "career_change", earlier, "history"
            return


_OF_LEADERS: Final = ("isco:1", "soc:11")


def _fields_of(title: str) -> frozenset[str]:
    """The widest groups of occupations that a title is of for sure; none of who leads others."""
    read = posts(title)
    sure = {each for post in read for each in occupations.sure_of(post.occupations)}
    if any(post.level for post in read) or any(each.startswith(_OF_LEADERS) for each in sure):
        return frozenset()
    return occupations.widest(sure)
