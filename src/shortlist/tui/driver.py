"""Textual's terminal driver, but its input thread is woken when the app ends.

The stock thread looks every tenth of a second whether it should stop, twice at the end: a fifth
of a second in which the terminal hangs after `q`.
"""

from __future__ import annotations

import os
import selectors
from codecs import getincrementaldecoder
from typing import Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

_POLL_SECONDS = 0.1


class QuickDriver(LinuxDriver):
    """Reads the terminal until the other end of a pipe says that it is enough."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._enough, self._say_enough = os.pipe()

    def disable_input(self) -> None:
        os.write(self._say_enough, b".")
        super().disable_input()
        os.read(self._enough, 1)

    def close(self) -> None:
        super().close()
        os.close(self._say_enough)
        os.close(self._enough)

    def run_input_thread(self) -> None:
        """Hand what is typed to the app, event by event."""
        parser = XTermParser(self._debug)
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
