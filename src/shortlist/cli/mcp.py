"""`shortlist mcp`: tools for agents, with a purse."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import connecting, run_with_client
from shortlist.cli.output import amount, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection


@click.command(short_help="Tools for agents, with a purse (Model Context Protocol).")
@click.option(
    "--max-cost",
    type=click.IntRange(min=0),
    default=0,
    metavar="CREDITS",
    help="The most that may be spent while it runs; default: 0, nothing.",
)
@click.option("--http", is_flag=True, help="Serve HTTP on this machine, not standard input.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    metavar="PORT",
    help="With --http: where; default: a free one.",
)
@connecting
def mcp(max_cost: int, http: bool, port: int, as_json: bool, profile: str | None) -> None:
    """Serve search, Sets, their people, enrichment and usage as tools of the Model Context
    Protocol, and Sets as resources, until standard input ends.

    Never more than --max-cost is spent while it runs: what a call can cost is set aside before it
    leaves, and what is never answered stays so. Every call is in the journal, and who is left out
    on this machine is in no answer. With --http it prints its address, and asks for a token: that
    of SHORTLIST_MCP_TOKEN, else one that it tells on standard error.
    """
    if port and not http:
        raise click.UsageError("--port goes with --http")
    if find_spec("mcp") is None:
        raise click.ClickException(
            "This needs the SDK of the protocol. Install it with: pip install 'shortlist[mcp]'"
        )

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.cli.agents import serve_http, serve_pipes
        from shortlist.desk.purse import Purse

        most = 0 if connection.read_only else max_cost
        purse = Purse(most)
        why = "it is read only" if connection.read_only else "see --max-cost"
        left = f"at most {amount(most, 'credit')}" if most else f"nothing ({why})"
        say(f"Tools of {connection.name}; to be spent: {left}.")
        if http:
            await serve_http(client, connection, purse, port, as_json)
        else:
            await serve_pipes(client, connection, purse)

    run_with_client(profile, work, searches=True)
