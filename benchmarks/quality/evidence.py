"""`python -m benchmarks.quality.evidence --people FILE`: what may a free-text criterion stand on?

Every role that the service knows by name is asked of the titles nearest to that name by embedding;
the title's own reading says whether its bearer holds it. One half of the roles serves to choose a
rule, the other to measure it. Printed: how often a title is of that role when it is alike in
meaning, from several thresholds on, and when it says the role's name as it stands.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.quality.corpora import read_records

from shortlist.service.index.embedding import MiniLm
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.sets.text_judge import TextCriterion

TITLES = 2500
NEAREST = 60
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85)
Pair = tuple[float, bool, bool]
"""Cosine; whether the title is of the role; whether it says the role's name."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.evidence")
    parser.add_argument("--people", type=Path, required=True, help="JSON Lines, .gz or plain")
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    titles = sorted({str(person["title"]) for person in read_records(options.people)})
    dice.shuffle(titles)
    halves = _pairs(titles[:TITLES], dice)
    print("half      rule                 titles  precision  recall")
    for half, pairs in zip(("chosen", "held out"), halves, strict=True):
        for least in THRESHOLDS:
            _tell(half, f"meaning >= {least}", pairs, lambda pair, m=least: pair[0] >= m)
        _tell(half, "says the name", pairs, lambda pair: pair[2])
        for least in (0.5, 0.65):
            _tell(half, f"both, >= {least}", pairs, lambda pair, m=least: pair[2] and pair[0] >= m)


def _pairs(titles: Sequence[str], dice: random.Random) -> tuple[list[Pair], list[Pair]]:
    model = MiniLm()
    vectors = model.embed(titles)
    halves: tuple[list[Pair], list[Pair]] = ([], [])
    asked = sorted(roles.ROLES)
    dice.shuffle(asked)
    for at, role in enumerate(asked):
        for name in roles.ROLES[role].phrases[:3]:
            scores = vectors @ model.embed([name])[0]
            criterion = TextCriterion(name)
            for n in (-scores).argsort()[:NEAREST]:
                holds = role in roles.roles_of(titles[n])
                says = criterion.evidence({"title": titles[n]}) is not None
                halves[at % 2].append((float(scores[n]), holds, says))
    return halves


def _tell(half: str, rule: str, pairs: Sequence[Pair], admits: Callable[[Pair], bool]) -> None:
    admitted = [pair for pair in pairs if admits(pair)]
    right = sum(pair[1] for pair in admitted)
    every = sum(pair[1] for pair in pairs)
    precision = right / len(admitted) if admitted else 0.0
    print(f"{half:9} {rule:20} {len(admitted):6}     {precision:.3f}   {right / every:.3f}")


if __name__ == "__main__":
    main()
