"""The measures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], depth: int = 10) -> float:
    """nDCG with gains 2^grade - 1."""
    got = sum(
        (2 ** grades.get(person_id, 0) - 1) / math.log2(rank + 2)
        for rank, person_id in enumerate(ranked[:depth])
    )
    best = ideal(grades, depth)
    return got / best if best else 0.0


def ideal(grades: Mapping[str, int], depth: int = 10) -> float:
    """The DCG of the best order."""
    best = sorted(grades.values(), reverse=True)[:depth]
    return sum((2**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(best))


def recall(ranked: Sequence[str], grades: Mapping[str, int], depth: int = 50) -> float:
    """The share of the exact answer within `depth`."""
    exact = {person_id for person_id, grade in grades.items() if grade == 3}
    return len(exact.intersection(ranked[:depth])) / min(len(exact), depth) if exact else 0.0


def bins(pairs: Sequence[tuple[float, bool]], count: int = 10) -> list[dict[str, float]]:
    """Of each tenth of confidence: its people, what was said of them and what is right."""
    told: list[dict[str, float]] = []
    for at in range(count):
        inside = [p for p in pairs if min(int(p[0] * count), count - 1) == at]
        people = len(inside)
        said = sum(confidence for confidence, _ in inside) / max(1, people)
        right = sum(relevant for _, relevant in inside) / max(1, people)
        told.append({"people": people, "said": said, "right": right})
    return told


def calibration(pairs: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error of (confidence, relevant) pairs."""
    off = sum(abs(each["said"] - each["right"]) * each["people"] for each in bins(pairs))
    return off / len(pairs) if pairs else 0.0


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` per cent of `values` do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share / 100 * len(ordered)) - 1)] if ordered else 0.0
