"""Confidence of a result: a logistic model of a few plain features.

Its weights lie in `confidence.json`. `python -m benchmarks.quality.fit` fits them on graded
corpora, checks them leaving one corpus out, and writes the file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import orjson
from numpy.typing import NDArray

from shortlist.contract.limits import TERM_HOLDS
from shortlist.service.search.blend import Pool
from shortlist.service.search.conditions import Understood

WEIGHTS: Final = Path(__file__).with_name("confidence.json")
FEATURES: Final = {
    "all_met": 1,
    "met": 1,
    "nearly_met": 1,
    "least_met": 1,
    "meaning": 1,
    "words": 1,
    "not_understood": -1,
    "several": 1,
}
"""What the model weighs, and the sign that each weight may have:

`all_met`: every condition holds. `met`, `nearly_met`: the share of conditions, by weight, that
hold, and that hold or come near. `least_met`: how far the one holds that holds least. `meaning`:
the cosine. `words`: BM25, over the best. `not_understood`: words that say something were not.
`several`: two conditions or more."""
_UNMET_MOST: Final = 0.49
"""How likely at the most, less than half, whoever is found by words and meaning alone is, or does
not meet all, or all of a question of which more was not understood than was."""


def features(understood: Understood, pool: Pool) -> NDArray[np.float64]:
    """One row for each of `pool`, one column for each of `FEATURES`."""
    free = [each for each in understood.conditions if not each.enforced]
    weights = np.array([each.weight for each in free])[:, None]
    met = pool.met
    people = len(pool.rows)
    nothing = np.zeros(people)
    holds = met >= TERM_HOLDS
    columns = {
        "all_met": holds.all(axis=0).astype(float) if free else nothing,
        "met": (weights * holds).sum(axis=0) / weights.sum() if free else nothing,
        "nearly_met": (weights * met).sum(axis=0) / weights.sum() if free else nothing,
        "least_met": met.min(axis=0) if free else nothing,
        "meaning": pool.meaning,
        "words": pool.words,
        "not_understood": np.full(people, float(bool(understood.remainder))),
        "several": np.full(people, float(len(free) > 1)),
    }
    return np.column_stack([columns[name] for name in FEATURES])


def confidences(understood: Understood, pool: Pool) -> list[float]:
    """How likely each of `pool` is what was asked for, 0 to 1."""
    if all(each.enforced for each in understood.conditions):
        alike: list[float] = np.round(np.clip(pool.meaning, 0.0, _UNMET_MOST), 3).tolist()
        return alike
    constant, weights = _fitted()
    given = features(understood, pool)
    fitted = 1.0 / (1.0 + np.exp(-(given @ weights + constant)))
    meets_all = given[:, list(FEATURES).index("all_met")] > 0
    # `Neurosurgeon at Charité who plays in a band`: who plays meets little of what was asked.
    free = sum(not each.enforced for each in understood.conditions)
    meets_all &= len(understood.unread) <= free
    likely: list[float] = np.round(
        np.where(meets_all, fitted, fitted.clip(max=_UNMET_MOST)), 3
    ).tolist()
    return likely


@cache
def _fitted() -> tuple[float, NDArray[np.float64]]:
    kept = orjson.loads(WEIGHTS.read_bytes())
    return kept["constant"], np.array([kept["weights"][name] for name in FEATURES])
