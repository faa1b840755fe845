"""`shortlist sets`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shortlist.cli.again import again, diff
from shortlist.cli.bundle import bundle
from shortlist.cli.create import Wish, agree, create_set, show_estimate, with_understood
from shortlist.cli.deployment import (
    connecting,
    notify_option,
    refuse_read_only,
    run_with_client,
    say_synthetic,
)
from shortlist.cli.items import items
from shortlist.cli.local_store import keep_set
from shortlist.cli.output import (
    NOT_GIVEN,
    amount,
    echo,
    is_narrow,
    number,
    print_json,
    print_pairs,
    print_table,
    say,
    when,
)
from shortlist.cli.overrule import agreement_words, agreements_of, overrule
from shortlist.cli.review import in_review, review
from shortlist.desk.match_counts import describe_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shortlist.client import Shortlist
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.connection import Connection
    from shortlist.desk.own_verdicts import Agreement


@click.group()
def sets() -> None:
    """Build durable lists of people, and watch, read and export them."""


sets.add_command(review)
sets.add_command(again)
sets.add_command(diff)
sets.add_command(bundle)
sets.add_command(overrule)
sets.add_command(items)


@sets.command(short_help="Say what a Set costs and checks, and create it.")
@click.argument("query", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(1, 500), default=25, help="How many people: 1 to 500.")
@click.option(
    "--criterion",
    "criteria",
    multiple=True,
    metavar="TEXT",
    help="What must hold for everyone; several times, up to 10. Else it is QUERY as it stands.",
)
@click.option(
    "--budget", type=click.IntRange(min=1), metavar="CREDITS", help="The most that may be billed."
)
@click.option("--estimate", is_flag=True, help="Say what it costs and checks, and create nothing.")
@click.option("--yes", is_flag=True, help="Create it without asking on a terminal.")
@click.option("--watch", is_flag=True, help="Stay and show the people as they are admitted.")
@notify_option
@connecting
def create(
    query: tuple[str, ...],
    count: int,
    criteria: tuple[str, ...],
    budget: int | None,
    estimate: bool,
    yes: bool,
    watch: bool,
    notify: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Create a Set of people that fit QUERY, and print its id and the estimate.

    1 credit for every 10 people admitted, charged when the search ends. Checked is what is said
    beforehand and nothing else: the criteria given, or QUERY as it stands.
    """
    text = " ".join(query).strip()
    if not text:
        raise click.UsageError("A Set needs a query")
    if any(not criterion.strip() for criterion in criteria):
        raise click.UsageError("--criterion is empty: give it a text, or leave it out")
    _only_when_watching(notify, watch)
    wish = with_understood(Wish(text, count, list(criteria), budget), profile)
    if estimate:
        show_estimate(wish, as_json)
        return
    refuse_read_only(profile)
    if not yes:
        agree(wish)

    async def work(client: Shortlist, connection: Connection) -> int:
        return await create_set(client, connection, wish, as_json, watch=watch, notify=notify)

    run_with_client(profile, work, searches=True)


def _only_when_watching(notify: bool, watch: bool) -> None:
    if notify and not watch:
        raise click.UsageError("--notify tells the end of what is waited for: it needs --watch")


@sets.command(name="list")
@click.option(
    "--limit",
    type=click.IntRange(1, 100),
    help="Sets in a page: 1 to 100. Default: as many as the deployment gives.",
)
@click.option("--all", "everything", is_flag=True, help="Every page; with --json one Set a line.")
@connecting
def list_(limit: int | None, everything: bool, as_json: bool, profile: str | None) -> None:
    """List the Sets of this workspace, newest first."""

    async def work(client: Shortlist, _: Connection) -> None:
        if everything and as_json:
            async for set_ in client.sets():
                print_json(set_.normalised())
            return
        if everything:
            found = [set_ async for set_ in client.sets()]
        else:
            page = await client.list_sets(limit=limit)
            if as_json:
                print_json(page.normalised())
                return
            found = page.data
        if not found:
            say("No Sets yet. Make one: shortlist sets create QUERY")
            return
        lines = [_line(set_) for set_ in found]
        columns = ["id", "state", "people", "spent", "created", "query"]
        if is_narrow():
            # Newest first they are anyway; what was asked tells them apart.
            columns.remove("created")
            lines = [[*line[:4], line[5]] for line in lines]
        print_table(columns, lines)
        if not everything and page.has_more:
            say("There are more: shortlist sets list --all")

    run_with_client(profile, work)


def _line(set_: PeopleSet) -> list[object]:
    search = set_.newest
    created = set_.created_at or (search.created_at if search else None)
    return [
        set_.id,
        _state(set_),
        _people(set_, "–"),
        "–" if set_.spent_credits is None else set_.spent_credits,
        when(created),
        search.query if search else None,
    ]


def _people(set_: PeopleSet, unknown: str) -> str:
    """`12 of 25`: how many were admitted, of how many asked for."""
    admitted = unknown if set_.item_count is None else number(set_.item_count)
    asked = set_.newest.count if set_.newest else None
    return admitted if asked is None else f"{admitted} of {number(asked)}"


def _state(set_: PeopleSet) -> str:
    stopped = set_.newest.stop_reason if set_.newest else None
    status = set_.status or NOT_GIVEN
    return f"{status} ({stopped})" if stopped else status


@sets.command()
@click.argument("set_id", metavar="ID")
@connecting
def show(set_id: str, as_json: bool, profile: str | None) -> None:
    """Show a Set: its state, what it has spent, and why it stopped."""

    async def work(client: Shortlist, connection: Connection) -> None:
        set_ = await client.get_set(set_id)
        keep_set(connection, set_)
        _print_set(set_, as_json, agreements_of(connection, set_.id))

    run_with_client(profile, work)


@sets.command()
@click.argument("set_id", metavar="ID")
@connecting
def cancel(set_id: str, as_json: bool, profile: str | None) -> None:
    """Stop the running search of a Set. Who was admitted stays, and is charged."""

    async def work(client: Shortlist, _: Connection) -> None:
        after = await client.cancel_set(set_id)
        _print_set(after, as_json)
        if after.newest and after.newest.finished and after.status != "canceled":
            say("It had ended already: nothing was stopped.")

    run_with_client(profile, work)


def _print_set(
    set_: PeopleSet, as_json: bool, agreed: Mapping[str, Agreement] | None = None
) -> None:
    """`agreed`: how often somebody here and the service said the same, by criterion."""
    if as_json:
        own = {name: each._asdict() for name, each in (agreed or {}).items()}
        print_json(set_.normalised() | ({"agreement": own} if own else {}))
        return
    search = set_.newest
    progress = search.progress if search else None
    print_pairs(
        [
            ("id", set_.id),
            ("query", search.query if search else None),
            ("state", _state(set_)),
            ("why", search.message if search else None),
            ("people", _people(set_, NOT_GIVEN)),
            ("checked", progress.checked if progress else None),
            ("in all", describe_count(search.counted, _ended(set_)) if search else None),
            ("in review", in_review(set_.id, progress.review or 0) if progress else None),
            ("spent", _spent(set_)),
            ("created", f"{set_.created_at:%Y-%m-%d %H:%M} UTC" if set_.created_at else None),
        ]
    )
    if search and search.criteria:
        echo()
        heads = ["criterion", "satisfied", "unclear", "rejected"]
        rows: list[list[object]] = [
            [c.description, *map(_cell, (c.satisfied, c.unclear, c.rejected))]
            for c in search.criteria
        ]
        if agreed:
            heads.append("you agree")
            for row in rows:
                row.append(agreement_words(agreed.get(" ".join(str(row[0]).split()))))
        print_table(heads, rows)
    say_synthetic(bool(set_.synthetic))


def _ended(set_: PeopleSet) -> int | None:
    """How many it has, where it has ended."""
    return set_.item_count if set_.newest and set_.newest.finished else None


def _cell(count: int | None) -> int | str:
    return "–" if count is None else count


def _spent(set_: PeopleSet) -> str:
    allowed = set_.budget.credits if set_.budget else None
    spent = amount(set_.spent_credits, "credit")
    if allowed is None:
        return spent
    if set_.spent_credits is None:
        return f"{spent}, {number(allowed)} allowed"
    return f"{spent} of {number(allowed)} allowed"


@sets.command()
@click.argument("set_id", metavar="ID")
@notify_option
@connecting
def watch(set_id: str, notify: bool, as_json: bool, profile: str | None) -> None:
    """Follow a Set to its end. Leaving does not stop it.

    Ends with 0 when it completed, ran out of budget or was canceled, and with 1 when it failed.
    """

    async def work(client: Shortlist, connection: Connection) -> int:
        from shortlist.cli.watch import follow

        return await follow(client, connection, set_id, as_json, notify)

    run_with_client(profile, work)


@sets.command()
@click.argument("set_id", metavar="ID")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "jsonl", "xlsx", "parquet"]),
    help="Default: what FILE ends in, else csv.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to; default: standard output, for csv and json.",
)
@click.option("--force", is_flag=True, help="Replace FILE when it is already there.")
@click.option("--for-spreadsheets", is_flag=True, help="Mark csv as UTF-8 where it begins.")
@connecting
def export(
    set_id: str,
    kind: str | None,
    output: Path | None,
    force: bool,
    for_spreadsheets: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Export the people of a Set.

    csv and json are the deployment's own export, the others are made here;
    docs/reference/exports.md has the columns. Who is left out here is in none; contacts, notes and
    purpose kept here are in all.
    """

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.cli.export import export_set

        await export_set(client, connection, set_id, kind, output, force, as_json, for_spreadsheets)

    run_with_client(profile, work)
