"""Importing files of people into the service of this machine, by its command in a process of its
own.

The service reads what was imported at once, whether it runs or not. Nothing here reads a file: what
a column becomes, and who is left out, is the command's to say.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from shortlist.desk.places import DeskError, Places

FILE_ENDINGS = (
    *(".csv", ".tsv", ".txt", ".jsonl", ".ndjson", ".json", ".jsonld", ".vcf", ".vcard"),
    *(".parquet", ".zip"),
)
"""Of files that can be imported; but the last two, with `.gz` behind them too."""
LEAVE_OUT = "leave_out"
"""The field of a column that nothing is kept of."""
_LINE_MOST_BYTES = 64 * 1024 * 1024


class ImportFailed(DeskError):
    """The command could not do it; the text is its own line."""


async def preview_file(
    path: Path, mapping: Mapping[str, str], encoding: str = ""
) -> dict[str, Any]:
    """The first people of a file as they will be read, and what each column is: the document of
    `shortlist index preview --json`. Raises `ImportFailed`."""
    async with _command("preview", path, mapping, encoding, "--json") as process:
        said, errors = await process.communicate()
    try:
        told: dict[str, Any] = json.loads(said)
    except ValueError:
        raise ImportFailed(_last_line(errors)) from None
    return told


async def import_file(
    path: Path, mapping: Mapping[str, str], places: Places, encoding: str = ""
) -> AsyncGenerator[dict[str, Any], None]:
    """Import it: how it goes, event by event (`shortlist index import --events`); the last is
    `end`. Whoever stops reading stops the import; what is in by then stays. Raises
    `ImportFailed`."""
    given = ("--data-dir", str(places.service), "--events")
    ended = False
    async with _command("import", path, mapping, encoding, *given) as process:
        assert process.stdout is not None and process.stderr is not None
        errors = asyncio.ensure_future(process.stderr.read())
        async for line in process.stdout:
            with contextlib.suppress(ValueError):
                event: dict[str, Any] = json.loads(line)
                ended = ended or event.get("event") == "end"
                yield event
        said = await errors
    if not ended:
        raise ImportFailed(_last_line(said))


@contextlib.asynccontextmanager
async def _command(
    verb: str, path: Path, mapping: Mapping[str, str], encoding: str, *given: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The command, which ends with this program and with whoever waits for it."""
    options = [part for column, of in mapping.items() for part in ("--map", f"{column}={of}")]
    options += ["--encoding", encoding] if encoding else []
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    environment.pop("SHORTLIST_API_KEY", None)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "shortlist", "index", verb, *given, *options, "--", str(path)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=_LINE_MOST_BYTES,
        env=environment,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        await process.wait()


def _last_line(said: bytes) -> str:
    lines = [line for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1].removeprefix("Error: ") if lines else "the command said nothing"
