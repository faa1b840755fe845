"""An edition of graded queries: classes of them, each with several wordings, in two halves.

The grades come from the raw fields with rules of the edition's own. Wordings at even places of a
class are for whoever mends it (`--half develop`); those at odd places are measured alone
(`--half held-out`) and are spent once somebody has looked at how they fail.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from benchmarks.quality.compose import Query
from benchmarks.quality.reworded_forms import POSTAL

from shortlist.service.index.port import Record

Slots = dict[str, str]
Case = tuple[Slots, list[Record], list[Record]]
"""What fills a wording, who meets it, and who comes near."""
PARTIES: Final = {"Republican": "Republicans", "Democratic": "Democrats"}
TRIES: Final = 400
"""Cases after which a class is content with the queries it has."""


def short_name(company: str) -> str:
    """A company as people call it, without its legal form."""
    return re.sub(r",? (?:Inc\.?|Corporation|Company|Companies)$| \(The\)", "", company)


class Edition:
    """Each class of `forms` is a method of the same name that gives its cases without end."""

    name: ClassVar[str]
    forms: ClassVar[Mapping[str, tuple[str, tuple[str, ...]]]]
    """class: (kind of query, wordings)"""
    per_class: ClassVar[int]
    per_semantic_class: ClassVar[int]
    """Of the classes that ask in other words than the records'."""
    exact_most: ClassVar[int]

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

    def queries(self) -> list[Query]:
        """All of them, numbered; `class` says what they try."""
        made = [query for name in self.forms for query in self._of_class(name)]
        made += self.misnamed()
        return [{"qid": f"{self.name[:2]}-{at:03}", **query} for at, query in enumerate(made, 1)]

    def misnamed(self) -> list[Query]:
        """Queries for persons by names that are wrong, beside those of the classes."""
        return []

    def _of_class(self, name: str) -> list[Query]:
        kind, forms = self.forms[name]
        mine = forms[int(self.held_out) :: 2]
        wanted = self.per_semantic_class if kind == "semantic" else self.per_class
        cases: Callable[[], Iterator[Case]] = getattr(self, name)
        made: dict[str, Query] = {}
        for at, (slots, exact, near) in enumerate(cases()):
            text = mine[len(made) % len(mine)].format(**slots)
            if 0 < len(exact) <= self.exact_most and text not in made:
                relevant = {p["id"]: 1 for p in near} | {p["id"]: 3 for p in exact}
                made[text] = {"query": text, "type": kind, "class": name, "relevant": relevant}
            if len(made) == wanted or at > TRIES:
                break
        return list(made.values())

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
