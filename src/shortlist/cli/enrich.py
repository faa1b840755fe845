"""`shortlist enrich`: one person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    LEFT_OUT_FOUND,
    connecting,
    left_out_here,
    notify_option,
    refuse_left_out,
    refuse_read_only,
    run_with_client,
    say_synthetic,
    split_names,
)
from shortlist.cli.local_store import keep_contacts, keep_receipts
from shortlist.cli.output import amount, print_json, print_pairs, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.desk.connection import Connection

WITHOUT_A_TERMINAL = "Without a terminal, --from needs --yes or --max-cost"
"""As the help and the README say it."""
_ANCHORS = ("person_id", "profile_url", "email", "name")


@click.command()
@click.option("--person-id", metavar="ID", help="Whose id is ID.")
@click.option("--profile-url", metavar="URL", help="Whose profile is at URL: the safest.")
@click.option("--email", metavar="ADDRESS", help="Who has this address.")
@click.option("--name", metavar="TEXT", help="Who is called this, at --company-domain.")
@click.option("--company-domain", metavar="DOMAIN", help="Together with --name.")
@click.option(
    "--fields", metavar="A,B", required=True, help="Of work_email, personal_email and phone."
)
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="Many people: a CSV with any of these as columns.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.csv",
    help="With --from: where the results go.",
)
@click.option("-y", "--yes", is_flag=True, help="With --from: do not ask before spending.")
@click.option(
    "--max-cost",
    type=click.IntRange(min=0),
    metavar="CREDITS",
    help="With --from: the most that the run may be billed, its earlier starts included. Who is "
    "not found costs nothing and does not count.",
)
@notify_option
@click.option(
    "--min-yield",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="With --from: stop, after 20 answers, when something was found of fewer than so many "
    "in a hundred.",
)
@connecting
def enrich(
    fields: str,
    source: Path | None,
    output: Path | None,
    yes: bool,
    max_cost: int | None,
    min_yield: float | None,
    notify: bool,
    as_json: bool,
    profile: str | None,
    **anchors: str | None,
) -> None:
    """Resolve e-mail addresses and phone numbers of one person, or of a CSV of many.

    work_email is 1 credit, personal_email 3, phone 10, each only when it is found. A run with
    --from can be stopped anywhere: the same command goes on, and nothing is paid twice.
    On a terminal it asks before it spends. Without a terminal, --from needs --yes or --max-cost.
    """
    asked = list(dict.fromkeys(split_names(fields) or []))
    if not asked:
        raise click.UsageError("Name at least one field with --fields")
    given = {name: value for name, value in anchors.items() if value is not None}
    if source is not None:
        if given:
            raise click.UsageError("With --from, who is meant stands in the file")
        if output is None:
            raise click.UsageError("With --from, give a file for the results with -o OUT.csv")
        from shortlist.cli.enrich_file import FileOrder, enrich_file

        refuse_read_only(profile)
        order = FileOrder(source, output, asked, yes, max_cost, min_yield, notify, as_json)
        enrich_file(order, profile)
        return
    if output is not None or yes or max_cost is not None or min_yield is not None or notify:
        raise click.UsageError("-o, --yes, --max-cost, --min-yield and --notify go with --from")
    if sum(name in given for name in _ANCHORS) != 1 or ("name" in given) != (
        "company_domain" in given
    ):
        raise click.UsageError(
            "Give exactly one of --person-id, --profile-url, --email, or --name with "
            "--company-domain"
        )

    refuse_read_only(profile)
    _enrich_one(given, asked, as_json, profile)


def _enrich_one(
    given: dict[str, str], asked: list[str], as_json: bool, profile: str | None
) -> None:
    """Resolve these fields of the one person who is `given`, by the anchor that says who."""
    left_out = left_out_here()
    refuse_left_out(given, left_out)

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.client.executor import new_key
        from shortlist.desk.charges import enrich_receipts, outcomes_of
        from shortlist.desk.replayed_answers import person_of

        key = new_key()
        response = await client.enrich(fields=asked, idempotency_key=key, **given)
        data = {name: found.to_wire() for name, found in response.data.items()}
        hidden = left_out.mentioned_in((n, str(found.value)) for n, found in response.data.items())
        subject, name = person_of(given), given.get("name", "")
        keep_receipts(
            connection,
            enrich_receipts(subject, name, response, key, hidden=hidden),
            outcomes_of(key, given.get("company_domain", ""), response),
        )
        if hidden:
            raise click.ClickException(LEFT_OUT_FOUND)
        keep_contacts(connection, [(given, data)])
        if as_json:
            print_json(response.normalised())
        else:
            _show(response, asked)

    run_with_client(profile, work, searches=True)


def _show(response: EnrichResponse, asked: list[str]) -> None:
    from shortlist.contract.enrich import FOUND

    width = max(map(len, response.data), default=0)
    for name, field in response.data.items():
        status = field.status.replace("_", " ")
        print_pairs([(name.ljust(width), field.value or status)])
        if field.value is not None:
            told = [
                status if field.status != FOUND else None,
                field.confidence,
                f"from {field.source}" if field.source else None,
                f"seen {field.last_seen:%Y-%m-%d}" if field.last_seen else None,
            ]
            print_pairs([(" " * width, ", ".join(filter(None, told)))])
    for name in asked:
        if name not in response.data:
            say(f"{name}: the answer does not tell of it")
    for warning in response.meta.warnings:
        say(f"{warning.field or 'a field'}: {warning.message or warning.code}")
    say_synthetic(bool(response.meta.synthetic))
    credits = response.meta.usage.acu_used
    say(amount(credits, "credit") if credits is not None else "credits charged: not given")
