"""Following a live Set by its stream, with resuming and polling. Events are hints; the Set and its
items are the truth."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from shortlist.client.dialect.events import TERMINAL_KINDS, StreamError, parse_event
from shortlist.client.dialect.sets import read_item, read_search_of_set
from shortlist.client.errors import (
    BadAnswer,
    OutcomeUnknown,
    RateLimited,
    ShortlistError,
    Unavailable,
    Unreachable,
)
from shortlist.client.frames import Frame
from shortlist.client.limiter import LONGEST_WAIT_SECONDS
from shortlist.client.merging import (
    apply_end,
    has_known_status,
    kind_of_end,
    merge_set,
    visible_state,
)
from shortlist.client.transport import Broken
from shortlist.client.updates import Connection, SeenEvents, Update, later_of
from shortlist.contract.events import IDLE, ITEM_ADMITTED, SEARCH_PROGRESS, SetEvent
from shortlist.contract.sets import TERMINAL, PeopleSet, SetItem, SetSearch

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist
    from shortlist.client.link import EventStream, Link

_FAILURES_MAX: Final = 3
_RETRY_SECONDS: Final = (0.5, 30.0)
_RETRY_DEFAULT: Final = 1.0
_POLL_SECONDS: Final = (2.0, 15.0)
_POLL_GROWTH: Final = 1.5
_STREAM_AGAIN_SECONDS: Final = 60.0
_SILENCE_SECONDS: Final = 30.0
_AFTER_TERMINAL_SECONDS: Final = 2.0
_LAGGING_READS: Final = 3
_TRANSIENT: Final = (Unreachable, Unavailable, RateLimited, OutcomeUnknown, BadAnswer)


@dataclass
class _StreamEnded(Exception):
    """The stream gave nothing more; `absent` where there is none."""

    absent: bool = False
    retry_after: float | None = None


class Follower:
    """`async for update in follower`: until the Set has ended and every item was given once.

    >>> created = await client.create_set("state senators from Minnesota", count=3, budget=5)
    >>> async for update in client.follow(created.id):
    ...     if update.item is not None:
    ...         print(update.item.person.name)
    ...     elif update.kind == "end":
    ...         print(update.set.status, update.set.spent_credits)
    Zoë Person 0
    Zoë Person 1
    Zoë Person 2
    completed 1

    Goes on through lost connections for `patience` seconds without any answer, then raises what
    went wrong last. A refusal (a bad key, a Set that is not there) raises at once.
    """

    def __init__(
        self, client: Shortlist, link: Link, set_id: str, last_event_id: str | None, patience: float
    ) -> None:
        self._client = client
        self._link = link
        self._clock = link.clock
        self.set_id = set_id
        self.last_event_id = last_event_id
        """Where a later follower can go on: give it to `follow`."""
        self.connection: Connection = "reconnecting"
        self._patience = patience
        self._updates = self._follow()
        self._known: PeopleSet | None = None
        """What the Set was when it was read, over what it was before."""
        self._items: set[str] = set()
        self._events = SeenEvents()
        self._ended: str | None = None  # the kind of the terminal event, once one came
        self._ended_search: str | None = None
        self._failures = 0
        """Streams in a row that gave no event; from the third on the Set is polled."""
        self._stream_again = math.inf
        """When the stream of a polled Set is tried again; never where it has none."""
        self._misses = 0  # reads in a row that got no answer
        self._retry = _RETRY_DEFAULT
        self._told = ""  # the stream's error last told: it may come with every connection
        self._needs_items = False
        self._last_answer = self._clock.monotonic()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        return await anext(self._updates)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Stop following; the Set goes on."""
        await self._updates.aclose()

    async def _follow(self) -> AsyncGenerator[Update, None]:
        current: PeopleSet | None = None
        pause = _POLL_SECONDS[0]
        behind = 0
        while True:
            before, current = current, await self._read_set()
            if current is None:
                current = before
                for update in self._connected("polling" if self._polls else "reconnecting"):
                    yield update
                await self._clock.sleep(self._backoff(self._misses))
                continue
            yield Update("set", self.connection, set=current)
            over = self._is_over(current)
            if self._ended is not None and not over:
                # The terminal event came first: a copy that lags behind is asked again.
                behind += 1
                over = behind > _LAGGING_READS or not has_known_status(current)
            changed = before is None or visible_state(before) != visible_state(current)
            if self._polls and changed and current.newest is not None and not over:
                yield self._made(SEARCH_PROGRESS, current)
            if over or self._needs_items or (self._polls and self._lacks_items(current)):
                async for update in self._read_items():
                    changed = True
                    yield update
                if self._needs_items:
                    await self._clock.sleep(self._backoff(self._misses))
                    continue
            if over:
                if self._ended is None:
                    yield self._made(kind_of_end(current), current)
                elif not self._is_over(current):
                    current = apply_end(current, self._ended)
                yield Update("end", self.connection, set=current)
                return
            if self._polls and self._clock.monotonic() >= self._stream_again:
                # One more failure, and it is polled again.
                self._failures = _FAILURES_MAX - 1
            if self._polls or self._ended is not None:
                for update in self._connected("polling") if self._polls else ():
                    yield update
                pause = _POLL_SECONDS[0] if changed else pause * _POLL_GROWTH
                await self._clock.sleep(min(pause, _POLL_SECONDS[1]))
                continue
            try:
                async with aclosing(self._stream()) as updates:
                    async for update in updates:
                        yield update
            except _StreamEnded as end:
                await self._after(end)
                if not self._polls:
                    for update in self._connected("reconnecting"):
                        yield update

    @property
    def _polls(self) -> bool:
        return self._failures >= _FAILURES_MAX

    def _connected(self, connection: Connection) -> list[Update]:
        if connection == self.connection:
            return []
        self.connection = connection
        return [Update("connection", connection)]

    def _backoff(self, failures: int) -> float:
        step = min(_POLL_SECONDS[1], self._retry * 2.0 ** min(max(failures - 1, 0), 5))
        return max(_RETRY_SECONDS[0], step * (0.5 + self._clock.random() / 2))

    # Reading the truth.

    async def _read_set(self) -> PeopleSet | None:
        try:
            current = await self._client.get_set(self.set_id)
        except _TRANSIENT as error:
            self._missed(error)
            return None
        self._answered()
        current = self._known = current if self._known is None else merge_set(self._known, current)
        newest = current.newest
        if newest is not None and self._ended_search not in (None, newest.id):
            # What ended was an older search of this Set.
            self._ended = self._ended_search = None
        return current

    async def _read_items(self) -> AsyncGenerator[Update, None]:
        """The items not given yet; then `_needs_items` says whether any could not be read."""
        self._needs_items = True
        try:
            async for item in self._client.items(self.set_id):
                if self._is_new(item):
                    yield self._made_item(item)
        except _TRANSIENT as error:
            self._missed(error)
            return
        self._needs_items = False
        self._answered()

    def _lacks_items(self, current: PeopleSet) -> bool:
        # Where nobody says how many there are, they are counted.
        return current.item_count is None or current.item_count > len(self._items)

    def _is_over(self, current: PeopleSet) -> bool:
        newest = current.newest
        return newest.finished if newest is not None else current.status in TERMINAL

    def _answered(self) -> None:
        self._misses = 0
        self._last_answer = self._clock.monotonic()

    def _missed(self, error: ShortlistError) -> None:
        self._misses += 1
        if self._clock.monotonic() - self._last_answer > self._patience:
            raise error

    # The stream.

    async def _stream(self) -> AsyncGenerator[Update, None]:
        """Updates while the stream lasts. Ends where the Set itself is to be asked; raises
        `_StreamEnded` where the stream failed."""
        try:
            async with self._link.open_events(self.set_id, self.last_event_id) as stream:
                if stream.status != 200:
                    self._refused(stream)
                for update in self._connected("live"):
                    yield update
                quiet_since = self._clock.monotonic()
                async for frame in self._frames(stream):
                    self._answered()  # a heartbeat, too, says that the service is there
                    now = self._clock.monotonic()
                    if frame is not None:
                        quiet_since = now
                        for update in self._take(frame):
                            yield update
                        if self._ended == IDLE or self._needs_items:
                            return
                    elif now - quiet_since > _SILENCE_SECONDS:
                        # Heartbeats alone: ask for the Set, the stream stays open.
                        quiet_since = now
                        current = await self._read_set()
                        if current is not None:
                            yield Update("set", self.connection, set=current)
                            if self._is_over(current):
                                return
        except StreamError as error:
            if self._told != (told := str(error)):
                self._told = told
                yield Update("trouble", self.connection, trouble=error)
        except (Broken, *_TRANSIENT):
            pass
        if self._ended is None:
            raise _StreamEnded

    async def _frames(self, stream: EventStream) -> AsyncGenerator[Frame | None, None]:
        """The frames; after a terminal event only those that follow at once."""
        frames = aiter(stream.frames)
        while True:
            try:
                if self._ended is None:
                    frame = await anext(frames)
                else:
                    async with asyncio.timeout(_AFTER_TERMINAL_SECONDS):
                        frame = await anext(frames)
            except (StopAsyncIteration, TimeoutError):
                return
            yield frame

    def _refused(self, stream: EventStream) -> None:
        status = stream.status
        if stream.absent or status in (408, 429) or status >= 500:
            raise _StreamEnded(stream.absent, self._link.retry_after_of(stream))
        raise self._link.refusal_of(stream)

    async def _after(self, end: _StreamEnded) -> None:
        self._stream_again = self._clock.monotonic() + _STREAM_AGAIN_SECONDS
        if end.absent:
            self._failures = _FAILURES_MAX
            self._stream_again = math.inf
            return
        self._failures += 1
        if not self._polls:
            pause = max(end.retry_after or 0.0, self._backoff(self._failures))
            await self._clock.sleep(min(pause, LONGEST_WAIT_SECONDS))

    def _take(self, frame: Frame) -> list[Update]:
        if frame.retry is not None:
            least, most = _RETRY_SECONDS
            # Bounded before it is divided: it may be a number that no float is.
            self._retry = max(least, min(frame.retry, int(most * 1000)) / 1000)
        if frame.oversized:
            # Not an event that shows the stream to work: it may come again at every connection.
            self._failures += 1
            self._needs_items = True
            self.last_event_id = later_of(self.last_event_id, frame.id)
            return []
        data = frame.data.strip()
        if data == "[DONE]":
            self._ended = self._ended or IDLE
        if not data or data == "[DONE]":
            return []
        event, named = parse_event(frame.event, frame.data, frame.id)
        if not self._is_news(frame, named):
            return []
        self.last_event_id = later_of(self.last_event_id, frame.id or named)
        self._failures = 0
        if event.type == ITEM_ADMITTED:
            item = read_item(event.data)
            self._needs_items = self._needs_items or item is None
            if item is None or not self._is_new(item):
                return []
            return [Update(event.type, self.connection, event, item=item)]
        search = None
        if event.type.startswith("set.search."):
            search = read_search_of_set(event.data)
        if event.type in TERMINAL_KINDS:
            self._ended = event.type
            self._ended_search = self._known_id(search)
        return [Update(event.type, self.connection, event, search=search)]

    def _known_id(self, search: SetSearch | None) -> str | None:
        """The id of `search`, where it is surely that of a search: one that is known of the Set,
        or one that comes whole."""
        if search is None or not search.id:
            return None
        ids = {known.id for known in self._known.searches} if self._known is not None else set()
        return search.id if search.id in ids or search.query else None

    def _is_news(self, frame: Frame, named: str) -> bool:
        """Whether an event did not come before. `named`: the id that its data name.

        An id that is the frame's alone may be that of an event before: then the data tell the
        two apart.
        """
        if not frame.id or frame.id == named:
            return not named or self._events.add(named)
        return self._events.add(frame.id, named or frame.data)

    def _is_new(self, item: SetItem) -> bool:
        person = item.person
        key = item.id or person.person_id or person.profile_url or person.name or ""
        if key in self._items:
            return False
        self._items.add(key)
        return True

    # Events made from what was read.

    def _made_item(self, item: SetItem) -> Update:
        data = item.to_wire()
        event = SetEvent(type=ITEM_ADMITTED, created_at=item.created_at, data=data)
        return Update(ITEM_ADMITTED, self.connection, event, item=item)

    def _made(self, kind: str, current: PeopleSet) -> Update:
        search = current.newest
        data = search.to_wire() if search is not None else {}
        event = SetEvent(type=kind, created_at=current.updated_at, data=data)
        return Update(kind, self.connection, event, search=search)
