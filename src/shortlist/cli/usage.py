"""`shortlist usage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.out import amount, echo, print_json, print_pairs, print_table
from shortlist.cli.talk import connecting, talk

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.account import KeyBudget, Usage
    from shortlist.desk.connection import Connection


@click.command()
@connecting
def usage(as_json: bool, profile: str | None) -> None:
    """Show the plan, the credits left, the key's budgets, and what was spent when."""

    async def work(client: Shortlist, connection: Connection) -> None:
        response = await client.usage()
        if as_json:
            print_json(response.normalised())
        else:
            _show(response.data, connection)

    talk(profile, work)


def _show(usage: Usage, connection: Connection) -> None:
    credits, key = usage.credits, usage.api_key
    rate = key.rate_limit
    print_pairs(
        [
            ("deployment", f"{connection.name} ({connection.base_url})"),
            ("plan", usage.plan),
            ("credits available", credits.available),
            ("credits used", credits.used),
            ("credits reserved", credits.reserved),
            ("credits included", credits.included),
            ("key", " ".join(filter(None, (key.name, key.id)))),
            ("scopes", ", ".join(key.scopes)),
            ("today", _budget(key.daily)),
            ("this month", _budget(key.monthly)),
            ("requests a minute", rate.per_minute),
        ]
    )
    if usage.history:
        echo()
        print_table(
            ("day", "search", "sets", "enrich", "person"),
            ((day.date, day.search, day.sets, day.enrich, day.person) for day in usage.history),
        )


def _budget(budget: KeyBudget) -> str | None:
    if budget.used is None and budget.budget is None:
        return None
    used = amount(budget.used or 0, "credit")
    if budget.budget is None:
        return f"{used} used, no cap"
    reserved = f", {amount(budget.reserved, 'credit')} reserved" if budget.reserved else ""
    resets = f", resets {budget.resets_at:%Y-%m-%d %H:%M} UTC" if budget.resets_at else ""
    return f"{used} used of {amount(budget.budget, 'credit')}{reserved}{resets}"
