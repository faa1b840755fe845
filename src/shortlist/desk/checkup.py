"""The checks of `shortlist doctor` on this machine; they change nothing."""

from __future__ import annotations

import codecs
import locale
import os
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from shortlist.desk.connection import Connection, NoKey, resolve_connection
from shortlist.desk.places import ROOM_BYTES, DeskError, Places, find_places
from shortlist.desk.profiles import Profiles
from shortlist.desk.service_proof import ask_loopback, is_held

State = Literal["ok", "warn", "fail"]

_FREE_BYTES = 1 << 30
_ANSWER_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    told: str
    """What was found."""
    advice: str = ""
    """What to do, where there is something to be done."""


def check_home() -> tuple[Check, Places | None]:
    """The folders of this program, and those folders where they can be had."""
    try:
        places = find_places()
    except DeskError as error:
        return Check("home", "fail", *_sentences(error)), None
    return _of_folders(places), places


def _of_folders(places: Places) -> Check:
    for folder in (places.config, places.data, places.cache, places.logs):
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            told = f"{folder} cannot be read and written by you"
            return Check("home", "fail", told, "Make it yours, or set SHORTLIST_HOME elsewhere.")
    free = shutil.disk_usage(places.data).free
    told = f"{places.data}, {free / (1 << 30):.1f} GB free"
    if free < _FREE_BYTES:
        state: State = "fail" if free < ROOM_BYTES else "warn"
        return Check("home", state, told, "Free some of the disk.")
    return Check("home", "ok", told)


def check_terminal() -> Check:
    """What the app would have to draw on."""
    encoding = codecs.lookup(locale.getpreferredencoding(False)).name
    if encoding != "utf-8":
        told = f"the locale writes {encoding}, which has no lines and marks of the app"
        return Check("terminal", "warn", told, "Set LANG to a UTF-8 locale, such as C.UTF-8.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Check("terminal", "ok", "none here: commands print for programs")
    kind = os.environ.get("TERM") or "one without a name"
    if kind == "dumb":
        told = "TERM is dumb: the app cannot be drawn"
        return Check("terminal", "warn", told, "Set TERM, such as xterm-256color; commands work.")
    columns, lines = shutil.get_terminal_size()
    told = f"{kind}, {columns}x{lines}"
    if columns < 80 or lines < 24:
        return Check("terminal", "warn", told, "The app shows everything from 80x24 on.")
    return Check("terminal", "ok", told)


def check_key(profile: str | None, places: Places) -> tuple[Check, Connection | None]:
    """Whether there is a key for the deployment that is meant, and the way there."""
    try:
        meant = resolve_connection(profile, places)
    except NoKey as error:
        return Check("key", "fail", *_sentences(error)), None
    except DeskError as error:
        return Check("key", "fail", *_sentences(error)), None
    if meant.kind == "embedded":
        return _of_local_key(places), meant
    where = "of the environment" if meant.kind == "environment" else f"of profile `{meant.name}`"
    return Check("key", "ok", f"{where}, for {meant.base_url}"), meant


def _of_local_key(places: Places) -> Check:
    file = places.local_key
    if not file.exists():
        return Check("key", "ok", "none yet: the first start of the local service makes one")
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        told = f"others on this machine may read {file}"
        return Check("key", "warn", told, f"chmod 600 {file}")
    return Check("key", "ok", f"{file}, of the local service")


def check_profiles(places: Places) -> list[Check]:
    """Each saved deployment whose key cannot be had."""
    try:
        profiles = Profiles(places)
        saved = profiles.list()
    except DeskError as error:
        return [Check("profiles", "fail", *_sentences(error))]
    found = []
    for each in saved:
        try:
            profiles.api_key(each.name)
        except DeskError as error:
            found.append(Check("profiles", "warn", *_sentences(error)))
    if saved and not found:
        found.append(Check("profiles", "ok", f"{len(saved)} saved, each with its key"))
    return found


async def check_deployment(meant: Connection) -> Check:
    """Whether the deployment answers, and takes the key."""
    from shortlist.client import Shortlist, ShortlistError

    try:
        async with Shortlist(
            meant.base_url, meant.api_key, total_seconds=_ANSWER_SECONDS, attempts=1
        ) as client:
            usage = await client.usage()
    except ShortlistError as error:
        return Check("service", "fail", *_sentences(error))
    credits = usage.data.credits.available
    left = "" if credits is None else f", {credits:,} credits left"
    return Check("service", "ok", f"{meant.base_url} answers and takes the key{left}")


async def check_local_service(places: Places) -> Check:
    """Whether the service of this machine runs, and all of it is up."""
    from shortlist.desk.local_service import find_running

    running = await find_running(places)
    if running is None:
        if is_held(places.service / "service.lock"):
            told = f"one holds {places.service} and does not answer as its own"
            advice = "Wait a moment; if it stays so, end it and look into its log."
            return Check("service", "warn", told, f"{advice} {_log(places)}")
        return Check("service", "ok", "does not run: the app and the commands start it")
    status, body = ask_loopback(running.url, "/readyz")
    told = f"answers at {running.url}, process {running.pid}"
    if status == 200:
        return Check("service", "ok", told)
    if b'"failed"' in body:
        told = f"{told}; a part of it did not start"
        return Check("service", "fail", told, f"Look into {_log(places)}")
    return Check("service", "warn", f"{told}; parts of it are still starting", "Wait a moment.")


def _log(places: Places) -> Path:
    return places.service / "logs" / "service.log"


def _sentences(error: Exception) -> tuple[str, str]:
    """What is wrong and what to do, of an error that says both."""
    told, _, advice = " ".join(str(error).split()).partition(". ")
    return told.rstrip("."), advice
