"""Then and now in public life: who left an office, and what somebody held before another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from shortlist.service.reading.packs.public_office.span_rules import is_of_office, role_ids
from shortlist.service.reading.packs.public_office.texts import raw
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches
from shortlist.service.reading.vocabulary.words import NUMBER, number, words_for

_OFFICES: Final = frozenset({"role", "chamber"})
_FORMER: Final = Span(
    0, 0, "status", ("status=former",), "former", 1.0, says="No longer in the role"
)
_OF_A_CHAMBER: Final = {"chamber=lower": "representative", "chamber=upper": "senator"}


def settle(parts: Sequence[Part], *, left: bool) -> list[Part]:
    """`parts` with what is said of the past as records keep it: they say of who left an office
    that they are former, and of who holds another one what they held earlier. `left`: a date is
    named at which they left."""
    office = [any(is_of_office(span) for span in part.spans) for part in parts]
    if not any(office):
        return list(parts)
    found: list[Part] = []
    gone = False
    for part, public in zip(parts, office, strict=True):
        if not part.past or not (public or part.kind == "place"):
            found.append(part)
        elif part.kind in _OFFICES and any(p.kind == "role" and not p.past for p in found):
            found.append(_earlier(part))
        else:
            gone = True
            found.append(replace(part, past=False))
    if gone or left:
        # It holds of who has left, so that it is not asked whether they still are.
        found = [replace(part, past=part.kind in _HOLDING) for part in found]
    return [*found, Part((_FORMER,))] if gone or left else found


_HOLDING: Final = frozenset({"role", "chamber", "committee", "party", "district", "appointment"})


def _earlier(part: Part) -> Part:
    ids = role_ids(part.spans) or {_OF_A_CHAMBER[v] for v in part.values if v in _OF_A_CHAMBER}
    label = part.label
    span = Span(
        part.spans[0].start, part.spans[-1].end, "history",
        tuple(f"past_role={role}" for role in sorted(ids)), f"earlier: {label}", 1.0,
        says=f"Earlier served as {label}",
    )  # fmt: skip
    return Part((span,), part.negated)


_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_LAST: Final = r"(?P<last>(?:19|20)\d\d)"
_WHEN: Final = (
    (r"(?:(?:in|of|from|during) )?(?:the )?(?P<year>(?:19|20)\d0)s", "decade"),
    (rf"between {_YEAR} and {_LAST}", "span"),
    (rf"from {_YEAR} to {_LAST}", "span"),
    (rf"(?:in |since |from )?{_YEAR} (?:or|and) (?:later|after|since|newer|onwards?)", "from"),
    (rf"(?:in |by )?{_YEAR} (?:or|and) (?:earlier|before|older)", "to"),
    (rf"(?:since|from) (?:at least )?{_YEAR}(?: onwards?)?", "from"),
    (rf"(?:after|later than) {_YEAR}", "after"),
    (rf"(?:since )?(?:before|prior to|earlier than) {_YEAR}", "before"),
    (rf"(?:until|up to|by) {_YEAR}", "to"),
    (rf"(?:in|during) {_YEAR}", "in"),
)
_LEAVING: Final = re.compile(
    r"\b(?:former|formerly|ex|retired|previous|past|left|leaving|departed|ended|resigned|quit"
    r"|stopped|stepped down|terms? (?:ends?|expired)|until|out of office|used to)\b"
)
_SENIOR: Final = re.compile(
    r"\b(?:took|taken|takes?|taking|assumed|went|gone|go) (?:on )?senior\b|\bsenior status\b"
)
_ENDING: Final = (
    r"(?:whose |with |and )?(?:an? |their |current )*terms?(?: that)?"
    rf" (?:ends?|ending|expires?|expiring|runs? out|running out|is up|are up|up)"
    rf" (?:in |on |by )?{_YEAR}"
)
_TENURE: Final = (
    r"(?:for )?(?P<more>more than|over|at least|longer than|no less than)? ?"
    r"(?P<less>less than|fewer than|under|at most|up to|no more than)? ?"
    rf"(?P<years>{NUMBER}) years?(?: or (?:more|longer|(?P<cut>less)))?"
    r"(?: in (?:office|(?:the|their) (?:job|role|post|seat)))?"
)
_THERE: Final = words_for("tenure")


def dates(words: Sequence[Token]) -> tuple[Number, ...]:
    """When they started, left, took senior status, or how long they are there: one at most."""
    return tuple(found for found in [next(_dates(words), None)] if found)


def _dates(words: Sequence[Token]) -> Iterator[Number]:
    for start, end, match in matches(words, _ENDING):
        year = int(match["year"])
        yield Number("term_end", year, year, start, end, f"term ends in {year}")
    text = " ".join(word.text for word in words)
    of, verb = ("until", "left office") if _LEAVING.search(text) else ("since", "started")
    if _SENIOR.search(text):
        of, verb = "senior_since", "took senior status"
    for pattern, how in _WHEN:
        for start, end, match in matches(words, pattern):
            year = int(match["year"])
            last = int(match.groupdict().get("last") or year + 9)
            least, most, when = {
                "decade": (year, last, f"between {year} and {last}"),
                "span": (year, last, f"between {year} and {last}"),
                "from": (year, None, f"in {year} or later"),
                "after": (year + 1, None, f"after {year}"),
                "before": (None, year - 1, f"before {year}"),
                "to": (None, year, f"in {year} or earlier"),
                "in": (year, year, f"in {year}"),
            }[how]
            yield Number(of, least, most, start, end, f"{verb} {when}")
    if not _THERE.isdisjoint(word.text for word in words):
        yield from _tenure(words)


def _tenure(words: Sequence[Token]) -> Iterator[Number]:
    """`In office for more than 5 years`, `at least ten years in the role`."""
    for start, end, match in matches(words, _TENURE):
        today = datetime.now(UTC)
        day = (today.year - number(match["years"])) * 10000 + today.month * 100 + today.day
        years = re.sub(r" in (?:office|the|their).*|^for ", "", raw(words, start, end))
        if match["less"] or match["cut"]:
            yield Number("since", day, None, start, end, f"in office for {years}")
        else:
            years = years if match["more"] or " or " in years else f"{years} or more"
            yield Number("since", None, day, start, end, f"in office for {years}")
