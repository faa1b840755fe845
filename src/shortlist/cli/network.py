"""`shortlist network`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    LEFT_OUT_FOUND,
    connecting,
    left_out_here,
    refuse_left_out,
    refuse_read_only,
    run_with_client,
)
from shortlist.cli.local_store import keep_receipts
from shortlist.cli.output import amount, echo, print_json, print_pairs, print_table, say
from shortlist.cli.person_options import say_network_price

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.envelope import Meta
    from shortlist.contract.network import Profile
    from shortlist.contract.person import Person
    from shortlist.desk.connection import Connection


@click.command(short_help="List every profile of one person.")
@click.argument("who", metavar="ID|URL")
@connecting
def network(who: str, as_json: bool, profile: str | None) -> None:
    """Show who is behind the address of a profile, or a person id, with every profile they list.

    At most 60 a minute and 600 an hour; what it costs is said first.
    """
    if not who.strip():
        raise click.UsageError("Who is meant is empty: give an ID or the address of a profile")
    refuse_read_only(profile)
    left_out = left_out_here()
    refuse_left_out({"person_id": who.strip(), "profile_url": who.strip()}, left_out)

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.desk.charges import network_receipts

        say_network_price()
        found = await client.network_profile(who.strip())
        person, profiles = found.data.person, found.data.profiles
        hidden = person in left_out or any({"profile_url": p.url} in left_out for p in profiles)
        subject, name = person.person_id or who.strip(), person.name
        keep_receipts(
            connection, network_receipts(subject, name, "all", found.meta, "", hidden=hidden)
        )
        if hidden:
            raise click.ClickException(LEFT_OUT_FOUND)
        if as_json:
            print_json(found.normalised())
        else:
            show_profiles(person, profiles, found.meta)

    run_with_client(profile, work, searches=True)


def show_profiles(person: Person, profiles: Sequence[Profile], meta: Meta) -> None:
    """A person, their profiles, and what that cost."""
    print_pairs(
        [
            ("name", person.name),
            ("title", person.title),
            ("company", person.company),
            ("location", person.location),
            ("person id", person.person_id),
        ]
    )
    if profiles:
        echo()
        print_table(
            ("platform", "handle", "address"),
            ((one.platform, one.handle, one.url) for one in profiles),
        )
    else:
        say("They list no profile.")
    charged = meta.credits_charged
    say(
        f"{amount(charged, 'credit')} charged"
        if charged is not None
        else "What it cost was not given; see: shortlist usage"
    )
