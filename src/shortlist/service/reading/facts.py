"""What a record says of a person at work, in the ids that questions are read to.

Each value comes with the field and the words that it stands on: (facet, value, quote, source).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from shortlist.service import clock
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading import careers, prose
from shortlist.service.reading.businesses import business_told, businesses_before
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.linkers.statements import stated
from shortlist.service.reading.numbers import teams
from shortlist.service.reading.prose import SENTENCE
from shortlist.service.reading.spoken import listed
from shortlist.service.reading.titles import ANY, Post, has_letters, posts
from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.vocabulary import credentials, occupations, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for
from shortlist.service.reading.whereabouts import paths_of_location

Said = tuple[str, str | int, str, str]

_YEAR: Final = re.compile(r"\b(19[4-9]\d|20[0-4]\d)\b")
_DAY: Final = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$")
EMPLOYERS: Final = range(2, 6)
"""How many employers can be asked for."""
_STILL: Final = 9999
_NUMBER: Final = re.compile(
    r"(\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)\s?([km])?\b"
)
_THOUSANDS: Final = {"": 1, "k": 1_000, "m": 1_000_000}


def said_of_work(record: dict[str, Any]) -> Iterator[Said]:
    """The posts, trades and subjects of `record`, now and before; never raises for odd values."""
    title = _text(record.get("title"))
    former = record.get("status") == "former"
    if title:
        yield from _of_title(title, "title", record, past=former)
    company = _text(record.get("company"))
    begun = False
    for job in _dicts(record.get("history")):
        begun = begun or bool(job.get("start") and not job.get("end"))
        gone = former or not (job.get("start") and not job.get("end"))
        if (job_title := _text(job.get("title"))) and job_title != title:
            yield from _of_title(job_title, "history", job, past=gone)
        if gone and (former or _text(job.get("company")) != company):
            yield from _of_past_business(job)
    prose_, studies = list(_of_prose(record)), list(_of_studies(record))
    yield from prose_
    yield from _of_business(record)
    yield from studies
    yield from _counted_languages((*studies, *prose_))
    yield from _of_employers(record)
    yield from _of_career(record)
    yield from _worked_since(record)
    yield from _stated(record)
    yield from _elsewhere(record)
    yield from _other_trade(record)
    facts = record.get("facts")
    # `senior_status_since` is of something else where the post has a start.
    for name, value in facts.items() if isinstance(facts, dict) and not begun else ():
        if name.endswith("_since") and isinstance(value, str) and (day := _DAY.match(value)):
            year, month, date = day.groups()
            number = int(year) * 10000 + int(month or 1) * 100 + int(date or 1)
            begun = True
            yield "since", number, value, f"facts.{name}"
    if not begun and not _begun(record, company):
        yield from _since(record)
    yield from _of_size(_text(record.get("company_size")))


_BEGINNINGS: Final = ("first_term_start", "term_start", "commission_date")


def _begun(record: dict[str, Any], company: str) -> bool:
    """Whether a record's own parts tell when a post at `company` began."""
    facts = record.get("facts")
    if isinstance(facts, dict) and any(facts.get(name) for name in _BEGINNINGS):
        return True
    jobs = _dicts(record.get("history"))
    return any(job.get("start") and _text(job.get("company")) == company for job in jobs)


def parts(record: dict[str, Any], name: str) -> Iterator[tuple[Any, str]]:
    """The entries of `education`, `skills`, `languages` or `certifications` of `record`, each with
    the field that it stands in: older records have these among their facts."""
    facts = record.get("facts")
    among = facts.get(name) if isinstance(facts, dict) else None
    for given, source in ((record.get(name), name), (among, f"facts.{name}")):
        for entry in given if isinstance(given, list) else ():
            yield entry, source


def called(entry: Any) -> str:
    """What an entry of a record's part is called: its text, or the `name` of an object."""
    return _text(entry.get("name") if isinstance(entry, dict) else entry)


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


def _of_employers(record: dict[str, Any]) -> Iterator[Said]:
    """Until which year somebody was with the second, third, fourth and fifth of their employers,
    the latest first: who has three since 2015 was with the third in 2015 or later."""
    until: dict[str, tuple[int, str, str]] = {}
    ends: dict[str, int] = {}
    company = _text(record.get("company"))
    if company and record.get("status") != "former":
        until[organisation_key(company)] = _STILL, company, "company"
    for job in _dicts(record.get("history")):
        if name := _text(job.get("company")):
            year = _YEAR.search(str(job.get("end") or job.get("last_seen") or ""))
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


_TOLD_OF_NOW: Final = frozenset(
    {"title", "company", "location", "summary", "skills", "certifications"}
)


def _stated(record: dict[str, Any]) -> Iterator[Said]:
    """What somebody says of themselves, of what was before all that lasts; and how many they led
    at the most."""
    place = _text(record.get("location"))
    led: list[tuple[int, str, str]] = []
    for source, text in dict.fromkeys((("location", place), *_texts(record))):
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
    fields = ", ".join(filter(None, (_text(record.get(name)) for name in _PLACE)))
    here = {path[:2] for path in paths_of_location(fields or _text(record.get("location")))}
    for sentence in SENTENCE.split(_text(record.get("summary"))):
        for said in _WORKED_IN.finditer(sentence):
            for name in _AND.split(said["places"]):
                for path in paths_of_location(name):
                    yield "worked_in", path, sentence, "summary"
                    if here and not path.startswith("?") and path[:2] not in here:
                        yield "stated", "worked_abroad", sentence, "summary"


_PLACE: Final = ("city", "region", "country")
_OF_LEADERS: Final = ("isco:1", "soc:11")


def _other_trade(record: dict[str, Any]) -> Iterator[Said]:
    """An earlier post that has nothing to do with the present one: another trade."""
    title = _text(record.get("title"))
    now, words = _fields_of(title), _stems_of(title)
    for job in _dicts(record.get("history")):
        earlier = _text(job.get("title"))
        before = _fields_of(earlier)
        known = now and before and {each[:4] for each in now} & {each[:4] for each in before}
        if known and not now & before and words.isdisjoint(_stems_of(earlier)):
            yield "stated", "career_change", earlier, "history"
            return


def _stems_of(title: str) -> frozenset[str]:
    return frozenset(_stems(title))


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


def _of_career(record: dict[str, Any]) -> Iterator[Said]:
    """The year in which the first post began of which a start is known, or how long ago a sentence
    says that the career began."""
    starts = [str(job.get("start") or "") for job in _dicts(record.get("history"))]
    years = [
        (int(year[0]), 0, start, "history") for start in starts if (year := _YEAR.search(start))
    ]
    for at, sentence in enumerate(SENTENCE.split(_text(record.get("summary")))):
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
    for job in _dicts(record.get("history")):
        title, year = _text(job.get("title")), _YEAR.search(str(job.get("start") or ""))
        if not year:
            continue
        began = int(year[0]), title
        for post in posts(title):
            for facet, values in _facets(post):
                for value in values if facet in WORKED_AS else ():
                    first[f"{facet}:{value}"] = min(began, first.get(f"{facet}:{value}", began))
    for value, (year_, title) in first.items():
        yield "worked_since", f"{value} {year_}", title, "history"


def _year_of(record: dict[str, Any]) -> int:
    """The year that a record is of; this one where it says none."""
    said = _YEAR.search(str(record.get("as_of") or ""))
    return int(said[0]) if said else clock.moment(clock.now_ms()).year


def _since(record: dict[str, Any]) -> Iterator[Said]:
    """Since when somebody is where they are, as a sentence tells it."""
    company = _text(record.get("company"))
    for sentence in SENTENCE.split(_text(record.get("summary"))):
        if year := careers.since_told(sentence, company):
            yield "since", year * 10000 + 101, sentence, "summary"
            return


def _organisation(record: dict[str, Any]) -> str:
    """What a record, or an entry of its history, says of where somebody is."""
    names = ("company", "industry", "sub_industry", "company_industry")
    return "; ".join(text for name in names if (text := _text(record.get(name))))


def _of_title(title: str, source: str, at: dict[str, Any], *, past: bool) -> Iterator[Said]:
    for post in posts(title, _organisation(at) if has_letters(title) else ""):
        mark = "past_" if past or post.former else ""
        for pair in () if mark else sorted(post.perhaps):
            yield "perhaps_post", pair, title, source
        for facet, values in _facets(post):
            for value in () if mark and facet == "perhaps_occ" else values:
                yield mark + facet, value, title, source


def _of_prose(record: dict[str, Any]) -> Iterator[Said]:
    """What the sentences of a summary say, each with its words; what stands among the title, or is
    said of the present employer, is said there."""
    name = _text(record.get("company"))
    company, former = organisation_key(name), record.get("status") == "former"
    title = _text(record.get("title"))
    headline = ((fact, title, "title") for fact in careers.companies_before(title))
    sentences = SENTENCE.split(_text(record.get("summary")))
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


def _facets(post: Post) -> Iterator[tuple[str, list[str]]]:
    yield "post", sorted(post.pairs | {f"{pair.partition(':')[0]}:{ANY}" for pair in post.pairs})
    yield "trade", list(post.trades)
    yield "concept", sorted(post.concepts)
    sure = frozenset[str]() if post.learning else occupations.sure_of(post.occupations)
    yield "occ", sorted(sure)
    yield "perhaps_occ", sorted(post.occupations - sure)


def _of_business(record: dict[str, Any]) -> Iterator[Said]:
    narrow = _first(record, "sub_industry") or _first(record, "company_industry")
    done = set(industries.named(narrow))
    for name in ("company", "industry", "sub_industry", "company_industry"):
        for at, label in enumerate(_text(record.get(name)).split(";")):
            # Of several industries the first is what a company does most; its name only hints at
            # it; of `Financial and insurance activities` it does what its own class says.
            wide = name == "industry" and bool(done)
            hint = at or name == "company"
            for industry in industries.named(label):
                facet = "near_sector" if hint or (wide and industry not in done) else "sector"
                yield facet, industry, label.strip(), name
            for industry in industries.handles(label):
                yield "near_sector", industry, label.strip(), name
            for stem in () if at or wide else _stems(industries.without_exceptions(label)):
                yield "business", stem, label.strip(), name
    company = _text(record.get("company"))
    known = industries.of_known(company)
    section = industries.named(_first(record, "industry"))
    if known and industries.agree(known, tuple(done), section):
        for industry in known:
            yield "sector", industry, company, "company"
    for source, text in dict.fromkeys(_texts(record)):
        for stem in _stems(text):
            yield "word", stem, text, source


def _of_past_business(job: dict[str, Any]) -> Iterator[Said]:
    """What an entry of the history, and the name of the employer, say that somebody was in."""
    employer = _text(job.get("company"))
    for label in (_text(job.get("industry")), _text(job.get("company_industry")), employer):
        found = industries.of_employer(label) if label is employer else industries.named(label)
        for industry in found:
            yield "past_sector", industry, label, "history"
    for text in (employer, _text(job.get("title"))):
        for stem in _stems(text):
            yield "past_business", stem, text, "history"


def _first(record: dict[str, Any], name: str) -> str:
    """The first of the industries that a field names."""
    return _text(record.get(name)).split(";")[0]


def _stems(text: str) -> Iterator[str]:
    """The stems of `text` in each way to spell it."""
    found = dict.fromkeys(stem for spelt in spellings(text) for stem in stems(spelt))
    return (stem for stem in found if stem not in STOPWORDS)


def _texts(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("title", "company", "department", "industry", "sub_industry", "company_industry"):
        if text := _text(record.get(name)):
            yield name, text
    for name in ("skills", "certifications", "languages"):
        listed = record.get(name)
        for each in listed if isinstance(listed, list) else ():
            yield name, called(each)
    for job in _dicts(record.get("history")):
        for part in ("title", "company"):
            if text := _text(job.get(part)):
                yield "history", text
        for sentence in SENTENCE.split(_text(job.get("summary"))):
            yield "history", sentence
    for study in _dicts(record.get("education")):
        for part in ("degree", "field", "school"):
            if text := _text(study.get(part)):
                yield "education", text
    for sentence in SENTENCE.split(_text(record.get("summary"))):
        yield "summary", sentence
    facts = record.get("facts")
    if isinstance(facts, dict):
        for name, value in facts.items():
            for text in _inside(value):
                yield f"facts.{name}", text


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
    yield from _spelt("school", _text(study.get("school")), source, organisation_key)
    if degree := _text(study.get("degree")):
        for value in credentials.degree_ids(degree):
            yield "degree", value, degree, source
    for part in ("field", "degree"):
        if text := _text(study.get(part)):
            for stem in _stems(text):
                yield "studied", stem, text, source
    end = study.get("end") or study.get("year")
    if end and (year := _YEAR.search(str(end))):
        yield "graduated", int(year[0]), str(end), source


def _spelt(facet: str, text: str, source: str, keyed: Callable[[str], str]) -> Iterator[Said]:
    """A fact for each way to spell a name; they have one quote."""
    for value in dict.fromkeys(keyed(spelt) for spelt in spellings(text)):
        if value:
            yield facet, value, text, source


def _inside(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if "://" not in value:
            yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _inside(each)


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))
