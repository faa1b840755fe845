"""Hit rates of lookups and what they say of the next ones. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from shortlist.contract.limits import ENRICH_PRICES

JUDGED_FROM: Final = 20
"""Answers of a run before it is judged by its yield."""
TELLING: Final = 5
"""Lookups, of a field or at one company, from which their rate is worth a word."""
NAMED_MOST: Final = 3
"""Providers, and companies, that a forecast names: those asked most."""
_Z: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Rate(NamedTuple):
    """So many found of so many asked for."""

    found: int
    asked: int

    @property
    def share(self) -> float:
        """0 to 1; 0 of none."""
        return self.found / self.asked if self.asked else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share likely is: see `wilson_interval`."""
        return wilson_interval(self.found, self.asked)


def wilson_interval(found: int, asked: int) -> tuple[float, float]:
    """The interval of Wilson (95 %) for a share of which `found` of `asked` were seen: both ends
    between 0 and 1, and honest for few. Of none it is everything."""
    if asked <= 0:
        return 0.0, 1.0
    share, square = found / asked, _Z * _Z
    middle = share + square / (2 * asked)
    spread = _Z * math.sqrt(share * (1 - share) / asked + square / (4 * asked * asked))
    scale = 1 + square / asked
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def likely_cost(asked: Mapping[str, int], billed: Mapping[str, Rate]) -> tuple[float, float] | None:
    """What so many lookups of each field will likely cost, from and to, in credits by the list
    prices, by how often they were `billed` before; `None` where of one field nothing is known."""
    if not all(name in billed and billed[name].asked for name in asked):
        return None
    ends = [
        (many * ENRICH_PRICES.get(name, 0), billed[name].interval) for name, many in asked.items()
    ]
    return sum(price * low for price, (low, _) in ends), sum(price * up for price, (_, up) in ends)


def most_asked(rates: Mapping[str, Rate]) -> list[tuple[str, Rate]]:
    """Those of `rates` that are worth a word, by what they are of, most asked for first."""
    often = sorted(rates.items(), key=lambda each: (-each[1].asked, each[0]))
    return [(name, rate) for name, rate in often if rate.asked >= TELLING][:NAMED_MOST]


def percent(share: float) -> str:
    """`34 %`."""
    return f"{round(share * 100)} %"


def falls_short(rate: Rate, at_least: float | None) -> bool:
    """Whether a run that came to `rate` finds of fewer than `at_least` in a hundred people, as far
    as it can be judged yet."""
    if at_least is None or rate.asked < JUDGED_FROM:
        return False
    return rate.share * 100 < at_least
