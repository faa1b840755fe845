"""What the classes of reworded queries choose from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from benchmarks.quality.reworded_forms import POSTAL

from shortlist.service.index.port import Record

Slots = dict[str, str]
Case = tuple[Slots, list[Record], list[Record]]
"""What fills a wording, who meets it, and who comes near."""


class Source:
    """A corpus, and how the classes of queries choose from it."""

    def __init__(self, people: list[Record], seed: int, *, held_out: bool) -> None:
        self.people = people
        self.random = random.Random(f"{seed} {held_out}")
        self.held_out = held_out
        self.by_source: dict[str, list[Record]] = {}
        for person in people:
            self.by_source.setdefault(person["dataset"], []).append(person)
        self.state = self._now("openstates")
        self.lawmakers = [p for p in self.state if p["seniority"] == "legislator"]
        self.states = sorted({p["region"] for p in self.lawmakers if p["region"] in POSTAL})
        self.officers = self._now("sec-form4")

    def _now(self, source: str) -> list[Record]:
        return [p for p in self.by_source.get(source, ()) if p["status"] == "current"]

    def _pick(self, values: Any) -> Any:
        return self.random.choice(sorted(values))

    def _forever(self, values: Any) -> Iterator[Any]:
        ordered = sorted(values)
        while ordered:
            self.random.shuffle(ordered)
            yield from ordered

    def _states(self) -> Iterator[tuple[Slots, list[Record]]]:
        for state in self._forever(self.states):
            slots = {"state": state, "lower": state.lower(), "code": POSTAL[state]}
            yield slots, [p for p in self.lawmakers if p["region"] == state]
