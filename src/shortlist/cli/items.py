"""`shortlist sets items`: the people of a Set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    connecting,
    left_out_here,
    run_with_client,
    say_left_out,
    say_synthetic,
)
from shortlist.cli.output import amount, print_json, print_table, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import SetItem
    from shortlist.desk.connection import Connection


@click.command()
@click.argument("set_id", metavar="ID")
@click.option("--status", type=click.Choice(["admitted", "review", "all"]), help="Which items.")
@click.option("--all", "everything", is_flag=True, help="Every page; with --json one item a line.")
@click.option("--limit", type=click.IntRange(1, 200), help="Items in a page: 1 to 200.")
@click.option("--kept", is_flag=True, help="As the app kept them here; nothing is asked.")
@connecting
def items(
    set_id: str,
    status: str | None,
    everything: bool,
    limit: int | None,
    kept: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Show the people of a Set: one page, or all of them."""
    if kept:
        _show_kept(set_id, profile, as_json)
        return

    async def work(client: Shortlist, _: Connection) -> None:
        left_out = left_out_here()
        if not everything:
            page = await client.list_items(set_id, status=status, limit=limit)
            kept = [item for item in page.data if item.person not in left_out]
            gone = len(page.data) - len(kept)
            page.data[:] = kept
            if as_json:
                print_json(page.normalised())
            else:
                await _show_items(client, set_id, page.data)
                if page.has_more:
                    say(f"There are more: shortlist sets items {set_id} --all")
            say_left_out(gone, "not shown")
            return
        found: list[SetItem] = []
        gone = 0
        async for item in client.items(set_id, page_size=limit or 200):
            if item.person in left_out:
                gone += 1
            elif as_json:
                print_json(item.normalised())
            else:
                found.append(item)
        if not as_json:
            await _show_items(client, set_id, found)
        say_left_out(gone, "not shown")

    run_with_client(profile, work)


def _table_of(found: list[SetItem]) -> None:
    print_table(
        ("name", "title", "company", "location", "confidence", "person id"),
        (
            (p.name or p.profile_url, p.title, p.company, p.location, p.confidence, p.person_id)
            for p in (item.person for item in found)
        ),
    )


def _show_kept(set_id: str, profile: str | None, as_json: bool) -> None:
    """The people of a Set as they are kept on this machine, without asking anybody."""
    from shortlist.cli.local_store import kept_items

    left_out = left_out_here()
    everybody = kept_items(set_id, profile)
    found = [item for item in everybody if item.person not in left_out]
    if as_json:
        for item in found:
            print_json(item.normalised())
    else:
        _table_of(found)
        say(amount(len(found), "person", "people"))
    say_left_out(len(everybody) - len(found), "not shown")


async def _show_items(client: Shortlist, set_id: str, found: list[SetItem]) -> None:
    if not found:
        say("No people yet.")
        return
    _table_of(found)
    say_synthetic(bool((await client.get_set(set_id)).synthetic))
    say(amount(len(found), "person", "people"))
