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
    from shortlist.contract.network import NetworkProfileResponse, Profile, SocialsResponse
    from shortlist.contract.person import Person
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut


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
        say_network_price()
        found = await client.network_profile(who.strip())
        profiles = found.data.profiles
        tell_profiles(connection, found, profiles, who.strip(), "all", "", left_out, as_json)

    run_with_client(profile, work, searches=True)


def tell_profiles(
    connection: Connection,
    found: NetworkProfileResponse | SocialsResponse,
    profiles: Sequence[Profile],
    subject: str,
    on: str,
    key: str,
    left_out: LeftOut,
    as_json: bool,
) -> None:
    """Keep what an answer cost, `on` one platform or on all, and show it. Raises
    `click.ClickException` where it is of somebody who is left out on this machine."""
    from shortlist.desk.charges import network_receipts

    person, meta = found.data.person, found.meta
    hidden = person in left_out or any({"profile_url": one.url} in left_out for one in profiles)
    subject = person.person_id or subject
    receipts = network_receipts(subject, person.name, on, meta, key, hidden=hidden)
    keep_receipts(connection, receipts)
    if hidden:
        raise click.ClickException(LEFT_OUT_FOUND)
    if as_json:
        print_json(found.normalised())
    else:
        _show_profiles(person, profiles, meta)


def _show_profiles(person: Person, profiles: Sequence[Profile], meta: Meta) -> None:
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
