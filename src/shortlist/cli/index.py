"""`shortlist index`: people into the service's index, and out of it."""

from __future__ import annotations

import codecs
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.out import Meter, amount, confirm, print_json, print_line, print_pairs, say
from shortlist.cli.serve import data_dir_option, database_option, service_errors

if TYPE_CHECKING:
    from shortlist.service.index.imports.rows import Skipped
    from shortlist.service.index.imports.run import FileReport, ImportReport

_WITH_COLUMNS = ("csv", "json", "json lines", "parquet")
_NAMED_MOST = 20
"""Columns that are named one by one."""

_json = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document on standard output."
)


def _encoding(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> str | None:
    try:
        # Some codecs are of no text: those refuse this too.
        "".encode(value or "utf-8")
        return None if value is None else codecs.lookup(value).name
    except LookupError:
        raise click.BadParameter("no such encoding; try windows-1252, latin-1 or utf-16") from None


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
@click.option(
    "--map",
    "maps",
    metavar="COLUMN=FIELD|FILE",
    multiple=True,
    help='Which column is which field; or a TOML file of lines such as name = "Contact".',
)
@click.option(
    "--encoding",
    metavar="NAME",
    callback=_encoding,
    help="Of tables that are not UTF-8, such as windows-1252.",
)
@data_dir_option
@database_option
@_json
@service_errors
def import_(
    files: tuple[Path, ...],
    dataset: str | None,
    maps: tuple[str, ...],
    encoding: str | None,
    data_dir: Path,
    database: str | None,
    as_json: bool,
) -> None:
    """Import people from files of tables, JSON or cards.

    Of CSV, JSON Lines, Parquet, vCard, JSON Resume or JSON-LD.

    A professional network's export is recognised: its connections, or all of it as a folder or
    .zip. Tables, lines and cards may be .gz. What becomes no field is named at the end; --map
    'Employer Name=company' says what a column is.

    A record's own id is its person_id; without one, a stable id is derived. Importing a file
    again changes nothing but what changed in it. Lines that hold no person are named, and the
    rest goes in; then the exit code is 1, unless they were merely empty.
    """
    from shortlist.service.index.admin import embed_now, local_engine, project_now
    from shortlist.service.index.embedding import MiniLm
    from shortlist.service.index.imports.columns import BadMap, read_maps
    from shortlist.service.index.imports.run import Import

    try:
        mapping = read_maps(maps)
    except BadMap as error:
        raise click.ClickException(str(error)) from None
    meter = Meter()

    def told(file: str, skipped: Skipped) -> None:
        meter.clear()
        say(f"{file}, line {skipped.line}: {skipped.reason}")

    started = time.monotonic()
    with local_engine(data_dir, database) as engine:
        bar = _Bar(meter, "people")
        report = Import(
            engine,
            dataset=dataset,
            mapping=mapping,
            encoding=encoding,
            done=lambda name, part: bar.show(part, name),
            told=told,
        ).run(files)
        meter.clear()
        embedder = MiniLm()
        bar = _Bar(meter, "vectors")
        embedding = time.monotonic()
        try:
            vectors = embed_now(
                engine,
                data_dir,
                embedder,
                progress=lambda n, of: bar.show(n / of, f"{n:,} of {of:,}"),
            )
        finally:
            meter.clear()
        seconds = time.monotonic() - embedding
        project_now(engine, data_dir, embedder)
    took = time.monotonic() - started
    if as_json:
        print_json(_document(report, vectors, seconds, took))
    else:
        _summary(report, vectors, took)
    if mapping and (missing := report.without(mapping)):
        say(f"--map: no file has {_named(missing)}")
    if not report.whole:
        sys.exit(1)


class _Bar:
    """How far, how much longer: `people  [#####.....]  52 %  0:07 left  people.csv`."""

    def __init__(self, meter: Meter, what: str) -> None:
        self._meter = meter
        self._what = what
        self._started = time.monotonic()

    def show(self, part: float, detail: str) -> None:
        full = round(part * 20)
        left = ""
        spent = time.monotonic() - self._started
        if part > 0.02 and spent > 1:
            seconds = round(spent / part - spent)
            left = f"  {seconds // 60}:{seconds % 60:02} left"
        bar = "#" * full + "." * (20 - full)
        self._meter.show(f"{self._what}  [{bar}] {part:4.0%}{left}  {detail}")


def _summary(report: ImportReport, vectors: int, seconds: float) -> None:
    for file in report.files:
        if file.error:
            say(file.error)
        changes = file.changes
        counts = [
            f"{changes.added:,} added",
            f"{changes.updated:,} updated",
            f"{changes.unchanged:,} unchanged",
        ]
        for count, word in (
            (file.repeated, "repeated"),
            (changes.suppressed, "left out as they asked"),
            (file.empty, "empty"),
            (file.bad, "skipped"),
        ):
            if count:
                counts.append(f"{count:,} {word}")
        if file.kind:
            print_line(f"{file.file} ({file.kind}): {', '.join(counts)}")
        for line in _rest(file):
            say(line)
        untold = file.empty + file.bad - len(file.skipped)
        if untold:
            say(f"{file.file}: and {amount(untold, 'more line')} skipped")
    if report.sample_retired:
        say(
            f"The synthetic sample ({amount(report.sample_retired, 'person', 'people')}) made "
            "room: search finds real people only from now on."
        )
    print_line(f"{amount(vectors, 'vector')} made; {seconds:.1f} s in all")


def _rest(file: FileReport) -> Iterator[str]:
    """What of a file became no field of a person, in words."""
    if file.rest.kept:
        hint = f" (--map '{next(iter(file.rest.kept))}=FIELD' makes one a field)"
        yield (
            f"{file.file}: no fields of a person, and kept to be found by their words: "
            f"{_named(file.rest.kept)}{hint if file.kind in _WITH_COLUMNS else ''}"
        )
    if file.rest.left:
        yield f"{file.file}: not used: {_named(file.rest.left)}"


def _named(names: Iterable[str]) -> str:
    told = list(names)
    more = f" and {len(told) - _NAMED_MOST:,} more" if len(told) > _NAMED_MOST else ""
    return ", ".join(told[:_NAMED_MOST]) + more


def _document(
    report: ImportReport, vectors: int, embedding: float, seconds: float
) -> dict[str, Any]:
    total = report.changes
    return {
        "added": total.added,
        "updated": total.updated,
        "unchanged": total.unchanged,
        "repeated": sum(file.repeated for file in report.files),
        "suppressed": total.suppressed,
        "empty": sum(file.empty for file in report.files),
        "skipped": sum(file.bad for file in report.files),
        "sample_retired": report.sample_retired,
        "vectors": vectors,
        "vector_seconds": round(embedding, 3),
        "seconds": round(seconds, 3),
        "files": [_file_document(file) for file in report.files],
    }


def _file_document(file: FileReport) -> dict[str, Any]:
    return {
        "file": file.file,
        "format": file.kind or None,
        "error": file.error,
        "datasets": sorted(file.datasets),
        "added": file.changes.added,
        "updated": file.changes.updated,
        "unchanged": file.changes.unchanged,
        "repeated": file.repeated,
        "suppressed": file.changes.suppressed,
        "empty": file.empty,
        "skipped": file.bad,
        "kept_as_facts": list(file.rest.kept),
        "not_used": list(file.rest.left),
        "lines": [{"line": s.line, "reason": s.reason, "empty": s.empty} for s in file.skipped],
        "seconds": round(file.seconds, 3),
    }


@index.command()
@data_dir_option
@database_option
@_json
@service_errors
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
            ("with vectors", found.searchable_by_meaning),
            ("names left out", listed),
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
@data_dir_option
@database_option
@_json
@service_errors
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
    if removed is None:
        raise click.ClickException(f"there is no dataset {dataset!r}; see: shortlist index stats")
    from shortlist.desk.erase import erase_removed
    from shortlist.desk.places import DeskError, find_places

    places = find_places()
    if data_dir.resolve() == places.service.resolve():
        try:
            erase_removed(places, removed.names)
        except DeskError as error:
            raise click.ClickException(f"They are removed, but {error}") from None
    if as_json:
        print_json({"removed": removed.people})
    else:
        print_line(f"{amount(removed.people, 'person', 'people')} removed")


@index.command()
@click.option("--person-id", metavar="ID")
@click.option("--email", metavar="ADDRESS")
@click.option("--profile-url", metavar="URL")
@data_dir_option
@database_option
@_json
@service_errors
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
    except NotSuppressible as error:
        raise click.ClickException(str(error)) from None
    from shortlist.desk.erase import erase
    from shortlist.desk.places import DeskError, find_places

    try:
        erase(find_places(), done.names)
    except DeskError as error:
        raise click.ClickException(f"They are left out, but {error}") from None
    if as_json:
        print_json({"removed": done.people, "listed": done.listed})
    else:
        known = "" if done.listed else "; that was on the list already"
        print_line(f"{amount(done.people, 'person', 'people')} left out{known}")
