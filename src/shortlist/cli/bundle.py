"""`shortlist sets bundle`: the evidence of a Set in one sealed file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    connecting,
    left_out_here,
    run_with_client,
    say_left_out,
    say_synthetic,
)
from shortlist.cli.local_store import open_store
from shortlist.cli.output import Meter, amount, print_json, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.connection import Connection
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.desk.receipts import Receipt


@click.command(short_help="Write the evidence of a Set into one sealed file.")
@click.argument("set_id", metavar="ID")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to: a page (.html), or the same as JSON alone (.json).",
)
@click.option("--force", is_flag=True, help="Replace FILE when it is already there.")
@connecting
def bundle(set_id: str, output: Path, force: bool, as_json: bool, profile: str | None) -> None:
    """Write who is in a Set, the verdicts, quotes and sources, what was asked and what it cost
    into one file, hashed part by part and signed with a key of this machine.

    Any browser shows it, with nothing but text in it; `shortlist verify FILE` says what of it was
    changed. It holds no contact details. Free.
    """
    from shortlist.desk.exports import refuse_existing

    kind = output.suffix.lower()
    if kind not in (".html", ".json"):
        raise click.UsageError("FILE ends in .html, or in .json")
    if not force:
        refuse_existing(output, "Choose another name, or replace it with --force.")

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.desk.bundle import content_of, sealed_bundle
        from shortlist.desk.guard import guard_of
        from shortlist.desk.places import DeskError, find_places, writing
        from shortlist.desk.seals import own_fingerprint
        from shortlist.desk.store import account_of

        places, left_out = find_places(), left_out_here()
        set_ = await client.get_set(set_id)
        items = await _items_of(client, set_)
        ended = set_.newest is not None and set_.newest.finished
        if ended and set_.item_count is not None and len(items) != set_.item_count:
            raise DeskError(
                f"{len(items)} of {set_.item_count} people arrived, so {output} was not written. "
                "Try again."
            )
        kept = [item for item in items if item.person not in left_out]
        gone = len(items) - len(kept)
        content = content_of(
            set_,
            kept,
            deployment=connection.base_url if connection.kind != "embedded" else "this machine",
            purpose=guard_of(places, account_of(connection), set_.id).purpose,
            receipts=_receipts(connection, set_),
            left_out=gone,
            own=_own_verdicts(connection, set_),
        )
        text = sealed_bundle(places, content, as_page=kind == ".html")
        with writing(output) as file:
            file.write(text.encode())
        _note(output, kept, set_.id, content["purpose"])
        fingerprint = own_fingerprint(places)
        if as_json:
            told = {"set_id": set_.id, "path": str(output), "people": len(kept)}
            print_json({**told, "left_out": gone, "fingerprint": fingerprint})
            return
        if not ended:
            say(f"{set_.id} has not ended yet: this is how it stands now.")
        say_synthetic(bool(set_.synthetic))
        say_left_out(gone)
        say(f"{amount(len(kept), 'person', 'people')} in {output}, sealed with the key")
        say(fingerprint)

    run_with_client(profile, work)


def _note(output: Path, kept: Sequence[SetItem], set_id: str, purpose: str | None) -> None:
    """Keep whom the file holds, so that `who` knows of it."""
    from shortlist.desk.export_history import brief_person
    from shortlist.desk.exports import note_export

    told = ({"person_id": i.person.person_id, "profile_url": i.person.profile_url} for i in kept)
    people = {each for row in told for each in brief_person(row)}
    note_export(str(output.absolute()), "bundle", people, set_id, purpose or "")


async def _items_of(client: Shortlist, set_: PeopleSet) -> list[SetItem]:
    """Everybody in the Set."""
    meter = Meter()
    items = []
    try:
        async for item in client.items(set_.id):
            items.append(item)
            meter.show(f"{len(items):,} people")
    finally:
        meter.clear()
    return items


def _own_verdicts(connection: Connection, set_: PeopleSet) -> list[OwnVerdict]:
    """What somebody here said of its people."""

    with open_store(connection) as store:
        return store.own_verdicts(set_.id)


def _receipts(connection: Connection, set_: PeopleSet) -> list[Receipt]:
    """What this machine has receipts for of this Set."""
    from shortlist.cli.local_store import keep_set

    keep_set(connection, set_)
    with open_store(connection) as store:
        return [each for each in store.receipts() if each.subject == set_.id]
