"""Weights of ranking, learned from pairs of people of one question of whom one is graded better.

Each pair pulls apart what it weighs (LambdaRank): more where the worse stands first, and by what
their order is worth to nDCG@10. Regularised; no weight falls below zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from benchmarks.quality.measures import ideal, ndcg
from numpy.typing import NDArray

_RIDGE: Final = 0.02
_STEPS: Final = 80
_RATE: Final = 0.5
_DEPTH: Final = 10
_FIRST: Final = 40
"""People of each question of whom pairs are made, the first as they stand, beside all graded."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question, and those worth ranking for it."""

    ids: Sequence[str]
    given: Numbers
    """One row for each of them, one column for each of `ranking.FEATURES`."""
    grades: dict[str, int]

    @property
    def gains(self) -> Numbers:
        """Of each of `ids`, over what the best order of everybody is worth."""
        best = ideal(self.grades, _DEPTH)
        own = np.array([2.0 ** self.grades.get(each, 0) - 1 for each in self.ids])
        return own / best if best else np.zeros(len(own))

    def ndcg(self, weights: Numbers) -> float:
        """nDCG@10 of the order that `weights` give."""
        order = np.argsort(-(self.given @ weights), kind="stable")[:_DEPTH]
        return ndcg([self.ids[at] for at in order], self.grades)


def learned(corpora: Sequence[Sequence[Ranked]]) -> Numbers:
    """The weights that order the people of all `corpora` best, each counting as much."""
    told = [
        (each.given, gains, 1 / (len(corpus) * len(corpora)))
        for corpus in corpora
        for each in corpus
        if (gains := each.gains).any()
    ]
    weights = np.ones(told[0][0].shape[1])
    for _ in range(_STEPS):
        pull = sum((counts * _pull(given, gains, weights) for given, gains, counts in told), 0.0)
        weights = np.maximum(weights + _RATE * (pull - _RIDGE * weights), 0.0)
    return weights


def _pull(given: Numbers, gains: Numbers, weights: Numbers) -> Any:
    """Which way one question moves the weights."""
    scores = given @ weights
    order = np.argsort(-scores, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    among = np.union1d(order[:_FIRST], np.flatnonzero(gains))
    counts = np.where(place[among] < _DEPTH, 1 / np.log2(place[among] + 2), 0.0)
    more = gains[among][:, None] - gains[among]
    worth = np.where(more > 0, more * np.abs(counts[:, None] - counts), 0.0)
    apart = scores[among][:, None] - scores[among]
    pulled = worth / (1 + np.exp(apart.clip(-30, 30)))
    return given[among].T @ (pulled.sum(axis=1) - pulled.sum(axis=0))
