"""`shortlist sets again` and `shortlist sets diff`: repeating a Set, and comparing two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.create import Wish, agree, create_set, show_estimate
from shortlist.cli.deployment import (
    connecting,
    left_out_here,
    notify_option,
    refuse_read_only,
    run_with_client,
    say_left_out,
    say_synthetic,
)
from shortlist.cli.local_store import open_store_to_keep
from shortlist.cli.output import amount, echo, print_json, print_line, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.connection import Connection
    from shortlist.desk.set_differences import Change, Difference


@click.command(short_help="Make the same Set anew.")
@click.argument("set_id", metavar="ID")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="CREDITS",
    help="The most that may be billed; default: that of the Set.",
)
@click.option("--estimate", is_flag=True, help="Say what it costs and checks, and create nothing.")
@click.option("--yes", is_flag=True, help="Create it without asking on a terminal.")
@click.option("--watch", is_flag=True, help="Stay and show the people as they are admitted.")
@notify_option
@connecting
def again(
    set_id: str,
    budget: int | None,
    estimate: bool,
    yes: bool,
    watch: bool,
    notify: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Create a Set that asks and checks what the Set ID did, for as many people.

    It is paid for like any other: 1 credit for every 10 people admitted. Afterwards
    `shortlist sets diff` says what changed.
    """
    if notify and not watch:
        raise click.UsageError("--notify tells the end of what is waited for: it needs --watch")

    async def work(client: Shortlist, connection: Connection) -> int:
        old = await client.get_set(set_id)
        wish = _wish_of(old, budget)
        if estimate:
            show_estimate(wish, as_json, again=old.id)
            return 0
        refuse_read_only(profile)
        if not yes:
            agree(wish)

        def made(new: str) -> None:
            _keep_purpose(connection, old.id, new)
            say(f"What changed, when it has ended: shortlist sets diff {old.id} {new}")

        return await create_set(
            client, connection, wish, as_json, watch=watch, notify=notify, on_made=made
        )

    run_with_client(profile, work, searches=True)


def _wish_of(old: PeopleSet, budget: int | None) -> Wish:
    """The Set as it was asked for. Raises `click.ClickException` where that is not told."""
    search = old.newest
    if search is None or not search.query.strip():
        raise click.ClickException(
            f"This deployment does not tell what {old.id} asked for: use `sets create`."
        )
    count = search.count or search.progress.requested
    if not count:
        raise click.ClickException(
            f"This deployment does not tell how many people {old.id} asked for: use `sets create`."
        )
    of_old = old.budget.credits if old.budget else None
    if budget is None and of_old is not None:
        budget = max(1, int(of_old))
    criteria = [each.description for each in search.criteria if each.description.strip()]
    return Wish(search.query, count, criteria, budget)


def _keep_purpose(connection: Connection, old: str, new: str) -> None:
    """The new Set is for what the old one was for."""

    with open_store_to_keep(connection, "What the Set is for") as store:
        if purpose := store.purposes().get(old):
            store.note_purpose(new, purpose)


@click.command(short_help="Say who came, left or changed between two Sets.")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@connecting
def diff(before: str, after: str, as_json: bool, profile: str | None) -> None:
    """Say who is in Set B and was not in A, who is no more, and of whom title, company, place or
    a verdict changed, and why.

    Free. Ends with 0 when nobody came, left or changed, and with 1 when somebody did.
    """

    async def work(client: Shortlist, connection: Connection) -> int:
        from shortlist.desk.reasons import explain_absence
        from shortlist.desk.set_differences import compare_sets

        left_out = left_out_here()
        first, second = await client.get_set(before), await client.get_set(after)
        lists = []
        gone = 0
        for set_ in (first, second):
            items = [item async for item in client.items(set_.id)]
            lists.append([item for item in items if item.person not in left_out])
            gone += len(items) - len(lists[-1])
        found = compare_sets(*lists)
        is_local = connection.kind == "embedded"
        reasons = await explain_absence(client, second, found.left, is_local=is_local)
        if as_json:
            print_json(_document(first, second, found, reasons))
        else:
            _show(first, second, found, reasons)
        say_left_out(gone, "not compared")
        return 1 if found else 0

    run_with_client(profile, work)


def _show(first: PeopleSet, second: PeopleSet, found: Difference, reasons: Sequence[str]) -> None:
    from shortlist.desk.set_differences import notes_on, why_not_there

    for item in found.came:
        print_line(f"+ {_who(item.person)}")
        _detail(f"not in {first.id}: {why_not_there(first)}")
        for verdict in item.verification:
            _detail(f"{_verdict(verdict.criterion, verdict.status, verdict.reasoning)}")
    for item, why in zip(found.left, reasons, strict=True):
        print_line(f"- {_who(item.person)}")
        _detail(f"not in {second.id}: {why}")
    for changed in found.changed:
        print_line(f"~ {_who(changed.after.person)}")
        for change in changed.fields:
            _detail(f"{change.what}: {_or_none(change.before)} → {_or_none(change.after)}")
        for change in changed.verdicts:
            told = f"{_or_none(change.before)} → {_or_none(change.after)}"
            _detail(f"{_verdict(change.what, told, change.why)}")
    for note in notes_on(first, second):
        say(note)
    say_synthetic(bool(first.synthetic or second.synthetic))
    say(
        f"{len(found.came):,} came, {len(found.left):,} left, {len(found.changed):,} changed, "
        f"{amount(found.same, 'person', 'people')} the same"
    )


def _detail(text: str) -> None:
    """A line under the one of a person."""
    echo(f"    {' '.join(text.split())}")


def _who(person: Person) -> str:
    told = (person.name or person.profile_url or person.person_id, person.title, person.company)
    return " · ".join(part for part in told if part)


def _verdict(criterion: str, status: str, why: str | None) -> str:
    return f"{criterion}: {status}" + (f": {why}" if why else "")


def _or_none(text: str | None) -> str:
    return text or "not given"


def _document(
    first: PeopleSet, second: PeopleSet, found: Difference, reasons: Sequence[str]
) -> dict[str, Any]:
    from shortlist.desk.set_differences import notes_on, why_not_there

    came = f"not in {first.id}: {why_not_there(first)}"
    left = zip(found.left, reasons, strict=True)

    return {
        "before": first.id,
        "after": second.id,
        "same": not found,
        "came": [{**item.normalised(), "why": came} for item in found.came],
        "left": [{**item.normalised(), "why": f"not in {second.id}: {why}"} for item, why in left],
        "changed": [
            {
                "person": changed.after.person.normalised(),
                "fields": [_change(change) for change in changed.fields],
                "verdicts": [_change(change) for change in changed.verdicts],
            }
            for changed in found.changed
        ],
        "unchanged": found.same,
        "notes": notes_on(first, second),
    }


def _change(change: Change) -> dict[str, Any]:
    why = {"why": change.why} if change.why else {}
    return {"what": change.what, "before": change.before, "after": change.after, **why}
