"""Your own programs run on a person: `[commands]` in `config.toml`.

    [commands.crm]
    key = "f7"
    label = "Open in the CRM"
    run = ["crm-open", "--mail", "{email}"]

A program gets the values as arguments, never through a shell; it is given no key of this program,
no more than so much time, and its output is read as far as a pane can show, cleaned of all that a
terminal would obey.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.desk.places import DeskError

if TYPE_CHECKING:
    import asyncio
    import signal

PLACES: Final = ("name", "email", "url", "id")
"""What of a person stands where `{name}` does in an argument."""
SECONDS: Final = 30.0
MOST_BYTES: Final = 256 * 1024
_PLACE: Final = re.compile(r"\{([^{}]*)\}")
_PARTS: Final = ("key", "label", "run")
_END_SECONDS: Final = 2.0


class Command(NamedTuple):
    """A program of one's own."""

    name: str
    """As the table is called: `crm` of `[commands.crm]`."""
    label: str
    run: tuple[str, ...]
    """The program, and its arguments with places in them."""
    key: str = ""
    """The keys that run it in the app; none: it is in the palette alone."""

    @property
    def needs(self) -> tuple[str, ...]:
        """What of a person it is given."""
        used = {place for part in self.run[1:] for place in _PLACE.findall(part)}
        return tuple(place for place in PLACES if place in used)


class Output(NamedTuple):
    """What a program said, and how it ended."""

    text: str
    """Of both its outputs, cleaned."""
    code: int | None
    """`None` where it was ended: it took too long, or said too much."""
    ended: str = ""
    """Why it was ended, in words; empty where it ended by itself."""


def problem_of(name: str, given: Any) -> str | None:
    """What is wrong with the table of a command, for a person to mend; `None` where nothing is."""
    if not isinstance(given, Mapping):
        return f"`{name}` must be a table: write it as [commands.{name}]"
    unknown = next((part for part in given if part not in _PARTS), None)
    if unknown is not None:
        return f"`{unknown}` is no part of a command; there are {', '.join(_PARTS)}"
    for part in ("key", "label"):
        if part in given and (not isinstance(given[part], str) or not given[part].strip()):
            return f"`{part}` must be text in quotes"
    run = given.get("run")
    if not isinstance(run, list) or not run or not all(isinstance(part, str) for part in run):
        return (
            '`run` must be a list of texts: the program, then its arguments, such as ["a", "{id}"]'
        )
    if not run[0].strip() or _PLACE.search(run[0]):
        return "`run` begins with a program, which is no place such as {id}"
    if any("\0" in part for part in run):
        return "`run` has a character in it that no argument can have"
    places = (place for part in run[1:] for place in _PLACE.findall(part))
    wrong = next((place for place in places if place not in PLACES), None)
    if wrong is not None:
        return f"{{{wrong}}} is no place; there are {', '.join(f'{{{place}}}' for place in PLACES)}"
    return None


def read_command(name: str, given: Mapping[str, Any]) -> Command:
    """A command of which `problem_of` says nothing."""
    label = str(given.get("label") or name)
    return Command(name, label, tuple(given["run"]), str(given.get("key") or ""))


def arguments_of(command: Command, person: Mapping[str, str | None]) -> list[str]:
    """The program and its arguments for a `person`, who has any of `PLACES`.

    Raises `DeskError` where something it needs is not known of them, or would be taken for an
    option of the program.
    """
    made = [command.run[0]]
    for part in command.run[1:]:
        values = {place: _value(command, person, place) for place in _PLACE.findall(part)}
        argument = _PLACE.sub(lambda match, known=values: known[match[1]], part)  # type: ignore[misc]
        if argument.startswith("-") and not part.startswith("-"):
            raise DeskError(
                f"“{command.label}” was not run: {argument!r} would be taken for an option."
            )
        made.append(argument)
    return made


def _value(command: Command, person: Mapping[str, str | None], place: str) -> str:
    value = (person.get(place) or "").replace("\0", "").strip()
    if not value:
        known = {"name": "name", "email": "e-mail address", "url": "profile page", "id": "id"}
        raise DeskError(f"“{command.label}” needs their {known[place]}, which is not known here.")
    return value


async def run_command(
    command: Command,
    person: Mapping[str, str | None],
    *,
    seconds: float = SECONDS,
    most_bytes: int = MOST_BYTES,
) -> Output:
    """Run it on a person, and return what it said. Raises `DeskError` where it cannot be run.

    It and all that it started is ended when `seconds` are over, when it said more than
    `most_bytes`, and when this is cancelled.
    """
    import asyncio
    import shutil
    import signal

    arguments = arguments_of(command, person)
    if shutil.which(arguments[0]) is None:
        raise DeskError(f"“{command.label}” cannot be run: there is no program {arguments[0]}.")
    try:
        process = await asyncio.create_subprocess_exec(
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=_environment(),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise DeskError(f"“{command.label}” cannot be run: {why}.") from None
    assert process.stdout is not None
    said = bytearray()
    ended = ""
    try:
        async with asyncio.timeout(seconds):
            while chunk := await process.stdout.read(64 * 1024):
                said += chunk[: most_bytes - len(said)]
                if len(said) >= most_bytes:
                    ended = f"it said more than {most_bytes // 1024} KiB"
                    break
            if not ended:
                await process.wait()
    except TimeoutError:
        ended = f"it took longer than {seconds:g} s"
    except asyncio.CancelledError:
        # The app may be ending: there is no time to ask.
        _send(process, signal.SIGKILL)
        raise
    finally:
        await _end(process)
    return Output(_cleaned(bytes(said)), None if ended else process.returncode, ended)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End it, and whatever it started: asked first, where it still runs, and then made to."""
    import asyncio
    import signal

    if process.returncode is None:
        _send(process, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await process.wait()
    # What it left behind in its group goes as well.
    _send(process, signal.SIGKILL)
    await process.wait()


def _send(process: asyncio.subprocess.Process, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, sign)


def _environment() -> dict[str, str]:
    """Ours, without what leads to a deployment and its key."""
    return {
        name: value
        for name, value in os.environ.items()
        if not (name.startswith("SHORTLIST_") and name.endswith(("KEY", "URL")))
    }


def _cleaned(said: bytes) -> str:
    from shortlist.client.clean import clean_text

    text = said.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    # Whole sequences go, not their first character alone: what is left would be read as text.
    text = _SEQUENCES.sub("", text)
    return clean_text(text, len(text) + 1)


_SEQUENCES: Final = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]"  # colours, movements
    "|\x1b[\\]PX^_].*?(?:\x1b\\\\|\x07|$)"  # titles, links, strings of devices
    "|\x1b[ -/]*[0-~]",
    re.DOTALL,
)
