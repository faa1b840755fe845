"""`shortlist doctor`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import connecting
from shortlist.cli.output import amount, echo, print_json, say
from shortlist.cli.serve import database_option

if TYPE_CHECKING:
    from shortlist.desk.checkup import Check


@click.command()
@connecting
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the service keeps everything, where it is not this machine's usual folder.",
)
@database_option
def doctor(as_json: bool, profile: str | None, data_dir: Path | None, database: str | None) -> None:
    """Say what is wrong with home, database, index, keys or terminal, and what to do.

    One line each: ok, warn or fail. Starts nothing and changes nothing. Ends with 1 when something
    fails. Nothing it prints is a key.
    """
    found = _look(profile, data_dir, database)
    failed = [check for check in found if check.state == "fail"]
    if as_json:
        print_json({"ok": not failed, "checks": [asdict(check) for check in found]})
    else:
        for check in found:
            said = f"{check.told}. {check.advice}" if check.advice else check.told
            echo(f"{check.state:<5} {check.name:<9} {_flat(said)}")
        if failed:
            say(f"{amount(len(failed), 'thing')} to mend.")
    click.get_current_context().exit(1 if failed else 0)


def _look(profile: str | None, data_dir: Path | None, database: str | None) -> list[Check]:
    from shortlist.desk.checkup import (
        check_deployment,
        check_home,
        check_key,
        check_local_service,
        check_profiles,
        check_terminal,
    )
    from shortlist.desk.threads import run_to_end

    home, places = check_home()
    found = [home, check_terminal()]
    if places is None:
        return found
    key, meant = check_key(profile, places)
    found += [key, *check_profiles(places)]
    if meant is not None and meant.kind != "embedded":
        found.append(run_to_end(check_deployment(meant)))
        if data_dir is None:
            return found  # what is on this machine is not what is asked
    elif meant is not None and data_dir is None:
        found.append(run_to_end(check_local_service(places)))
    return [*found, *_of_the_folder(data_dir or places.service, database)]


def _of_the_folder(data_dir: Path, database: str | None) -> list[Check]:
    from shortlist.desk.checkup import Check

    try:
        from shortlist.service.checkup import check_folder
    except ModuleNotFoundError as missing:
        told = f"not installed here ({missing.name} is missing)"
        return [Check("service", "warn", told, "For one on this machine: pip install '.[local]'")]
    return [Check(*finding) for finding in check_folder(data_dir.resolve(), database)]


def _flat(text: str) -> str:
    return " ".join(text.split())
