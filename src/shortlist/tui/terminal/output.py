"""The terminal as what is written to, which may go away or be left in an odd state by others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_AT_ONCE_CHARACTERS: Final = 64 * 1024


class Output:
    """Text to a terminal, as UTF-8. Once it is gone, what would be written is let go.

    `gone` is called once, on the thread that writes. A terminal that another program of it has set
    to not blocking is set back: a frame would else end in the middle.
    """

    def __init__(self, descriptor: int, gone: Callable[[], None]) -> None:
        self._descriptor, self._gone = descriptor, gone
        self._waiting: list[str] = []
        self._size = 0
        self._lost = False

    def fileno(self) -> int:
        return self._descriptor

    def write(self, text: str) -> int:
        self._waiting.append(text)
        self._size += len(text)
        if self._size >= _AT_ONCE_CHARACTERS:
            self.flush()
        return len(text)

    def flush(self) -> None:
        text = "".join(self._waiting)
        self._waiting.clear()
        self._size = 0
        self.send(text.encode("utf-8", "replace"))

    def send(self, text: bytes) -> None:
        """All of it, however long the terminal takes."""
        data = memoryview(text)
        while data and not self._lost:
            try:
                data = data[os.write(self._descriptor, data) :]
            except BlockingIOError:
                os.set_blocking(self._descriptor, True)
            except OSError:
                self._lost = True
                self._gone()
