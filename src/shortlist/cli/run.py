"""`shortlist run`: running your own programs on a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shortlist.cli.deployment import left_out_here, local
from shortlist.cli.output import echo, print_json, print_table, say

if TYPE_CHECKING:
    from shortlist.desk.commands import Command

_OPTIONS = {"name": "--name", "email": "--email", "url": "--url", "id": "ID"}
"""How what a program needs of a person is given."""
_BY_SIGNAL = 128
"""A shell tells a program that was ended by a signal by this and its number."""


@click.command(short_help="Run a program of your own on a person: [commands] of config.toml.")
@click.argument("name", metavar="[NAME]", required=False)
@click.argument("person_id", metavar="[ID]", required=False)
@click.option("--url", metavar="URL", help="Whose profile is at URL.")
@click.option("--email", metavar="ADDRESS", help="Whose address it is.")
@click.option("--name", "called", metavar="TEXT", help="What they are called.")
@local
def run(
    name: str | None,
    person_id: str | None,
    url: str | None,
    email: str | None,
    called: str | None,
    as_json: bool,
) -> None:
    """Run the program of [commands.NAME] in config.toml on a person, by ID, --url or --email.

    What it takes of them and is not given is what this machine keeps of them. No shell reads it,
    it gets no API key, and it ends after 30 seconds. Its output is printed as text, and its exit
    code is this command's. Without NAME, the programs there are. Nothing is asked of a deployment.
    """
    from shortlist.desk.config import load_settings
    from shortlist.desk.places import find_places

    places = find_places()
    commands = {each.name: each for each in load_settings(places).own_commands}
    if name is None:
        _list(list(commands.values()), as_json)
        return
    if name not in commands:
        there = ", ".join(commands) or "none; write one as [commands.NAME]"
        raise click.UsageError(f"There is no [commands.{name}] in config.toml; there are: {there}")
    given = {"person_id": person_id, "profile_url": url, "email": email, "name": called}
    if any(value is not None and not value.strip() for value in given.values()):
        raise click.UsageError("Who is meant is empty: give an ID, --url or --email")
    person = {kind: value.strip() for kind, value in given.items() if value is not None}
    if not person.keys() - {"name"}:
        raise click.UsageError("Say who is meant: ID, --url or --email")
    _run(commands[name], person, as_json)


def _run(command: Command, given: dict[str, str], as_json: bool) -> None:
    """Run it and end with its exit code."""
    from shortlist.desk.commands import run_command
    from shortlist.desk.known_person import read_known_person
    from shortlist.desk.places import find_places
    from shortlist.desk.threads import run_to_end

    known = read_known_person(find_places(), given)
    left_out = left_out_here()
    if given in left_out or known in left_out:
        raise click.ClickException("This person is left out on this machine: nothing was run.")
    values = {
        "id": known.get("person_id"),
        "url": known.get("profile_url"),
        "email": known.get("email"),
        "name": known.get("name"),
    }
    if missing := [_OPTIONS[place] for place in command.needs if not values[place]]:
        raise click.UsageError(
            f"“{command.label}” needs what is not known here of this person: "
            f"give {' and '.join(missing)}"
        )
    done = run_to_end(run_command(command, values))
    code = 1 if done.code is None else done.code if done.code >= 0 else _BY_SIGNAL - done.code
    if as_json:
        told = {"command": command.name, "person": known, "output": done.text}
        print_json({**told, "exit_code": done.code, "ended": done.ended or None})
    elif done.text:
        echo(done.text.removesuffix("\n"))
    if done.ended:
        say(f"“{command.label}” was ended: {done.ended}.")
    click.get_current_context().exit(code)


def _list(commands: list[Command], as_json: bool) -> None:
    """The programs that are configured."""
    if as_json:
        rows = [
            {"name": c.name, "label": c.label, "needs": list(c.needs), "run": list(c.run)}
            for c in commands
        ]
        print_json({"commands": rows})
    elif commands:
        rows_ = [(c.name, c.label, ", ".join(c.needs) or "–", c.run[0]) for c in commands]
        print_table(("name", "label", "takes", "program"), rows_)
    else:
        say("No programs of your own yet: write [commands.NAME] in config.toml, with a `run`.")
