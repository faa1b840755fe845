"""Numbers that a question names: years of something, dates, people employed, employers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from shortlist.service.reading.linkers.statements import asked_at
from shortlist.service.reading.parts import Number
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, matches, phrase
from shortlist.service.reading.uncovered_words import NOT
from shortlist.service.reading.vocabulary import companies, tables
from shortlist.service.reading.vocabulary.words import number, pattern, sizes, words_for

_FINISHED: Final = words_for("finished")
_BEGUN: Final = words_for("begun")
_ENDED: Final = words_for("ended")
_UP_TO: Final = frozenset({"before", "until", "by", "no later than", "not later than"})
BEGINNING: Final = {"graduated": _FINISHED, "since": _BEGUN, "until": _ENDED}
"""What a date is of, to the words beside it that say no more than that."""
_BEGUN_WITHIN: Final = 6
_WORDINGS: Final = {
    "years": ("years", "decades"), "languages": ("languages", "second_language"),
    "team": ("team", "led", "reporting", "led_behind"),
    "employers": ("employers",),
    "degrees": ("degrees",), "certificates": ("certificates",),
}  # fmt: skip
"""What is counted, to the patterns that count it."""
_NOUNS: Final = {"years": "years", "languages": "languages", "team": "people", "size": "staff",
                 "students": "students", "degrees": "degrees",
                 "certificates": "certificates"}  # fmt: skip
_PLACES_OF_STUDY: Final = words_for("place_of_study")
_EMPLOYERS: Final = words_for("employer")
_WITHIN: Final = 2
"""Words in which the noun follows: `small software companies`."""
_THOUSANDS: Final = re.compile(r"(?<=\d)[,.'’ \u00a0\u202f](?=\d{3}(?!\d))")
_DECADE: Final = 10
_COUNT: Final = re.compile(pattern("count"))
_COUNT_MOST: Final = 500


def numbers(words: Sequence[Token]) -> tuple[Number, ...]:
    """The bounds that `words` name; of two that share words, one."""
    found: list[Number] = []
    counts = (each for of in _WORDINGS for each in _counts(words, of))
    stated = asked_at(words)
    said = (_denied(words, each) for each in (*_sizes(words), *_adjectives(words)))
    for each in (*_lately(words), *counts, *filter(None, said), *_dates(words)):
        apart = all(each.end <= other.start or other.end <= each.start for other in found)
        # `Took two years out of work` counts no years of theirs.
        apart = apart and stated.isdisjoint(range(each.start, each.end))
        # `Tiny companies (ten people or fewer)` says itself what is tiny.
        apart = apart and not (
            each.of in _NOUNS
            and any(other.of == each.of for other in found)
            and each.end - each.start == 1
        )
        if apart and not _is_named(words, each):
            found.append(each)
    return tuple(found)


def _denied(words: Sequence[Token], size: Number) -> Number | None:
    """`Don't work for large companies`: as many as are not denied; a size between two bounds as it
    is, and none of `big banks`: no bank is asked for."""
    at = size.start - 1
    while at >= 0 and words[at].text in _WORKING and words[at].text not in NOT:
        at -= 1
    if at < 0 or words[at].text not in NOT or None not in (size.at_least, size.at_most):
        return size
    if size.end - size.start == 1 and words[size.end].base not in _ANY_EMPLOYER:
        return None
    fewer = None if size.at_least is None else size.at_least - 1
    more = None if size.at_most is None else size.at_most + 1
    return bound(size.of, more, fewer, size.start, size.end)


_ANY_EMPLOYER: Final = words_for("any_employer")
_WORKING: Final = SMALL | {"work", "works", "working", "worked"}


def _is_named(words: Sequence[Token], each: Number) -> bool:
    """Whether it is a piece of a name: `a Big Four firm` is neither big nor one of four."""
    starts = range(max(0, each.start - 1), each.end)
    return any(phrase(words, at, at + 2) in companies.groups() for at in starts)


def _counts(words: Sequence[Token], of: str) -> Iterator[Number]:
    """`5+ years of`, `less than two years in`, `at least three languages`, `manages 20 people`,
    `at least three employers since 2015`."""
    for wording in _WORDINGS[of]:
        for start, end, match in matches(words, pattern(wording)):
            said = match.groupdict()
            count = number(said.get("count") or "two") + bool(said.get("above"))
            count *= _DECADE if wording == "decades" else 1
            most = number(said["most"]) if said.get("most") else None
            if said.get("few") or said.get("fewer"):
                count, most = 0, count - (said.get("less") is not None)
            if of == "employers":
                # Of at most some, a record that lists few says nothing.
                year = int(said["year"] or 0)
                label = f"{count}+ employers" + (f" since {year}" if year else "")
                if count in range(2, 6):
                    yield Number(f"employers_{count}", year, None, start, end, label)
            elif most is None or most > count:
                yield bound(of, count or None, most, start, end)


def _lately(words: Sequence[Token]) -> Iterator[Number]:
    """`Promoted within the last two years`, `hired last year`: since when they have their post;
    `graduated in the last five years`."""
    this_year = datetime.now(UTC).year
    for start, end, match in matches(words, pattern("lately")):
        before = {word.text for word in words[max(0, start - _BEGUN_WITHIN) : start]}
        for of, begun in BEGINNING.items():
            if begun & before:
                since = this_year - (number(match["years"]) if match["years"] else 1)
                since += match["calendar"] == "this"
                yield bound(of, since, since if match["calendar"] else None, start, end)
                break


def _sizes(words: Sequence[Token]) -> Iterator[Number]:
    """`Over 10,000 employees`, `50-200 staff`; not `teams of more than 20 people`."""
    for start, end, match in matches(words, pattern("size")):
        led = start > 1 and words[start - 1].text == "of"
        if led and words[start - 2].base not in _EMPLOYERS | _PLACES_OF_STUDY:
            continue
        said = "".join(word.gap + word.raw for word in words[start:end])
        least, *most = map(int, re.findall(r"\d+", _THOUSANDS.sub("", said)))
        of = "students" if match["students"] else "size"
        if most:
            yield bound(of, least, most[0], start, end)
        elif match["few"] or match["fewer"]:
            yield bound(of, None, least, start, end)
        elif match["many"] or match["more"]:
            yield bound(of, least, None, start, end)


def _adjectives(words: Sequence[Token]) -> Iterator[Number]:
    """`Tiny private colleges`, `large employers`, `at a small biotech`: how many are there, as the
    word is used."""
    for at, word in enumerate(words):
        nouns = [each.base for each in words[at + 1 : at + 1 + _WITHIN]]
        for of, said in (("students", _PLACES_OF_STUDY), ("size", _EMPLOYERS)):
            if word.text in sizes() and not said.isdisjoint(nouns):
                yield bound(of, *sizes()[word.text][of], at, at + 1)
                break
        else:
            if word.text in sizes() and _is_of_a_business(words, at):
                yield bound("size", *sizes()[word.text]["size"], at, at + 1)


def _is_of_a_business(words: Sequence[Token], at: int) -> bool:
    """Whether an industry alone follows an adjective, for one of its businesses: `a small biotech
    in Leeds`, and not `a small animal vet`."""
    if not at or words[at - 1].text not in _BEFORE_A_BUSINESS:
        return False
    ends = (
        end for end in (at + 2, at + 3) if phrase(words, at + 1, end) in tables.industry_terms()
    )
    end = max(ends, default=at)
    return end > at and (end >= len(words) or words[end].text in SMALL or "," in words[end].gap)


_BEFORE_A_BUSINESS: Final = frozenset({"a", "an", "at", "for", "in", "of"})
"""Not `the`: the big banks are a few that everybody knows."""


def _dates(words: Sequence[Token]) -> Iterator[Number]:
    """`Since 2012`, `2010 or earlier`, `between 2015 and 2019`: when a post began or ended, or a
    degree was finished."""
    texts = {word.text for word in words}
    of = "graduated" if texts & _FINISHED else "until" if texts & _ENDED else "since"
    # `CFO since 2015` began then, or earlier; `hired since 2015` later.
    lasting = of == "since" and texts.isdisjoint(_BEGUN)
    for start, end, match in matches(words, pattern("dates")):
        year, cue, beyond = int(match["first"]), match["cue"], match["beyond"]
        if not match["studied"]:
            start += match[0].count(" ", 0, match.start("first") - match.start())
        if match["last"]:
            last = int(match["last"])
            yield bound(of, min(year, last), max(year, last), start, end)
        elif beyond in ("earlier", "before") or (
            not beyond and (cue in _UP_TO or (lasting and cue == "since"))
        ):
            yield bound(of, None, year - (cue == "before"), start, end)
        elif beyond or cue:
            yield bound(of, year + (cue == "after"), None, start, end)
        elif not lasting or (start and words[start - 1].text in _IN_A_YEAR):
            yield bound(of, year, year, start, end)


_IN_A_YEAR: Final = frozenset({"in", "from", "of", "during"})


def bound(of: str, least: int | None, most: int | None, start: int, end: int) -> Number:
    """A bound, with its label: `2012 or later`, `200+ staff`."""
    noun = _NOUNS.get(of)
    if least is not None and most is not None:
        said = f"{least}" if least == most else f"{least} to {most}"
    elif noun:
        said = f"up to {most:,}" if least is None else f"{least:,}+"
    else:
        said = f"{most} or earlier" if least is None else f"{least} or later"
    return Number(of, least, most, start, end, f"{said} {noun}" if noun else said)


def counted(words: Sequence[Token]) -> tuple[int | None, set[int]]:
    """The number of people that a question begins with, and where it stands."""
    found = _COUNT.match(" ".join(word.text for word in words))
    wanted = number(found[1]) if found else 0
    if found is None or not 1 < wanted <= _COUNT_MOST:
        return None, set()
    return wanted, set(range(found[0].count(" ")))
