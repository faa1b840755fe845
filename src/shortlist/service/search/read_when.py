"""Reading when: dates, and whether people are in their role now."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from shortlist.service.lexicon.numbers import NUMBER, number
from shortlist.service.lexicon.text import listed
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import Reading

_FORMER: Final = (
    r"(?:former|formerly|ex|retired|previous|past|one ?time|left office"
    r"|no longer (?:in office|serving)|out of office|who left|who have left|stepped down|departed"
    r"|(?:who |that )?used to (?:sit|serve|be|work)(?: (?:in|on|as|for|at)\b)?)"
)
_CURRENT: Final = (
    r"(?:and )?(?:current(?:ly)?|incumbent|sitting|serving"
    r"|still (?:serving|in office|there|sitting|in post)"
    r"|in office|today|right now|now serving)"
)
_LEAVING: Final = (
    r"(?:leaving|departed|ended|resigned|terms? (?:ends?|expired)|until|left|quit|stopped)"
)
_VERBS: Final = (
    r"(?:(?:first|newly|who were|who was|and|that|who|whose|have been|has been) )*"
    r"(?:(?:terms?|service|tenure|mandate)"
    r" (?:ended|ends?|expired|expires?|began|started|starts?)"
    r"|took (?:their|his|her|a) seats?|out|stopped|quit|departed"
    r"|stepped down|resigned|came in|entered office|assumed office|began|elected|appointed"
    r"|took office|joined|started|in office|commissioned|serving|sworn in|left office|left"
    r"|retired|confirmed|new(?= (?:since|in) )|(?:has|have|who) served|served|in place|there)"
    r"(?=\s|$)"
)
"""What is said of a date."""
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_ENDING: Final = (
    r"(?:whose |with |and )?(?:an? |their |current )*terms?"
    r" (?:that )?(?:ends?|ending|expires?|expiring|runs? out|running out|is up|are up|up)"
)
_SENIOR: Final = (
    r"\b(?:took|taken|takes?|taking|assumed|went|gone|go) (?:on )?senior(?: status)?\b"
    r"|\bsenior status (?:in|since|after|before|between|from|by|until)\b"
)
"""A judge's, of which a date may be, too: `took senior status after 2019`."""
_THERE: Final = listed("office served serving serve seat there post job role tenure incumbent")
"""Words that say of a number of years that it is that of being in office."""


def read_dates(reading: Reading) -> list[Condition]:
    """`since 2020`, `before 2015`, `in 2024 or later`, `between 2018 and 2020`."""
    patterns = (
        (r"(?:(?:in|of|from|during) )?(?:the )?(?P<year>(?:19|20)\d0)s", "decade"),
        (rf"between {_YEAR} and (?P<last>(?:19|20)\d\d)", "span"),
        (rf"from {_YEAR} to (?P<last>(?:19|20)\d\d)", "span"),
        (rf"(?:in |since |from )?{_YEAR} (?:or|and) (?:later|after|since|newer|onwards?)", "from"),
        (rf"(?:in |by )?{_YEAR} (?:or|and) (?:earlier|before|older)", "to"),
        (rf"(?:since|from) (?:at least )?{_YEAR}(?: onwards?)?", "from"),
        (rf"(?:after|later than) {_YEAR}", "after"),
        (rf"(?:since )?(?:before|prior to|earlier than) {_YEAR}", "before"),
        (rf"(?:until|up to|by) {_YEAR}", "to"),
        (rf"(?:in|during) {_YEAR}", "in"),
    )
    for start, end, match in reading.search(rf"{_ENDING} (?:in |on |by )?{_YEAR}(?=\s|$)"):
        reading.take(start, end)
        year = int(match["year"]) * 10000
        return [_dated(reading, start, end, "Term ends in", match["year"], "term_end", year)]
    for pattern, kind in patterns:
        for start, end, match in reading.search(pattern):
            year = int(match["year"])
            joined = " ".join(word.text for word in reading.words)
            leaving = re.search(rf"\b(?:{_FORMER}|{_LEAVING})\b", joined)
            at_least, at_most = {
                "decade": (year, year + 9),
                "span": (year, int(match.groupdict().get("last") or year)),
                "from": (year, None),
                "after": (year + 1, None),
                "before": (None, year - 1),
                "to": (None, year),
                "in": (year, year),
            }[kind]
            reading.take(start, end)
            for s, e, _ in reading.search(_VERBS):
                if "left" in reading.texts(s, e) or e <= start + 1:
                    if "appointed" in reading.texts(s, e) and e < start:
                        continue
                    if "left" not in reading.texts(s, e):
                        reading.take(s, e)
            facet, verb = ("until", "Left office") if leaving else ("since", "Started")
            if re.search(_SENIOR, joined):
                facet, verb = "senior_since", "Took senior status"
            last = match.groupdict().get("last") or year + 9
            when = {
                "span": f"between {year} and {last}",
                "decade": f"between {year} and {last}",
                "from": f"in {year} or later",
                "after": f"after {year}",
                "before": f"before {year}",
                "to": f"in {year} or earlier",
                "in": f"in {year}",
            }[kind]
            return [
                Condition(
                    kind="date",
                    label=f"{verb.lower()} {when}",
                    description=f"{verb} {when}",
                    clauses=(
                        Clause(
                            facet,
                            at_least=at_least * 10000 + 101 if at_least else None,
                            at_most=at_most * 10000 + 1231 if at_most else None,
                        ),
                    ),
                    text=reading.said(start, end),
                    weight=1.5,
                )
            ]
    return []


def read_tenure(reading: Reading) -> list[Condition]:
    """`in office for more than 5 years`, `at least ten years in the role`."""
    if not any(word.text in _THERE for word in reading.words):
        return []
    longer = r"(?:for )?(?P<more>more than|over|at least|longer than|no less than)?"
    shorter = r"(?P<less>less than|fewer than|under|at most|up to|no more than)?"
    for start, end, match in reading.search(
        rf"{longer} ?{shorter} ?(?P<years>{NUMBER}) years?(?: or (?:more|longer|(?P<cut>less)))?"
        r"(?: in (?:office|(?:the|their) (?:job|role|post|seat)))?(?=\s|$)"
    ):
        reading.take(start, end)
        for s, e, _ in reading.search(_VERBS):
            reading.take(s, e)
        today = datetime.now(UTC)
        day = (today.year - number(match["years"])) * 10000 + today.month * 100 + today.day
        said = re.sub(r"^for ", "", reading.said(start, end))
        years = re.sub(r" in (?:office|the|their).*", "", said)
        if match["less"] or match["cut"]:
            return [_dated(reading, start, end, "In office for", years, "since", day, None)]
        years = years if match["more"] or "or" in years else f"{years} or more"
        return [_dated(reading, start, end, "In office for", years, "since", None, day)]
    return []


def _dated(
    reading: Reading,
    start: int,
    end: int,
    verb: str,
    said: str,
    facet: str,
    at_least: int | None,
    at_most: int | None = -1,
) -> Condition:
    """A date of `facet` between two numbers; without `at_most`, within the year of `at_least`."""
    if at_most == -1:
        at_most = (at_least or 0) + 1231
    return Condition(
        kind="date",
        label=f"{verb.lower()} {said}",
        description=f"{verb} {said}",
        clauses=(Clause(facet, at_least=at_least, at_most=at_most),),
        text=reading.said(start, end),
        negated=reading.negated[start],
        weight=1.5,
    )


def read_status(reading: Reading) -> list[Condition]:
    """Former or current, where the query says it."""
    for pattern, value in ((_FORMER, "former"), (_CURRENT, "current")):
        spans = list(reading.search(rf"{pattern}(?=\s|$)"))
        if not spans:
            continue
        for start, end, _ in spans:
            reading.take(start, end)
        start, end, _ = spans[0]
        current = value == "current"
        return [
            Condition(
                kind="status",
                label=value,
                description="Currently in office or in the role"
                if current
                else "No longer in the role",
                clauses=(Clause("status", values=(value,)),),
                text=reading.said(start, end),
                weight=1.5,
            )
        ]
    return []
