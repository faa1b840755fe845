"""Conditions on numbers: years, dates, how many are employed."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from shortlist.service.lexicon.text import key, with_article
from shortlist.service.reading.histories import EMPLOYERS, SECTOR, WORKED_AS
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.question import Question
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary.words import words_for
from shortlist.service.search.conditions import Clause, Condition

_PLACES: Final = frozenset({"place", "worked_in"})
_LASTING: Final = frozenset({"skill", "industry", "field", "role"})
"""What somebody has done for years."""
_EMPLOYERS: Final = frozenset({"organisation", "industry"})
_BEGUN: Final = words_for("begun_a_trade")
_POSTS: Final = words_for("post")
_EMPLOYER: Final = words_for("any_employer")
_BEFORE_MOST: Final = 5
_YEARS_MOST: Final = 60
_FIRST_YEAR: Final = 1950
_LAST_YEAR: Final = 2050


def bounded(
    question: Question, demanded: dict[Part, Condition]
) -> tuple[dict[Part | Number, Condition], list[Number]]:
    """What the parts of `question` demand, as in `demanded`, each with the number that is said of
    it; what numbers demand by themselves; and the numbers that demand nothing."""
    words, parts = question.words, question.parts
    places = {span.start for part in parts if part.kind in _PLACES for span in part.spans}
    employed = question.held or any(part.kind == "organisation" and not part.past for part in parts)
    made: dict[Part | Number, Condition] = dict(demanded.items())
    unmet: list[Number] = []
    for number in (_without_a_place(each, words, places) for each in question.numbers):
        said = ((part, _said_of(number, part, words, made[part])) for part in parts)
        of, dated = next((pair for pair in said if pair[1]), (None, None))
        roles = [part for part in parts if part.kind == "role"]
        now = [made[part] for part in roles if not (part.past or part.negated)]
        if of and dated:
            made[of] = dated
        elif begun := None if employed else _begun(number, words, now):
            made[number] = begun
        elif at := _dated(number, words, employed=employed):
            made[number] = _alone(at)
            same = _is_of_the_same_post(number, words)
            if roles and number.of == "years" and at.of == "since" and not (employed or same):
                made[number] = _or_begun(made[number], made[roles[0]], at)
        else:
            unmet.append(number)
    return made, unmet


def _said_of(
    number: Number, part: Part, words: Sequence[Token], demanded: Condition
) -> Condition | None:
    """What a part demands with the number that is said of it: `5+ years of Kubernetes`, `left
    Google after 2019`; None where it is of something else."""
    begins = part.spans[0].start
    if number.of == "years" and number.end == begins and "," not in words[begins].gap:
        return _for_years(demanded, number) if part.kind in _LASTING else None
    there = part.kind in _EMPLOYERS and (part.past or part.ever) and not part.negated
    dates = number.of == "until" or (number.of == "since" and number.at_least and number.at_most)
    return _there_in(demanded, number) if there and dates else None


def _begun(number: Number, words: Sequence[Token], roles: Sequence[Condition]) -> Condition | None:
    """When somebody began as what they are, one of `roles`, not in the post that they have:
    `farriers who only started in 2019`."""
    if number.of != "since" or _BEGUN.isdisjoint(_said_before(number, words)):
        return None
    return next(filter(None, (_begun_in(each, number) for each in roles)), None)


def _without_a_place(number: Number, words: Sequence[Token], places: Container[int]) -> Number:
    """`Ten years of experience in Scotland`: a place follows, and is not what they are of.
    `places`: where some begin."""
    article = number.end < len(words) and words[number.end].text == "the"
    follows = number.end + article
    if number.of == "years" and words[number.end - 1].text == "in" and follows in places:
        return replace(number, end=number.end - 1)
    return number


def _is_of_the_same_post(number: Number, words: Sequence[Token]) -> bool:
    """`In the same job for ten years`, `ten years in the same job`: not in their trade at all."""
    within = (word.text for word in words[number.start : number.end])
    return "same" in (*_said_before(number, words), *within)


def _said_before(number: Number, words: Sequence[Token]) -> tuple[str, ...]:
    first = max(0, number.start - _BEFORE_MOST)
    return tuple(word.text for word in words[first : number.start])


def _dated(number: Number, words: Sequence[Token], *, employed: bool) -> Number | None:
    """`Number`; years of experience at all by the year in which a career began, years in a post by
    the one in which it did. None of years of something that nobody understood. `employed`: an
    employer is named, where somebody is to have been for so long."""
    if number.of != "years":
        return number
    last = words[number.end - 1].text
    after = words[number.end].text if number.end < len(words) else ""
    if last in ("of", "with", "in") and after:
        return None
    lasted = employed and words[max(0, number.start - 1)].text == "for"
    before = _said_before(number, words)
    # `In the same job for ten years`, `at the same company for`
    lasted = lasted or ("for" in before and not (_POSTS | _EMPLOYER).isdisjoint(before))
    there = after == "there" or last in _POSTS or lasted
    this_year = datetime.now(UTC).year
    return replace(
        number,
        of="since" if there else "career_since",
        at_least=None if number.at_most is None else this_year - number.at_most,
        at_most=None if number.at_least is None else this_year - number.at_least,
        label=f"there for {number.label}" if there else f"{number.label} of experience",
    )


def _for_years(condition: Condition, number: Number) -> Condition:
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


def _begun_in(condition: Condition, number: Number) -> Condition | None:
    """`Farriers who began in 2019 or later`: when they had their first post of that kind; None of a
    role of which no record tells that, `state senators`."""
    first, last = number.at_least or _FIRST_YEAR, number.at_most or _LAST_YEAR
    clauses = tuple(_first_post(condition, first, last))
    if not clauses:
        return None
    return replace(
        condition,
        kind="time",
        label=f"{condition.label} since {number.label}",
        description=f"Began as {with_article(condition.label)} in {number.label}",
        clauses=clauses,
        near=condition.clauses,
        now=False,
    )


def _or_begun(tenure: Condition, role: Condition, number: Number) -> Condition:
    """`Less than five years in the job`: in the post, or as what they are at all."""
    begun = _first_post(role, number.at_least or _FIRST_YEAR, number.at_most or _LAST_YEAR)
    return replace(tenure, clauses=(*tenure.clauses, *begun))


def _worked_since(condition: Condition, number: Number) -> Iterator[Clause]:
    """Who had their first post of that kind so many years ago."""
    this_year = datetime.now(UTC).year
    earliest = _FIRST_YEAR if number.at_most is None else this_year - number.at_most
    return _first_post(condition, earliest, this_year - (number.at_least or 0))


def _first_post(condition: Condition, earliest: int, latest: int) -> Iterator[Clause]:
    """Who had their first post of that kind in one of these years."""
    years = range(earliest, latest + 1)
    for clause in condition.clauses:
        values = [f"{clause.key}:{value}" for value in clause.values if clause.key in WORKED_AS]
        if values:
            since = tuple(f"{value} {year}" for value in values for year in years)
            yield Clause("worked_since", values=since)


def _there_in(condition: Condition, number: Number) -> Condition | None:
    """`Left Google after 2019`, `worked at Google between 2015 and 2019`: who left it then, or came
    before its end and is there still; who was there at all comes near. None of what no record tells
    the years of."""
    gone = [each for each in condition.clauses if each.key in _GONE]
    came = Clause("since", at_most=_last_day(number.at_most))
    years = range(number.at_least or _FIRST_YEAR, (number.at_most or _LAST_YEAR) + 1)
    left = tuple(
        f"{_GONE[each.key]}{name} {year}" for each in gone for name in each.values for year in years
    )
    clauses = (
        *([Clause("left", values=left)] if left else []),
        *(replace(each, also=(came,)) for each in condition.clauses if each.key == "company"),
    )
    if not clauses:
        return None
    said = f"Left {condition.label}" if number.of == "until" else condition.description
    return replace(
        condition,
        label=f"{condition.label}, {number.label}",
        description=f"{said} in {number.label}",
        clauses=clauses,
        near=condition.clauses,
    )


_GONE: Final = {"past_company": "", "past_sector": SECTOR}
"""Facets of whom somebody left, to what stands before the name where it is told when."""
_COUNTED: Final = {
    "career_since": "Has {}",
    "languages": "Speaks {}",
    "team": "Has led {}",
    "degrees": "Has {}",
    "certificates": "Has {}",
} | {f"employers_{count}": "Has had {}" for count in EMPLOYERS}
_DATES: Final = frozenset({"since", "until", "term_end", "senior_since"})
_DAY: Final = 10_000
"""From here on a number is a day, not a year."""


def _alone(number: Number) -> Condition:
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
