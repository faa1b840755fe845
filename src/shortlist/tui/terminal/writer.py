"""What writes to the terminal: at once what it takes at once, and a thread does the rest.

Textual has a thread write everything. A frame then waits until that thread has its turn: no time
at all on an idle machine, several milliseconds on a busy one.
"""

from __future__ import annotations

import os
from contextlib import suppress
from queue import Queue
from time import sleep
from typing import TYPE_CHECKING, Final

from textual.drivers._writer_thread import WriterThread

if TYPE_CHECKING:
    from shortlist.tui.terminal.output import Output

_LET_GO_SECONDS: Final = 0.00005
"""How long the thread that computes leaves the interpreter to the one that writes: it would else
have to ask for it, which takes as long as what there is to write."""
_WAY_IN: Final = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY


class Writer(WriterThread):
    """In the place of Textual's. A terminal that takes nothing holds up the thread and not the app,
    until as much waits as Textual lets wait."""

    _queue: Queue[bytes | None]  # type: ignore[assignment]

    def __init__(self, output: Output) -> None:
        super().__init__(output)  # type: ignore[arg-type]
        self._to = output
        self._handed = self._written = 0
        """Pieces given to the thread, and those of them that it has written."""
        self._way_in = -1
        # A way in of its own: one that does not wait, while that of the shell and its programs,
        # which share theirs, stays as it is.
        with suppress(OSError):
            self._way_in = os.open(os.ttyname(output.fileno()), _WAY_IN)

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        if self._way_in >= 0 and self._handed == self._written:
            with suppress(OSError):
                data = data[os.write(self._way_in, data) :]
        if data:
            self._handed += 1
            self._queue.put(data)
            sleep(_LET_GO_SECONDS)

    def run(self) -> None:
        while (data := self._queue.get()) is not None:
            self._to.send(data)
            self._written += 1

    def stop(self) -> None:
        super().stop()
        if self._way_in >= 0:
            os.close(self._way_in)
            self._way_in = -1
