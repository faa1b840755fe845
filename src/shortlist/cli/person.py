"""`shortlist person`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import (
    LEFT_OUT_FOUND,
    connecting,
    left_out_here,
    refuse_left_out,
    refuse_read_only,
    run_with_client,
    say_synthetic,
)
from shortlist.cli.local_store import keep_dossier, keep_receipts, kept_dossier
from shortlist.cli.output import (
    Meter,
    amount,
    echo,
    print_json,
    print_pairs,
    print_prose,
    print_table,
    say,
)
from shortlist.cli.person_options import read_whom, say_person_price, whom_options, words_of
from shortlist.contract.career import lines_of
from shortlist.desk.replayed_answers import person_of

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.person import Dossier, PersonResponse
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut


@click.command(short_help="Research one person, with the evidence.")
@whom_options
@click.option("--kept", is_flag=True, help="As it was read before, from this machine; free.")
@connecting
def person(
    person_id: str | None,
    url: str | None,
    name: str | None,
    domain: str | None,
    kept: bool,
    as_json: bool,
    profile: str | None,
) -> None:
    """Research one person, by ID, --url, or --name with --domain, and wait until it is done.

    25 credits when there is an answer; reading it again within 90 days is free. --kept shows
    what was read before, and asks nobody.
    """
    whom = read_whom(person_id, url, name, domain)
    left_out = left_out_here()
    refuse_left_out(whom, left_out)
    if kept:
        dossier = kept_dossier(whom, profile)
        if _is_of(dossier, left_out):
            raise click.ClickException(LEFT_OUT_FOUND)
        if as_json:
            print_json({"data": dossier.normalised()})
        else:
            _show_dossier(dossier)
            say_synthetic(bool(dossier.synthetic))
        return
    refuse_read_only(profile)

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.desk.charges import person_receipts

        say_person_price()
        meter = Meter()
        meter.show(f"Researching {words_of(whom)} …")
        try:
            response = await client.person(**whom)
        finally:
            meter.clear()
        hidden = response.data is not None and _is_of(response.data, left_out)
        keep_receipts(connection, person_receipts(person_of(whom), response, hidden=hidden))
        if hidden:
            raise click.ClickException(LEFT_OUT_FOUND)
        if response.data is not None:
            keep_dossier(connection, whom, response.data)
        if as_json:
            print_json(response.normalised())
        else:
            _show(response)

    run_with_client(profile, work, searches=True)


def _is_of(dossier: Dossier, left_out: LeftOut) -> bool:
    page = dossier.identity.profile_url
    return {"person_id": dossier.person_id, "profile_url": page} in left_out


def _show(response: PersonResponse) -> None:
    meta = response.meta
    if response.data is None:
        say(f"There is not enough evidence to tell who this is. {meta.reason or ''}")
    else:
        _show_dossier(response.data)
        say_synthetic(bool(response.data.synthetic))
        if meta.reason:
            say(meta.reason)
    if meta.suggested_clues:
        clues = "; ".join(clue[:1].lower() + clue[1:] for clue in meta.suggested_clues)
        say(f"What would help: {clues}.")
    charged = meta.credits_charged
    if charged is not None:
        say(f"{amount(charged, 'credit')} charged")
    elif response.data is not None:
        say("What it cost was not given; see: shortlist usage")


def _show_dossier(dossier: Dossier) -> None:
    identity, current = dossier.identity, dossier.professional.current
    print_pairs(
        [
            ("name", identity.name),
            ("headline", identity.headline),
            ("person id", dossier.person_id),
            ("identity", "verified" if identity.identity_verified else "not verified"),
            ("confidence", identity.confidence),
            ("location", identity.location),
            ("profile", identity.profile_url),
            ("title", current.title if current else None),
            ("company", current.company if current else None),
            ("employer", ", ".join(filter(None, _employer(dossier))) or None),
            ("skills", ", ".join(str(skill) for skill in dossier.professional.skills)),
            ("languages", "; ".join(lines_of(dossier.professional.languages)) or None),
            ("certified", "; ".join(lines_of(dossier.professional.certifications)) or None),
        ]
    )
    if dossier.summary:
        echo()
        print_prose(dossier.summary)
    history = dossier.professional.history
    if history:
        echo()
        print_table(
            ("from", "to", "title", "company"),
            ((post.start, post.end, post.title, post.company) for post in history),
        )
    if dossier.professional.education:
        echo()
        print_table(("education",), ((line,) for line in lines_of(dossier.professional.education)))
    if dossier.source_links:
        echo()
        print_table(
            ("source", "state", "address"),
            ((link.title, link.status, link.url) for link in dossier.source_links),
        )


def _employer(dossier: Dossier) -> tuple[str | None, str | None]:
    work = dossier.professional
    return work.company_size, work.company_industry
