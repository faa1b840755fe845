"""`shortlist socials`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    connecting,
    left_out_here,
    refuse_left_out,
    refuse_read_only,
    run_with_client,
)
from shortlist.cli.network import tell_profiles
from shortlist.cli.person_options import read_whom, say_network_price, whom_options
from shortlist.desk.replayed_answers import person_of

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection


@click.command(short_help="Find one person's profile on one platform.")
@click.argument("platform")
@click.option("--handle", metavar="TEXT", help="Who has this handle, or an address, there.")
@whom_options
@connecting
def socials(
    platform: str,
    handle: str | None,
    person_id: str | None,
    url: str | None,
    name: str | None,
    domain: str | None,
    as_json: bool,
    profile: str | None,
) -> None:
    """Find the profile of one person on PLATFORM.

    PLATFORM is linkedin, twitter (or x), facebook, github, wikidata, or professional_network for
    any. Who is meant: ID, --handle, --url, or --name with --domain. At most 60 a minute and 600
    an hour; what it costs is said first.
    """
    if handle is not None:
        if any((person_id, url, name, domain)) or not handle.strip():
            raise click.UsageError("Say who is meant in one way: a --handle, or who they are")
        whom = {"handle": handle.strip()}
    else:
        whom = read_whom(person_id, url, name, domain)
    refuse_read_only(profile)
    left_out = left_out_here()
    refuse_left_out({**whom, "profile_url": whom.get("handle", whom.get("profile_url"))}, left_out)

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.client.executor import new_key

        say_network_price()
        key = new_key()
        found = await client.socials(platform, idempotency_key=key, **whom)
        profiles, on = [found.data.profile], found.data.platform
        tell_profiles(connection, found, profiles, person_of(whom), on, key, left_out, as_json)

    run_with_client(profile, work, searches=True)
