"""Conditions on numbers: years, dates, how many are employed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from shortlist.service.lexicon.text import key
from shortlist.service.reading.histories import EMPLOYERS, WORKED_AS
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.tokens import Token
from shortlist.service.search.conditions import Clause, Condition


def dated(number: Number, words: Sequence[Token]) -> Number | None:
    """`Number`; years of experience at all by the year in which a career began, years in a post by
    the one in which it did. None of years of something that nobody understood."""
    if number.of != "years":
        return number
    before = words[number.start - 1].text if number.start else ""
    if words[number.end - 1].text in ("of", "with", "in") and number.end < len(words):
        return None
    after = words[number.end].text if number.end < len(words) else ""
    there = before == "for" or after == "there" or words[number.end - 1].text in _POSTS
    of = "since" if there else "career_since"
    label = f"{number.label} of experience" if of == "career_since" else f"there for {number.label}"
    this_year = datetime.now(UTC).year
    since = None if number.at_most is None else this_year - number.at_most
    until = None if number.at_least is None else this_year - number.at_least
    return replace(number, of=of, at_least=since, at_most=until, label=label)


_POSTS: Final = frozenset({"job", "post", "role", "position"})
_YEARS_MOST: Final = 60
_FIRST_YEAR: Final = 1950
_LAST_YEAR: Final = 2050


def for_years(condition: Condition, number: Number) -> Condition:
    """`5+ years of Kubernetes`: who says so; who knows it comes near."""
    named = {key(condition.label), key(condition.text)}
    said = tuple(
        f"{years} {name}"
        for years in range(number.at_least or 0, (number.at_most or _YEARS_MOST) + 1)
        for name in sorted(named)
    )
    return replace(
        condition,
        label=f"{number.label} of {condition.label}",
        description=f"Has {number.label} of {condition.label}",
        clauses=(Clause("experience", values=said), *_worked_since(condition, number)),
        near=(*condition.clauses, *condition.near),
        now=False,
    )


def _worked_since(condition: Condition, number: Number) -> Iterator[Clause]:
    """Who had their first post of that kind so many years ago."""
    this_year = datetime.now(UTC).year
    latest = this_year - (number.at_least or 0)
    earliest = _FIRST_YEAR if number.at_most is None else this_year - number.at_most
    for clause in condition.clauses:
        values = [f"{clause.key}:{value}" for value in clause.values if clause.key in WORKED_AS]
        years = range(earliest, latest + 1)
        if values:
            since = tuple(f"{value} {year}" for value in values for year in years)
            yield Clause("worked_since", values=since)


def left(condition: Condition, part: Part, number: Number) -> Condition:
    """`Left Google after 2019`: who left it then; who left it at all comes near."""
    return replace(
        condition,
        label=f"{condition.label}, {number.label}",
        description=f"Left {condition.label} in {number.label}",
        clauses=(_left_in(part.values, number),),
        near=condition.clauses,
    )


def during(condition: Condition, number: Number) -> Condition:
    """`Worked at Google between 2015 and 2019`: who left it then, or came before its end and is
    there still; who was there at all comes near."""
    gone = [each for each in condition.clauses if each.key == "past_company"]
    there = Clause("since", at_most=_last_day(number.at_most))
    return replace(
        condition,
        label=f"{condition.label}, {number.label}",
        description=f"{condition.description} in {number.label}",
        clauses=(
            *(_left_in(each.values, number) for each in gone),
            *(replace(each, also=(there,)) for each in condition.clauses if each not in gone),
        ),
        near=condition.clauses,
    )


def _left_in(companies: Sequence[str], number: Number) -> Clause:
    least, most = number.at_least or _FIRST_YEAR, number.at_most or _LAST_YEAR
    years = range(least, most + 1)
    return Clause("left", values=tuple(f"{name} {year}" for name in companies for year in years))


_COUNTED: Final = {"career_since": "Has {}", "languages": "Speaks {}", "team": "Has led {}"} | {
    f"employers_{count}": "Has had {}" for count in EMPLOYERS
}
_DATES: Final = frozenset({"since", "until", "term_end", "senior_since"})
_DAY: Final = 10_000
"""From here on a number is a day, not a year."""


def bounded(number: Number) -> Condition:
    least, most = number.at_least, number.at_most
    if number.of in _DATES:
        least = least * 10000 + 101 if least and least < _DAY else least
        most = _last_day(most)
    sized = number.of in ("size", "students")
    return Condition(
        kind="size" if sized else "time",
        label=number.label,
        description=_COUNTED.get(number.of, f"{number.of.capitalize()}: {{}}").format(number.label),
        clauses=(_sized(number) if sized else Clause(number.of, at_least=least, at_most=most),),
        weight=1.0,
        text=number.label,
        now=number.of == "since",
    )


def _last_day(year: int | None) -> int | None:
    """The last day of a year; a day is one already."""
    return year * 10000 + 1231 if year and year < _DAY else year


def _sized(number: Number) -> Clause:
    """How many are there at the least, and at the most: a record says each or only one."""
    fewest = Clause(number.of, at_least=number.at_least)
    most = Clause(f"{number.of}_most", at_most=number.at_most)
    if number.at_most is None:
        return fewest
    return most if number.at_least is None else replace(fewest, also=(most,))
