"""`shortlist profiles`: saved deployments."""

from __future__ import annotations

import sys

import click

from shortlist.cli.deployment import local
from shortlist.cli.output import print_json, print_table, say
from shortlist.desk.profiles import COLORS

_KEPT = {"keyring": "in the system keyring", "file": "in a private file of this machine"}


@click.group()
def profiles() -> None:
    """Saved deployments and their keys.

    SHORTLIST_BASE_URL with SHORTLIST_API_KEY wins over a profile. The profile named `local` is the
    service on this machine.
    """


@profiles.command()
@click.argument("name")
@click.option("--base-url", required=True, metavar="URL", help="Where the deployment is.")
@click.option(
    "--color",
    type=click.Choice(COLORS),
    help="What the app marks it with. Default: one that no other profile has.",
)
@local
def add(name: str, base_url: str, color: str | None, as_json: bool) -> None:
    """Save a deployment as NAME, and use it from now on.

    The key is asked for on a terminal, and read from standard input otherwise. It is never
    accepted on the command line, where other programs could see it.
    """
    from shortlist.client.paths import BaseUrl
    from shortlist.desk.places import find_places
    from shortlist.desk.profiles import Profiles

    BaseUrl.parse(base_url)
    saved = Profiles(find_places())
    saved.check(name)
    profile = saved.add(name, base_url.strip().rstrip("/"), _read_key(), color or "")
    if as_json:
        shown = {"name": name, "base_url": profile.base_url, "kept_in": profile.kept_in}
        print_json({**shown, "note": profile.note})
        return
    because = f": {profile.note}" if profile.note else ""
    say(f"Saved {name}, and using it from now on. Its key is {_KEPT[profile.kept_in]}{because}.")


def _read_key() -> str:
    if sys.stdin.isatty():
        # Nothing is shown while it is typed.
        key = click.prompt("API key", hide_input=True, err=True)
    else:
        key = sys.stdin.readline()
    key = str(key).strip()
    if not key:
        raise click.UsageError("No key was given on standard input")
    return key


@profiles.command(name="list")
@local
def list_(as_json: bool) -> None:
    """List the saved deployments."""
    from shortlist.desk.places import find_places
    from shortlist.desk.profiles import LOCAL, Profiles

    every = Profiles(find_places()).list()
    if as_json:
        print_json(
            {
                "data": [
                    {
                        "name": profile.name,
                        "base_url": profile.base_url,
                        "kept_in": profile.kept_in,
                        "current": profile.current,
                    }
                    for profile in every
                ]
            }
        )
        return
    local_in_use = not any(profile.current for profile in every)
    rows = [("*" if p.current else "", p.name, p.base_url, p.kept_in) for p in every]
    rows.append(("*" if local_in_use else "", LOCAL, "the service on this machine", "file"))
    print_table(("", "name", "base url", "key in"), rows)


@profiles.command()
@click.argument("name")
@local
def use(name: str, as_json: bool) -> None:
    """Use NAME from now on; `local` is the service on this machine."""
    from shortlist.desk.places import find_places
    from shortlist.desk.profiles import Profiles

    Profiles(find_places()).use(name)
    if as_json:
        print_json({"name": name, "current": True})
        return
    say(f"Using {name} from now on.")


@profiles.command()
@click.argument("name")
@local
def remove(name: str, as_json: bool) -> None:
    """Forget NAME and its key."""
    from shortlist.desk.places import find_places
    from shortlist.desk.profiles import Profiles

    left = Profiles(find_places()).remove(name)
    if as_json:
        print_json({"name": name, "removed": True, "note": left})
    elif left:
        say(f"Removed {name}. Its key is still in the system keyring: {left}. Take it out there.")
    else:
        say(f"Removed {name} and its key.")
