"""The lists of a record: past posts, education, skills, languages, certifications.

Files call them and what is in them by many names; a record has one of each (see `port.Record`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from shortlist.service.index.imports.words import meanings, words_of
from shortlist.service.reading.vocabulary import credentials


class BadPart(Exception):
    """A part is nothing that a record can hold; the text says why."""


_PART_OF: Final = meanings(words_of("list"))
"""What files call each part where it is a list."""
PARTS: Final = tuple(words_of("list"))
_KEY_OF: Final = {part: meanings(words_of(f"entry of {part}")) for part in PARTS}
"""What they call what an entry says."""
_NOT_LETTER: Final = re.compile(r"[\W_]+")
_BETWEEN: Final = re.compile(r"\s*[;|\n•·]\s*")
# Not within brackets, nor before what is part of a company's name.
_COMMA: Final = re.compile(
    r"\s*,(?![^()]*\))(?!\s*(?:inc|ltd|llc|llp|plc|gmbh|co|corp|s\.?a)\b)\s*", re.IGNORECASE
)
_YEARS: Final = re.compile(r"\b(?:19[3-9]\d|20[0-4]\d)\b")
_AROUND_YEARS: Final = re.compile(r"[(\[]?\s*(?:\b\d{4}\b\s*(?:[-–—/]|to)?\s*)+[)\]]?")
_SCHOOL: Final = re.compile(
    r"\b(?:universit\w*|college|school|institut\w*|academy|polytechnic\w*|[ée]cole|"
    r"hochschule|universidad\w*|facult\w*|conservator\w*|seminary)",
    re.IGNORECASE,
)
_PIECES: Final = re.compile(r"\s*(?:,|\s[-–—]\s|\bat\b|\bfrom\b)\s*")
_TO: Final = re.compile(r"\s+(?:[-–—]|to|bis)\s+|(?<=\d{4})[-–—](?=\d{4})")
_MONTHS: Final = ("%b %Y", "%B %Y", "%m/%Y", "%m.%Y", "%Y/%m", "%Y-%m")
_NOT_YET: Final = words_of("date")["not yet"]


def part_of(name: str) -> str | None:
    """The part of a record that a list of this name is, or None."""
    return _PART_OF.get(_NOT_LETTER.sub("", name.casefold()))


def entries_of(part: str, value: Any) -> list[Any]:
    """A part of a record from what a file says of it. Raises `BadPart`.

    A text is taken apart; what an entry says beyond a record's own names stays in it.
    """
    if isinstance(value, str):
        return list(_from_text(part, value))
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        raise BadPart(f"{part} must be a list")
    found: list[Any] = []
    for each in value:
        if isinstance(each, str) and part != "history":
            found += _from_text(part, each) if part == "education" else [" ".join(each.split())]
        elif isinstance(each, dict):
            found.append(_entry(part, each))
        elif each is not None:
            raise BadPart(f"{part} must hold {_MAY_HOLD.get(part, 'texts or objects')} only")
    return [each for each in found if each]


_MAY_HOLD: Final = {"history": "objects"}


def _entry(part: str, given: Mapping[str, Any]) -> Any:
    """An entry by a record's names; a skill is a text, and so is what has a name alone."""
    entry: dict[str, Any] = {}
    for key, value in given.items():
        if value in (None, "", [], {}):
            continue
        known = _KEY_OF[part].get(_NOT_LETTER.sub("", str(key).casefold()))
        if known is None or (known in given and key != known) or known in entry:
            entry[str(key)] = value
        elif (text := _plain(known, value)) is not None:
            entry[known] = text
    name = entry.get("name")
    if "name" in _KEY_OF[part].values():
        if not isinstance(name, str):
            return None
        if part == "skills" or len(entry) == 1:
            return name
    return entry


def _plain(key: str, value: Any) -> str | None:
    """What an entry says under `key`, as text."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value).strip() if key == "summary" else " ".join(str(value).split())
    if key in ("start", "end"):
        return moment_of(text)
    return text or None


def moment_of(text: str) -> str | None:
    """A date as far as it is known, such as `2019-04`; None of one that is still to come. What is
    no date stays as it is."""
    text = text.strip()
    if not text or text.casefold() in _NOT_YET:
        return None
    for form in _MONTHS:
        try:
            return datetime.strptime(text, form).strftime("%Y-%m")
        except ValueError:
            continue
    return text


def listed(text: str) -> list[str]:
    """The entries of a cell that lists some: by lines or semicolons, else by commas."""
    pieces = _BETWEEN.split(text.strip())
    if len(pieces) == 1:
        pieces = _COMMA.split(pieces[0])
    return list(dict.fromkeys(" ".join(piece.split()) for piece in pieces if piece.strip(" ,")))


def _from_text(part: str, text: str) -> Iterator[Any]:
    if part == "education":
        yield from (study_of(piece) for piece in _BETWEEN.split(text) if piece.strip())
    elif part == "history":
        yield from ({"company": name} for name in listed(text))
    else:
        yield from listed(text)


def study_of(text: str) -> dict[str, str]:
    """`BSc Economics, University of Leeds, 2004` as school, degree, field, start and end."""
    years = _YEARS.findall(text)
    rest: list[str] = []
    study: dict[str, str] = {}
    for piece in _PIECES.split(_AROUND_YEARS.sub(" ", text) if years else text):
        words = " ".join(piece.split()).strip(" ()[]")
        if not words:
            continue
        if "school" not in study and _SCHOOL.search(words):
            study["school"] = words
        elif "degree" not in study and credentials.degree_ids(words):
            study["degree"], _, field = words.partition(" in ")
            study |= {"field": field} if field else {}
        else:
            rest.append(words)
    if "school" not in study and rest:
        study["school"] = rest.pop()
    if rest:
        study.setdefault("field", rest[0])
    if years:
        study["end"] = years[-1]
        study |= {"start": years[0]} if len(years) > 1 else {}
    return study


def from_cells(given: Mapping[str, str]) -> dict[str, Any]:
    """The parts of a record that the cells of a table's row say, by part.

    Beside the fields of a table they may be under `history.2.title` or `education.1.school`.
    """
    found: dict[str, Any] = {
        part: listed(given[part])
        for part in ("skills", "languages", "certifications")
        if part in given
    }
    grouped = _grouped(given)
    studies = [*_studies(given), *grouped["education"]]
    if len(studies) > 1 and any(name.startswith("education.0.") for name in given):
        # Some of what is said of the only study stands in columns that say of what they are.
        first = grouped["education"][0]
        studies.remove(first)
        studies[0] = first | studies[0]
    if "education" in given:
        studies += _from_text("education", given["education"])
    found["education"] = studies
    found["history"] = [*grouped["history"], *_past(given)]
    return {part: value for part, value in found.items() if value}


STUDY_KEYS: Final = {
    "school": "school",
    "degree": "degree",
    "field_of_study": "field",
    "education_start": "start",
    "education_end": "end",
}
STUDY_FIELDS: Final = tuple(STUDY_KEYS)


def key_of(part: str, letters: str) -> str | None:
    """What an entry of `part` says under a name of these letters; `period` is of both dates."""
    if letters in ("dates", "daterange", "period", "duration", "years"):
        return "period"
    return _KEY_OF[part].get(letters)


def _grouped(given: Mapping[str, str]) -> dict[str, list[dict[str, str]]]:
    """What stands in numbered columns, in the order of the numbers."""
    groups: dict[tuple[str, int], dict[str, str]] = {}
    for name, text in given.items():
        part, _, numbered = name.partition(".")
        number, _, key = numbered.partition(".")
        if not key:
            continue
        entry = groups.setdefault((part, int(number)), {})
        if key == "period":
            start, _, end = _TO.sub("\n", text, count=1).partition("\n")
            dates = {"start": moment_of(start), "end": moment_of(end)}
            entry |= {of: date for of, date in dates.items() if date}
        elif said := _plain(key, text):
            entry[key] = said
    if now := groups.get(("history", 0)):
        # Its dates alone stand in columns of their own.
        now |= {of: given[of] for of in ("title", "company") if of in given}
    found: dict[str, list[dict[str, str]]] = {"history": [], "education": []}
    for (of_part, _), entry in sorted(groups.items(), key=lambda each: each[0]):
        if entry:
            found[of_part].append(entry)
    return found


def _past(given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Past employers and titles of two columns: together where there are as many of each."""
    companies = listed(given.get("past_companies", given.get("history", "")))
    titles = listed(given.get("past_titles", ""))
    if len(companies) == len(titles):
        for title, company in zip(titles, companies, strict=True):
            yield {"title": title, "company": company}
        return
    yield from ({"company": company} for company in companies)
    yield from ({"title": title} for title in titles)


def _studies(given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The studies whose parts have columns of their own; a cell may list those of several."""
    columns = {
        key: _BETWEEN.split(given[field].strip())
        for field, key in STUDY_KEYS.items()
        if given.get(field)
    }
    for n in range(max(map(len, columns.values()), default=0)):
        study = {
            key: text
            for key, values in columns.items()
            if n < len(values) and (text := _plain(key, values[n]))
        }
        if study:
            yield study
