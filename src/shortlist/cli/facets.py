"""`shortlist facets`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import connecting, filter_options, run_with_client
from shortlist.cli.local_store import open_store
from shortlist.cli.output import amount, number, print_json, print_table, say
from shortlist.contract.limits import FACET_VALUES_DEFAULT, FACET_VALUES_MAX, FACETS

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.extensions import Facet
    from shortlist.desk.connection import Connection


@click.command(short_help="What a filter can be given, and how many people each value finds.")
@click.argument("name", metavar="NAME", type=click.Choice(FACETS))
@click.argument("begins", nargs=-1, metavar="[BEGINS]")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, FACET_VALUES_MAX),
    default=FACET_VALUES_DEFAULT,
    help=f"How many values: 1 to {FACET_VALUES_MAX}.",
)
@filter_options("Count only")
@connecting
def facets(
    name: str,
    begins: tuple[str, ...],
    limit: int,
    as_json: bool,
    profile: str | None,
    **filters: str | None,
) -> None:
    """List the values of NAME that have a word beginning with BEGINS, and how many people a search
    by each would find. Free.

    NAME is a filter of a search, such as title or location, or skill, language or school, which a
    query says in words. A deployment that cannot list values is answered for by
    what its answers held before, as this machine kept it.
    """
    typed = " ".join(begins).strip()
    given = {key: value.strip() for key, value in filters.items() if value and value.strip()}

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.client.errors import ShortlistError
        from shortlist.client.extensions import is_not_offered

        seen = False
        try:
            found = (await client.facet(name, typed, limit=limit, filters=given)).data
        except ShortlistError as error:
            if not is_not_offered(error):
                raise
            found, seen = _seen(connection, name, typed, limit), True
        if as_json:
            print_json({**found.to_wire(), "counted": not seen})
        else:
            _show(found, seen=seen)

    run_with_client(profile, work, searches=True)


def _seen(connection: Connection, name: str, typed: str, limit: int) -> Facet:
    """What this machine kept of answers of that deployment."""
    from shortlist.desk.seen_values import SEEN, list_seen_values

    with open_store(connection) as store:
        return list_seen_values(store.recall(SEEN), name, typed, limit)


def _show(found: Facet, *, seen: bool) -> None:
    if found.values:
        rows = [
            (one.value, None if one.people is None else number(one.people), ", ".join(one.also))
            for one in found.values
        ]
        names = ("value", "people", "also said")
        shown = [0, *([] if seen else [1]), *([2] if any(one.also for one in found.values) else [])]
        print_table([names[at] for at in shown], ([row[at] for at in shown] for row in rows))
    elif found.begins:
        say(f"No {found.name} here begins with {found.begins}.")
    else:
        say(f"Nobody here has a {found.name}.")
    if seen:
        say(
            "This deployment cannot list values: these were in its answers, and nobody counted "
            "whom each finds."
        )
        return
    if found.closed and found.values:
        say(_closed(found))
    if found.more:
        say("There are more: type more of the word, or give a larger --limit.")
    if found.people is not None:
        say(f"Counted among {amount(found.people, 'person', 'people')}; nothing was charged.")


def _closed(found: Facet) -> str:
    """What of a closed list was typed."""
    typed = found.begins.casefold()
    if typed and typed not in (one.value.casefold() for one in found.values):
        meant = next((one.value for one in found.values if typed in one.also), "")
        if meant:
            return f"{found.begins} is taken for {meant}: it is {found.name} {meant} here."
        if is_no_value(found):
            return f"No {found.name} is called {found.begins}: these are all there are."
    return f"Nothing else is a {found.name} here."


def is_no_value(found: Facet) -> bool:
    """Whether what was typed is on no closed list: not by another word, and not begun."""
    typed = found.begins.casefold()
    said = [word for one in found.values for word in (one.value.casefold(), *one.also)]
    return bool(found.closed and found.values and typed) and not any(
        word.startswith(typed) for word in said
    )
