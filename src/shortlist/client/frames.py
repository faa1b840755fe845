"""Parsing of server-sent events (section 6), on top of httpx-sse."""

from __future__ import annotations

import codecs
import io
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from httpx_sse import EventSource

if TYPE_CHECKING:
    from httpx import Response

EVENT_MAX_CHARS: Final = 1024 * 1024


@dataclass(slots=True)
class Frame:
    """One event with data, with a `retry`, or with both."""

    event: str
    data: str
    id: str
    """The last id that the stream gave, as the standard has it: an earlier event's where this
    one has none of its own; empty where there was none yet."""
    retry: int | None = None
    """Milliseconds: any number, as the server gave it."""
    oversized: bool = False
    """The event went over the bound, and its data was let go."""


async def read_frames(chunks: AsyncIterator[bytes]) -> AsyncGenerator[Frame | None, None]:
    """The events of a stream; `None` for bytes that brought none, such as a heartbeat."""
    text = _Text(chunks)
    # Of a response it reads nothing but what `_Text` has.
    async with aclosing(EventSource(cast("Response", text)).aiter_sse()) as events:
        async for event in events:
            text.silent = False
            if text.oversized:
                yield Frame(event.event, "", event.id, event.retry, oversized=True)
            elif event.retry is not None or event.data.strip():
                yield Frame(event.event, event.data, event.id, event.retry)
            else:
                yield None


class _Text:
    """A stream's text, in pieces of whole events of which none goes over the bound."""

    headers: Final = {"content-type": "text/event-stream"}

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        self._chunks = chunks
        self.oversized = False
        """Whether the piece that is read now is an event that was cut."""
        self.silent = False
        """Whether the last chunk has brought no event."""

    async def aiter_text(self) -> AsyncIterator[str]:
        utf8 = codecs.getincrementaldecoder("utf-8-sig")("replace")
        decoder = io.IncrementalNewlineDecoder(utf8, translate=True)
        rest = ""
        async for chunk in self._chunks:
            self.silent = True
            # An end of an event may lie across two chunks.
            new = max(len(rest) - 1, 0)
            rest += decoder.decode(chunk)
            if len(rest) > EVENT_MAX_CHARS:
                end = rest.find("\n\n", new)
                if end < 0:
                    rest = _cut(rest)
                elif end > EVENT_MAX_CHARS:
                    self.oversized = True
                    yield f"{_cut(rest[:end])}\n\n"
                    self.oversized = False
                    rest, new = rest[end + 2 :], 0
            end = rest.rfind("\n\n", new)
            if end >= 0:
                yield rest[: end + 2]
                rest = rest[end + 2 :]
            if self.silent:
                # The reader says nothing of a comment, but it does of an event without data.
                yield "event: none\n\n"


def _cut(event: str) -> str:
    """As much of an event as the bound allows, and its last character: still over the bound, so
    that what follows is cut as well. The field that is cut in two has a NUL: it is ignored."""
    return f"{event[: EVENT_MAX_CHARS - 1]}\0{event[-1]}"
