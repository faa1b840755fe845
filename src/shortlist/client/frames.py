"""Server-sent events from bytes, with a bound on what one event may hold (section 6)."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["EVENT_MAX_BYTES", "Frame", "Frames"]

EVENT_MAX_BYTES: Final = 1024 * 1024


@dataclass(slots=True)
class Frame:
    """One event. `oversized`: its data went over the bound and was let go."""

    event: str = ""
    data: str = ""
    id: str | None = None
    retry: int | None = None
    """Milliseconds, as the server gave them."""
    oversized: bool = False


class Frames:
    """Give it bytes as they come; it gives whole events. Comments and empty data give none."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._after_cr = False
        self._started = False
        self._data: list[str] = []
        self._size = 0
        self._frame = Frame()

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        text = self._decoder.decode(chunk)
        if not self._started and text:
            self._started = True
            text = text.removeprefix("\ufeff")
        if self._after_cr and text:
            self._after_cr = False
            text = text.removeprefix("\n")
        if text.endswith("\r"):
            self._after_cr = True
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" not in text:
            self._hold(text)
            return
        lines = (self._rest + text).split("\n")
        self._rest = ""
        self._hold(lines.pop())
        for line in lines:
            if line:
                self._line(line)
            else:
                frame = self._end()
                if frame is not None:
                    yield frame

    def _hold(self, text: str) -> None:
        """Keep an unfinished line; of one that is too long only that it was so."""
        if len(self._rest) + len(text) <= EVENT_MAX_BYTES:
            self._rest += text
        else:
            self._frame.oversized = True
            self._rest = (self._rest or text)[:16]

    def _line(self, line: str) -> None:
        name, _, value = line.partition(":")
        if value[:1] == " ":
            value = value[1:]
        if name == "data":
            self._size += len(value) + 1
            if self._size > EVENT_MAX_BYTES:
                self._frame.oversized = True
                self._data.clear()
            elif not self._frame.oversized:
                self._data.append(value)
        elif name == "event":
            self._frame.event = value
        elif name == "id":
            if "\0" not in value:
                self._frame.id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self._frame.retry = int(value[:9])

    def _end(self) -> Frame | None:
        frame, data = self._frame, self._data
        self._frame, self._data, self._size = Frame(), [], 0
        if frame.oversized:
            return frame
        frame.data = data[0] if len(data) == 1 else "\n".join(data)
        return frame if frame.data.strip() or frame.retry is not None else None
