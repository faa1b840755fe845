"""`shortlist backup`."""

from __future__ import annotations

from pathlib import Path

import click

from shortlist.cli.output import amount, print_json, say
from shortlist.cli.serve import on_local_service


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@on_local_service
def backup(file: Path, data_dir: Path, database: str | None, as_json: bool) -> None:
    """Write what the local service keeps to FILE, as of one moment, while it runs or not.

    The database with people, Sets, credits and keys, and service.toml; the search index is made
    anew of it. FILE is readable by you alone: it holds all that the service knows of people.
    """
    from shortlist.service.backup import BackupError, back_up

    try:
        made = back_up(data_dir.resolve(), file, database)
    except BackupError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json({"file": str(file), "made_at": made.made_at} | _told(made.people, made.bytes))
        return
    say(f"Backed up to {file}: {amount(made.people, 'person', 'people')}, {made.bytes:,} bytes.")


def _told(people: int, size: int) -> dict[str, int]:
    return {"people": people, "database_bytes": size}
