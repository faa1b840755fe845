"""`shortlist sets export`: the deployment's own export file, or one made here from the items."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TYPE_CHECKING, cast

import click

from shortlist.cli.deployment import say_left_out, say_synthetic
from shortlist.cli.output import Meter, amount, print_json, say, standard_output
from shortlist.desk.places import DeskError

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.connection import Connection
    from shortlist.desk.exports import Format
    from shortlist.desk.guard import Guard

STANDARD_OUTPUT = "standard output"
_THEIRS = ("csv", "json")
_NO_EXPORT = (404, 405, 406, 501)
_JSON_LOOKED_INTO_BYTES = 64 * 1024 * 1024
_PAUSES = (0.5, 2.0)
"""Seconds before an export that broke off is asked for again."""
_LONGEST_PAUSE_SECONDS = 120.0


class _Partial(DeskError):
    """What came is not the whole export."""


async def export_set(
    client: Shortlist,
    connection: Connection,
    set_id: str,
    kind: str | None,
    output: Path | None,
    force: bool,
    as_json: bool,
    for_spreadsheets: bool = False,
) -> None:
    """Write the people of a Set to `output`, or to standard output; `for_spreadsheets`: a CSV
    begins with the mark that has them read it as UTF-8."""
    from shortlist.client import ApiRefused
    from shortlist.desk.exports import BINARY, format_of, refuse_existing, require_library
    from shortlist.desk.guard import guard_of
    from shortlist.desk.places import find_places
    from shortlist.desk.store import account_of

    if kind is not None:
        format = cast("Format", kind)
    elif output is not None:
        format = format_of(output)
    else:
        format = "json" if as_json else "csv"
    require_library(format)
    if output is None and format in BINARY and sys.stdout.isatty():
        raise click.UsageError(f"{format} is not for a terminal: give a file with -o FILE")
    if output is None and as_json and format != "json":
        raise click.UsageError("--json without -o prints the export itself, as JSON")
    if for_spreadsheets and format != "csv":
        raise click.UsageError(f"--for-spreadsheets is for csv, and this is {format}")
    if output is not None and not force:
        refuse_existing(output, "Choose another name, or replace it with --force.")
    set_ = await client.get_set(set_id)
    guard = guard_of(find_places(), account_of(connection), set_.id)
    say_synthetic(bool(set_.synthetic))
    target = _Target(format, output, for_spreadsheets)
    written: int | None
    try:
        if format not in _THEIRS:
            written, gone = await _made_here(client, connection, set_, target, guard)
        else:
            written, gone = await _theirs(client, set_, target, guard)
    except ApiRefused as refusal:
        if refusal.status not in _NO_EXPORT:
            raise
        say("This deployment has no such export, so it is made here from the items.")
        written, gone = await _made_here(client, connection, set_, target, guard)
    if output is not None and as_json:
        told = {"set_id": set_.id, "format": format, "path": str(output)}
        print_json({**told, "people": written, "left_out": gone})
        return
    say_left_out(gone)
    if output is not None:
        count = "" if written is None else f"{amount(written, 'person', 'people')} in "
        say(f"{count}{output}")


@dataclass(frozen=True, slots=True)
class _Target:
    """What is written, and where to."""

    format: Format
    output: Path | None
    for_spreadsheets: bool


async def _copy(chunks: AsyncIterator[bytes], file: IO[bytes]) -> None:
    meter = Meter()
    size = 0
    try:
        async for chunk in chunks:
            file.write(chunk)
            size += len(chunk)
            meter.show(f"{size / 1024:,.0f} KiB")
    finally:
        meter.clear()


async def _theirs(
    client: Shortlist, set_: PeopleSet, target: _Target, guard: Guard
) -> tuple[int | None, int]:
    """The deployment's export, checked against what it says of the Set before it gets its name.

    How many people were written (`None` where that was not looked into), and how many are left out.
    """
    from shortlist.desk.places import writing

    with ExitStack() as files:
        out = standard_output()
        if target.output is not None:
            out = files.enter_context(writing(target.output))
        # Into a pipe, too, nothing goes before all of it is here.
        changes = bool(guard) or target.for_spreadsheets
        beside = changes or target.output is None
        file = files.enter_context(TemporaryFile()) if beside else out
        written = await _fetched(client, set_, target.format, file)
        gone = 0
        if changes:
            written, gone = _guarded(file, out, target, written, guard)
        elif beside:
            file.seek(0)
            shutil.copyfileobj(file, out)
        if target.output is None:
            out.flush()
        _note(file, target, set_, guard)
    return written, gone


def _note(file: IO[bytes], target: _Target, set_: PeopleSet, guard: Guard) -> None:
    """Keep whom the file holds."""
    from shortlist.desk.exports import note_export
    from shortlist.desk.service_export import people_in

    where = str(target.output.absolute()) if target.output else STANDARD_OUTPUT
    people = people_in(file, target.format, guard.left_out)
    note_export(where, target.format, people, set_.id, guard.purpose or "")


async def _fetched(
    client: Shortlist, set_: PeopleSet, format: Format, file: IO[bytes]
) -> int | None:
    """Have the whole export in `file`, asked for again where it breaks off; how many people."""
    from shortlist.client import ShortlistError

    for pause in (*_PAUSES, None):
        try:
            await _copy(client.export_set(set_.id, format=format), file)
            return _whole(file, format, set_)
        except (ShortlistError, _Partial) as error:
            named = error.retry_after if isinstance(error, ShortlistError) else None
            again = isinstance(error, _Partial) or error.retryable
            if pause is None or not again or (named or 0.0) > _LONGEST_PAUSE_SECONDS:
                raise
            say(f"{error} Trying again …")
            await asyncio.sleep(max(pause, named or 0.0))
            file.seek(0)
            file.truncate()
    raise AssertionError("the last attempt returns or raises")


def _guarded(
    file: IO[bytes], out: IO[bytes], target: _Target, arrived: int | None, guard: Guard
) -> tuple[int, int]:
    """What came, to where it goes, by the rules of this machine."""
    from shortlist.desk.service_export import guard_csv, guard_json

    if arrived is None:
        raise DeskError("This export is too large to look into as JSON. Export to CSV or Parquet.")
    file.seek(0)
    if target.format == "csv":
        return guard_csv(file, out, guard, for_spreadsheets=target.for_spreadsheets)
    return guard_json(json.load(file), out, guard)


def _whole(file: IO[bytes], format: Format, set_: PeopleSet) -> int | None:
    """How many people came; raises `_Partial` when they are fewer than the Set has."""
    arrived = _count(file, format)
    # A Set that still runs may have grown since it was read.
    ended = set_.newest is not None and set_.newest.finished
    told = set_.item_count
    if arrived is None or told is None:
        return arrived
    if arrived < told or (ended and arrived != told):
        raise _Partial(f"The export has {arrived} of {told} people, so it was not kept. Try again.")
    return arrived


def _count(file: IO[bytes], format: Format) -> int | None:
    """How many people an export holds; `None` for JSON that is too large to look into.

    Raises `_Partial` when it is not what it should be.
    """
    size = file.tell()
    file.seek(0)
    if format == "csv":
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
        rows = sum(1 for row in csv.reader(text) if row)
        text.detach()
        return max(rows - 1, 0)
    if size > _JSON_LOOKED_INTO_BYTES:
        return None
    try:
        document = json.loads(file.read())
    except ValueError:
        raise _Partial("What came is not JSON, so it was not kept. Try again.") from None
    if isinstance(document, dict):
        document = document.get("items", document.get("data"))
    return len(document) if isinstance(document, list) else None


async def _made_here(
    client: Shortlist,
    connection: Connection,
    set_: PeopleSet,
    target: _Target,
    guard: Guard,
) -> tuple[int, int]:
    """The same from the items. How many people were written, and how many are left out."""
    from shortlist.contract.sets import export_columns
    from shortlist.desk.exports import export_people
    from shortlist.desk.person_rows import item_row

    meter = Meter()
    rows = []
    try:
        async for item in client.items(set_.id):
            rows.append(item_row(item, set_, deployment=connection.base_url, purpose=guard.purpose))
            of = "" if set_.item_count is None else f" of {set_.item_count:,}"
            meter.show(f"{len(rows):,}{of} people")
    finally:
        meter.clear()
    ended = set_.newest is not None and set_.newest.finished
    expected = set_.item_count if ended else None
    with ExitStack() as files:
        path = target.output or Path(files.enter_context(TemporaryDirectory())) / "people"
        written = export_people(
            path,
            guard.with_kept(rows),
            target.format,
            expected=expected,
            replace=True,
            left_out=guard.left_out,
            for_spreadsheets=target.for_spreadsheets,
            of_nobody=export_columns(set_),
        )
        if target.output is None:
            standard_output().write(path.read_bytes())
            standard_output().flush()
    return written, len(rows) - written
