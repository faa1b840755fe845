"""What a record says of a person at work, in the ids that questions are read to.

Each value comes with the field and the words that it stands on: (facet, value, quote, source).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import key
from shortlist.service.reading import careers, prose
from shortlist.service.reading.histories import said_of_a_life
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.record_parts import (
    Said,
    called,
    dicts_of,
    parts,
    sentences_of,
    spelt,
    stems_of,
    text_of,
    texts_of,
    year_in,
)
from shortlist.service.reading.spoken import listed
from shortlist.service.reading.titles import has_letters, posts
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for


def said_of_work(record: dict[str, Any]) -> Iterator[Said]:
    """The posts, trades and subjects of `record`, now and before; never raises for odd values."""
    title = text_of(record.get("title"))
    company = text_of(record.get("company"))
    former = record.get("status") == "former"
    yield from _of_title(title, "title", record, past=former)
    for job in dicts_of(record.get("history")):
        gone = former or not job.get("start") or bool(job.get("end"))
        if (job_title := text_of(job.get("title"))) != title:
            yield from _of_title(job_title, "history", job, past=gone)
        if gone and (former or text_of(job.get("company")) != company):
            yield from _of_past_business(job)
    told = list(_of_prose(record, "" if former else company))
    studies = list(_of_studies(record))
    yield from told
    yield from _of_business(record)
    yield from studies
    yield from _counted_languages((*studies, *told))
    yield from _counted_entries(record)
    yield from said_of_a_life(record)
    yield from _of_size(text_of(record.get("company_size")))


_NUMBER: Final = re.compile(r"(\d+(?:\.\d+)?)\s?([km])?\b")
_WITHIN_NUMBERS: Final = re.compile(r"(?<=\d)[,.' \u00a0\u202f](?=\d{3}(?!\d))")
_TIMES: Final = {"": 1, "k": 1_000, "m": 1_000_000}
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_BELOW: Final = words_for("below")
_ABOVE: Final = words_for("above")
_STUDENTS: Final = words_for("student")
_OF_STAFF: Final = _BELOW | words_for("staff")


def _of_size(size: str) -> Iterator[Said]:
    """`51-200 employees`: at least so many are employed there, and at most; what is counted in
    anything else says nothing of them."""
    text = _WITHIN_NUMBERS.sub("", size.casefold())
    numbers = [int(float(found[1]) * _TIMES[found[2] or ""]) for found in _NUMBER.finditer(text)]
    said = set(_WORDS.findall(text))
    facet = "students" if said & _STUDENTS else "size" if said <= _OF_STAFF else ""
    if not numbers or not facet:
        return
    below = bool(said & _BELOW)
    if not below:
        yield facet, numbers[0], size, "company_size"
    if below or len(numbers) > 1 or not ("+" in text or said & _ABOVE):
        most = numbers[-1] - bool(said & {"less", "under", "fewer", "below"})
        yield f"{facet}_most", most, size, "company_size"


def _counted_languages(said: Iterable[Said]) -> Iterator[Said]:
    """How many languages a record tells of, the most first, each by the words of the last."""
    found = {str(value): (quote, source) for facet, value, quote, source in said
             if facet == "language"}  # fmt: skip
    for count, (quote, source) in reversed([*enumerate(found.values(), 1)]):
        yield "languages", count, quote, source


def _counted_entries(record: dict[str, Any]) -> Iterator[Said]:
    """How many degrees and certificates a record lists, the most first."""
    studies = [
        (text_of(study.get("degree")) or text_of(study.get("school")), source)
        for study, source in parts(record, "education")
        if isinstance(study, dict)
    ]
    held = [(called(entry), source) for entry, source in parts(record, "certifications")]
    for facet, entries in (("degrees", studies), ("certificates", held)):
        for count, (quote, source) in reversed([*enumerate(dict.fromkeys(entries), 1)]):
            if quote:
                yield facet, count, quote, source


_OF_BUSINESS: Final = ("company", "industry", "sub_industry", "company_industry")


def _of_title(title: str, source: str, at: dict[str, Any], *, past: bool) -> Iterator[Said]:
    where = (text_of(at.get(name)) for name in _OF_BUSINESS if has_letters(title))
    for post in posts(title, "; ".join(filter(None, where))):
        gone = past or post.former
        for pair in () if gone else sorted(post.perhaps):
            yield "perhaps_post", pair, title, source
        for facet, value in careers.facets_of(post, past=gone):
            yield facet, value, title, source


_LABEL: Final = re.compile(pattern("business_label"))


def _of_prose(record: dict[str, Any], company: str) -> Iterator[Said]:
    """What the sentences of a summary say, and a title of employers before, each with its words;
    of `company` only that somebody is there."""
    here = organisation_key(company)
    title = text_of(record.get("title"))
    told = [(fact, title, "title") for fact in careers.companies_before(title)]
    for sentence in sentences_of(record):
        told += ((fact, sentence, "summary") for fact in prose.facts_of(sentence))
        label = _LABEL.match(sentence)
        for industry in industries.named(label["what"].strip()) if label else ():
            yield "sector", industry, sentence, "summary"
    for (facet, value), quote, source in dict.fromkeys(told):
        of = str(value).rpartition(" ")[0] if facet == "left" else value
        if facet in ("past_company", "left") and of == here:
            continue
        yield facet, value, quote, source
        for industry in industries.of_employer(str(value)) if facet == "past_company" else ():
            yield "past_sector", industry, quote, source


def _of_business(record: dict[str, Any]) -> Iterator[Said]:
    narrow = _first(record, "sub_industry") or _first(record, "company_industry")
    done = set(industries.named(narrow))
    for name in _OF_BUSINESS:
        for at, label in enumerate(text_of(record.get(name)).split(";")):
            # Of several industries the first is what a company does most; its name only hints at
            # it; of `Financial and insurance activities` it does what its own class says.
            wide = name == "industry" and bool(done)
            hint = at or name == "company"
            for industry in industries.named(label):
                facet = "near_sector" if hint or (wide and industry not in done) else "sector"
                yield facet, industry, label.strip(), name
            for industry in industries.handles(label):
                yield "near_sector", industry, label.strip(), name
            for stem in () if at or wide else stems_of(industries.own_words(label)):
                yield "business", stem, label.strip(), name
    company = text_of(record.get("company"))
    known = industries.of_known(company)
    if industries.agree(known, tuple(done), industries.named(_first(record, "industry"))):
        for industry in known:
            yield "sector", industry, company, "company"
    for source, text in dict.fromkeys(texts_of(record)):
        for stem in stems_of(text):
            yield "word", stem, text, source


def _of_past_business(job: dict[str, Any]) -> Iterator[Said]:
    """What an entry of the history, and the name of the employer, say that somebody was in."""
    employer = text_of(job.get("company"))
    for label in (text_of(job.get("industry")), text_of(job.get("company_industry")), employer):
        found = industries.of_employer(label) if label is employer else industries.named(label)
        for industry in found:
            yield "past_sector", industry, label, "history"
    for text in (employer, text_of(job.get("title"))):
        for stem in stems_of(text):
            yield "past_business", stem, text, "history"


def _first(record: dict[str, Any], name: str) -> str:
    """The first of the industries that a field names."""
    return text_of(record.get(name)).split(";")[0]


_FOR_YEARS: Final = re.compile(r"(\d{1,2})\+? years?\b", re.IGNORECASE)
"""How long somebody knows a skill, by its level: `8 years`."""


def _of_studies(record: dict[str, Any]) -> Iterator[Said]:
    for entry, source in parts(record, "skills"):
        yield from spelt("skill", called(entry), source, key)
        level = text_of(entry.get("level")) if isinstance(entry, dict) else ""
        if years := _FOR_YEARS.match(level):
            yield "experience", f"{years[1]} {key(called(entry))}", level, source
    for entry, source in parts(record, "languages"):
        language = called(entry)
        for code in listed(language):
            yield "language", code, language, source
    for entry, source in parts(record, "certifications"):
        yield from spelt("certification", called(entry), source, tables.key)
    for study, source in parts(record, "education"):
        if isinstance(study, dict):
            yield from _of_study(study, source)


def _of_study(study: dict[str, Any], source: str) -> Iterator[Said]:
    yield from spelt("school", text_of(study.get("school")), source, organisation_key)
    degree = text_of(study.get("degree"))
    for value in credentials.degree_ids(degree):
        yield "degree", value, degree, source
        for stem in stems_of(credentials.degree_subjects().get(value, "")):
            yield "studied", stem, degree, source
    for text in (text_of(study.get("field")), degree):
        for stem in stems_of(text):
            yield "studied", stem, text, source
    end = study.get("end") or study.get("year")
    if year := year_in(end):
        yield "graduated", year, str(end), source
