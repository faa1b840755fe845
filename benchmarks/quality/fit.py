"""Fits ranking, and confidence in whom it shows first, on graded corpora:
`python -m benchmarks.quality.fit --corpora FOLDER --data-dir DIR`.

Ranking is learned from pairs (`pairs`). Confidence is a regularised logistic regression over the
first ten people of each question, exact answer or not. No weight of either falls below zero. Both
are fitted on the corpora of FOLDER and those of strangers that lie in the project, all but one, and
told on that one, for each in turn; then on all of them, each counting as much, and that is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from benchmarks.quality.asking import FILTERS, SHOWN
from benchmarks.quality.corpora import EXACT, SET, STRANGERS, Corpus, corpora_in, open_records
from benchmarks.quality.measures import calibration
from benchmarks.quality.pairs import Ranked, learned
from numpy.typing import NDArray

from shortlist.service.search import ranking
from shortlist.service.search.conditions import Understood
from shortlist.service.search.confidence import FEATURES, WEIGHTS, features
from shortlist.service.search.finder import ALIKE_LEAST, open_finder

_RIDGE: Final = 1.0
_STEPS: Final = 4000
_RATE: Final = 0.3
Numbers = NDArray[np.float64]
Model = tuple[Numbers, float]
"""The weights of confidence, and its constant."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a corpus, and those worth ranking for it."""

    understood: Understood
    pool: ranking.Pool
    ranked: Ranked

    def shown(self, weights: Numbers) -> tuple[Numbers, Numbers]:
        """The features of whom it shows first, and whether they are an exact answer."""
        scores = self.ranked.given @ weights
        order = np.argsort(-scores, kind="stable")[:SHOWN]
        pool = replace(self.pool, scores=scores).at(order)
        grades = [self.ranked.grades.get(self.ranked.ids[at]) for at in order]
        exact = np.array([grade == EXACT for grade in grades], dtype=np.float64)
        return features(pool), exact


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.fit")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True, help="keeps the indexes")
    options = parser.parse_args()
    corpora = [*corpora_in(options.corpora), *corpora_in(STRANGERS)]
    asked = {each.name: _asked(each, options.data_dir) for each in corpora}
    for name in asked:
        order, model = _fitted(asked, without=name)
        print(f"{name}, not fitted on: {_figures(asked[name], order, model)}", flush=True)
    order, (weights, constant) = _fitted(asked)
    for name, own in asked.items():
        print(f"{name}, fitted on all: {_figures(own, order, (weights, constant))}")
    ranking.WEIGHTS.write_bytes(_as_json(_named(ranking.FEATURES, order)))
    kept = {"constant": round(constant, 3), "weights": _named(FEATURES, weights)}
    WEIGHTS.write_bytes(_as_json(kept))


def _as_json(kept: dict[str, Any]) -> bytes:
    return orjson.dumps(kept, option=orjson.OPT_INDENT_2) + b"\n"


def _named(names: Iterable[str], weights: Numbers) -> dict[str, float]:
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def _asked(corpus: Corpus, folder: Path) -> list[Asked]:
    """The questions of `corpus` that name nobody."""
    index = open_records(folder / corpus.name, corpus.people())
    found: list[Asked] = []
    try:
        finder = open_finder(index)
        for query in corpus.queries():
            if query["kind"] == SET:
                continue
            understood = finder.understand(query["query"], FILTERS)
            if finder.named(understood):
                continue
            people, pool = ranking.ranked(index, understood, finder.vocabulary, SHOWN)
            pool = pool.at(ranking.meets_something(understood, pool, ALIKE_LEAST))
            given = ranking.features(understood.conditions, pool)
            told = Ranked(people.ids(pool.rows), given, query["relevant"])
            found.append(Asked(understood, pool, told))
    finally:
        index.close()
    return found


def _fitted(asked: Mapping[str, Sequence[Asked]], without: str = "") -> tuple[Numbers, Model]:
    """The weights of ranking and the model of confidence, of all corpora but one."""
    others = [own for name, own in asked.items() if name != without]
    order = learned([[each.ranked for each in own] for own in others])
    return order, _fit([_shown(own, order) for own in others])


def _shown(asked: Sequence[Asked], order: Numbers) -> tuple[Numbers, Numbers]:
    """Whom all questions of a corpus of which something was understood show first."""
    told = [each.shown(order) for each in asked if each.understood.conditions]
    rows, exact = zip(*told, strict=True)
    return np.concatenate(rows), np.concatenate(exact)


def _figures(asked: Sequence[Asked], order: Numbers, model: Model) -> str:
    worth = np.mean([each.ranked.ndcg(order) for each in asked if each.ranked.grades])
    return f"nDCG@10 {worth:.3f}, calibration error {_error(*_shown(asked, order), *model):.3f}"


def _fit(corpora: Sequence[tuple[Numbers, Numbers]]) -> Model:
    rows, exact = (np.concatenate(part) for part in zip(*corpora, strict=True))
    each = len(exact) / len(corpora)
    counts = np.concatenate([np.full(len(own), each / len(own)) for _, own in corpora])
    spread = rows.std(axis=0)
    rows = rows / spread
    weights, constant, people = np.zeros(rows.shape[1]), -1.0, len(exact)
    for _ in range(_STEPS):
        off = counts * (_likely(rows, weights, constant) - exact)
        weights = weights - _RATE * (rows.T @ off + _RIDGE * weights) / people
        weights = np.maximum(weights, 0.0)
        constant -= _RATE * float(off.mean())
    return weights / spread, constant


def _likely(rows: Numbers, weights: Numbers, constant: float) -> Numbers:
    likely: Numbers = 1.0 / (1.0 + np.exp(-(rows @ weights + constant)))
    return likely


def _error(rows: Numbers, exact: Numbers, weights: Numbers, constant: float) -> float:
    likely = _likely(rows, weights, constant)
    return calibration(list(zip(likely.tolist(), (exact > 0).tolist(), strict=True)))


if __name__ == "__main__":
    main()
