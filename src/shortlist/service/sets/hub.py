"""The event streams of this process (interface, section 6).

One task follows the database for everyone: it notices a commit (its own process says so, a short
interval tells of other processes'), reads what is new of each followed Set once, and hands the same
frames to all its subscribers. A subscriber that comes late, or falls behind, reads what it lacks
from the database. No stream holds a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine

from shortlist.contract.events import IDLE
from shortlist.contract.limits import EVENT_HEARTBEAT_SECONDS
from shortlist.service.account.keys import is_valid
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import reading
from shortlist.service.sets import repository
from shortlist.service.sets.frames import Frame, read_frames
from shortlist.service.sets.visibility import Visibility

log = logging.getLogger(__name__)

HEARTBEAT = b": heartbeat\n\n"
HEARTBEAT_SECONDS = EVENT_HEARTBEAT_SECONDS / 2
POLL_SECONDS = 0.2
KEY_SECONDS = 1.0
"""How long a key that was found valid is not looked at again while there is nothing to send."""
READ_AT_ONCE = 200
KEEP_FRAMES = 1_000
"""Frames of a Set kept for subscribers that are a little behind."""


@dataclass(slots=True)
class _Channel:
    """A Set that somebody follows."""

    set_id: str
    seq: int
    """The last event that was read; the frames kept are the last ones up to it."""
    idle: bool = False
    """Nothing is left to do: whoever has read everything is done."""
    frames: deque[Frame] = field(default_factory=lambda: deque(maxlen=KEEP_FRAMES))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    subscribers: int = 0

    def after(self, seq: int) -> list[Frame] | None:
        """The frames after `seq`; None where some of them are no longer kept."""
        missing = self.seq - seq
        if missing > len(self.frames):
            return None
        return [frame for frame in self.frames if frame.seq > seq] if missing > 0 else []

    def tell(self) -> None:
        """Wake everyone who waits for news."""
        news, self.news = self.news, asyncio.Event()
        news.set()


class EventHub:
    """Follows Sets for their subscribers. `stopping` ends every stream."""

    def __init__(self, engine: Engine, visible: Visibility, stopping: threading.Event) -> None:
        self._engine = engine
        self._visible = visible
        self._stopping = stopping
        self._channels: dict[str, _Channel] = {}
        self._keys: dict[str, tuple[float, asyncio.Future[bool]]] = {}
        """When each key that follows something was last looked at, and what was seen."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        # Its own threads, so that streams and requests never wait for each other's.
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="events")

    def wake(self) -> None:
        """Say that events were committed. From any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(self._woken.set)
            except RuntimeError:
                log.debug("the loop closed while it was woken")

    async def stream(self, set_id: str, after: int, key_id: str) -> AsyncIterator[bytes]:
        """The frames of the Set after event `after`, as they come, with heartbeats between.

        Ends after `set.idle` once nothing is left to do, when the service stops, or when the key
        is revoked or expires: nothing that was committed after that is sent.
        """
        channel = await self._open(set_id)
        try:
            seq, joined = after, channel.seq
            yield HEARTBEAT
            while not self._stopping.is_set():
                # Taken before looking, so that what comes meanwhile is not slept through.
                news, idle = channel.news, channel.idle
                frames = channel.after(seq) if seq >= joined else None
                if frames is None:
                    frames = await self._read(self._frames_after, set_id, seq)
                    self._keys.pop(key_id, None)
                # Looked at after what is to be sent was read (`_hand_on` too forgets older looks).
                if not await self._is_welcome(key_id):
                    return
                if frames:
                    seq = frames[-1].seq
                    if content := b"".join(frame.content for frame in frames):
                        yield content
                elif idle:
                    return
                else:
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                    except TimeoutError:
                        yield HEARTBEAT
        finally:
            self._leave(channel)

    def close(self) -> None:
        """End the threads; the streams have ended by then."""
        self._threads.shutdown(wait=True)

    async def _is_welcome(self, key_id: str) -> bool:
        """Whether the key is valid, looked at once for all its streams that have the same to send,
        and once a second while they have nothing."""
        loop = asyncio.get_running_loop()
        seen = self._keys.get(key_id)
        if seen is None or loop.time() - seen[0] > KEY_SECONDS:
            looking = asyncio.ensure_future(self._read(self._is_valid, key_id))
            seen = self._keys[key_id] = (loop.time(), looking)
        # Of all who wait for it, one that leaves takes nothing from the others.
        return await asyncio.shield(seen[1])

    # --- channels ------------------------------------------------------------------------------

    async def _open(self, set_id: str) -> _Channel:
        async with self._opening:
            channel = self._channels.get(set_id)
            if channel is None:
                seq, idle = await self._read(self._state_of, set_id)
                channel = self._channels[set_id] = _Channel(set_id, seq, idle)
            channel.subscribers += 1
            if self._pump is None or self._pump.done():
                self._loop = asyncio.get_running_loop()
                self._pump = asyncio.create_task(self._follow(), name="events")
            # What was committed between the reading above and the first round is news too.
            self._woken.set()
            return channel

    def _leave(self, channel: _Channel) -> None:
        channel.subscribers -= 1
        if channel.subscribers == 0:
            self._channels.pop(channel.set_id, None)

    async def _follow(self) -> None:
        """Hand on what is new until nobody follows anything, or the service stops."""
        while self._channels and not self._stopping.is_set():
            self._woken.clear()
            try:
                await self._hand_on()
            except Exception:
                log.warning("events could not be read; trying again", exc_info=True)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
        for channel in self._channels.values():
            channel.tell()
        self._keys.clear()

    async def _hand_on(self) -> None:
        known = {id: channel.seq for id, channel in self._channels.items() if not channel.idle}
        if not known:
            return
        news = await self._read(self._news, known)
        if news:
            # A key may have been revoked before what was just read was written.
            self._keys.clear()
        for set_id, frames in news.items():
            channel = self._channels.get(set_id)
            if frames and channel is not None and channel.seq == known[set_id]:
                channel.frames.extend(frames)
                channel.seq = frames[-1].seq
                channel.idle = frames[-1].idle
                channel.tell()

    # --- reading, in a thread ------------------------------------------------------------------

    async def _read(self, function: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def _is_valid(self, key_id: str) -> bool:
        try:
            with reading(self._engine) as connection:
                return is_valid(connection, key_id, now_ms())
        except Exception:
            # Nothing new can be read either: the next look tells.
            log.warning("a key could not be looked at", exc_info=True)
            return True

    def _state_of(self, set_id: str) -> tuple[int, bool]:
        with reading(self._engine) as connection:
            last = repository.last_event(connection, set_id)
            return (last.seq, last.type == IDLE) if last else (0, False)

    def _frames_after(self, set_id: str, seq: int) -> list[Frame]:
        with reading(self._engine) as connection:
            return read_frames(connection, self._visible, set_id, seq, READ_AT_ONCE)

    def _news(self, known: dict[str, int]) -> dict[str, list[Frame]]:
        """The new frames of each Set that has any."""
        with reading(self._engine) as connection:
            return {
                set_id: self._everything_after(connection, set_id, known[set_id])
                for set_id, seq in repository.last_event_seqs(connection, list(known)).items()
                if seq > known[set_id]
            }

    def _everything_after(self, connection: Connection, set_id: str, seq: int) -> list[Frame]:
        frames: list[Frame] = []
        while more := read_frames(connection, self._visible, set_id, seq, READ_AT_ONCE):
            frames += more
            seq = more[-1].seq
        return frames
