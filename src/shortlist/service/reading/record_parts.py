"""The parts of a record, and the texts in them; odd values are skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.reading.tokens import tokens
from shortlist.service.reading.vocabulary.words import pattern, words_for

_SENTENCE_END: Final = re.compile(pattern("sentence_end"))
_LINE_END: Final = re.compile(r"(?<!\s)\s*\n(?:\s*\n|\s*[-–—*•·▪‣>+]\s|(?=\s*[^\Wa-z_]))\s*")
"""Between two lines of which the second begins anew: behind a blank one, with a bullet, or with a
capital or a digit."""
_BULLET: Final = re.compile(r"\s*([-–—*•·▪‣>+])\s")
Said = tuple[str, str | int, str, str]
"""A facet, its value, and the words and the field that it stands on."""
_YEAR: Final = re.compile(r"\b(?:19[4-9]|20[0-4])\d\b")
_WHERE: Final = ("city", "region", "country")


def whereabouts_of(record: dict[str, Any]) -> str:
    """Where somebody is, in one text: by the fields for it, else by the one for all."""
    said = (text for name in _WHERE if (text := text_of(record.get(name))))
    return ", ".join(said) or text_of(record.get("location"))


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
    return text_of(entry.get("name") if isinstance(entry, dict) else entry)


def texts_of(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and sentences in a record, each with the field that it stands in."""
    for name in ("title", "company", "department", "industry", "sub_industry", "company_industry"):
        yield name, text_of(record.get(name))
    for name in ("skills", "certifications", "languages"):
        listed = record.get(name)
        for each in listed if isinstance(listed, list) else ():
            yield name, called(each)
    for job in dicts_of(record.get("history")):
        for text in (job.get("title"), job.get("company"), *sentences_of(job)):
            yield "history", text_of(text)
    for study in dicts_of(record.get("education")):
        for part in ("degree", "field", "school"):
            yield "education", text_of(study.get(part))
    for sentence in sentences_of(record):
        yield "summary", sentence
    facts = record.get("facts")
    for name, value in facts.items() if isinstance(facts, dict) else ():
        for text in texts_inside(value):
            yield f"facts.{name}", text


PIECE: Final = re.compile(r"[;·•|\n]| [–—/-] ")
"""What stands between the pieces of a sentence of which each says something of its own."""


def sentences_of(record: dict[str, Any]) -> tuple[str, ...]:
    """The sentences of the summary of a record, or of a post in its history, that say what is so of
    the person: none of somebody else, and none that denies something."""
    return _sentences_about(text_of(record.get("summary")))


@lru_cache(maxsize=1_000)
def _sentences_about(summary: str) -> tuple[str, ...]:
    found: list[str] = []
    for each in sentences(summary):
        if _BEGINS_DENIED.match(each):
            # `Never wore a uniform, but I have placed four hundred who do.`
            if beside := _BESIDE_A_DENIAL.search(each):
                found.append(beside["said"])
        elif not is_of_somebody_else(each):
            found.append(each)
    return tuple(found)


_BESIDE_A_DENIAL: Final = re.compile(pattern("said_beside_a_denial"))
_BEGINS_DENIED: Final = re.compile(pattern("begins_denied"))
_SOME: Final = frozenset({"many", "most", "some", "all", "half"})
_OWNED: Final = frozenset({"her", "his", "their", "my", "our", "whose", "the"})
_ELSE: Final = words_for("somebody_else")


def is_of_somebody_else(sentence: str) -> bool:
    """Whether a sentence begins with what somebody else is or does: `her father was a baker`, `many
    of our people speak Polish`."""
    begins = [word.text for word in tokens(sentence)[:_BEGINNING]]
    if begins[:1] and begins[0] in _SOME and begins[1:2] == ["of"]:
        # `Most of my week goes into roasting` is not.
        return not _ELSE.isdisjoint(begins[2:]) or "people" in begins[2:]
    return len(begins) > 1 and begins[0] in _OWNED and begins[1] in _ELSE


_BEGINNING: Final = 4


@lru_cache(maxsize=1_000)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text`, and the points of a list: `• Wiring homes • Based in Oporto`. Kept,
    since they are asked for several times of one record."""
    bullet = _BULLET.match(text)
    points = re.split(rf"(?:^|(?<!\s)\s+){re.escape(bullet[1])}\s+", text) if bullet else (text,)
    lines = (line for point in points for line in _LINE_END.split(point))
    return tuple(each for line in lines for each in _SENTENCE_END.split(line) if each)


@lru_cache(maxsize=20_000)
def stems_of(text: str) -> tuple[str, ...]:
    """The stems of `text` in each way to spell it."""
    found = dict.fromkeys(stem for spelt in spellings(text) for stem in stems(spelt))
    return tuple(stem for stem in found if stem not in STOPWORDS)


def spelt(facet: str, text: str, source: str, keyed: Callable[[str], str]) -> Iterator[Said]:
    """A fact for each way to spell a name; they have one quote."""
    for value in dict.fromkeys(keyed(each) for each in spellings(text)):
        if value:
            yield facet, value, text, source


def texts_inside(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if "://" not in value:
            yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_inside(each)


def text_of(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def dicts_of(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def year_in(value: Any) -> int:
    """The first year in a date or a text; 0 where there is none."""
    found = _YEAR.search(str(value or ""))
    return int(found[0]) if found else 0
