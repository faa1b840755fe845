"""How right is the count of who meets everything? `python -m benchmarks.quality.counted …`.

A search and a Set say how many people of the whole index meet all criteria by their records, and of
how many more a record does not say (`search/counting.py`). Against the grades: how often the graded
number lies between the first and the sum of both, and how near the first is to it. `--every-record`
also checks everybody by the judge, one by one: both must be the same, question by question.

Could a range stand beside the count? As much as the grades of one corpus need it widened to hold in
nine of ten, it is widened for the other: how often it holds there, and how wide it is.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import median

from benchmarks.quality.corpora import EXACT, NOBODY, Corpus, corpora_in, criteria_of, open_records

from shortlist.contract.search import Counted
from shortlist.service.index.facets import trace
from shortlist.service.search.conditions import SATISFIED, UNSATISFIED, Condition, Facts
from shortlist.service.search.finder import WholeIndex, open_finder
from shortlist.service.search.port import FrozenCriterion
from shortlist.service.sets.judge import open_judge

_AT_ONCE = 2000
_HELD = 0.9
"""In how many of the questions a range is to hold."""


@dataclass(frozen=True, slots=True)
class Told:
    """One question that fields decide."""

    kind: str
    there: int
    """How many there are, as graded."""
    counted: Counted
    criteria: list[FrozenCriterion]

    @property
    def holds(self) -> bool:
        """Whether the graded number is within what was said."""
        met, more = self.counted.met or 0, self.counted.open or 0
        return met <= self.there <= met + more

    @property
    def least(self) -> float:
        return max(self.counted.met or 0, 0.5)

    @property
    def most(self) -> float:
        return max((self.counted.met or 0) + (self.counted.open or 0), 0.5)

    @property
    def beyond(self) -> float:
        """How many times further the range has to go, either way, to hold the graded number."""
        return max(self.least / self.there, self.there / self.most, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.counted")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--only", metavar="CORPUS")
    parser.add_argument("--every-record", action="store_true", help="also check everybody")
    options = parser.parse_args()
    every: dict[str, list[Told]] = {}
    for corpus in corpora_in(options.corpora, options.only):
        index = open_records(options.data_dir / corpus.name, corpus.people())
        try:
            told, unsaid = _told(corpus, index)
            print(*report(corpus.name, told, unsaid), sep="\n")
            every[corpus.name] = [each for each in told if each.there]
            if options.every_record:
                wrong = _checked(index, told)
                print(f"  checked one by one: {wrong} of {len(told)} otherwise")
        finally:
            index.close()
    for name, fitted in every.items():
        for other in every.keys() - {name}:
            print(widened(name, fitted, other, every[other]))


def widened(name: str, fitted: list[Told], other: str, told: list[Told]) -> str:
    """How a range that is as wide as one corpus needs it does on another."""
    needed = sorted(each.beyond for each in fitted)
    by = needed[min(len(needed), ceil(_HELD * (len(needed) + 1))) - 1]
    held = sum(each.beyond <= by for each in told) / len(told)
    wide = median(each.most / each.least * by**2 for each in told)
    return (
        f"{by:.2f} times wider either way, as {name} needs it: holds on {other} in {held:.0%}, "
        f"its end {wide:.1f} times its beginning in the middle"
    )


def report(name: str, told: list[Told], unsaid: int) -> list[str]:
    """Of lists and the like, and of questions whose answer is nobody."""
    some = [each for each in told if each.there]
    near = [each for each in some if abs((each.counted.met or 0) - each.there) <= 0.1 * each.there]
    ratios = [(each.counted.met or 0) / each.there for each in some]
    decided = [each for each in some if (each.counted.open or 0) <= 0.1 * each.there]
    sure = sum(each.holds for each in decided)
    return [
        f"{name}: {len(some)} counted, {unsaid} not: the grades are within it in "
        f"{sum(each.holds for each in some) / len(some):.0%}; those who meet all are within a "
        f"tenth of them in {len(near) / len(some):.0%}, {median(ratios):.2f} of them in the middle",
        f"  where at most a tenth more is open, {len(decided)}: within it in {sure}",
    ]


def _told(corpus: Corpus, index: WholeIndex) -> tuple[list[Told], int]:
    finder = open_finder(index)
    judge = open_judge(index, finder)
    told, unsaid = [], 0
    for query in corpus.queries():
        if query["kind"] in ("name", NOBODY):
            continue
        criteria = judge.criteria(query["query"], criteria_of(query))
        counted = finder.counted(criteria)
        if counted is None or counted.met is None:
            unsaid += 1
            continue
        there = sum(grade == EXACT for grade in query["relevant"].values())
        told.append(Told(query["kind"], there, counted, criteria))
    return told, unsaid


def _checked(index: WholeIndex, told: list[Told]) -> int:
    """How many questions the judge's own conditions answer otherwise, of everybody's records."""
    asked = [
        [Condition.of(spec, "") for each in one.criteria for spec in (each.spec or {})["all"]]
        for one in told
    ]
    met: list[set[str]] = [set() for _ in told]
    more: list[set[str]] = [set() for _ in told]
    ids = index.scan()
    for at in range(0, len(ids), _AT_ONCE):
        for id_, record in index.get(ids[at : at + _AT_ONCE]).items():
            facts: Facts = {}
            for fact in trace(record):
                facts.setdefault(fact.key, []).append(fact)
            who = min([id_, *index.same_as(id_)])
            for n, conditions in enumerate(asked):
                said = {condition.check(facts, strictly=True)[0] for condition in conditions}
                if said == {SATISFIED}:
                    met[n].add(who)
                elif UNSATISFIED not in said:
                    more[n].add(who)
    pairs = [(len(met[n]), len(more[n] - met[n])) for n in range(len(told))]
    return sum(
        pair != (one.counted.met, one.counted.open) for pair, one in zip(pairs, told, strict=True)
    )


if __name__ == "__main__":
    main()
