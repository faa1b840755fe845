"""Textual's terminal driver, but its input thread is woken when the app ends.

The stock thread looks every tenth of a second whether it should stop, twice at the end: a fifth
of a second in which the terminal hangs after `q`.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from string import digits
from threading import Lock
from time import sleep
from typing import TYPE_CHECKING, Any

from textual import events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from shortlist.tui.terminal.first_frame import frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message

_POLL_SECONDS = 0.1
_TURN_SECONDS = 0.0005
"""How long the threads that read and write the terminal wait at most for the one that computes: by
default it is 5 ms, and the echo of a letter would wait for what is found with it."""
_LET_GO_SECONDS = 0.00005
"""How long the thread that computes leaves the interpreter to the one that writes, with each frame:
it would else have to ask for it, which takes as long as what there is to write."""
_ALTERNATE_SCREEN = "\x1b[?1049h"


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
    """Reads the terminal until the other end of a pipe says that it is enough."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._enough, self._say_enough = -1, -1
        self._lent = False
        """Another program has the terminal: nothing of the app may reach it."""
        self.shows_kept_frame = False
        """What this start showed first is the frame of an earlier one."""
        self._frame: list[str] = []
        """What there is of a frame so far: all of it is written at once."""
        self._typed: list[Message] | None = []
        self._typing = Lock()

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
        self._lent = False
        self._enough, self._say_enough = os.pipe()
        self._on_it = self.shows_kept_frame = frame.drawn
        before = frame.take_over()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if before is not None:
            self.attrs_before = before
        # Textual's own handler reads the size wherever the signal comes, be it in the middle of
        # telling an earlier one, which is then told last. The loop tells one after another.
        self._loop = asyncio.get_running_loop()
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
                sleep(_LET_GO_SECONDS)

    def disable_input(self) -> None:
        if self._say_enough < 0:
            return  # nothing is read: it has not begun, or is lent
        os.write(self._say_enough, b".")
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

    def run_input_thread(self) -> None:
        """Hand what is typed to the app, event by event."""
        parser = KeysParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self._enough, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                for key, _mask in selector.select(_POLL_SECONDS):
                    if key.fd != self.fileno:
                        continue
                    data = os.read(self.fileno, 4096)
                    if not data:
                        return  # nobody types any more
                    for event in parser.feed(decode(data)):
                        self.process_message(event)
                # A lone escape is one once nothing has followed it.
                for event in parser.tick():
                    self.process_message(event)
