"""Exporting a Set: the deployment's own file, or one made here from its items."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import click

from shortlist.cli.out import Meter, amount, print_json, say
from shortlist.cli.talk import say_synthetic

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.connection import Connection
    from shortlist.desk.exports import Format

__all__ = ["export_set"]

_NO_EXPORT = (404, 405, 406, 501)
_JSON_LOOKED_INTO_BYTES = 64 * 1024 * 1024


async def export_set(
    client: Shortlist,
    connection: Connection,
    set_id: str,
    kind: str | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Write the people of a Set to `output`, or to standard output."""
    from shortlist.client import ApiRefused
    from shortlist.desk.exports import BINARY, format_of, refuse_existing, require_library

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
    if output is not None and not force:
        refuse_existing(output)
    set_ = await client.get_set(set_id)
    say_synthetic(bool(set_.synthetic))
    written: int | None = None
    try:
        if format in BINARY:
            written = await _made_here(client, connection, set_, format, output)
        elif output is None:
            await _copy(client.export_set(set_id, format=format), sys.stdout.buffer)
            sys.stdout.buffer.flush()
        else:
            written = await _theirs(client, set_, format, output)
    except ApiRefused as refusal:
        if refusal.status not in _NO_EXPORT:
            raise
        say("This deployment has no such export, so it is made here from the items.")
        written = await _made_here(client, connection, set_, format, output)
    if output is None:
        return
    if as_json:
        print_json({"set_id": set_.id, "format": format, "path": str(output), "people": written})
    else:
        count = "" if written is None else f"{amount(written, 'person', 'people')} in "
        say(f"{count}{output}")


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


async def _theirs(client: Shortlist, set_: PeopleSet, format: Format, output: Path) -> int | None:
    """The deployment's export, checked against what it says of the Set before it gets its name."""
    from shortlist.desk.places import DeskError, writing

    with writing(output) as file:
        await _copy(client.export_set(set_.id, format=format), file)
        written = _count(file, format)
        # A Set that still runs may have grown since it was read.
        ended = set_.newest is not None and set_.newest.finished
        if written is not None and (
            written < set_.item_count or (ended and written != set_.item_count)
        ):
            raise DeskError(
                f"The export has {written} of {set_.item_count} people, so {output} was not "
                "written. Try again."
            )
    return written


def _count(file: IO[bytes], format: Format) -> int | None:
    """How many people an export holds; `None` for JSON that is too large to look into.

    Raises `DeskError` when it is not what it should be.
    """
    from shortlist.desk.places import DeskError

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
        raise DeskError("What came is not JSON, so it was not kept. Try again.") from None
    if isinstance(document, dict):
        document = document.get("items", document.get("data"))
    return len(document) if isinstance(document, list) else None


async def _made_here(
    client: Shortlist,
    connection: Connection,
    set_: PeopleSet,
    format: Format,
    output: Path | None,
) -> int:
    from tempfile import TemporaryDirectory

    from shortlist.desk.exports import export_people
    from shortlist.desk.rows import item_row

    meter = Meter()
    rows = []
    try:
        async for item in client.items(set_.id):
            rows.append(item_row(item, set_, deployment=connection.base_url))
            meter.show(f"{len(rows):,} of {set_.item_count:,} people")
    finally:
        meter.clear()
    ended = set_.newest is not None and set_.newest.finished
    expected = set_.item_count if ended else None
    if output is not None:
        return export_people(output, rows, format, expected=expected, replace=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "people"
        written = export_people(path, rows, format, expected=expected)
        sys.stdout.buffer.write(path.read_bytes())
        sys.stdout.buffer.flush()
    return written
