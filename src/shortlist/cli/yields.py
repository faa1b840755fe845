"""Expected and actual hit rates of a run of lookups, and the stop when they are too low."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shortlist.cli.output import amount, number, say
from shortlist.desk.hit_rates import NAMED_MOST, Rate, falls_short, likely_cost, most_asked, percent

if TYPE_CHECKING:
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut
    from shortlist.desk.lookups import Lookup, Lookups
    from shortlist.desk.people_csv import PeopleCsv
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.store import Store
    from shortlist.desk.yields import Outcome


class Yield:
    """The yield of one run of lookups; what each came to is kept as it comes."""

    def __init__(
        self,
        connection: Connection,
        people: PeopleCsv,
        lookups: Lookups,
        fields: Sequence[str],
        at_least: float | None,
        left_out: LeftOut,
    ) -> None:
        """`at_least`: the share, in per cent, of people of whom something must be found."""
        from shortlist.desk.places import find_places
        from shortlist.desk.replayed_answers import person_of
        from shortlist.desk.store import Store, account_of

        self._store: Store = Store(find_places(), account_of(connection))
        self._fields, self._at_least, self._left_out = fields, at_least, left_out
        self._domains = {person_of(row.anchor): row.domain for row in people.rows if row.anchor}
        self._found = self._answered = 0
        self._told_unkept = False
        anchors = {person_of(row.anchor): row.anchor for row in people.rows if row.anchor}
        self._keep([lookups.lookup(anchor) for anchor in anchors.values()])

    def close(self) -> None:
        self._store.close()

    def say_forecast(self, left: int) -> None:
        """What `left` lookups will likely find and cost, by what those of before came to."""
        for field in self._fields:
            rate = self._store.rate(field)
            if not rate.asked:
                say(f"{field}: nothing is known here yet of how often it is found.")
                continue
            say(f"{field}: found {_told(rate)}{self._by_provider(field)}{self._by_domain(field)}.")
        billed = {field: self._store.billed_rate(field) for field in self._fields}
        cost = likely_cost(dict.fromkeys(self._fields, left), billed)
        if cost is not None and left:
            say(f"So {amount(left, 'person', 'people')} will likely cost {_between(*cost)}.")

    def take(self, lookup: Lookup) -> None:
        """Keep what a lookup came to, and what it was charged."""
        self._keep([lookup])

    def _keep(self, lookups: Sequence[Lookup]) -> None:
        from shortlist.contract.enrich import FOUND, EnrichResponse
        from shortlist.desk.charges import enrich_receipts, outcomes_of
        from shortlist.desk.places import DeskError
        from shortlist.desk.replayed_answers import person_of

        receipts: list[Receipt] = []
        outcomes: list[Outcome] = []
        for lookup in lookups:
            if lookup.answer is None:
                continue
            answer = EnrichResponse.model_validate(lookup.answer)
            self._answered += 1
            self._found += any(told.status == FOUND for told in answer.data.values())
            subject, name = person_of(lookup.anchor), lookup.anchor.get("name", "")
            domain = self._domains.get(subject, "")
            hidden = self._left_out.mentioned_in((n, str(r.value)) for n, r in answer.data.items())
            receipts += enrich_receipts(subject, name, answer, lookup.key, hidden=hidden)
            outcomes += outcomes_of(lookup.key, domain, answer)
        try:
            self._store.add_receipts(receipts)
            self._store.add_outcomes(outcomes)
        except DeskError as error:
            if not self._told_unkept:
                self._told_unkept = True
                say(f"Receipts are not kept on this machine: {error}")

    def line(self) -> str:
        """`41 % found`, of this run."""
        return f"{percent(self._found / self._answered)} found" if self._answered else ""

    def why_stop(self) -> str | None:
        """Why the run goes no further, where its yield is under what was set."""
        rate = Rate(self._found, self._answered)
        if self._at_least is None or not falls_short(rate, self._at_least):
            return None
        return (
            f"Something was found of {_told(rate)}: under --min-yield {number(self._at_least)}. "
            "Run again with less to go on."
        )

    def _by_provider(self, field: str) -> str:
        rates = self._store.rates_by_provider(field)
        if not rates:
            return ""
        named = (f"{name} {percent(rate.share)}" for name, rate in [*rates.items()][:NAMED_MOST])
        return f"; from {', '.join(named)}"

    def _by_domain(self, field: str) -> str:
        rates = self._store.rates_by_domain(field, self._domains.values())
        named = [f"{name} {_told(rate)}" for name, rate in most_asked(rates)]
        return f"; at {'; at '.join(named)}" if named else ""


def _told(rate: Rate) -> str:
    low, high = rate.interval
    return (
        f"{rate.found:,} of {rate.asked:,}: {percent(rate.share)}, likely "
        f"{round(low * 100)} to {percent(high)}"
    )


def _between(low: float, high: float) -> str:
    least, most = round(low), round(high)
    return amount(most, "credit") if least == most else f"{least:,} to {amount(most, 'credit')}"
