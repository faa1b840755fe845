"""The frame of the last start, drawn again before anything is imported.

Importing the app takes a quarter of a second, and more on a busy machine. Meanwhile the terminal
shows what the app will show first, as it was kept at an earlier start: the same size, the same
theme, the same colours, and nothing of anybody's data, for at that moment there was none. When
anything differs, nothing is drawn. This module imports neither Textual nor anything of the app.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing `typing` takes longer than drawing
if TYPE_CHECKING:
    from typing import Any, Final

_KEPT_SIZES: Final = 12
_MOST_BYTES: Final = 512 * 1024
_ENTER, _LEAVE = b"\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H", b"\x1b[?7h\x1b[?1049l\x1b[?25h"


class FirstFrame:
    """The terminal at this start, and its frame: drawn, taken over by the app, or taken back."""

    def __init__(self) -> None:
        self.drawn = False
        """The terminal shows it, on the alternate screen."""
        self._attributes: list[Any] | None = None
        self._ours = False
        """The terminal is set as `quiet` does, and the app has not taken it over."""

    def quiet(self) -> None:
        """What is typed from here on is for the app, whether or not a frame is drawn.

        It is not echoed, enter is enter already, and ctrl+q and ctrl+s come to the app in place of
        holding and letting go the output. ctrl+c still interrupts; ctrl+z and ctrl+\\ would leave
        the terminal to others as it is now.
        """
        import termios

        try:
            attributes = termios.tcgetattr(0)
            changed = termios.tcgetattr(0)
            changed[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
            changed[0] &= ~(termios.IXON | termios.IXOFF)
            changed[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
            nothing = bytes([os.fpathconf(0, "PC_VDISABLE") & 0xFF])
            # What they were is in the other list, whose list of keys is another one.
            changed[6][termios.VSUSP] = changed[6][termios.VQUIT] = nothing
            changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
            termios.tcsetattr(0, termios.TCSANOW, changed)
        except (termios.error, OSError, ValueError):
            return
        self._attributes, self._ours = attributes, True

    def draw(self, folder: str, config: str) -> None:
        """Draw what was kept in `folder`, if it is what this start will show.

        `config` is the configuration folder: another configuration or theme is another frame.
        """
        try:
            size = os.get_terminal_size(2)
            path = _path(folder, size.columns, size.lines)
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return
        with os.fdopen(descriptor, "rb") as file:
            if os.fstat(descriptor).st_uid != os.getuid():
                return
            kept = file.read(_MOST_BYTES)
        head, _, frame = kept.partition(b"\n")
        theme = head.rpartition(b"\t")[2].decode("utf-8", "surrogateescape")
        if not frame or head != _head(config, theme):
            return
        # Noted first: a signal may come in between.
        self.drawn = True
        _write(_ENTER + frame)

    def take_over(self) -> list[Any] | None:
        """The app draws from here on. Returns how the terminal was, to be put back at the end."""
        self.drawn = self._ours = False
        return self._attributes

    def take_back(self) -> None:
        """There will be no app: leave the terminal as it was."""
        if self.drawn:
            self.drawn = False
            _write(_LEAVE)
        if self._ours and self._attributes is not None:
            self._ours = False
            import termios

            try:
                termios.tcsetattr(0, termios.TCSANOW, self._attributes)
            except termios.error:
                return  # there is no terminal any more


frame: Final = FirstFrame()
"""The one of this process: there is one terminal."""


def is_kept(folder: str, config: str, theme: str, columns: int, lines: int) -> bool:
    """Whether the frame of this size, configuration and theme file is kept already."""
    try:
        with open(_path(folder, columns, lines), "rb") as file:  # noqa: PTH123
            return file.readline().rstrip(b"\n") == _head(config, theme)
    except OSError:
        return False


def keep(folder: str, config: str, theme: str, columns: int, lines: int, drawn: str) -> None:
    """Keep a frame: what draws it on an empty screen. Raises `OSError`."""
    text = f"{drawn}\x1b[0m".encode("utf-8", "replace")
    path = _path(folder, columns, lines)
    beside = f"{path}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        with os.fdopen(os.open(beside, flags, 0o600), "wb") as file:
            file.write(_head(config, theme) + b"\n" + text)
        os.replace(beside, path)  # noqa: PTH105
    except OSError:
        if os.path.exists(beside):  # noqa: PTH110
            os.unlink(beside)  # noqa: PTH108
        raise
    kept = [e for e in os.scandir(folder) if e.name.startswith("first-frame-")]
    for old in sorted(kept, key=lambda e: e.stat().st_mtime, reverse=True)[_KEPT_SIZES:]:
        os.unlink(old.path)  # noqa: PTH108


def _write(data: bytes) -> None:
    try:
        os.write(2, data)
    except OSError:
        return  # there is no terminal any more


def _path(folder: str, columns: int, lines: int) -> str:
    return os.path.join(folder, f"first-frame-{columns}x{lines}")  # noqa: PTH118


def _head(config: str, theme: str) -> bytes:
    """All that a frame depends on besides the size."""
    from shortlist import __version__

    env = os.environ
    told = [
        __version__,
        _saved(os.path.join(config, "config.toml")),  # noqa: PTH118
        _saved(os.path.join(config, "themes")),  # noqa: PTH118
        _saved(theme),
        *(env.get(name, "") for name in ("SHORTLIST_THEME", "NO_COLOR", "TERM", "COLORTERM")),
        f"{sys.version_info[0]}.{sys.version_info[1]}",
        theme,
    ]
    line = "\t".join(part.replace("\t", " ").replace("\n", " ") for part in told)
    return line.encode("utf-8", "surrogateescape")


def _saved(path: str) -> str:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return "-"
    return f"{found.st_mtime_ns}.{found.st_size}"
