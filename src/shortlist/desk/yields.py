"""The outcomes of this machine's lookups, and their hit rates.

An outcome says of a field whether it was found, at which company and from which provider, and of
nobody whom it was about: it stays when contact details do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from shortlist.desk.database import Database
from shortlist.desk.hit_rates import Rate

OUTCOMES_KEPT: Final = 100_000


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
