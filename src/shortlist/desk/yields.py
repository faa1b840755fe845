"""Hit rates of lookups, from the outcomes of this machine's own.

An outcome says of a field whether it was found, at which company and from which provider, and of
nobody whom it was about: it stays when contact details do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from shortlist.contract.limits import ENRICH_PRICES
from shortlist.desk.database import Database

OUTCOMES_KEPT: Final = 100_000
JUDGED_FROM: Final = 20
"""Answers of a run before it is judged by its yield."""
TELLING: Final = 5
"""Lookups, of a field or at one company, from which their rate is worth a word."""
NAMED_MOST: Final = 3
"""Providers, and companies, that a forecast names: those asked most."""
_Z: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Outcome(NamedTuple):
    """What became of one field of one lookup that was answered. `id` is the same for the same
    answer, however often it is told."""

    id: str
    at: str
    """When, as `contract.times` writes it (UTC)."""
    field: str
    domain: str
    """Of the company that was named beside the person; empty where none was."""
    provider: str
    """Who supplied it; empty where nobody did, or it is not told."""
    found: bool
    billed: bool
    """False also of what was found and came free."""


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


class Yields(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def add_outcomes(self, outcomes: Iterable[Outcome]) -> None:
        """Keep what lookups came to; one that is told again is kept once."""
        with self._change() as db:
            db.executemany(
                "INSERT OR IGNORE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ((self.account, *outcome) for outcome in outcomes),
            )
            self._keep_newest("outcomes", "id", OUTCOMES_KEPT)

    def rate(self, field: str) -> Rate:
        """How often `field` was found of all that it was asked for."""
        return self._rate(field, "found")

    def billed_rate(self, field: str) -> Rate:
        """How often it was billed: what came with one's own import is found and free."""
        return self._rate(field, "billed")

    def _rate(self, field: str, what: str) -> Rate:
        sql = (
            f"SELECT coalesce(sum({what}), 0), count(*) FROM outcomes "
            "WHERE account = ? AND field = ?"
        )
        return Rate(*self._rows(sql, (self.account, field))[0])

    def rates_by_domain(self, field: str, domains: Iterable[str]) -> dict[str, Rate]:
        """The same at those of `domains` where it was ever asked for."""
        sql = (
            "SELECT domain, sum(found), count(*) FROM outcomes "
            "WHERE account = ? AND field = ? AND domain <> '' GROUP BY domain"
        )
        wanted = set(domains)
        rows = self._rows(sql, (self.account, field))
        return {domain: Rate(found, asked) for domain, found, asked in rows if domain in wanted}

    def rates_by_provider(self, field: str) -> dict[str, Rate]:
        """How many of all that `field` was asked for each provider supplied, the most first."""
        sql = (
            "SELECT provider, count(*) FROM outcomes WHERE account = ? AND field = ? AND found "
            "AND provider <> '' GROUP BY provider ORDER BY count(*) DESC, provider"
        )
        asked = self.rate(field).asked
        rows = self._rows(sql, (self.account, field))
        return {provider: Rate(found, asked) for provider, found in rows}
