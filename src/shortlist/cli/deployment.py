"""What all commands that call a deployment share: options, the connection, exit codes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from shortlist.cli.output import Meter, amount, notify, say
from shortlist.contract.filters import FILTERS
from shortlist.desk.threads import run_to_end

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut
    from shortlist.desk.local_service import ServiceState

LEFT_OUT_FOUND = "What was found is of somebody who is left out on this machine: it is not shown."
Command = TypeVar("Command", bound=Callable[..., object])


def _profile(ctx: click.Context, _: click.Parameter, given: str | None) -> str | None:
    return given or ctx.find_root().obj


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output."
    )(command)


def local(command: Command) -> Command:
    """`--json`, and the `--profile` that every command takes, for one that talks to nobody."""
    command = click.option(
        "--profile", metavar="NAME", expose_value=False, help="Taken everywhere; no matter here."
    )(command)
    return json_option(command)


def connecting(command: Command) -> Command:
    """`--json` and `--profile`."""
    command = click.option(
        "--profile", metavar="NAME", callback=_profile, help="Which saved profile to use."
    )(command)
    return json_option(command)


def filter_options(finding: str) -> Callable[[Command], Command]:
    """`--title` and the other filters of a search; `finding` says what becomes of the people."""

    def with_options(command: Command) -> Command:
        for name, each in reversed(FILTERS.items()):
            text = f"{finding} people {each.whose}."
            command = click.option(f"--{name}", metavar="TEXT", help=text)(command)
        return command

    return with_options


def run_with_client(
    profile: str | None,
    work: Callable[[Shortlist, Connection], Awaitable[int | None]],
    *,
    searches: bool = False,
) -> None:
    """Run `work` with a client of the deployment that is meant, and end with its exit code.

    With `searches`, a service on this machine that is still getting its index ready is waited for.

    Paid requests are remembered in this machine's journal before they leave, so that one whose
    answer was lost can be found out with `shortlist journal resume`.
    """
    code = run_to_end(_talk(profile, work, searches)) or 0
    click.get_current_context().exit(code)


async def _talk(
    profile: str | None,
    work: Callable[[Shortlist, Connection], Awaitable[int | None]],
    searches: bool,
) -> int | None:
    from shortlist.client import Shortlist
    from shortlist.desk.connection import open_connection
    from shortlist.desk.local_service import wait_until_ready
    from shortlist.desk.places import find_places

    places = find_places()
    meter = Meter()

    def show(state: ServiceState) -> None:
        if state.stage in ("waiting", "starting"):
            meter.show(f"{state.text} …")

    try:
        connection = await open_connection(profile, places=places, on_state=show)
        if searches and connection.kind == "embedded":
            await wait_until_ready(places, connection.base_url, show)
    finally:
        meter.clear()
    if connection.note:
        say(connection.note)
    async with Shortlist(
        connection.base_url,
        connection.api_key,
        journal=places.journal,
        account=connection.name if connection.kind == "embedded" else None,
        proven=connection.kind == "embedded",
        read_only=connection.read_only,
    ) as client:
        return await work(client, connection)


def refuse_read_only(profile: str | None) -> None:
    """Raise `ReadOnly` where nothing may be spent at the deployment that is meant, before anything
    is asked or said of a price."""
    from shortlist.client import ReadOnly
    from shortlist.desk.config import load_settings
    from shortlist.desk.connection import resolve_connection
    from shortlist.desk.places import find_places

    places = find_places()
    load_settings(places)  # what is wrong with it is said as it is
    connection = resolve_connection(profile, places)
    if connection.read_only:
        raise ReadOnly(f"`{connection.name}` is set to be read only")


def notify_option(command: Command) -> Command:
    """`--notify`."""
    return click.option(
        "--notify",
        is_flag=True,
        help="Tell the terminal when it ends: a notice of the desktop, or a bell.",
    )(command)


@contextmanager
def notifying(wanted: bool, what: str) -> Iterator[list[str]]:
    """Tell the end of what is waited for, once, where that is wanted: what was put into the list
    last, or that it stopped. Whoever interrupts it is there, and is told nothing."""
    ended: list[str] = []
    try:
        yield ended
    except Exception as error:
        if wanted:
            notify(f"{what}: stopped. {error}")
        raise
    if wanted:
        notify(ended[-1] if ended else f"{what}: ended")


def split_names(text: str | None) -> list[str] | None:
    """`a, b` as `["a", "b"]`; `None` when nothing was given."""
    names = [name.strip() for name in (text or "").split(",")]
    return [name for name in names if name] or None


def say_synthetic(synthetic: bool) -> None:
    """Say so when the people shown are made up."""
    if synthetic:
        say("These are synthetic sample people: nobody here is real.")


def say_left_out(count: int, where: str = "not in the file") -> None:
    """Say so when people are not in a file because they are left out on this machine."""
    if count:
        say(f"{amount(count, 'person', 'people')} left out on this machine: {where}.")


def left_out_here() -> LeftOut:
    """Who is left out on this machine."""
    from shortlist.desk.guard import guard_of
    from shortlist.desk.places import find_places

    return guard_of(find_places()).left_out


def refuse_left_out(person: object, left_out: LeftOut) -> None:
    """Raise `click.ClickException` where `person` is left out on this machine."""
    if person in left_out:
        raise click.ClickException(
            "This person is left out on this machine: nothing was asked, nothing was spent. "
            "In the app, O on them lets them in again."
        )
