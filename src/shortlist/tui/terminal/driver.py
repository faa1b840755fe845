"""Textual's terminal driver, but what is typed and what is drawn waits for no thread's turn, and it
ends at once, with the terminal as it was.

The stock driver reads and writes on threads: each key and each frame waits for one more of them
to be given a processor, which on a busy machine takes longer than the answer. And its input thread
looks every tenth of a second whether it should stop, twice at the end: a fifth of a second in which
the terminal hangs after `q`. It leaves the terminal to whoever comes next as it is when a signal
ends the program, and never ends when the terminal does.
"""

from __future__ import annotations

import asyncio
import os
import select
import selectors
import signal
import sys
import termios
from codecs import getincrementaldecoder
from contextlib import suppress
from contextvars import Context
from string import digits
from threading import Lock
from typing import TYPE_CHECKING, Any

from textual import constants, events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from shortlist.tui.terminal.ending import code_of, when_ended
from shortlist.tui.terminal.first_frame import frame
from shortlist.tui.terminal.output import Output
from shortlist.tui.terminal.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from textual.message import Message

_POLL_SECONDS = 0.1
_TURN_SECONDS = 0.0005
"""How long the threads that read and write the terminal wait at most for the one that computes: by
default it is 5 ms, and the echo of a letter would wait for what is found with it."""
_LONE_ESCAPE_SECONDS = constants.ESCAPE_DELAY + 0.005
"""After which an escape that nothing followed is the key, and not the beginning of another."""
_ALTERNATE_SCREEN = "\x1b[?1049h"
_LEAVE = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    b"\x1b[?1016l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""All that the driver ever sets in a terminal, taken back."""


class KeysParser(XTermParser):
    """Textual's parser, but `esc` and a digit that come together are these two keys.

    A terminal sends the same for alt and a digit, which Textual reads as a sign such as `™`; here
    `esc` and the digit of another screen, pressed quickly, is what people mean by it.
    """

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if len(sequence) == 2 and sequence[0] == "\x1b" and sequence[1] in digits:
            yield events.Key("escape", "\x1b")
            yield events.Key(sequence[1], sequence[1])
        else:
            yield from super()._sequence_to_key_events(sequence, alt)


class QuickDriver(LinuxDriver):
    """Reads the terminal in the app's own loop; where the loop cannot, as from a file, on a thread
    until the other end of a pipe says that it is enough."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # The pages go to standard error, unless that leads elsewhere.
        shown = sys.__stderr__ if sys.__stderr__ and sys.__stderr__.isatty() else sys.__stdout__
        assert shown is not None
        self._shown = shown.fileno()
        self._file: Any = Output(self._shown, self._terminal_gone)
        self._ending = False
        self._aside = False
        """The program is stopped, and the terminal the shell's."""
        self._enough, self._say_enough = -1, -1
        self._lent = False
        """Another program has the terminal: nothing of the app may reach it."""
        self.shows_kept_frame = False
        """What this start showed first is the frame of an earlier one."""
        self._frame: list[str] = []
        """What there is of a frame so far: all of it is written at once."""
        self._typed: list[Message] | None = []
        self._typing = Lock()
        self._in_loop = False
        """The loop reads, and there is no thread that does."""
        self._parser = KeysParser(self._debug)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._lone_escape: asyncio.TimerHandle | None = None

    def process_message(self, message: Message) -> None:
        """Keys that come before the first screen wait for it: the field is not there yet."""
        with self._typing:
            if self._typed is not None and isinstance(message, events.Key | events.Paste):
                self._typed.append(message)
                return
        super().process_message(message)

    def let_in(self, takes: Callable[[str], bool] = lambda _: False) -> str:
        """There is a field now, and what was typed meanwhile reaches the app.

        Returns the characters that it began with, as far as the field `takes` them: they can be
        in it at once. The rest comes as keys do.
        """
        self._read_all()
        with self._typing:
            typed, self._typed = self._typed or [], None
        text = ""
        for number, message in enumerate(typed):
            character = ""
            if isinstance(message, events.Key) and message.is_printable:
                character = message.character or ""
            if not character or not takes(text + character):
                for rest in typed[number:]:
                    super().process_message(rest)
                break
            text += character
        return text

    def start_application_mode(self) -> None:
        sys.setswitchinterval(_TURN_SECONDS)
        when_ended(self._end)
        self._lent = False
        self._enough, self._say_enough = os.pipe()
        self._on_it = self.shows_kept_frame = frame.drawn
        before = frame.take_over()
        loop = asyncio.get_running_loop()
        self._parser = KeysParser(self._debug)
        with suppress(OSError):
            # In no context, as on a thread: what is handled at this moment has no part in it.
            Context().run(loop.add_reader, self.fileno, self._read)
            self._in_loop = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if before is not None:
            self.attrs_before = before
        if self._writer_thread is not None:
            self._writer_thread.stop()
            self._writer_thread = Writer(self._file)
            self._writer_thread.start()
        # Textual's own handler reads the size wherever the signal comes, be it in the middle of
        # telling an earlier one, which is then told last. The loop tells one after another.
        self._loop = loop
        self._loop.add_signal_handler(signal.SIGWINCH, self._tell_size)
        self._tell_size()

    def _tell_size(self) -> None:
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._app.post_message(events.Resize(size, size))

    def _get_terminal_size(self) -> tuple[int, int]:
        """As the terminal says: `COLUMNS` in the environment is what it was at some time."""
        with suppress(OSError):
            columns, lines = os.get_terminal_size(self.fileno)
            if columns and lines:
                return columns, lines
        return super()._get_terminal_size()

    def write(self, data: str) -> None:
        if data == _ALTERNATE_SCREEN and self._on_it:
            # The first frame is on it already, and entering it again would clear it.
            self._on_it = False
            return
        if self._lent:
            return  # No thread writes meanwhile: the queue would fill, and hold the app.
        if data == SYNC_START:
            self._frame = [data]
        elif not self._frame:
            super().write(data)
        else:
            self._frame.append(data)
            if data == SYNC_END:
                frame, self._frame = "".join(self._frame), []
                super().write(frame)

    # Being ended, and stepping aside. A signal comes anywhere, in the middle of a write too: what
    # it asks for is done in a turn of the loop.

    def _soon(self, act: Callable[..., object], *given: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: it ends anyway
            self._loop.call_soon_threadsafe(act, *given)

    def _terminal_gone(self) -> None:
        """Nobody types and nobody sees any more."""
        self._soon(self._app.exit)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        if self._ending:
            # Asked twice: whatever holds the app, it ends now.
            os.set_blocking(self._shown, False)
            with suppress(OSError, termios.error):
                os.write(self._shown, _LEAVE)
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            os._exit(code_of(number))
        self._ending = True
        self._soon(self._app.exit, None, code_of(number))

    def _sigtstp_application(self, *_: object) -> None:
        self._soon(self._step_aside)

    def _sigcont_application(self, *_: object) -> None:
        if not self._aside:
            self._soon(self._begin_anew)

    def _step_aside(self) -> None:
        """Stop, as everything does that `ctrl+z` is pressed in. Where no shell is there to go on
        from, nothing stops."""
        lent = self._lent
        if not lent:
            self.suspend_application_mode()
        self._aside = True
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)  # and whoever started it, in its group: the shell waits for that
        signal.signal(signal.SIGTSTP, before)
        self._aside = False
        if not lent:
            self._must_signal_resume = True
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Draw all of it again. What stopped the app from outside left the terminal to a shell,
        which has made it its own."""
        if not self._auto_restart:
            return  # another program has it
        if not self._lent:
            # What is left unread is thrown away, and may be a key for the app.
            self._read_all()
            self.suspend_application_mode()
        self.start_application_mode()
        self._app.refresh(layout=True)

    def disable_input(self) -> None:
        if self._say_enough < 0:
            return  # nothing is read: it has not begun, or is lent
        os.write(self._say_enough, b".")
        self._read_no_more()
        self._loop.remove_signal_handler(signal.SIGWINCH)
        super().disable_input()
        os.read(self._enough, 1)

    def close(self) -> None:
        super().close()
        self._lent = True
        for end in (self._say_enough, self._enough):
            if end >= 0:
                os.close(end)
        self._enough, self._say_enough = -1, -1

    def send_message(self, message: Message) -> None:
        if self._in_loop:
            self._app.post_message(message)
        else:
            super().send_message(message)

    def _read_all(self) -> None:
        while self._in_loop and select.select([self.fileno], [], [], 0)[0]:
            self._read()

    def _read(self) -> None:
        """Hand what is typed to the app, event by event."""
        if not select.select([self.fileno], [], [], 0)[0]:
            return  # `let_in` has read it in this very turn of the loop: to read would be to wait
        try:
            data = os.read(self.fileno, 4096)
        except OSError:
            data = b""
        if not data:
            self._read_no_more()
            self._terminal_gone()
            return
        self._hand_on(self._parser.feed(self._decode(data)))
        if b"\x1b" in data:
            if self._lone_escape is not None:
                self._lone_escape.cancel()
            self._lone_escape = self._loop.call_later(_LONE_ESCAPE_SECONDS, self._tick)

    def _tick(self) -> None:
        self._hand_on(self._parser.tick())

    def _hand_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _read_no_more(self) -> None:
        if self._in_loop:
            self._loop.remove_reader(self.fileno)
            self._in_loop = False

    def run_input_thread(self) -> None:
        """The same, where the loop cannot."""
        if self._in_loop:
            return
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self._enough, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                for key, _mask in selector.select(_POLL_SECONDS):
                    if key.fd != self.fileno:
                        continue
                    try:
                        data = os.read(self.fileno, 4096)
                    except OSError:
                        data = b""
                    if not data:
                        self._terminal_gone()
                        return
                    self._hand_on(self._parser.feed(self._decode(data)))
                # A lone escape is one once nothing has followed it.
                self._tick()
