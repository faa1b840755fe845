"""What a service understood of a query, as chips that stand for words of the line.

Pure. A chip is never an order of its own: removing or editing one changes the line, and the line
is what is searched, so that there is one truth and it can be read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from shortlist.contract.limits import FILTERS_SERVED
from shortlist.desk.query_line import written
from shortlist.tui.kit.query.syntax import parts_of
from shortlist.tui.kit.query.vocabulary import filter_for
from shortlist.tui.kit.words import in_words, plain

if TYPE_CHECKING:
    from shortlist.contract.search import SearchPlan

_LONGEST = 60
_WHERE = "(?:in|at|from|near|of)"
_LEADING = re.compile(
    rf"(?:^|[\s,]+)(?:(?:but\s+)?(?:not|no|without|except)(?:\s+{_WHERE})?|{_WHERE})$",
    re.IGNORECASE,
)


class Chip(NamedTuple):
    """One thing understood, or some words that were not."""

    kind: str
    """As `PlanTerm.kind`; the key of a filter where it was given as one; `?` where the words
    were not understood and only meaning decides."""
    value: str
    text: str
    """The words of the query; empty for a filter."""
    negated: bool = False

    @property
    def label(self) -> str:
        if self.kind == "?":
            return "?"
        name = f"{self.kind}:" if not self.text else in_words(self.kind, 20)
        return f"not {name}" if self.negated else name


class Edit(NamedTuple):
    """A changed line, and which of its characters to select."""

    line: str
    start: int
    end: int


def chips_of(plan: SearchPlan, line: str) -> list[Chip]:
    """The chips of an answered line, in the order of the plan; what was not understood last."""
    chips = []
    for term in plan.terms:
        if term.text:
            chips.append(
                Chip(term.kind, plain(term.value, _LONGEST), plain(term.text), term.negated)
            )
        else:
            kind = filter_for(term.kind) or term.kind
            chips.append(Chip(kind, plain(term.value, _LONGEST), "", term.negated))
    return chips + [Chip("?", run, run) for run in _runs(plain(plan.remainder), line)]


def _runs(remainder: str, line: str) -> list[str]:
    """The words of a remainder; those that follow one another in the line stay together."""
    words = remainder.split()
    runs: list[list[str]] = []
    for word in words:
        if runs and _find(line, " ".join([*runs[-1], word])) is not None:
            runs[-1].append(word)
        else:
            runs.append([word])
    return [" ".join(run) for run in runs]


def place_of(chip: Chip, line: str) -> tuple[int, int] | None:
    """Where the words of a chip stand in the line; `None` when they are gone from it."""
    if chip.text:
        return _find(line, chip.text)
    for part in parts_of(line):
        key = filter_for(part.key) or part.key
        if key == chip.kind and plain(part.value, _LONGEST).casefold() == chip.value.casefold():
            return part.start, part.end
    return None


def _find(line: str, text: str) -> tuple[int, int] | None:
    words = r"\s+".join(re.escape(word) for word in text.split())
    found = re.search(rf"(?<!\w){words}(?!\w)", line, re.IGNORECASE) if words else None
    return found.span() if found else None


def without(chip: Chip, line: str) -> Edit:
    """The line without the words of a chip, nothing selected."""
    place = place_of(chip, line)
    if place is None:
        return Edit(line, len(line), len(line))
    rest = _cut(line, *place)
    return Edit(rest, len(rest), len(rest))


def as_filter(chip: Chip, line: str) -> Edit:
    """The line with a chip as an explicit filter, its value selected to be typed over.

    What no filter says (a skill, a topic, a name, what is to be absent) is selected as words.
    """
    place = place_of(chip, line)
    name = chip.kind if chip.kind in FILTERS_SERVED else filter_for(chip.kind)
    if place is None:
        if name is None or chip.negated:
            return Edit(line, len(line), len(line))
        place = (len(line), len(line))
    start, end = place
    if not chip.text or name is None or chip.negated:
        part = next((p for p in parts_of(line) if p.start == start and p.key), None)
        if part is None:
            return Edit(line, start, end)
        return Edit(line, part.value_start, _value_end(line, part.value_start, part.end))
    # A role is the person's own words, which a title is compared with; a place, a company and
    # the like have a name that is surer than the words.
    words = line[start:end] or chip.text
    said = (words if name in ("title", "industry") else chip.value).strip()
    rest = _cut(line, start, end)
    held = next((p for p in parts_of(rest) if p.key == name), None)
    if held is not None:  # a search takes each filter once: the chip's comes in its place
        rest = _cut(rest, held.start, held.end)
    filter_ = written(name, said)
    quoted = filter_.startswith(f'{name}:"')
    return Edit(f"{filter_} {rest}".strip(), len(name) + 1 + quoted, len(filter_) - quoted)


def _cut(line: str, start: int, end: int) -> str:
    """The line without these characters, nor the `in`, `at` or `not` that led to them, nor a comma
    that parts nothing any more."""
    before = _LEADING.sub("", line[:start].rstrip())
    after = line[end:].lstrip()
    if after.startswith(",") and (not before or before.endswith(",")):
        after = after[1:].lstrip()
    if not after:
        before = before.rstrip(", ")
    return f"{before}{'' if after.startswith(',') else ' '}{after}".strip()


def _value_end(line: str, start: int, end: int) -> int:
    return end - 1 if end > start and line[end - 1] == '"' else end
