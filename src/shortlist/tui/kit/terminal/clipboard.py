"""The clipboard: this machine's own first, then the terminal's; it tells which.

A program such as `xclip` says whether it took the text. A terminal says nothing: over OSC 52 one
can only hand the text over, so that is what is told.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Final

_WAIT_SECONDS: Final = 2.0
_MANY_BYTES: Final = 74_000
"""Some terminals take no more than about 100,000 characters of base64."""
_SCREEN_CHUNK: Final = 500


def native_command(
    env: Mapping[str, str], platform: str, which: Callable[[str], str | None]
) -> list[str] | None:
    """The program that reaches the clipboard of the display this person sits at, if any."""
    remote = bool(env.get("SSH_CONNECTION") or env.get("SSH_TTY"))
    candidates: list[list[str]] = []
    if platform == "darwin" and not remote:
        candidates.append(["pbcopy"])
    if env.get("WAYLAND_DISPLAY") and not remote:
        candidates.append(["wl-copy", "--type", "text/plain;charset=utf-8"])
    if env.get("DISPLAY"):  # over ssh it is a forwarded one: the right one
        candidates += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    if env.get("WSL_DISTRO_NAME") and not remote:
        candidates.append(["clip.exe"])
    return next((command for command in candidates if which(command[0])), None)


def osc52(text: str, env: Mapping[str, str]) -> str:
    """The sequence that asks the terminal to take `text`, wrapped where a multiplexer is between.

    What is inside is base64, so nothing of the text reaches the terminal as a sequence.
    """
    sequence = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
    if env.get("TMUX"):
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if env.get("STY"):
        chunks = range(0, len(sequence), _SCREEN_CHUNK)
        return "".join(f"\x1bP{sequence[at : at + _SCREEN_CHUNK]}\x1b\\" for at in chunks)
    return sequence


async def copy(
    text: str, write: Callable[[str], None], env: Mapping[str, str] | None = None
) -> str:
    """Copy `text`; `write` writes to the terminal. Returns how, in words: what is known of it."""
    env = os.environ if env is None else env
    native = native_command(env, sys.platform, shutil.which)
    if native is not None and await _hand_to(native, _encoded(text, native[0]), env):
        return f"copied with {native[0]}"
    in_tmux = bool(env.get("TMUX")) and shutil.which("tmux") is not None
    buffered = in_tmux and await _hand_to(["tmux", "load-buffer", "-w", "-"], text.encode(), env)
    write(osc52(text, env))
    failed = f"{native[0]} failed; " if native is not None else ""
    where = "in tmux's buffer, and handed to the terminal" if buffered else "handed to the terminal"
    doubt = "it does not say whether it took it"
    if len(text) > _MANY_BYTES:
        doubt = "it may refuse what is so long, and does not say"
    return f"{failed}{where} (OSC 52; {doubt})"


def _encoded(text: str, program: str) -> bytes:
    return text.encode("utf-16") if program == "clip.exe" else text.encode()


async def _hand_to(command: list[str], data: bytes, env: Mapping[str, str]) -> bool:
    """Whether `command` took `data`. One that hangs, as on a dead display, is ended."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(env),
        )
    except OSError:
        return False
    try:
        async with asyncio.timeout(_WAIT_SECONDS):
            await process.communicate(data)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return False
    return process.returncode == 0
