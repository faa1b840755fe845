"""Conversion between the fields of the filter picker and a search.

Pure. A field begins with what was understood of the question. As it is left, the words stay where
they are; as it is changed, they go, and a filter, or other words, come in their place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from shortlist.contract.limits import FACETS, FILTERS_SERVED
from shortlist.tui.features.search.understanding import Chip, place_of, without
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import with_filters
from shortlist.tui.kit.query.vocabulary import filter_for

SAID: Final = {"skill": "knows {}", "language": "speaks {}", "school": "alumni of {}"}
"""How a question says what no filter does."""
_LED: Final = re.compile(
    r"\b(?:who\s+)?(?:knows?|knowing|speaks?|speaking|studied\s+at|alumni\s+of|and)\s*$",
    re.IGNORECASE,
)


def understood_in(chips: Sequence[Chip], asked: Question) -> dict[str, list[Chip]]:
    """The chips that stand for words of the question, by the field they belong to."""
    found: dict[str, list[Chip]] = {}
    for chip in chips:
        name = chip.kind if chip.kind in FACETS else filter_for(chip.kind)
        if name is None or not chip.text or chip.negated or name in asked.filters:
            continue
        # One filter takes one value; of what a query says in words there may be several.
        if place_of(chip, asked.query) is not None and (name in SAID or name not in found):
            found.setdefault(name, []).append(chip)
    return found


def first_value(name: str, asked: Question, understood: Mapping[str, Sequence[Chip]]) -> str:
    """What a field begins with."""
    if name in asked.filters:
        return asked.filters[name]
    # A role is compared with titles in the person's own words; a place has a name that is surer.
    chips = understood.get(name, ())
    return ", ".join(chip.text if name in ("title", "industry") else chip.value for chip in chips)


def search_of(
    asked: Question, values: Mapping[str, str], understood: Mapping[str, Sequence[Chip]]
) -> Question:
    """The search with these values of the fields in place of those they began with."""
    query, filters = asked.query, dict(asked.filters)
    for name in FACETS:
        value = " ".join(values.get(name, "").split())
        if value == first_value(name, asked, understood):
            continue
        for chip in understood.get(name, ()):
            query = _without(chip, query)
        if name in FILTERS_SERVED:
            filters[name] = value
        elif value:
            query = f"{query} {SAID[name].format(_listed(value))}".strip()
    return with_filters(replace(asked, query=query), filters)


def _without(chip: Chip, query: str) -> str:
    place = place_of(chip, query)
    if place is None:
        return query
    before, after = query[: place[0]], query[place[1] :]
    led = _LED.search(before)
    if led is None:
        return without(chip, query).line
    return f"{before[: led.start()].rstrip()} {after.lstrip()}".strip()


def _listed(value: str) -> str:
    parts = [part.strip() for part in value.split(",") if part.strip()]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
