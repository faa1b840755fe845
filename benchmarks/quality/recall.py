"""Can a Set say how many it misses? `python -m benchmarks.quality.recall --corpora FOLDER …`.

Capture and recapture: three routes lead to the people of a Set, the words of the question (BM25),
its meaning (cosine) and the facts that its criteria demand. Where routes were independent, how many
of those that one brings another brings too would tell how many none does.

What it prints of each graded question: who was admitted, how many each route brings of them, the
estimates of all there are, and the truth; then, leaving one corpus out after the other, how often
the truth lies in the interval, and how wide that is. Only where that is honest and narrow may an
app show it. It is not: see README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Final

import numpy as np
from benchmarks.quality.asking import SETS
from benchmarks.quality.corpora import EXACT, NOBODY, Corpus, corpora_in, open_records
from numpy.typing import NDArray

from shortlist.service.index.port import Filters
from shortlist.service.search import blend
from shortlist.service.search.conditions import Condition
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.search.port import CANDIDATES_MOST, FrozenCriterion
from shortlist.service.sets.judge import open_judge

BROUGHT: Final = 300
"""People that words, and meaning, bring each."""
_Z: Final = 1.645
"""Of an interval that is to hold the truth in nine of ten."""


@dataclass(frozen=True, slots=True)
class Caught:
    """One Set without a bound on its count."""

    question: str
    there: int
    """How many there are, as graded."""
    admitted: int
    right: int
    """Of those admitted, how many are among them."""
    words: int
    meaning: int
    facts: int
    both: int
    """Of those admitted, whom words, meaning, facts, and words and meaning bring."""

    @property
    def recall(self) -> float:
        return self.right / self.there


def chapman(first: int, second: int, both: int) -> tuple[float, float]:
    """How many there are, and the variance of that, by two independent captures of which `both`
    are in common: Chapman's form of Lincoln and Petersen, without bias where `first` + `second`
    is at least all there are, and finite where nobody is in common (Seber 1982)."""
    estimate = (first + 1) * (second + 1) / (both + 1) - 1
    spread = (first + 1) * (second + 1) * (first - both) * (second - both)
    return estimate, spread / ((both + 1) ** 2 * (both + 2))


def chao(once: int, twice: int, seen: int) -> float:
    """At least how many there are, by how many of those `seen` one route alone brings, and exactly
    two: Chao's lower bound, in its form without bias (Chao 1987). Whatever makes some easier to
    find than others, it stays a lower bound; routes that lean on each other lower it further."""
    return seen + once * (once - 1) / (2 * (twice + 1))


def interval(caught: Caught, widened: float = 1.0) -> tuple[float, float]:
    """Between which shares of all there are a Set has, by words and meaning: the interval of
    Chapman's estimate, in which whoever is missed is log-normal, `widened` times downwards."""
    estimate, variance = chapman(caught.words, caught.meaning, caught.both)
    missed = max(estimate - caught.admitted, 0.0)
    if not missed:
        return min(1.0, 1 / widened), 1.0
    by = math.exp(_Z * math.sqrt(math.log(1 + variance / missed**2)))
    most, least = caught.admitted + missed * by, caught.admitted + missed / by
    return caught.admitted / most / widened, caught.admitted / least


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.recall")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write what was caught")
    options = parser.parse_args()
    caught = {
        corpus.name: _caught(corpus, options.data_dir) for corpus in corpora_in(options.corpora)
    }
    if options.json:
        told = {name: [asdict(each) for each in rows] for name, rows in caught.items()}
        options.json.write_text(json.dumps(told, indent=1), "utf-8")
    for line in report(caught):
        print(line)


def report(caught: dict[str, list[Caught]]) -> list[str]:
    """What is to be known of it: dependence, and the intervals on the corpus left out."""
    lines = []
    for name, rows in caught.items():
        sets = [each for each in rows if each.admitted]
        shares = [each.facts / each.admitted for each in sets]
        poor = [each for each in rows if each.recall < 0.9]
        blind = [each for each in poor if interval(each)[0] > each.recall or not each.admitted]
        lines.append(
            f"{name}: {len(sets)} Sets with anybody of {len(rows)}; facts bring {mean(shares):.0%} "
            f"of who is admitted; {len(poor)} Sets have under 90 % of them, of which "
            f"{len(blind)} look better than they are"
        )
        others = [each for other, rows in caught.items() if other != name for each in rows]
        for told, widened in (("as it is", 1.0), ("widened by the other corpus", widening(others))):
            spans = [interval(each, widened) for each in sets]
            held = [
                low <= each.recall <= high for each, (low, high) in zip(sets, spans, strict=True)
            ]
            wide = mean(high - low for low, high in spans)
            lines.append(f"  {told}, ×{widened:.2f}: holds in {mean(held):.0%}, {wide:.2f} wide")
    return lines


def widening(rows: Sequence[Caught]) -> float:
    """How much lower the interval has to begin to hold the truth in nine of ten of `rows`."""
    needed = sorted(
        max(1.0, interval(each)[0] / max(each.recall, 0.01)) for each in rows if each.admitted
    )
    return needed[min(len(needed) - 1, math.ceil(0.9 * len(needed)) - 1)] if needed else 1.0


def _caught(corpus: Corpus, data_dir: Path) -> list[Caught]:
    index = open_records(data_dir / corpus.name, corpus.people())
    try:
        finder = open_finder(index)
        judge = open_judge(index, finder)
        rows = []
        for query in corpus.queries():
            there = {id_ for id_, grade in query["relevant"].items() if grade == EXACT}
            if query["kind"] not in SETS or query["kind"] == NOBODY or not there:
                continue
            text = query["query"]
            criteria = judge.criteria(text, None)
            known = list(
                index.get([c.person_id for c in finder.candidates(text, criteria)]).values()
            )
            verdicts = judge.check(criteria, known)
            admitted = {
                str(person["id"])
                for person, said in zip(known, verdicts, strict=True)
                if {verdict.status for verdict in said} == {"satisfied"}
            }
            words, meaning, facts = (admitted & route for route in _routes(finder, text, criteria))
            rows.append(
                Caught(
                    query["qid"],
                    there=len(there),
                    admitted=len(admitted),
                    right=len(admitted & there),
                    words=len(words),
                    meaning=len(meaning),
                    facts=len(facts),
                    both=len(words & meaning),
                )
            )
        return rows
    finally:
        index.close()


def _routes(
    finder: IndexFinder, query: str, criteria: Sequence[FrozenCriterion]
) -> tuple[set[str], set[str], set[str]]:
    """Whom words, meaning and facts bring, each alone."""
    conditions = tuple(
        Condition.of(spec, criterion.description)
        for criterion in criteria
        for spec in (criterion.spec or {}).get("all", ())
    )
    # As candidates of a Set are looked for.
    said = (each.label for each in conditions if each.kind == "words")
    text = " ".join([query, *(c.description for c in criteria if c.spec is None), *said])
    asked = replace(finder.understand(query, Filters()), conditions=conditions, text=text)
    people, pool = blend.ranked(finder._index, asked, finder.vocabulary, CANDIDATES_MOST)
    ids = np.array(people.ids(pool.rows), dtype=object)
    demanded = [at for at, each in enumerate(conditions) if each.kind != "words"]
    holds = (pool.met[demanded] >= blend.WHOLE).all(axis=0) & bool(demanded)
    return _best(ids, pool.words), _best(ids, pool.meaning), set(ids[holds])


def _best(ids: NDArray[np.object_], scores: NDArray[np.float64]) -> set[str]:
    first = np.argsort(-scores, kind="stable")[:BROUGHT]
    return set(ids[first[scores[first] > 0]])


if __name__ == "__main__":
    main()
