"""The person's own editor, in which a text is edited while the app steps aside."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp

_USUAL: Final = ("nano", "vim", "vi")
_LONGEST: Final = 200_000


class EditorError(Exception):
    """Why nothing was edited, in words for a person."""


def editor_command() -> list[str]:
    """`$VISUAL`, else `$EDITOR`, else one that is usually there; `EditorError` when none is."""
    for name in ("VISUAL", "EDITOR"):
        given = os.environ.get(name, "").strip()
        if not given:
            continue
        try:
            command = shlex.split(given)
        except ValueError:
            raise EditorError(f"${name} is not a command: {given}") from None
        if shutil.which(command[0]) is None:
            raise EditorError(f"${name} names {command[0]}, which is not there.")
        return command
    for usual in _USUAL:
        if shutil.which(usual):
            return [usual]
    raise EditorError("No editor was found. Set EDITOR to the command of yours.")


async def edit_text(app: ShortlistApp, text: str) -> str:
    """The text as it was when the editor was closed. Meanwhile the app goes on, undrawn.

    The file is in a folder that nobody else can read, and is gone afterwards. Raises
    `EditorError` when there is no editor, when it fails, or when the terminal cannot be lent.
    """
    from textual.app import SuspendNotSupported

    command = editor_command()
    with tempfile.TemporaryDirectory(prefix="shortlist-") as folder:  # made with mode 0700
        path = Path(folder) / "criteria.txt"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        try:
            # Drawn anew once at the end: what happened meanwhile is in the app's state.
            with app.holding_news(), app.batch_update(), app.suspend(), _keys_of_another():
                editor = await asyncio.create_subprocess_exec(*command, str(path))
                try:
                    status = await editor.wait()
                finally:
                    if editor.returncode is None:  # the app ends, and its file goes with it
                        editor.terminate()
        except SuspendNotSupported:
            raise EditorError("An editor cannot be opened from here.") from None
        except OSError as error:
            raise EditorError(f"{command[0]} did not start: {error.strerror}.") from None
        if status:
            raise EditorError(f"{command[0]} ended with {status}: nothing was taken over.")
        try:
            if path.stat().st_size > _LONGEST:
                raise EditorError("The text is too long: nothing was taken over.")
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise EditorError(f"The text cannot be read back: {error.strerror}.") from None


@contextmanager
def _keys_of_another() -> Iterator[None]:
    """What ctrl+c and ctrl+\\ send goes to every program of the terminal: it is not for the app.

    They are taken by a function, since what is ignored would be ignored by the editor too.
    """
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGQUIT)}
    for number in before:
        signal.signal(number, lambda *_: None)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def as_lines(criteria: list[str]) -> str:
    """Criteria as a file to edit."""
    return (
        "# One criterion a line; a line that begins with a blank goes on with the one before.\n"
        "# Lines with # are left out.\n" + "".join(f"{text}\n" for text in criteria)
    )


def from_lines(text: str) -> list[str]:
    """The criteria of an edited file."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace() and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found
