"""What a record says of a person at work, in the ids that questions are read to.

Each value comes with the field and the words that it stands on: (facet, value, quote, source).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import key
from shortlist.service.reading import careers, prose
from shortlist.service.reading.businesses import business_told, businesses_before
from shortlist.service.reading.histories import YEAR, Said, facets_of, said_of_a_life, since_told
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.prose import SENTENCE
from shortlist.service.reading.record_parts import (
    called,
    dicts_of,
    parts,
    stems_of,
    text_of,
    texts_of,
)
from shortlist.service.reading.spoken import listed
from shortlist.service.reading.titles import has_letters, posts
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_DAY: Final = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$")
_NUMBER: Final = re.compile(
    r"(\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)\s?([km])?\b"
)
_THOUSANDS: Final = {"": 1, "k": 1_000, "m": 1_000_000}


def said_of_work(record: dict[str, Any]) -> Iterator[Said]:
    """The posts, trades and subjects of `record`, now and before; never raises for odd values."""
    title = text_of(record.get("title"))
    former = record.get("status") == "former"
    if title:
        yield from _of_title(title, "title", record, past=former)
    company = text_of(record.get("company"))
    begun = False
    for job in dicts_of(record.get("history")):
        begun = begun or bool(job.get("start") and not job.get("end"))
        gone = former or not (job.get("start") and not job.get("end"))
        if (job_title := text_of(job.get("title"))) and job_title != title:
            yield from _of_title(job_title, "history", job, past=gone)
        if gone and (former or text_of(job.get("company")) != company):
            yield from _of_past_business(job)
    prose_, studies = list(_of_prose(record)), list(_of_studies(record))
    yield from prose_
    yield from _of_business(record)
    yield from studies
    yield from _counted_languages((*studies, *prose_))
    yield from said_of_a_life(record)
    facts = record.get("facts")
    # `senior_status_since` is of something else where the post has a start.
    for name, value in facts.items() if isinstance(facts, dict) and not begun else ():
        if name.endswith("_since") and isinstance(value, str) and (day := _DAY.match(value)):
            year, month, date = day.groups()
            number = int(year) * 10000 + int(month or 1) * 100 + int(date or 1)
            begun = True
            yield "since", number, value, f"facts.{name}"
    if not begun and not _begun(record, company):
        yield from since_told(record)
    yield from _of_size(text_of(record.get("company_size")))


_BEGINNINGS: Final = ("first_term_start", "term_start", "commission_date")


def _begun(record: dict[str, Any], company: str) -> bool:
    """Whether a record's own parts tell when a post at `company` began."""
    facts = record.get("facts")
    if isinstance(facts, dict) and any(facts.get(name) for name in _BEGINNINGS):
        return True
    jobs = dicts_of(record.get("history"))
    return any(job.get("start") and text_of(job.get("company")) == company for job in jobs)


def _of_size(size: str) -> Iterator[Said]:
    """`51-200 employees`: at least so many are employed there, and at most; what is counted in
    anything else says nothing of them."""
    numbers = [_number(found) for found in _NUMBER.finditer(size.casefold())]
    said = set(_WORDS.findall(size.casefold()))
    facet = "students" if said & _STUDENTS else "size" if said <= _OF_STAFF else ""
    if not numbers or not facet:
        return
    below = bool(said & _BELOW)
    if not below:
        yield facet, numbers[0], size, "company_size"
    exact = len(numbers) == 1 and "+" not in size and said.isdisjoint(_ABOVE)
    if below or exact or len(numbers) > 1:
        most = numbers[-1] - bool(said & {"less", "under", "fewer", "below"})
        yield f"{facet}_most", most, size, "company_size"


_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_BELOW: Final = words_for("below")
_ABOVE: Final = words_for("above")
_STUDENTS: Final = words_for("student")
_OF_STAFF: Final = _BELOW | words_for("staff")


def _number(found: re.Match[str]) -> int:
    """The number of `10,001` or `1K`."""
    number, times = found.groups()
    if times:
        return int(float(number.replace(",", ".")) * _THOUSANDS[times])
    whole = re.sub(r"[^\d]", "", number) if re.search(r"\D\d{3}$", number) else number
    return int(re.split(r"[.,]", whole)[0])


def _counted_languages(said: Iterable[Said]) -> Iterator[Said]:
    """How many languages a record tells of, the most first, each by the words of the last."""
    found = {str(value): (quote, source) for facet, value, quote, source in said
             if facet == "language"}  # fmt: skip
    for count, (quote, source) in reversed([*enumerate(found.values(), 1)]):
        yield "languages", count, quote, source


def _organisation(record: dict[str, Any]) -> str:
    """What a record, or an entry of its history, says of where somebody is."""
    names = ("company", "industry", "sub_industry", "company_industry")
    return "; ".join(text for name in names if (text := text_of(record.get(name))))


def _of_title(title: str, source: str, at: dict[str, Any], *, past: bool) -> Iterator[Said]:
    for post in posts(title, _organisation(at) if has_letters(title) else ""):
        mark = "past_" if past or post.former else ""
        for pair in () if mark else sorted(post.perhaps):
            yield "perhaps_post", pair, title, source
        for facet, values in facets_of(post):
            for value in () if mark and facet == "perhaps_occ" else values:
                yield mark + facet, value, title, source


def _of_prose(record: dict[str, Any]) -> Iterator[Said]:
    """What the sentences of a summary say, each with its words; what stands among the title, or is
    said of the present employer, is said there."""
    name = text_of(record.get("company"))
    company, former = organisation_key(name), record.get("status") == "former"
    title = text_of(record.get("title"))
    headline = ((fact, title, "title") for fact in careers.companies_before(title))
    sentences = SENTENCE.split(text_of(record.get("summary")))
    told = (
        (fact, sentence, "summary")
        for at, sentence in enumerate(sentences)
        for fact in prose.facts_of(sentence, first=at == 0)
    )
    for (facet, value), quote, source in dict.fromkeys(chain(headline, told)):
        if not value or (facet == "past_company" and value == company):
            continue
        if facet == "left" and not former and str(value).rpartition(" ")[0] == company:
            continue
        yield facet, value, quote, source
        for industry in industries.of_employer(str(value)) if facet == "past_company" else ():
            yield "past_sector", industry, quote, source
    for sentence in dict.fromkeys(sentences):
        for industry in business_told(sentence, name):
            yield "sector", industry, sentence, "summary"
        for industry in businesses_before(sentence, name):
            yield "past_sector", industry, sentence, "summary"


def _of_business(record: dict[str, Any]) -> Iterator[Said]:
    narrow = _first(record, "sub_industry") or _first(record, "company_industry")
    done = set(industries.named(narrow))
    for name in ("company", "industry", "sub_industry", "company_industry"):
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
            for stem in () if at or wide else stems_of(industries.without_exceptions(label)):
                yield "business", stem, label.strip(), name
    company = text_of(record.get("company"))
    known = industries.of_known(company)
    section = industries.named(_first(record, "industry"))
    if known and industries.agree(known, tuple(done), section):
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


def _of_studies(record: dict[str, Any]) -> Iterator[Said]:
    for entry, source in parts(record, "skills"):
        yield from _spelt("skill", called(entry), source, key)
    for entry, source in parts(record, "languages"):
        language = called(entry)
        for code in listed(language):
            yield "language", code, language, source
    for entry, source in parts(record, "certifications"):
        yield from _spelt("certification", called(entry), source, tables.key)
    for study, source in parts(record, "education"):
        if isinstance(study, dict):
            yield from _of_study(study, source)


def _of_study(study: dict[str, Any], source: str) -> Iterator[Said]:
    yield from _spelt("school", text_of(study.get("school")), source, organisation_key)
    if degree := text_of(study.get("degree")):
        for value in credentials.degree_ids(degree):
            yield "degree", value, degree, source
    for part in ("field", "degree"):
        if text := text_of(study.get(part)):
            for stem in stems_of(text):
                yield "studied", stem, text, source
    end = study.get("end") or study.get("year")
    if end and (year := YEAR.search(str(end))):
        yield "graduated", int(year[0]), str(end), source


def _spelt(facet: str, text: str, source: str, keyed: Callable[[str], str]) -> Iterator[Said]:
    """A fact for each way to spell a name; they have one quote."""
    for value in dict.fromkeys(keyed(spelt) for spelt in spellings(text)):
        if value:
            yield facet, value, text, source
