"""Confidence of a result: a logistic model of its score in the ranking and what bears on that.

Its weights lie in `confidence.json`. `python -m benchmarks.quality.fit` fits them on graded
corpora, checks them leaving one corpus out, and writes the file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import orjson

from shortlist.contract.limits import TERM_HOLDS
from shortlist.service.search.conditions import Understood
from shortlist.service.search.ranking import Numbers, Pool

WEIGHTS: Final = Path(__file__).with_name("confidence.json")
FEATURES: Final = ("score", "least_met", "denied", "words")
"""What the model weighs, never below zero: the `score` in the ranking; how far the condition holds
that holds least; minus how many are denied; BM25, over the best."""
_UNMET_MOST: Final = 0.49
"""How likely at the most, less than half, whoever is found by words and meaning alone is, or does
not meet all, or all of a question of which more was not understood than was."""


def features(pool: Pool) -> Numbers:
    """One row for each of `pool`, one column for each of `FEATURES`."""
    return np.column_stack([pool.scores, pool.least_met, -pool.denied, pool.words])


def confidences(understood: Understood, pool: Pool) -> list[float]:
    """How likely each of `pool` is what was asked for, 0 to 1."""
    if all(each.enforced for each in understood.conditions):
        alike: list[float] = np.round(np.clip(pool.meaning, 0.0, _UNMET_MOST), 3).tolist()
        return alike
    constant, weights = _fitted()
    fitted = 1.0 / (1.0 + np.exp(-(features(pool) @ weights + constant)))
    meets_all = pool.least_met >= TERM_HOLDS
    # `Neurosurgeon at Charité who plays in a band`: who plays meets little of what was asked.
    free = sum(not each.enforced for each in understood.conditions)
    meets_all &= len(understood.unread) <= free
    likely: list[float] = np.round(
        np.where(meets_all, fitted, fitted.clip(max=_UNMET_MOST)), 3
    ).tolist()
    return likely


@cache
def _fitted() -> tuple[float, Numbers]:
    kept = orjson.loads(WEIGHTS.read_bytes())
    return kept["constant"], np.array([kept["weights"][name] for name in FEATURES])
