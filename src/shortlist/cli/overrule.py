"""`shortlist sets overrule`: recording your own verdict beside the service's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import connecting, left_out_here, run_with_client
from shortlist.cli.local_store import open_store
from shortlist.cli.output import print_json, print_line, say

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import SetItem, Verification
    from shortlist.desk.connection import Connection
    from shortlist.desk.own_verdicts import Agreement, OwnVerdict


@click.command(short_help="Say yourself whether somebody of a Set meets a criterion.")
@click.argument("set_id", metavar="SET")
@click.argument("person")
@click.argument("verdict", type=click.Choice(["yes", "no"]), required=False)
@click.option("--reason", metavar="TEXT", help="Why; it is kept and exported with the verdict.")
@click.option(
    "--criterion",
    metavar="C",
    help="Which: its number, its id or its words; needed where several were checked.",
)
@click.option("--undo", is_flag=True, help="Take back what was said before.")
@connecting
def overrule(
    set_id: str,
    person: str,
    verdict: str | None,
    reason: str | None,
    criterion: str | None,
    undo: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Say yes or no of PERSON (an id, or a profile page) of a SET, whatever the service said.

    It is kept on this machine beside the service's verdict, goes into exports and the evidence
    bundle, and is counted: `sets show` says how often you and the service agree. Free; nothing is
    sent.
    """
    if undo == (verdict is not None):
        raise click.UsageError("Say yes or no, or --undo")
    if verdict is not None and not (reason or "").strip():
        raise click.UsageError("--reason is needed: it is what a verdict stands on")

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.desk.own_verdicts import agreements, of_verdict, reworded

        with open_store(connection) as store:
            item = await _item(client, store, set_id, person)
            if item.person in left_out_here():
                raise click.ClickException("They are left out on this machine: nothing is kept.")
            checked = _chosen(item, criterion)
            own = of_verdict(item, set_id, checked, verdict or "", reason or "")
            if undo:
                if not store.take_back(set_id, own.person_id, own.criterion):
                    raise click.ClickException("Nothing was said of that before.")
            else:
                store.overrule(own)
            kept = store.own_verdicts(set_id)
        agreement = agreements(kept).get(own.criterion)
        draft = reworded(own.criterion, kept) if agreement and agreement.is_seldom else ""
        if as_json:
            print_json(_document(own, agreement, draft, undo))
            return
        _show(own, agreement, draft, undo)

    run_with_client(profile, work)


async def _item(client: Shortlist, store: Any, set_id: str, who: str) -> SetItem:
    """Somebody of a Set, as this machine kept them, else as the service has them."""
    from shortlist.contract.sets import SetItem
    from shortlist.desk.left_out import anchors_of
    from shortlist.desk.sightings import named

    meant = set(anchors_of(named(who)))

    def is_meant(item: SetItem) -> bool:
        return who in (item.person.person_id, item.id) or bool(meant & {*anchors_of(item.person)})

    for start in range(0, store.item_count(set_id), 500):
        kept = (SetItem.model_validate(body) for body in store.items(set_id, start, 500))
        if found := next((item for item in kept if is_meant(item)), None):
            return found
    async for item in client.items(set_id):
        if is_meant(item):
            return item
    raise click.ClickException(f"{set_id} has nobody by that id or page.")


def _chosen(item: SetItem, criterion: str | None) -> Verification:
    checked = item.verification
    if not checked:
        raise click.ClickException("Nothing was checked of them, so there is nothing to overrule.")
    if criterion is None:
        if len(checked) > 1:
            told = "; ".join(f"{n} {each.criterion}" for n, each in enumerate(checked, 1))
            raise click.UsageError(f"Several were checked: say --criterion. There are {told}")
        return checked[0]
    words = " ".join(criterion.split()).casefold()
    for number, each in enumerate(checked, 1):
        names = (str(number), each.criterion_id, " ".join(each.criterion.split()))
        if words in [name.casefold() for name in names]:
            return each
    raise click.UsageError(f"No such criterion: {criterion}")


def agreements_of(connection: Connection, set_id: str) -> dict[str, Agreement]:
    """By criterion of a Set, how often somebody here and the service said the same; none where
    that is not kept."""
    from shortlist.desk.own_verdicts import agreements
    from shortlist.desk.places import DeskError, find_places
    from shortlist.desk.store import FILE_NAME

    if not (find_places().data / FILE_NAME).exists():
        return {}
    try:
        with open_store(connection) as store:
            return agreements(store.own_verdicts(set_id))
    except DeskError:
        return {}


def agreement_words(agreement: Agreement | None) -> str:
    """`1 of 4`, or nothing."""
    return f"{agreement.agreed} of {agreement.told}" if agreement is not None else "–"


def _show(own: OwnVerdict, agreement: Agreement | None, draft: str, undo: bool) -> None:
    who = own.name or own.person_id
    if undo:
        print_line(f"{who}: taken back; the service's {own.said} stands alone again")
    else:
        print_line(f"{who}: {own.verdict} (the service: {own.said}) for “{own.criterion}”")
    if agreement is not None:
        say(f"You and the service agree in {agreement_words(agreement)} on that criterion.")
    if draft and draft != own.criterion:
        say(f"Other words to try, from what was overruled: {draft}")


def _document(
    own: OwnVerdict, agreement: Agreement | None, draft: str, undo: bool
) -> dict[str, Any]:
    told = {name: getattr(own, name) for name in ("set_id", "person_id", "criterion")}
    yours = None if undo else {"verdict": own.verdict, "reason": own.reason}
    counts = agreement._asdict() if agreement is not None else None
    more = {"agreement": counts, "reworded": draft or None}
    return {**told, "service": own.said, "yours": yours, **more}
