"""Completions of the query line: filters, values that were seen, and earlier lines.

Pure. Values come from a service that lists them with how many people each finds, or from what a
deployment has answered so far, kept between starts; and from the lines that were asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from shortlist.contract.limits import FILTERS_SERVED, people_price
from shortlist.desk.query_line import written
from shortlist.desk.seen_values import match_rank
from shortlist.tui.kit.query.facet_book import NO_RANK, OfferedValues, rank_of
from shortlist.tui.kit.query.syntax import (
    COUNT_KEYS,
    COUNTS,
    TYPES,
    Part,
    parts_of,
    unescaped,
)
from shortlist.tui.kit.query.vocabulary import Vocabulary
from shortlist.tui.kit.words import credits

OFFERED: Final = 6
_SHORTEST: Final = 3
_LONGEST_WORDS: Final = 4
TYPES_SAID: Final = {
    "instant": "the index alone",
    "fast": "the index, more candidates, ranked again",
    "auto": "looks on the web for a person who is missing",
    "deep": "always adds evidence pages from the web",
}


class Offer(NamedTuple):
    """One completion: the text it puts into the line, and what is said beside it."""

    text: str
    label: str
    note: str = ""
    other: str = ""
    """Another word for it, which was typed."""


class Offers(NamedTuple):
    """Completions for the characters `start` to `end` of the line."""

    start: int
    end: int
    offers: list[Offer]


Listing = Callable[[str, str, Mapping[str, str]], OfferedValues]
"""What values of a filter begin as was typed, among whom other filters find."""


def offers_for(line: str, cursor: int, listing: Listing, past: Sequence[str]) -> Offers | None:
    """What can stand where the cursor is, in the value of a filter, the type or the count."""
    part = _part_at(line, cursor)
    if part is None or not part.key:
        return None
    typed = unescaped(line[part.value_start : cursor]).strip().casefold()
    if part.key == "type":
        found = [Offer(f"type:{t}", t, TYPES_SAID[t]) for t in TYPES if t.startswith(typed)]
    elif part.key in COUNT_KEYS:
        found = [
            Offer(f"{part.key}:{n}", str(n), f"up to {credits(people_price(n))}")
            for n in COUNTS
            if str(n).startswith(typed)
        ]
    elif part.key in FILTERS_SERVED:
        others = {p.key: p.value for p in parts_of(line) if p.key in FILTERS_SERVED}
        found = _values(part.key, typed, listing(part.key, typed, others), past)
    else:
        return None
    if not found or [offer.label.casefold() for offer in found] == [part.value.casefold()]:
        return None
    return Offers(part.start, part.end, found)


def _part_at(line: str, cursor: int) -> Part | None:
    at = [p for p in parts_of(line) if p.start < cursor <= p.end and cursor >= p.value_start]
    return at[-1] if at else None


def _values(name: str, typed: str, listed: OfferedValues, past: Sequence[str]) -> list[Offer]:
    """What the service counted comes first, as it orders it; else what was asked for before."""
    told = {
        one.value: listed.note_of(one)
        for one in listed.facet.values
        if rank_of(one, typed) < NO_RANK
    }
    asked = (p.value for line in past for p in parts_of(line) if p.key == name and p.value)
    before = dict.fromkeys((v for v in asked if match_rank(v, typed) is not None), "asked before")
    if listed.counted:
        notes = {**before, **told}
        values = [*told, *(v for v in before if v not in told)]
    else:
        notes = {**told, **before}
        values = sorted(dict.fromkeys([*before, *told]), key=lambda v: match_rank(v, typed) or 0)
    return [Offer(written(name, v), v, notes[v]) for v in values[:OFFERED]]


def rest_of(line: str, seen: Vocabulary, past: Sequence[str]) -> str:
    """What the line may go on with: a line of the past, a filter's name, or a term once read."""
    if not line:
        return ""
    folded = line.casefold()
    for earlier in past:
        if len(earlier) > len(line) and earlier.casefold().startswith(folded):
            return earlier[len(line) :]
    last = line.rsplit(maxsplit=1)[-1] if not line[-1].isspace() else ""
    if len(last) >= _SHORTEST:
        for name in FILTERS_SERVED:
            if name.startswith(last) and name != last:
                return f"{name[len(last) :]}:"
    words = line.split(" ")
    for many in range(min(_LONGEST_WORDS, len(words)), 0, -1):
        tail = " ".join(words[-many:])
        if len(tail) < _SHORTEST or ":" in tail:
            continue
        for term in seen.terms():
            if len(term) > len(tail) and term.casefold().startswith(tail.casefold()):
                return term[len(tail) :]
    return ""
