"""`shortlist audit`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import connecting, run_with_client
from shortlist.cli.journal import read_journal
from shortlist.cli.local_store import open_store
from shortlist.cli.output import (
    NOT_GIVEN,
    amount,
    echo,
    number,
    print_json,
    print_prose,
    print_table,
    say,
)

if TYPE_CHECKING:
    from shortlist.client import JournalRow, Shortlist
    from shortlist.desk.audit import Audit, Line
    from shortlist.desk.connection import Connection
    from shortlist.desk.receipts import Receipt

_NAMED = 5


@click.command()
@connecting
def audit(as_json: bool, profile: str | None) -> None:
    """Hold what the service says was used against the receipts and the journal of this machine.

    By day and kind, and by key, each difference is named, and what cannot be known is said. Free.
    Ends with 0 when every credit is accounted for, and with 1 when one is not.
    """

    async def work(client: Shortlist, connection: Connection) -> int:
        from shortlist.desk.audit import audit_credits

        usage = (await client.usage()).data
        unread = await _read_sets(client, connection)
        receipts, made_here = _receipts(connection)
        journal = await read_journal(every=True)
        rows = [row for row in journal if _is_ours(row, client, connection)]
        own = connection.kind == "embedded"
        found = audit_credits(usage, receipts, rows, datetime.now(UTC), made_here, since_ever=own)
        if unread:
            found.cannot_know.insert(0, unread)
        if as_json:
            print_json(_document(found))
        else:
            _show(found)
        return 0 if found.agrees else 1

    run_with_client(profile, work)


async def _read_sets(client: Shortlist, connection: Connection) -> str:
    """Keep receipts of all Sets that have ended, as they tell it; why not, where they cannot be
    read."""
    from shortlist.client import AuthRequired
    from shortlist.desk.charges import set_receipts

    try:
        sets = [each async for each in client.sets()]
    except AuthRequired as error:
        return f"What Sets spent cannot be read: {error}"
    with open_store(connection) as store:
        asked = store.recall("asked", {})
        store.add_receipts(set_receipts(sets, asked if isinstance(asked, dict) else {}))
    return ""


def _receipts(connection: Connection) -> tuple[list[Receipt], list[str]]:
    """The receipts of this account, and the Sets that were made here."""

    with open_store(connection) as store:
        asked = store.recall("asked", {})
        return store.receipts(), [*asked] if isinstance(asked, dict) else []


def _is_ours(row: JournalRow, client: Shortlist, connection: Connection) -> bool:
    """Whether it was asked of this deployment with this key. The port of this machine's own
    service changes."""
    from shortlist.client.paths import BaseUrl

    if row.account != client.account:
        return False
    return connection.kind == "embedded" or row.origin == BaseUrl.parse(connection.base_url).origin


def _show(found: Audit) -> None:
    lines = [*found.days, *found.keys]
    print_table(
        ("what", "service", "receipts", "difference"),
        ((line.what, _told(line.service), number(line.receipts), _by(line)) for line in lines),
    )
    for line in found.differences:
        echo()
        print_prose(_named(line))
        for key in line.suspects[:_NAMED]:
            echo(f"    answered, without a receipt: {key}")
    if found.open:
        echo()
        echo(
            f"{amount(len(found.open), 'request')} of unknown outcome, each maybe billed; "
            "`shortlist journal resume` finds out:"
        )
        for row in found.open:
            echo(f"    {row.method} {row.path}  {row.key}")
    if found.strangers:
        echo()
        echo(f"{amount(len(found.strangers), 'receipt')} whose request is not in the journal:")
        for receipt in found.strangers:
            echo(f"    {receipt.kind}, {amount(receipt.credits, 'credit')}: {receipt.key}")
    echo()
    echo("What cannot be known from here:")
    for told in found.cannot_know:
        print_prose(f"- {told}")
    if found.agrees:
        say("Every credit that the service tells of is accounted for.")
    else:
        say("Not every credit is accounted for: see above.")


def _told(figure: float | None) -> str:
    return NOT_GIVEN if figure is None else number(figure)


def _by(line: Line) -> str:
    difference = line.difference
    return "not known" if difference is None else f"{difference:+g}" if difference else "none"


def _named(line: Line) -> str:
    difference = line.difference or 0.0
    credits = amount(abs(difference), "credit")
    if difference > 0:
        return (
            f"{line.what}: the service says {credits} more than there are receipts for here: "
            "another machine, another key, or a receipt that is missing."
        )
    return (
        f"{line.what}: there are receipts for {credits} more than the service says: it was given "
        "back, is told of another day, or the receipt is wrong."
    )


def _document(found: Audit) -> dict[str, Any]:
    def line(each: Line) -> dict[str, Any]:
        return {
            "what": each.what,
            "service": each.service,
            "receipts": each.receipts,
            "of_unknown_key": each.of_unknown_key,
            "difference": each.difference,
            "without_receipt": list(each.suspects),
        }

    return {
        "agrees": found.agrees,
        "days": [line(each) for each in found.days],
        "keys": [line(each) for each in found.keys],
        "unknown_outcomes": [
            {"key": row.key, "method": row.method, "path": row.path, "state": str(row.state)}
            for row in found.open
        ],
        "receipts_without_request": [
            {"key": each.key, "kind": each.kind, "credits": each.credits, "at": each.at}
            for each in found.strangers
        ],
        "cannot_know": found.cannot_know,
    }
