"""`shortlist usage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import connecting, run_with_client
from shortlist.cli.output import NOT_GIVEN, amount, echo, print_json, print_pairs, print_table

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

    run_with_client(profile, work)


def _show(usage: Usage, connection: Connection) -> None:
    credits, key = usage.credits, usage.api_key
    rate = key.rate_limit
    print_pairs(
        [
            ("deployment", f"{connection.name} ({connection.base_url})"),
            ("plan", usage.plan),
            ("credits available", _figure(credits.available)),
            ("credits used", _figure(credits.used)),
            ("credits reserved", _figure(credits.reserved)),
            ("credits included", _figure(credits.included)),
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
            (
                (day.date, *map(_cell, (day.search, day.sets, day.enrich, day.person)))
                for day in usage.history
            ),
        )


def _figure(value: float | None) -> float | str:
    return NOT_GIVEN if value is None else value


def _cell(value: float | None) -> float | str:
    return "–" if value is None else value


def _budget(budget: KeyBudget) -> str:
    told = budget.used is not None or budget.remaining is not None
    if not budget.is_given and not told:
        return NOT_GIVEN
    used = "used: not given" if budget.used is None else f"{amount(budget.used, 'credit')} used"
    reserved = f", {amount(budget.reserved, 'credit')} reserved" if budget.reserved else ""
    left = f", {amount(budget.remaining, 'credit')} left" if budget.remaining is not None else ""
    resets = f", resets {budget.resets_at:%Y-%m-%d %H:%M} UTC" if budget.resets_at else ""
    if budget.budget is None:
        cap = "no cap" if budget.is_given else "cap: not given"
        return f"{used}, {cap}{reserved}{left}{resets}"
    if budget.used is None:
        return f"{amount(budget.budget, 'credit')} at most, {used}{reserved}{left}{resets}"
    return f"{used} of {amount(budget.budget, 'credit')}{reserved}{resets}"
