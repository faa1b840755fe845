"""Fits the model of confidence: `python -m benchmarks.quality.fit --corpora FOLDER --data-dir DIR`.

A regularised logistic regression over the first ten people of each question, exact answer or not,
with the sign of each weight fixed by its sense. It is fitted on the corpora of FOLDER and those of
strangers that lie in the project, all but one, and told on that one, for each in turn; then on all
of them, each counting as much, and that one is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from benchmarks.quality.asking import FILTERS, SHOWN
from benchmarks.quality.corpora import EXACT, SET, STRANGERS, Corpus, corpora_in, open_records
from benchmarks.quality.measures import calibration
from numpy.typing import NDArray

from shortlist.service.search import blend
from shortlist.service.search.confidence import FEATURES, WEIGHTS, features
from shortlist.service.search.finder import ALIKE_LEAST, open_finder

_RIDGE: Final = 1.0
_STEPS: Final = 4000
_RATE: Final = 0.3
Numbers = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.fit")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True, help="keeps the indexes")
    options = parser.parse_args()
    corpora = [*corpora_in(options.corpora), *corpora_in(STRANGERS)]
    told = {each.name: _shown(each, options.data_dir) for each in corpora}
    for name, pair in told.items():
        others = [each for other, each in told.items() if other != name]
        print(f"{name}, not fitted on: calibration error {_error(*pair, *_fit(others)):.3f}")
    weights, constant = _fit(list(told.values()))
    errors = {name: round(_error(*pair, weights, constant), 3) for name, pair in told.items()}
    print(f"fitted on all: {errors}")
    kept: dict[str, Any] = {
        "constant": round(constant, 3),
        "weights": {name: round(float(w), 3) for name, w in zip(FEATURES, weights, strict=True)},
    }
    WEIGHTS.write_bytes(orjson.dumps(kept, option=orjson.OPT_INDENT_2) + b"\n")


def _shown(corpus: Corpus, folder: Path) -> tuple[Numbers, Numbers]:
    """The features of whom each question shows first, and whether they are an exact answer."""
    index = open_records(folder / corpus.name, corpus.people())
    rows, exact = [], []
    try:
        finder = open_finder(index)
        for query in corpus.queries():
            if query["kind"] == SET:
                continue
            understood = finder.understand(query["query"], FILTERS)
            if not understood.conditions or finder.named(understood):
                continue
            people, pool = blend.ranked(index, understood, finder.vocabulary, SHOWN)
            pool = pool.at(blend.meets_something(understood, pool, ALIKE_LEAST)).at(slice(SHOWN))
            rows.append(features(understood, pool))
            grades = query["relevant"]
            exact += [grades.get(each) == EXACT for each in people.ids(pool.rows)]
    finally:
        index.close()
    return np.concatenate(rows), np.array(exact, dtype=np.float64)


def _fit(corpora: Sequence[tuple[Numbers, Numbers]]) -> tuple[Numbers, float]:
    signs = np.array(list(FEATURES.values()))
    rows, exact = (np.concatenate(part) for part in zip(*corpora, strict=True))
    each = len(exact) / len(corpora)
    counts = np.concatenate([np.full(len(own), each / len(own)) for _, own in corpora])
    weights, constant, people = np.zeros(rows.shape[1]), -1.0, len(exact)
    for _ in range(_STEPS):
        off = counts * (_likely(rows, weights, constant) - exact)
        weights -= _RATE * (rows.T @ off + _RIDGE * weights) / people
        constant -= _RATE * float(off.mean())
        weights = np.where(weights * signs < 0, 0.0, weights)
    return weights, constant


def _likely(rows: Numbers, weights: Numbers, constant: float) -> Numbers:
    likely: Numbers = 1.0 / (1.0 + np.exp(-(rows @ weights + constant)))
    return likely


def _error(rows: Numbers, exact: Numbers, weights: Numbers, constant: float) -> float:
    likely = _likely(rows, weights, constant)
    return calibration(list(zip(likely.tolist(), (exact > 0).tolist(), strict=True)))


if __name__ == "__main__":
    main()
