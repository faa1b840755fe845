"""Options that name one person on the command line: an id, a profile URL, or name and domain."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import click

from shortlist.cli.output import say
from shortlist.contract.limits import PERSON_PRICE, PERSON_REREAD_DAYS

Command = TypeVar("Command", bound=Callable[..., object])

_PERSON_PRICE = (
    f"Up to {PERSON_PRICE} credits by the list price, charged when there is an answer; read again "
    f"within {PERSON_REREAD_DAYS} days it is free."
)
_NETWORK_PRICE = (
    "Free on the service of this project; the interface names no price for it. What this "
    "deployment charges is said with the answer."
)


def whom_options(command: Command) -> Command:
    """`ID`, `--url`, `--name` and `--domain`."""
    for option in (
        click.option("--domain", metavar="DOMAIN", help="Of their company, together with --name."),
        click.option("--name", metavar="TEXT", help="Who is called this, at --domain."),
        click.option("--url", metavar="URL", help="Whose profile is at URL."),
        click.argument("person_id", metavar="[ID]", required=False),
    ):
        command = option(command)
    return command


def read_whom(
    person_id: str | None, url: str | None, name: str | None, domain: str | None
) -> dict[str, str]:
    """Who is meant, as the interface has it (section 4.4). Raises `click.UsageError` unless that
    is said in exactly one way."""
    given = {"person_id": person_id, "profile_url": url, "name": name, "company_domain": domain}
    blank = next((each for each in given.values() if each is not None and not each.strip()), None)
    if blank is not None:
        raise click.UsageError("Who is meant is empty: give an ID, or leave it out")
    kept = {kind: value.strip() for kind, value in given.items() if value is not None}
    ways = sum(kind in kept for kind in ("person_id", "profile_url", "name"))
    if ways != 1 or ("name" in kept) != ("company_domain" in kept):
        raise click.UsageError("Say who is meant in one way: ID, --url, or --name with --domain")
    return kept


def words_of(whom: dict[str, str]) -> str:
    """`ID`, the address, or `Ada at acme.example`."""
    return " at ".join(whom.values())


def say_network_price() -> None:
    """What a profile on a network can cost, before anything is sent."""
    say(_NETWORK_PRICE)


def say_person_price() -> None:
    """What research can cost, before anything is sent, to somebody at a terminal: a script is told
    by the help, and is told nothing but what was charged or went wrong."""
    if sys.stderr.isatty():
        say(_PERSON_PRICE)
