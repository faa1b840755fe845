"""`shortlist sets review`: who is in review, from the service's own data folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.output import amount, echo, print_json, print_line, print_table, say
from shortlist.cli.serve import on_local_service

if TYPE_CHECKING:
    from shortlist.service.sets.review import Review, Unclear


@click.command(short_help="List who is in review, by criterion, on the machine of the service.")
@click.argument("set_id", metavar="ID")
@on_local_service
def review(set_id: str, data_dir: Path, database: str | None, as_json: bool) -> None:
    """List who is in review in a Set: at least one criterion was unclear.

    They are never billed, and no API key sees them: this reads the data folder of the service
    itself, so it works on the machine, and for the user, that it runs as. Under each criterion it
    says what would decide it.
    """
    from shortlist.service.sets.review import read_review

    found = read_review(data_dir, database, set_id)
    if found is None:
        raise click.ClickException(
            f"{data_dir} has no Set {set_id}. Of another deployment's Sets its own application "
            "shows who is in review; the API gives their number alone."
        )
    if as_json:
        print_json(_document(found))
        return
    if not found.people:
        say("Nobody is in review: every criterion was clear for everybody who was checked.")
        return
    print_line(f"{amount(found.people, 'person', 'people')} in review, none of them billed")
    for unclear in found.criteria:
        _show(unclear)


def in_review(set_id: str, people: int) -> str | None:
    """How many of a Set are in review, and where they are listed; None where nobody is."""
    if not people:
        return None
    return f"{people:,}, not billed (shortlist sets review {set_id}, where the service runs)"


def _show(unclear: Unclear) -> None:
    echo()
    print_line(f"{unclear.criterion}: {len(unclear.items):,} unclear")
    print_line(f"  {_what_decides(unclear)}")
    print_table(
        ("name", "title", "company", "why", "person id"),
        (
            (
                person.get("name") or person.get("profile_url"),
                person.get("title"),
                person.get("company"),
                verdict.get("reasoning"),
                person.get("person_id"),
            )
            for person, verdict in ((i["person"], i["verdict"]) for i in unclear.items)
        ),
    )


def _what_decides(unclear: Unclear) -> str:
    if unclear.decided_by:
        named = " or ".join(unclear.decided_by)
        return (
            f"An import that gives their {named} decides it; `shortlist index import`, then the "
            "same Set anew. Or leave the criterion out."
        )
    return (
        "Words of theirs that say so decide it, such as a summary in an import; or a criterion "
        "that can be read from a title, a place or an organisation."
    )


def _document(found: Review) -> dict[str, Any]:
    return {
        "set_id": found.set_id,
        "in_review": found.people,
        "criteria": [
            {
                "criterion": each.criterion,
                "unclear": len(each.items),
                "decided_by": list(each.decided_by),
                "people": each.items,
            }
            for each in found.criteria
        ],
    }
