"""What a record says of a person at work, in the ids that questions are read to.

Each value comes with the field and the words that it stands on: (facet, value, quote, source).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.reading.titles import Post, posts
from shortlist.service.reading.vocabulary import tables

Said = tuple[str, str | int, str, str]

_YEAR: Final = re.compile(r"\b(19[4-9]\d|20[0-4]\d)\b")
_DAY: Final = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$")
_SAYS_TO_BE: Final = re.compile(
    r"\b(?P<verb>is|was|(?:works|worked|serves|served) as) (?:an? |the )"
    r"(?P<title>[\w&/-]+(?: [\w&/-]+){0,5}?)"
    r"(?= (?:at|in|of|for|with|from|who|and|by)\b|[.,;]|$)",
    re.IGNORECASE,
)
_EITHER: Final = re.compile(r"[;,/()]")
_NUMBER: Final = re.compile(r"\d[\d,.]*")


def said_of_work(record: dict[str, Any]) -> Iterator[Said]:
    """The posts, trades and subjects of `record`, now and before; never raises for odd values."""
    title = _text(record.get("title"))
    former = record.get("status") == "former"
    if title:
        yield from _of_title(title, "title", past=former)
    for job in _dicts(record.get("history")):
        if (job_title := _text(job.get("title"))) and job_title != title:
            yield from _of_title(job_title, "history", past=True)
    yield from _of_prose(_text(record.get("summary")))
    yield from _of_business(record)
    yield from _of_studies(record)
    facts = record.get("facts")
    for name, value in facts.items() if isinstance(facts, dict) else ():
        if name.endswith("_since") and isinstance(value, str) and (day := _DAY.match(value)):
            year, month, date = day.groups()
            number = int(year) * 10000 + int(month or 1) * 100 + int(date or 1)
            yield "since", number, value, f"facts.{name}"
    if size := _text(record.get("company_size")):
        numbers = [int(n.replace(",", "").replace(".", "")) for n in _NUMBER.findall(size)]
        if numbers:
            yield "size", numbers[0], size, "company_size"


def _of_title(title: str, source: str, *, past: bool) -> Iterator[Said]:
    mark = "past_" if past else ""
    for post in posts(title):
        for facet, values in _facets(post):
            for value in values:
                yield mark + facet, value, title, source


def _of_prose(summary: str) -> Iterator[Said]:
    """`Is a nurse at Lakeside Hospital`: the occupations that sentences say, with their words."""
    for sentence in re.split(r"(?<=[.!?;])\s+", summary):
        for said in _SAYS_TO_BE.finditer(sentence):
            mark = "past_" if said["verb"].startswith(("was", "worked", "served")) else ""
            for post in posts(said["title"]):
                for trade in post.trades:
                    yield mark + "trade", trade, sentence, "summary"


def _facets(post: Post) -> Iterator[tuple[str, list[str]]]:
    yield "post", sorted(post.pairs)
    yield "trade", list(post.trades)
    yield "concept", sorted(post.concepts)
    yield "occ", sorted({group for each in post.occupations for group in tables.lineage(each)})


def _of_business(record: dict[str, Any]) -> Iterator[Said]:
    for name in ("company", "industry", "sub_industry", "company_industry"):
        if text := _text(record.get(name)):
            for stem in _stems(text):
                yield "business", stem, text, name
    for source, text in dict.fromkeys(_texts(record)):
        for stem in _stems(text):
            yield "word", stem, text, source


def _stems(text: str) -> Iterator[str]:
    """The stems of `text` in each way to spell it."""
    found = dict.fromkeys(stem for spelt in spellings(text) for stem in stems(spelt))
    return (stem for stem in found if stem not in STOPWORDS)


def _texts(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("title", "company", "department", "industry", "sub_industry", "company_industry"):
        if text := _text(record.get(name)):
            yield name, text
    for name in ("skills", "certifications", "languages"):
        for text in _strings(record.get(name)):
            yield name, text
    for job in _dicts(record.get("history")):
        for part in ("title", "company"):
            if text := _text(job.get(part)):
                yield "history", text
    for study in _dicts(record.get("education")):
        for part in ("degree", "field", "school"):
            if text := _text(study.get(part)):
                yield "education", text
    if text := _text(record.get("summary")):
        for sentence in re.split(r"(?<=[.!?;])\s+", text):
            yield "summary", sentence
    facts = record.get("facts")
    if isinstance(facts, dict):
        for name, value in facts.items():
            for text in _inside(value):
                yield f"facts.{name}", text


def _of_studies(record: dict[str, Any]) -> Iterator[Said]:
    for language in _strings(record.get("languages")):
        codes = (tables.languages().get(tables.key(name)) for name in _EITHER.split(language))
        for code in dict.fromkeys(code for code in codes if code):
            yield "language", code, language, "languages"
    for certificate in _strings(record.get("certifications")):
        yield "certification", tables.key(certificate), certificate, "certifications"
    for study in _dicts(record.get("education")):
        if degree := _text(study.get("degree")):
            for value in tables.degree_ids(degree):
                yield "degree", value, degree, "education"
        end = study.get("end") or study.get("year")
        if end and (year := _YEAR.search(str(end))):
            yield "graduated", int(year[0]), str(end), "education"


def _inside(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if "://" not in value:
            yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _inside(each)
    elif isinstance(value, list):
        for each in value:
            yield from _inside(each)


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def _strings(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict) and isinstance(item.get("name"), str):
            yield item["name"]
