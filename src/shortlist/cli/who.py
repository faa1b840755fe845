"""`shortlist who`: everything this machine keeps about a person, and its erasure."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import local
from shortlist.cli.output import amount, confirm, echo, print_json, print_table, say

if TYPE_CHECKING:
    from shortlist.desk.places import Places
    from shortlist.desk.sightings import PersonSightings
    from shortlist.service.index.whereabouts import Whereabouts

_SERVICE_DATABASES = ("shortlist.db", "database.url")
_NOBODY = "Nothing on this machine is about them."


@click.command(short_help="Say where a person is on this machine.")
@click.argument("who", metavar="EMAIL|URL|ID")
@click.option("--erase", is_flag=True, help="Take them out of all of it, and leave them out.")
@click.option("--reason", default="", metavar="TEXT", help="With --erase: why, for your own list.")
@click.option(
    "--proof",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="With --erase: where the proof goes; default: erasure-TIME.json in this folder.",
)
@click.option("-y", "--yes", is_flag=True, help="With --erase: do not ask.")
@local
def who(who: str, erase: bool, reason: str, proof: Path | None, yes: bool, as_json: bool) -> None:
    """Say where a person is on this machine: every Set, shortlist, note, contact, enrichment,
    receipt, request and export, with its purpose, and the index of this machine's own service.

    --erase takes them out of all of it but the files that were exported, which it names, leaves
    them out for the future, and writes a sealed proof that can be handed over. It names nobody;
    whoever knows the address that was given can check that it is about them.
    """
    from shortlist.desk.places import find_places
    from shortlist.desk.sightings import named

    if not who.strip():
        raise click.UsageError("Who is meant is empty: give an address, a page or an id")
    if not erase and (reason or proof or yes):
        raise click.UsageError("--reason, --proof and --yes go with --erase")
    places, given = find_places(), named(who)
    found = _find(places, given)
    if not erase:
        if as_json:
            print_json(_document(found))
        else:
            _show(found)
        return
    _agree(found, who, yes)
    _erase(places, given, found, reason, proof, as_json)


def _find(places: Places, given: Mapping[str, str]) -> PersonSightings:
    """Where they are in what this machine keeps, and in its own service: each may know of them by
    what the other does not."""
    from shortlist.desk.sightings import find_person

    seen = _in_service(places, [*given.items()])
    also = seen.names if seen is not None and len({n for _, n, _ in seen.records}) == 1 else []
    found = find_person(places, given, also)
    seen = _in_service(places, _alone(found.anchor_pairs, given)) if seen is not None else None
    if seen is not None:
        _add(found, seen, given)
    return found


def _has_service(places: Places) -> bool:
    """Whether there is a service of this machine, on a file or on a database of its own."""
    return any((places.service / name).exists() for name in _SERVICE_DATABASES)


def _in_service(places: Places, pairs: Sequence[tuple[str, str]]) -> Whereabouts | None:
    """What the service of this machine has of them; `None` where there is none."""
    if not _has_service(places):
        return None
    try:
        from shortlist.service.index.whereabouts import whereabouts
    except ImportError:
        say("The data folder of a service is here, and not its program: it was not looked into.")
        return None
    return whereabouts(places.service, None, pairs)


def _add(found: PersonSightings, seen: Whereabouts, given: Mapping[str, str]) -> None:
    from shortlist.desk.left_out import anchors_of
    from shortlist.desk.sightings import Sighting

    there = list(dict.fromkeys(name for _, name, _ in seen.records))
    found.names = list(dict.fromkeys([*found.names, *there]))
    if "email" in given:
        found.people = max(found.people, len(there))
    more = [form for kind, value in seen.names for form in anchors_of({kind: value})]
    found.anchors = list(dict.fromkeys([*found.anchors, *more]))
    found.sightings[:0] = [
        *(Sighting("index", id_, f"record of {dataset}") for id_, _, dataset in seen.records),
        *(Sighting("research", "a dossier or its run", "", at) for at in seen.researched),
        *(
            Sighting("set", set_id, f"{query} ({status}, in the service)", at)
            for set_id, query, status, at in seen.sets
        ),
    ]


def _alone(pairs: Sequence[tuple[str, str]], given: Mapping[str, str]) -> list[tuple[str, str]]:
    """Those of `pairs` that name one person: an address may be an office's, unless it was given."""
    return [pair for pair in pairs if pair[0] != "email" or pair in given.items()]


def _show(found: PersonSightings) -> None:
    if found.people > 1:
        say(f"{found.people} people here have this address: {', '.join(found.names)}.")
    elif found.names:
        echo(f"{', '.join(found.names)}  {'  '.join(found.anchors)}")
        echo()
    if not found.sightings:
        say(_NOBODY)
        return
    print_table(
        ("kept as", "where", "what", "since", "purpose"),
        (
            (s.kind, s.where, s.what, s.at[:16].replace("T", " "), s.purpose)
            for s in found.sightings
        ),
    )
    say(f"{amount(len(found.sightings), 'place')} on this machine.")


def _document(found: PersonSightings) -> dict[str, Any]:
    return {
        "people": found.people,
        "names": found.names,
        "known_by": found.anchors,
        "found": [each._asdict() for each in found.sightings],
    }


def _agree(found: PersonSightings, who: str, yes: bool) -> None:
    if found.people > 1:
        raise click.ClickException(
            f"{found.people} people here have this address ({', '.join(found.names)}): nobody was "
            "erased. Give the id or the page of the one who is meant."
        )
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError("Without a terminal, say --yes to erase")
    _show(found)
    meant = ", ".join(found.names) or who
    if not confirm(f"Erase {meant} from all of it, for good, and leave them out from now on?"):
        raise click.ClickException("Nobody was erased.")


def _erase(
    places: Places,
    given: Mapping[str, str],
    found: PersonSightings,
    reason: str,
    proof: Path | None,
    as_json: bool,
) -> None:
    from shortlist.desk.erasure_proof import make_proof
    from shortlist.desk.exports import refuse_existing
    from shortlist.desk.places import refuse_link, writing
    from shortlist.desk.store import Store

    at = datetime.now(UTC)
    proof = proof or Path(f"erasure-{at:%Y%m%d-%H%M%S}.json")
    refuse_link(proof)
    refuse_existing(proof)
    pairs = list(dict.fromkeys([*found.anchor_pairs, *given.items()]))
    with closing(Store(places, "")) as store:
        # First of all: whatever comes meanwhile is not kept any more.
        known = dict(reversed(pairs))
        name = {"name": found.names[0]} if found.names else {}
        # One entry of the list, whatever they are known by.
        store.leave_out([{**known, **name}, *({**known, k: v} for k, v in pairs)], reason)
    in_service, names = _out_of_service(places, _alone(pairs, given))
    pairs = list(dict.fromkeys([*pairs, *names]))
    from shortlist.desk.erasure import erase_people

    erase_people(places, pairs)
    left = [each for each in _find(places, given).sightings if each.kind != "left out"]
    document = make_proof(places, given, pairs, found.sightings, left, in_service, at)
    with writing(proof) as file:
        file.write(document)
    files = [each.where for each in found.sightings if each.kind == "export"]
    if as_json:
        told = {"erased": len(found.sightings), "left": [each._asdict() for each in left]}
        print_json({**told, "exported_files": files, "proof": str(proof)})
        return
    for path in files:
        echo(f"was exported, and is not touched: {path}")
    places_of_theirs = amount(len(found.sightings) - len(files), "place")
    say(f"Erased from {places_of_theirs}, and left out from now on.")
    say(f"The proof: {proof}; shortlist verify {proof}")


def _out_of_service(
    places: Places, pairs: Sequence[tuple[str, str]]
) -> tuple[dict[str, Any] | None, list[tuple[str, str]]]:
    """Leave them out of this machine's own service; what it did, and what else they were known by
    there."""
    if not _has_service(places):
        return None, []
    try:
        from shortlist.service.index import admin
        from shortlist.service.index.suppress import NotSuppressible, suppress
    except ImportError:
        return None, []
    removed = 0
    refused: list[str] = []
    names: list[tuple[str, str]] = []
    with admin.local_engine(places.service, None) as engine:
        for kind, value in pairs:
            try:
                done = suppress(engine, kind, value)
            except NotSuppressible as error:
                refused.append(kind)
                say(f"In the service: {error}")
            else:
                removed += done.people
                names += done.names
        if waits := admin.update_idle_indexes(engine, places.service):
            say(f"In the service: {waits}")
    return {"removed": removed, "refused": refused}, names
