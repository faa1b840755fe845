"""What the query line can be completed with: filters, values that were seen, and the past.

Pure. Values come from what this deployment has answered so far, kept between starts, and from
the lines that were asked before; nothing is asked of the service for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.contract.limits import FILTER_MAX_CHARS, FILTERS_SERVED, people_price
from shortlist.tui.search.query import COUNT_KEYS, COUNTS, TYPES, Part, parts_of, unescaped, written
from shortlist.tui.words import count, credits, plain

if TYPE_CHECKING:
    from shortlist.contract.search import SearchResponse

OFFERED: Final = 6
_KEPT: Final = 300
_SHORTEST: Final = 3
_LONGEST_WORDS: Final = 4
_TERMS: Final = "words"
TYPES_SAID: Final = {
    "instant": "the index alone",
    "fast": "the index, more candidates, ranked again",
    "auto": "looks on the web for a person who is missing",
    "deep": "always adds evidence pages from the web",
}
_PLACES_OF_TERMS: Final = {
    "role": "title",
    "title": "title",
    "seniority": "seniority",
    "organisation": "company",
    "company": "company",
    "industry": "industry",
    "place": "location",
}


def filter_for(kind: str) -> str | None:
    """The filter that says what a term of a plan says (`PlanTerm.kind`); `None`: there is none."""
    return _PLACES_OF_TERMS.get(kind)


class Seen:
    """Values seen in answers, by filter, and terms of plans under `words`; the newest last."""

    def __init__(self, kept: Any = None) -> None:
        self._values: dict[str, dict[str, int]] = {}
        for name, values in kept.items() if isinstance(kept, Mapping) else ():
            if isinstance(values, Mapping):
                times = {str(k): n for k, n in values.items() if isinstance(n, int)}
                self._values[str(name)] = times

    def take(self, answer: SearchResponse) -> None:
        """Note the values of an answer. Names of people are not among them."""
        for result in answer.data.results:
            person = result.person
            for name in ("title", "seniority", "company", "industry"):
                self._note(name, getattr(person, name))
            pieces = plain(person.location).split(", ")
            for start in range(len(pieces)):
                self._note("location", ", ".join(pieces[start:]))
        echo = answer.data.request
        for term in echo.plan.terms if echo and echo.plan else ():
            if term.kind not in ("name", "contact", "count"):
                self._note(filter_for(term.kind) or _TERMS, term.value)
                self._note(_TERMS, term.value)

    def _note(self, name: str, value: object) -> None:
        text = plain(value).strip()
        if not text or len(text) > FILTER_MAX_CHARS:
            return
        values = self._values.setdefault(name, {})
        values[text] = values.pop(text, 0) + 1
        if len(values) > _KEPT:
            del values[next(iter(values))]

    def values(self, name: str) -> Mapping[str, int]:
        """How often each value was seen."""
        return self._values.get(name, {})

    def terms(self) -> Sequence[str]:
        """What plans understood in queries, newest first."""
        return list(reversed(self._values.get(_TERMS, {})))

    def kept(self) -> dict[str, dict[str, int]]:
        """As JSON, for the next start."""
        return self._values


class Offer(NamedTuple):
    """One completion: the text it puts into the line, and what is said beside it."""

    text: str
    label: str
    note: str = ""


class Offers(NamedTuple):
    """Completions for the characters `start` to `end` of the line."""

    start: int
    end: int
    offers: list[Offer]


def offers_for(line: str, cursor: int, seen: Seen, past: Sequence[str]) -> Offers | None:
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
        found = _values(part.key, typed, seen, past)
    else:
        return None
    if not found or [offer.label.casefold() for offer in found] == [part.value.casefold()]:
        return None
    return Offers(part.start, part.end, found)


def _part_at(line: str, cursor: int) -> Part | None:
    at = [p for p in parts_of(line) if p.start < cursor <= p.end and cursor >= p.value_start]
    return at[-1] if at else None


def _values(name: str, typed: str, seen: Seen, past: Sequence[str]) -> list[Offer]:
    notes: dict[str, str] = {}
    for line in past:
        for part in parts_of(line):
            if part.key == name and part.value:
                notes.setdefault(part.value, "asked before")
    for value, times in sorted(seen.values(name).items(), key=lambda v: -v[1]):
        notes.setdefault(value, f"in {count(times, 'result')}")
    ranks: list[tuple[int, str]] = []
    for value in notes:
        folded = value.casefold()
        if folded.startswith(typed):
            ranks.append((0, value))
        elif f" {typed}" in folded:
            ranks.append((1, value))
    ranks.sort(key=lambda rank: rank[0])
    return [Offer(written(name, v), v, notes[v]) for _, v in ranks[:OFFERED]]


def rest_of(line: str, seen: Seen, past: Sequence[str]) -> str:
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
