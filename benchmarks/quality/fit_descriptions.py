"""Fits how surely everyday words describe a trade: `python -m benchmarks.quality.fit_descriptions
--corpora FOLDER --data-dir DIR`.

Of each question that tells of people in everyday words, right is a trade if half of the people who
have it are an exact answer, and that none is meant where there is no such trade. A softmax over
what `descriptions.features` gives is fitted on all corpora but one and told on that one, for each
in turn; then on all of them, and that one is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import orjson
from benchmarks.quality.asking import FILTERS
from benchmarks.quality.corpora import EXACT, STRANGERS, Corpus, corpora_in, open_records
from numpy.typing import NDArray

from shortlist.service.reading.descriptions import FEATURES, WEIGHTS, features, shares, trades
from shortlist.service.search.conditions import all_of
from shortlist.service.search.described import MEANT_LEAST, alike, described_as, who
from shortlist.service.search.finder import open_finder
from shortlist.service.search.understanding import DESCRIBING, understand

_RIGHT: Final = 0.5
_BANDS: Final = (0.1, 0.2, MEANT_LEAST, 0.4, 0.5, 0.7, 1.0)
"""Of how likely a trade is, told apart; from `MEANT_LEAST` on it is asked for."""
_SCALE: Final = np.array([2.0, 0.1, 1.0])
"""About what one step of each feature is, so that one ridge fits both."""
_RIDGE: Final = 0.04
_STEPS: Final = 60
_STEP_MOST: Final = 0.3
Numbers = NDArray[np.float64]


class Choice(NamedTuple):
    """One question: of each trade the features, whether the corpus has it, how right it is, and the
    share of exact answers among its people; and how right it is that none is meant."""

    rows: Numbers
    here: NDArray[np.bool_]
    right: Numbers
    exact: Numbers
    none: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.fit_descriptions")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True, help="keeps the indexes")
    options = parser.parse_args()
    corpora = [*corpora_in(options.corpora), *corpora_in(STRANGERS)]
    asked = {each.name: list(_choices(each, options.data_dir)) for each in corpora}
    told: list[tuple[float, float]] = []
    for name, own in asked.items():
        weights = _fit([each for other, some in asked.items() if other != name for each in some])
        told += [_told(each, weights) for each in own]
    print(f"{len(told)} questions, none fitted on")
    for least, most in pairwise(_BANDS):
        exact = [share for likely, share in told if least <= likely < most]
        print(f"{len(exact)} tell of a trade with {least} to {most}; of its people "
              f"{np.mean(exact or [0.0]):.2f} are an exact answer")  # fmt: skip
    fitted = _fit([each for own in asked.values() for each in own])
    kept: dict[str, Any] = {
        "none": round(float(fitted[-1]), 3),
        "weights": {name: round(float(w), 3) for name, w in zip(FEATURES, fitted, strict=False)},
    }
    WEIGHTS.write_bytes(orjson.dumps(kept, option=orjson.OPT_INDENT_2) + b"\n")


def _choices(corpus: Corpus, folder: Path) -> Iterator[Choice]:
    index = open_records(folder / corpus.name, corpus.people())
    try:
        vocabulary = open_finder(index).vocabulary
        everybody = vocabulary.trades_held
        held = [
            set(index.scan(described_as([title], vocabulary).where(vocabulary)))
            for title in trades()
        ]
        for query in corpus.queries():
            understood = understand(query["query"], FILTERS, vocabulary)
            text = understood.describing
            if query["kind"] != "semantic" or who(understood) or not text:
                continue
            beside = [each for each in understood.conditions if each.kind not in DESCRIBING]
            where = all_of(beside, vocabulary)
            among = set(index.scan(where))
            exact = {i for i, grade in query["relevant"].items() if grade == EXACT}
            shares_ = np.array([_share(ids & among, exact) for ids in held])
            right = (shares_ >= _RIGHT).astype(np.float64)
            none = float(not right.any())
            total = right.sum() + none
            vector = index.embed([text])[0]
            rows = features(text, vector, everybody, alike(vector, index))
            yield Choice(rows / _SCALE, everybody > 0, right / total, shares_, none / total)
    finally:
        index.close()


def _share(people: set[str], exact: set[str]) -> float:
    """Which share of `people` is an exact answer."""
    return len(people & exact) / max(len(people), 1)


def _fit(choices: Sequence[Choice]) -> Numbers:
    """The weights of the features, and what none counts, by Newton's method in steps that are not
    too far for it."""
    fitted = np.array([1.0, 1.0, 1.0, 10.0])
    ridge = np.diag([*(_RIDGE for _ in FEATURES), 0.0])
    for _ in range(_STEPS):
        slope, bend = -ridge @ fitted, ridge
        for each in choices:
            likely = shares(each.rows @ fitted[:-1], each.here, fitted[-1])
            rows = np.pad(each.rows, ((0, 1), (0, 1)))
            rows[-1, -1] = 1.0
            likely = np.append(likely, 1.0 - likely.sum())
            slope = slope + rows.T @ (np.append(each.right, each.none) - likely)
            mean = likely @ rows
            bend = bend + (rows.T * likely) @ rows - np.outer(mean, mean)
        step = np.linalg.solve(bend, slope)
        fitted = fitted + step * min(1.0, _STEP_MOST / np.abs(step).max())
    return fitted / np.append(_SCALE, 1.0)


def _told(choice: Choice, fitted: Numbers) -> tuple[float, float]:
    """How likely the likeliest trade is, and which share of its people is an exact answer."""
    likely = shares(choice.rows @ (fitted[:-1] * _SCALE), choice.here, fitted[-1])
    best = int(np.where(choice.here, likely, 0.0).argmax())
    return float(likely[best]), float(choice.exact[best])


if __name__ == "__main__":
    main()
