"""`shortlist keys`: API keys of the local service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from shortlist.cli.output import echo, print_json, print_line, say
from shortlist.cli.serve import on_local_service
from shortlist.contract.limits import SCOPE_LEGACY_AGENT, SCOPES_DEFAULT
from shortlist.contract.times import format_time, parse_time


@click.group()
def keys() -> None:
    """API keys of the local service."""


def _expiry(_context: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    moment = parse_time(value)
    if moment is None:
        raise click.BadParameter("give RFC 3339, such as 2027-01-31T12:00:00Z")
    return int(moment.timestamp() * 1000)


_CREDITS = click.IntRange(min=0)


@keys.command()
@click.option("--name", required=True, help="What the key is for.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice([*SCOPES_DEFAULT, SCOPE_LEGACY_AGENT]),
    help=f"What it may do; repeat for more. Without any: {', '.join(SCOPES_DEFAULT)}.",
)
@click.option("--daily-budget", type=_CREDITS, metavar="CREDITS", help="Credits a UTC day.")
@click.option("--monthly-budget", type=_CREDITS, metavar="CREDITS", help="Credits a UTC month.")
@click.option("--rate-limit", type=click.IntRange(min=1), metavar="PER_MINUTE")
@click.option("--expires-at", metavar="TS", callback=_expiry, help="RFC 3339.")
@on_local_service
def create(
    data_dir: Path,
    database: str | None,
    name: str,
    scopes: tuple[str, ...],
    daily_budget: int | None,
    monthly_budget: int | None,
    rate_limit: int | None,
    expires_at: int | None,
    as_json: bool,
) -> None:
    """Create a key. It is shown this once and cannot be read again."""
    from shortlist.service.account.admin import create_local_key

    made = create_local_key(
        data_dir,
        database,
        name,
        scopes=scopes or SCOPES_DEFAULT,
        daily_budget=daily_budget,
        monthly_budget=monthly_budget,
        rate_limit=rate_limit,
        expires_at=expires_at,
    )
    if as_json:
        print_json(made)
        return
    print_line(made["key"])
    say(
        f"Key {made['id']} ({name}) may use {', '.join(made['scopes'])}. "
        "Keep it now: it is not shown again."
    )


@keys.command("list")
@on_local_service
def list_(data_dir: Path, database: str | None, as_json: bool) -> None:
    """List the keys, newest first; never their secrets."""
    from shortlist.service.account.admin import list_local_keys

    found = [_shown(row) for row in list_local_keys(data_dir, database)]
    if as_json:
        print_json({"data": found})
        return
    if not found:
        say("No keys yet: shortlist keys create --name NAME")
    for key in found:
        echo(f"{key['id']}  {key['state']:8}  {key['name']}  {', '.join(key['scopes'])}")


@keys.command()
@click.argument("key_id", metavar="ID")
@on_local_service
def revoke(key_id: str, data_dir: Path, database: str | None, as_json: bool) -> None:
    """Revoke a key.

    A running service refuses it from the next request on.
    """
    from shortlist.service.account.admin import revoke_local_key

    if not revoke_local_key(data_dir, database, key_id):
        raise click.ClickException(f"there is no key {key_id}; see: shortlist keys list")
    if as_json:
        print_json({"id": key_id, "state": "revoked"})
    else:
        say(f"Key {key_id} is revoked.")


def _shown(row: Any) -> dict[str, Any]:
    from shortlist.service.clock import moment, now_ms

    def time(value: int | None) -> str | None:
        return None if value is None else format_time(moment(value))

    expired = row.expires_at is not None and row.expires_at <= now_ms()
    state = "revoked" if row.revoked_at is not None else "expired" if expired else "active"
    return {
        "id": row.id,
        "name": row.name,
        "scopes": row.scopes,
        "state": state,
        "daily_budget": row.daily_budget,
        "monthly_budget": row.monthly_budget,
        "rate_limit": row.rate_limit,
        "expires_at": time(row.expires_at),
        "created_at": time(row.created_at),
    }
