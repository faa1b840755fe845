"""`shortlist index`: people into the service's index, and out of it."""

from __future__ import annotations

import codecs
import contextlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import json_option
from shortlist.cli.import_columns import ask_columns
from shortlist.cli.import_report import Bar, document_of, line_document, named, print_summary
from shortlist.cli.output import Meter, amount, confirm, print_json, print_line, print_pairs, say
from shortlist.cli.serve import on_local_service

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from shortlist.service.index.imports.rows import Skipped
    from shortlist.service.index.imports.run import ImportReport


def _encoding(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> str | None:
    try:
        # Some codecs are of no text: those refuse this too.
        "".encode(value or "utf-8")
        return None if value is None else codecs.lookup(value).name
    except LookupError:
        raise click.BadParameter("no such encoding; try windows-1252, latin-1 or utf-16") from None


_map = click.option(
    "--map",
    "maps",
    metavar="COLUMN=FIELD|FILE",
    multiple=True,
    help='Which column is which field; or a TOML file of lines such as name = "Contact".',
)
_encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    callback=_encoding,
    help="Of tables that are not UTF-8, such as windows-1252.",
)


@click.group()
def index() -> None:
    """Bring people into the service's index, and take them out.

    Works whether or not the service runs; one that runs finds what was imported at once.
    """


@index.command("import")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--dataset", metavar="NAME", help="Name for these people; else the file's own.")
@_map
@_encoding_option
@click.option(
    "--events",
    is_flag=True,
    help="How it goes and what was left out, one JSON object a line; the report is the last.",
)
@on_local_service
def import_(
    files: tuple[Path, ...],
    dataset: str | None,
    maps: tuple[str, ...],
    encoding: str | None,
    data_dir: Path,
    database: str | None,
    as_json: bool,
    events: bool,
) -> None:
    """Import people from files of tables, JSON or cards.

    Of CSV, JSON Lines, Parquet, vCard, JSON Resume or JSON-LD.

    A professional network's export is recognised: its connections, or all of it as a folder or
    .zip. Tables, lines and cards may be .gz. What becomes no field is named at the end; --map
    'Employer Name=company' says what a column is, and 'Notes=leave_out' leaves it out. On a
    terminal each column that is not known is asked for.

    A record's own id is its person_id; without one, a stable id is derived. Importing a file
    again changes nothing but what changed in it. Lines that hold no person are named, and the
    rest goes in; then the exit code is 1, unless they were merely empty.
    """
    from shortlist.service.index.admin import local_engine

    mapping = _mapping_of(maps)
    if not (as_json or events):
        mapping = ask_columns(files, mapping, encoding)
    started = time.monotonic()
    with local_engine(data_dir, database) as engine:
        report = _read(engine, files, dataset, mapping, encoding, events=events)
        vectors, seconds = _embed(engine, data_dir, events=events)
    took = time.monotonic() - started
    if report.sample_retired:
        _note_retired(data_dir)
    if events:
        print_json({"event": "end", **document_of(report, vectors, seconds, took)})
    elif as_json:
        print_json(document_of(report, vectors, seconds, took))
    else:
        print_summary(report, took)
    if mapping and (missing := report.without(mapping)):
        say(f"--map: no file has {named(missing)}")
    if not report.whole:
        sys.exit(1)


def _note_retired(data_dir: Path) -> None:
    """Forget what this machine keeps of the sample's answers, and have apps that are open notice
    that it is gone: they watch this machine's file."""
    from datetime import UTC, datetime

    from shortlist.contract.times import format_time
    from shortlist.desk.places import DeskError, find_places
    from shortlist.desk.profiles import LOCAL
    from shortlist.desk.store import Store

    places = find_places()
    with contextlib.suppress(DeskError):
        store = Store(places, LOCAL)
        try:
            if data_dir.resolve() == places.service.resolve():
                store.forget_sample()
            store.remember("sample_retired", format_time(datetime.now(UTC)))
        finally:
            store.close()


def _mapping_of(maps: tuple[str, ...]) -> dict[str, str] | None:
    """What --map says; None where it says nothing."""
    from shortlist.service.index.imports.columns import BadMap, read_maps

    try:
        return read_maps(maps)
    except BadMap as error:
        raise click.ClickException(str(error)) from None


def _read(
    engine: Engine,
    files: tuple[Path, ...],
    dataset: str | None,
    mapping: dict[str, str] | None,
    encoding: str | None,
    *,
    events: bool,
) -> ImportReport:
    """Put the people of `files` into the database, and tell how it goes."""
    from shortlist.service.index.imports.run import Import

    meter = Meter()
    bar = Bar(meter, "people", events=events)

    def told(file: str, skipped: Skipped) -> None:
        if events:
            print_json({"event": "skipped", "file": file, **line_document(skipped)})
            return
        meter.clear()
        say(f"{file}, line {skipped.line}: {skipped.reason}")

    report = Import(
        engine,
        dataset=dataset,
        mapping=mapping,
        encoding=encoding,
        done=lambda name, part: bar.show(part, name),
        told=told,
    ).run(files)
    meter.clear()
    return report


def _embed(engine: Engine, data_dir: Path, *, events: bool) -> tuple[int, float]:
    """Make people searchable; how many vectors that took, and how many seconds these."""
    from shortlist.service.index.admin import embed_now, update_index
    from shortlist.service.index.embedding import MiniLm
    from shortlist.service.room import NoRoom

    meter, vectors = Meter(), 0
    bar = Bar(meter, "vectors", events=events)
    began = time.monotonic()

    def show(made: int, of: int) -> None:
        nonlocal vectors
        vectors = made
        bar.show(made / of, f"{made:,} of {of:,}")

    try:
        embed_now(engine, data_dir, MiniLm(), progress=show)
    except NoRoom as error:
        meter.clear()
        say(f"Not everybody is found by meaning yet: {error}.")
    finally:
        meter.clear()
    seconds = time.monotonic() - began
    _tell(update_index(engine, data_dir))
    return vectors, seconds


def _tell(waits: str) -> None:
    """Say what an index waits for, if it does."""
    if waits:
        say(f"{waits[0].upper()}{waits[1:]}.")


@index.command(short_help="The first people of a file as they would be read.")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@_map
@_encoding_option
@json_option
def preview(file: Path, maps: tuple[str, ...], encoding: str | None, as_json: bool) -> None:
    """Show the first people of a FILE as `index import` would read them, and what each column is.

    Nothing is written, and no service is asked.
    """
    from shortlist.service.index.imports.columns import MAPPABLE
    from shortlist.service.index.imports.preview import preview as read

    found = read(file, _mapping_of(maps), encoding)
    if as_json:
        print_json(
            {
                "file": found.file,
                "format": found.kind or None,
                "error": found.error,
                "columns": [
                    {"name": n, "field": of or None, "likely": found.likely.get(n)}
                    for n, of in found.columns.items()
                ],
                "fields": sorted(MAPPABLE),
                "people": [{"line": line, **record} for line, record in found.people],
                "skipped": [line_document(skipped) for skipped in found.skipped],
            }
        )
    elif found.error:
        raise click.ClickException(found.error)
    else:
        kept = {n: f"kept by its words; likely {of}" for n, of in found.likely.items()}
        print_pairs(
            [(n, of or kept.get(n, "kept by its words")) for n, of in found.columns.items()]
        )
        for line, record in found.people:
            shown = (record.get(name) for name in ("name", "title", "company", "location"))
            print_line(f"{line}: " + " · ".join(str(value) for value in shown if value))
        for skipped in found.skipped:
            say(f"line {skipped.line}: {skipped.reason}")
    if found.error:
        sys.exit(1)


@index.command()
@on_local_service
def stats(data_dir: Path, database: str | None, as_json: bool) -> None:
    """Count what the index holds."""
    from shortlist.service.index import admin

    with admin.local_engine(data_dir, database) as engine:
        found, listed = admin.stats(engine)
    if as_json:
        print_json(
            {
                "people": found.people,
                "searchable_by_meaning": found.searchable_by_meaning,
                "synthetic": found.synthetic,
                "datasets": found.datasets,
                "suppressed": listed,
            }
        )
        return
    print_pairs(
        [
            ("people", found.people),
            ("found by meaning", found.searchable_by_meaning),
            ("asked to be left out", listed),
            *((f"dataset {name}", count) for name, count in found.datasets.items()),
        ]
    )
    if found.synthetic:
        say("These people are synthetic: the sample directory. Import a file to search real ones.")
    elif not found.people:
        say("No people yet: shortlist index import FILE, or start the service for the sample.")


@index.command()
@click.option("--dataset", metavar="NAME", help="Everyone of this dataset.")
@click.option("--person-id", "person_ids", metavar="ID", multiple=True, help="This person.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@on_local_service
def remove(
    dataset: str | None,
    person_ids: tuple[str, ...],
    yes: bool,
    data_dir: Path,
    database: str | None,
    as_json: bool,
) -> None:
    """Take people out. They come back when they are imported again.

    What this machine's service answered about them is erased from this machine's files as well;
    Sets, shortlists and notes that you keep of them stay.
    """
    from shortlist.service.index import admin

    if (dataset is None) == (not person_ids):
        raise click.UsageError("Give --dataset, or --person-id once or more.")
    with admin.local_engine(data_dir, database) as engine:
        if dataset is not None and not yes and sys.stdin.isatty():
            count = amount(admin.count_in(engine, dataset), "person", "people")
            confirm(f"Remove {count} of {dataset}?", abort=True)
        removed = admin.remove(engine, dataset, list(person_ids))
        waits = admin.update_idle_indexes(engine, data_dir)
    if removed is None:
        raise click.ClickException(f"there is no dataset {dataset!r}; see: shortlist index stats")
    from shortlist.desk.erasure import erase_removed
    from shortlist.desk.places import DeskError, find_places

    places = find_places()
    if data_dir.resolve() == places.service.resolve():
        try:
            erase_removed(places, removed.names)
        except DeskError as error:
            raise click.ClickException(f"They are removed, but {error}") from None
    _tell(waits)
    if as_json:
        print_json({"removed": removed.people})
    else:
        print_line(f"{amount(removed.people, 'person', 'people')} removed")


@index.command()
@click.option("--person-id", metavar="ID")
@click.option("--email", metavar="ADDRESS")
@click.option("--profile-url", metavar="URL")
@on_local_service
def suppress(data_dir: Path, database: str | None, as_json: bool, **given: str | None) -> None:
    """Leave out someone who asked for it, for good.

    They are gone from search, Sets, enrichment and exports. What the index, and this machine,
    holds of them is erased, and no import brings it back. Files that were exported stay.
    """
    from shortlist.service.index import admin
    from shortlist.service.index.suppress import NotSuppressible, suppress

    named = [(kind, value) for kind, value in given.items() if value]
    if len(named) != 1:
        raise click.UsageError("Give one of --person-id, --email and --profile-url.")
    try:
        with admin.local_engine(data_dir, database) as engine:
            done = suppress(engine, *named[0])
            waits = admin.update_idle_indexes(engine, data_dir)
    except NotSuppressible as error:
        raise click.ClickException(str(error)) from None
    from shortlist.desk.erasure import erase_people
    from shortlist.desk.places import DeskError, find_places

    try:
        erase_people(find_places(), done.names)
    except DeskError as error:
        raise click.ClickException(f"They are left out, but {error}") from None
    _tell(waits)
    if as_json:
        print_json({"removed": done.people, "listed": done.listed})
    else:
        known = "" if done.listed else "; that was on the list already"
        print_line(f"{amount(done.people, 'person', 'people')} left out{known}")
