"""The driver of the terminal: Textual's own, and what is added to it by its public names.

The escape key is told from the beginnings of other keys before Textual reads them; the frame that
was drawn first stays; and whoever ends, stops or continues the program finds the terminal as it
was, which Textual leaves to whoever comes next.
"""

from __future__ import annotations

import asyncio
import os
import signal
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from textual.constants import DISABLE_KITTY_KEY
from textual.drivers.linux_driver import LinuxDriver

from shortlist.tui.kit.terminal.ending import code_of, when_ended
from shortlist.tui.kit.terminal.escapes import WAIT_SECONDS, Escapes
from shortlist.tui.kit.terminal.first_frame import frame, is_kept, keep
from shortlist.tui.kit.terminal.size import tell_size

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

    from textual.app import App

_AT_ONCE: Final = 4096
_PAGES: Final = 2
"""The pages go to standard error, as Textual has it."""
_TELL_PLACES: Final = "\x1b[<u\x1b[>29u"
"""In place of the modes of the kitty keyboard protocol that Textual asks for: the same, and with
each key what its place types on a Latin keyboard."""
_ALTERNATE_SCREEN: Final = "\x1b[?1049h"
_LEAVE: Final = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    b"\x1b[?1016l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""All that the driver ever sets in a terminal, taken back."""


class TerminalDriver(LinuxDriver):
    """Reads the terminal in the app's loop; Textual's thread reads what that makes of it."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self.terminal = self.fileno
        # For as long as the program lives: what is typed stays in it while another program has
        # the terminal.
        self.read_end, self.write_end = os.pipe()
        self.escapes = Escapes()
        self.lone_escape: asyncio.TimerHandle | None = None
        self.lent = True
        """The terminal is another program's, or is gone: nothing of the app may reach it."""
        self.suspending = self.stopping = self.ending = False
        self.shows_kept_frame = self.on_alternate_screen = frame.drawn
        """What this start showed first is the frame of an earlier one."""
        self.noted = False
        self.written: list[str] | None = None
        """What has drawn the screen since the terminal was first taken, until it is asked for."""
        when_ended(self.end)
        signal.signal(signal.SIGTSTP, self.stopped)
        signal.signal(signal.SIGCONT, self.continued)

    # The terminal, taken and given back

    def start_application_mode(self) -> None:
        before = frame.take_over()
        os.set_blocking(_PAGES, True)  # another program may have left it otherwise
        self.lent = False
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if before is not None:
            self.attrs_before = before
        if not DISABLE_KITTY_KEY:
            self.write(_TELL_PLACES)
        if not self.noted:
            self.noted, self.written = True, []
        # Textual's handler, interrupted by the next signal, would tell the older size last.
        telling = signal.getsignal(signal.SIGWINCH)
        if callable(telling):
            self.loop.add_signal_handler(signal.SIGWINCH, self.resize, telling)
        self.loop.add_reader(self.terminal, self.read)

    def resize(self, telling: Callable[[int, FrameType | None], Any]) -> None:
        tell_size()
        telling(signal.SIGWINCH, None)

    def disable_input(self) -> None:
        self.loop.remove_reader(self.terminal)
        self.loop.remove_signal_handler(signal.SIGWINCH)
        super().disable_input()
        self.fileno = self.terminal

    def suspend_application_mode(self) -> None:
        self.suspending = True
        super().suspend_application_mode()
        self.suspending = False

    def close(self) -> None:
        super().close()
        self.lent = True

    def write(self, data: str) -> None:
        if self.on_alternate_screen and data == _ALTERNATE_SCREEN:
            # The first frame is on it already, and entering it again would clear it.
            self.on_alternate_screen = False
        elif not self.lent:  # no thread writes meanwhile: the queue would fill, and hold the app
            if self.written is not None:
                if data.count("\n") + 1 >= self.app.size.height:
                    self.written.clear()  # every line is painted anew
                self.written.append(data)
            super().write(data)

    def keep_first_frame(self, cache: Path, config: Path, theme: Path | None, typed: bool) -> None:
        """Keep what has drawn the screen for the next start: nothing of any account is on it yet,
        unless something was `typed`. Nothing more is noted then."""
        drawn, self.written = "".join(self.written or []), None
        known = str(cache), str(config), str(theme or ""), *self.app.size
        if not typed and not self.shows_kept_frame and not is_kept(*known):
            with suppress(OSError):
                keep(*known, drawn)

    # What is typed

    def run_input_thread(self) -> None:
        self.fileno = self.read_end
        try:
            super().run_input_thread()
        finally:
            # Textual throws away what is unread: at the end, that the shell does not get it; not
            # where the app or another program goes on with it.
            if not self.suspending:
                self.fileno = self.terminal

    def read(self) -> None:
        try:
            data = os.read(self.terminal, _AT_ONCE)
        except OSError:
            data = b""
        if not data:  # nobody types and nobody sees any more
            self.lent = True
            self.loop.remove_reader(self.terminal)
            self.app.exit()
            return
        os.write(self.write_end, data if DISABLE_KITTY_KEY else self.escapes.read(data))
        if self.lone_escape is not None:
            self.lone_escape.cancel()
            self.lone_escape = None
        if self.escapes.waits:
            self.lone_escape = self.loop.call_later(WAIT_SECONDS, self.give_up)

    def give_up(self) -> None:
        """An escape that nothing has followed is the key."""
        self.lone_escape = None
        os.write(self.write_end, self.escapes.give_up())

    # Ended, stopped and continued by others. A signal comes anywhere, in the middle of a write
    # too: what it asks for is done in a turn of the loop.

    def soon(self, act: Callable[..., object], *given: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: it ends anyway
            self.loop.call_soon_threadsafe(act, *given)

    def end(self, number: int, _frame: FrameType | None) -> None:
        if self.ending:
            # Asked twice: whatever holds the app, it ends now.
            os.set_blocking(_PAGES, False)
            with suppress(OSError, termios.error):
                os.write(_PAGES, _LEAVE)
                if self.attrs_before is not None:
                    termios.tcsetattr(self.terminal, termios.TCSANOW, self.attrs_before)
            os._exit(code_of(number))
        self.ending = True
        self.soon(self.app.exit, None, code_of(number))

    def stopped(self, *_: object) -> None:
        self.soon(self.step_aside)

    def continued(self, *_: object) -> None:
        if not self.stopping:
            self.soon(self.begin_anew)

    def step_aside(self) -> None:
        """Stop, as everything does that `ctrl+z` is pressed in."""
        if self.lent:
            self.stop()
        else:
            self.app.call_later(self.lend)

    def lend(self) -> None:
        with self.app.suspend():
            self.stop()

    def stop(self) -> None:
        """Where no shell is there to go on from, nothing stops."""
        self.stopping = True
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)  # and whoever started it, in its group: the shell waits for that
        signal.signal(signal.SIGTSTP, before)
        self.stopping = False

    def begin_anew(self) -> None:
        """Draw all of it again. What stopped the app from outside left the terminal to a shell,
        which has made it its own."""
        if not self.lent:
            self.app.call_later(self.take_back)

    def take_back(self) -> None:
        with self.app.suspend():
            pass
