"""Numbers that a question names: years of something, dates, people employed, employers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from shortlist.service.reading.parts import Number
from shortlist.service.reading.tokens import Token, matches, phrase, written
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import number, pattern, sizes, words_for

_BEGUN: Final = words_for("begun")
_SEVERAL: Final = 3
_YEAR: Final = re.compile(r"^(19[4-9]\d|20[0-4]\d)$")
FINISHED: Final = words_for("finished")
BEGINNING: Final = {"graduated": FINISHED, "since": _BEGUN}
"""What a date is of, to the words beside it that say no more than that."""
_STUDIED: Final = FINISHED | words_for("of_studies")
_BETWEEN: Final = words_for("before_a_year")


def numbers(words: Sequence[Token]) -> tuple[Number, ...]:
    """The bounds that `words` name, in no order."""
    found = [
        *_employers(words),
        *_languages(words),
        *teams(words),
        *_years(words),
        *_sizes(words),
        *_adjectives(words),
    ]
    found = [each for each in found if not _is_named(words, each)]
    texts = [word.text for word in words]
    for start, end, match in matches(words, pattern("dates")):
        first, last = int(match["first"]), int(match["last"])
        if first < last and not any(each.start < end and start < each.end for each in found):
            found.append(bound(_dated(texts), first, last, start, end))
    for at, word in enumerate(texts):
        if any(each.start <= at < each.end for each in found):
            continue
        if _YEAR.match(word):
            found.append(_year(texts, at))
    return tuple(_as_ranges(found, texts))


def _as_ranges(found: Sequence[Number], texts: Sequence[str]) -> Iterator[Number]:
    """`2024 or 2025` are the years from one to the other."""
    last: Number | None = None
    for each in sorted(found, key=lambda each: each.start):
        years = [year for end in (last, each) if end and (year := _one_year(end))]
        joined = last is not None and texts[last.end : each.start] in (["or"], ["and"])
        if last and joined and last.of == each.of and len(years) > 1:
            last = bound(each.of, min(years), max(years), last.start, each.end)
            continue
        if last:
            yield last
        last = each
    if last:
        yield last


def _one_year(bounds: Number) -> int | None:
    return bounds.at_least if bounds.at_least == bounds.at_most else None


def _is_named(words: Sequence[Token], number: Number) -> bool:
    """Whether it is a piece of a name: `a Big Four firm` is neither big nor one of four."""
    first = words[number.start]
    if number.start and first.raw[:1].isupper() and not first.meant:
        return True
    groups = tables.company_groups()
    return any(
        phrase(words, start, start + 2) in groups
        for start in range(max(0, number.start - 1), number.end)
    )


def _years(words: Sequence[Token]) -> Iterator[Number]:
    """`5+ years of`, `less than two years in`, `3 to 5 years`: of what comes next."""
    yield from _lately(words)
    lately = {at for start, end, _ in matches(words, pattern("lately")) for at in range(start, end)}
    for start, end, match in matches(words, pattern("years")):
        if not lately.isdisjoint(range(start, end)):
            continue
        least, most = number(match["years"]), match["most"] and number(match["most"])
        if most:
            if most > least:
                yield Number("years", least, most, start, end, f"{least} to {most} years")
        elif match["less"]:
            yield Number("years", None, least - 1, start, end, f"less than {least} years")
        elif match["upto"] or match["upto_too"] or match["upto_last"]:
            yield Number("years", None, least, start, end, f"up to {least} years")
        elif least:
            yield Number("years", least, None, start, end, f"{least}+ years")


def _lately(words: Sequence[Token]) -> Iterator[Number]:
    """`Promoted within the last two years`, `changed employer in the last three`: since when they
    have their post; `graduated in the last five years`."""
    for start, end, match in matches(words, pattern("lately")):
        before = words[max(0, start - _BEGUN_WITHIN) : start]
        finished = any(word.text in FINISHED for word in before)
        if not finished and all(word.text not in _BEGUN for word in before):
            continue
        this_year = datetime.now(UTC).year
        since = this_year - (number(match["years"]) if match["years"] else 1)
        until = None
        if match["calendar"]:
            since = until = this_year - (match["calendar"] == "last")
        while start and words[start - 1].text in _EMPLOYMENT:
            start -= 1
        yield bound("graduated" if finished else "since", since, until, start, end)


_BEGUN_WITHIN: Final = 6
_EMPLOYMENT: Final = words_for("employer") | {"job", "jobs", "employers", "companies", "role"}


def _employers(words: Sequence[Token]) -> Iterator[Number]:
    """`At least three employers since 2015`, `two companies or more`."""
    for start, end, match in matches(words, pattern("employers")):
        count = _SEVERAL if match["count"] == "several" else number(match["count"])
        count += bool(match["above"])
        # Of at most some, a record that lists few says nothing.
        if match["bounded"] or count not in range(2, 6):
            continue
        year = int(match["year"] or 0) + (match["since"] == "after")
        said = f"{count} employers or more" + (f" since {year}" if year else "")
        yield Number(f"employers_{count}", year, None, start, end, said)


def _languages(words: Sequence[Token]) -> Iterator[Number]:
    """`At least three languages`, `speaks four or more languages`."""
    for start, end, match in matches(words, pattern("languages")):
        count = number(match["count"]) + bool(match["above"])
        yield Number("languages", count, None, start, end, f"{count} languages or more")
    for start, end, _ in matches(words, pattern("second_language")):
        yield Number("languages", 2, None, start, end, "2 languages or more")


def teams(words: Sequence[Token]) -> Iterator[Number]:
    """`Has led a team of ten or more`, `manages 20 people`; of a record: whom somebody leads."""
    for way in ("team", "led", "reporting"):
        for start, end, match in matches(words, pattern(way)):
            count = number(match["count"]) + bool(match["above"])
            if match["few"]:
                yield Number("team", None, count, start, end, f"a team of up to {count}")
            elif count > 1:
                yield Number("team", count, None, start, end, f"a team of {count} or more")


def _sizes(words: Sequence[Token]) -> Iterator[Number]:
    """`Over 10,000 employees`, `50-200 staff`."""
    for start, end, match in matches(words, pattern("size")):
        if _are_led(words, start):
            continue  # `teams of more than 20`: how many an employer has, nobody says
        least, *more = _counts(words[start:end])
        if more:
            yield bound("size", least, more[0], start, end)
        elif match["few"] or match["fewer"]:
            yield bound("size", None, least, start, end)
        elif match["many"] or match["plus"] or match["more"]:
            yield bound("size", least, None, start, end)


def _are_led(words: Sequence[Token], at: int) -> bool:
    """Whether those who are counted from `at` on are somebody's: `manage 20 people`."""
    before = words[max(0, at - 2) : at]
    if len(before) == 2 and before[1].text == "of":
        return before[0].base not in _EMPLOYERS_NOUNS | _PLACES_OF_STUDY
    return bool(before) and before[-1].text in _RUNNING


_RUNNING: Final = words_for("running")
_WITHIN: Final = 2
"""Words in which the noun follows: `small software companies`."""
_PLACES_OF_STUDY: Final = words_for("place_of_study")
_EMPLOYERS_NOUNS: Final = words_for("employer")


def _adjectives(words: Sequence[Token]) -> Iterator[Number]:
    """`Tiny private colleges`, `large employers`: how many are there, as the word is used."""
    for at, word in enumerate(words):
        bounds = sizes().get(word.text)
        end = at + 1
        if bounds is None:
            continue
        if words[end : end + 1] and words[end].text in ("sized", "size", "scale"):
            end += 1
        noun = next((each.base for each in words[end : end + _WITHIN]
                     if each.base in _PLACES_OF_STUDY | _EMPLOYERS_NOUNS), "")  # fmt: skip
        if noun:
            of = "students" if noun in _PLACES_OF_STUDY else "size"
            least, most = bounds[of]
            counted = "students" if of == "students" else "staff"
            bound = f"up to {most:,}" if least is None else f"{least:,} or more"
            if least is not None and most is not None:
                bound = f"{least:,} to {most:,}"
            yield Number(of, least, most, at, end, f"{written(words[at:end])} ({bound} {counted})")


def _counts(words: Sequence[Token]) -> list[int]:
    """The numbers among `words`; of `10,000` both are one."""
    said = "".join(word.gap + word.raw for word in words)
    return [int(each) for each in re.findall(r"\d+", _THOUSANDS.sub("", said))]


_THOUSANDS: Final = re.compile(r"(?<=\d)[,.'’ \u00a0\u202f](?=\d{3}(?!\d))")
_LATER: Final = frozenset({"later", "onward", "onwards", "after"})
_EARLIER: Final = frozenset({"earlier", "before"})
_DATING: Final = frozenset({"since", "after", "before", "until", "by"})


def _year(texts: Sequence[str], at: int) -> Number:
    """`Since 2012`, `2010 or earlier`: when a post began or ended, or a degree was finished."""
    year = int(texts[at])
    of = _dated(texts)
    start = _studied_from(texts, at) if of == "graduated" else at
    before, after = texts[max(0, at - 3) : at], texts[at + 1 : at + 3]
    beyond = next(iter(after[1:] if after[:1] == ["or"] else after), "")
    end = at + 1 + (after.index(beyond) + 1 if beyond in _LATER | _EARLIER else 0)
    if of == "since" and beyond in _EARLIER:
        return bound(of, None, year, start, end)
    # Of `since before 2010` the word that is nearer counts.
    cue = next((word for word in reversed(before) if word in _DATING), "")
    if beyond in _LATER or cue in ("since", "after") or "from" in before[-1:]:
        return bound(of, year + (cue == "after"), None, start, end)
    if beyond in _EARLIER or cue:
        return bound(of, None, year - (cue == "before"), start, end)
    return bound(of, year, year, start, end)


def _dated(texts: Sequence[str]) -> str:
    """What a year is of, by the words beside it."""
    return "graduated" if _STUDIED & set(texts) else "until" if "left" in texts else "since"


def _studied_from(texts: Sequence[str], at: int) -> int:
    """Where `finished med school in 2005` begins."""
    start = at
    while start and texts[start - 1] in _STUDIED | _BETWEEN:
        start -= 1
    return next((each for each in range(start, at) if texts[each] in FINISHED), at)


def bound(of: str, least: int | None, most: int | None, start: int, end: int) -> Number:
    """A bound, with its label: `2012 or later`, `over 200 staff`."""
    if least == most:
        said = f"{least}"
    elif least is not None and most is not None:
        said = f"{least} to {most}"
    elif of == "size":
        said = f"under {most}" if least is None else f"over {least}"
    else:
        said = f"{most} or earlier" if least is None else f"{least} or later"
    return Number(of, least, most, start, end, said + (" staff" if of == "size" else ""))


_COUNT: Final = re.compile(pattern("count"))
_BOUNDED: Final = re.compile("[<>≤≥]")
_NO_COUNT: Final = words_for("after_no_count")
_MOST: Final = 500


def counted(words: Sequence[Token]) -> tuple[int | None, set[int]]:
    """The number of people that a question begins with, and where it stands."""
    found = _COUNT.match(" ".join(word.text for word in words))
    end = found[0].count(" ") if found else 0
    if found is None or words[end].text in _NO_COUNT or _BOUNDED.search(words[0].gap):
        return None, set()
    if words[end - 1].raw[:1].isupper() and words[end].raw[:1].isupper():
        return None, set()  # `Three Rivers`
    wanted = number(found[1])
    return (wanted, set(range(end))) if 1 < wanted <= _MOST else (None, set())
