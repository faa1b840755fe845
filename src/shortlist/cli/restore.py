"""`shortlist restore`."""

from __future__ import annotations

from pathlib import Path

import click

from shortlist.cli.deployment import json_option
from shortlist.cli.output import amount, print_json, say
from shortlist.cli.serve import data_dir_option, service_errors


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_dir_option
@click.option("--replace", is_flag=True, help="Instead of what the folder holds now.")
@json_option
@service_errors
def restore(file: Path, data_dir: Path, replace: bool, as_json: bool) -> None:
    """Put a backup FILE back into the local service's folder, while it does not run.

    Whole or not at all. Whoever asked to be left out since then stays out, as far as the folder
    that is replaced knows; a service.toml that is there stays.
    """
    from shortlist.service.backup import BackupError
    from shortlist.service.backup import restore as restore_backup

    try:
        done = restore_backup(file, data_dir, replace=replace)
    except BackupError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json(
            {"data_dir": str(data_dir), "made_at": done.backup.made_at}
            | {"people": done.backup.people, "left_out_since": done.left_out}
            | {"left_out_list_read": done.list_kept}
        )
        return
    people = amount(done.backup.people, "person", "people")
    say(f"Restored to {data_dir} what was there at {done.backup.made_at}: {people}.")
    if done.left_out:
        gone = amount(done.left_out, "person", "people")
        say(f"{gone} asked to be left out since then: erased again.")
    if not done.list_kept:
        say(
            "The database that was replaced could not be read: leave out again whoever asked for "
            "it since then (`shortlist index suppress`)."
        )
    say("The search index is made anew at the next start.")
