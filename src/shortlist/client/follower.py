"""A live Set: stream, resume, poll. Events are hints; the Set and its items are the truth."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from shortlist.client.answers import NOT_JSON, read_json
from shortlist.client.clean import clean_line
from shortlist.client.dialect.events import TERMINAL_KINDS, read_event
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
from shortlist.contract.events import (
    IDLE,
    ITEM_ADMITTED,
    SEARCH_CANCELED,
    SEARCH_COMPLETED,
    SEARCH_FAILED,
    SEARCH_PROGRESS,
    SetEvent,
)
from shortlist.contract.sets import CANCELED, FAILED, TERMINAL, PeopleSet, SetItem, SetSearch

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist

__all__ = ["Connection", "Follower", "Update"]

Connection = Literal["live", "reconnecting", "polling"]

_FAILURES_MAX: Final = 3
_NO_STREAM: Final = frozenset({404, 405, 406, 501})
_RETRY_SECONDS: Final = (0.5, 30.0)
_POLL_SECONDS: Final = (2.0, 15.0)
_POLL_GROWTH: Final = 1.5
_SILENCE_SECONDS: Final = 30.0
_AFTER_TERMINAL_SECONDS: Final = 2.0
_LAGGING_READS: Final = 3
_REMEMBERED: Final = 4096
_TRANSIENT: Final = (Unreachable, Unavailable, RateLimited, OutcomeUnknown, BadAnswer)
_ENDED: Final = {FAILED: SEARCH_FAILED, CANCELED: SEARCH_CANCELED}


@dataclass(frozen=True, slots=True)
class Update:
    """One thing that happened to a followed Set.

    `kind` is an event's kind (`contract.events.KINDS`, or an unknown one as it came), with
    `event` and, where it carries one, `item` (each once) or `search`; `"set"` when the Set was
    read; `"connection"` when that changed; `"end"` last, with the final Set.
    """

    kind: str
    connection: Connection
    event: SetEvent | None = None
    item: SetItem | None = None
    search: SetSearch | None = None
    set: PeopleSet | None = None

    def as_event(self) -> dict[str, Any] | None:
        """The event in our own shape, JSON-ready; `None` for what is not an event."""
        if self.event is None:
            return None
        shown = self.event.normalised()
        if self.item is not None:
            shown["data"] = self.item.normalised()
        elif self.search is not None:
            shown["data"] = self.search.normalised()
        return shown


class _StreamEnded(Exception):
    """The stream gave nothing more; `status` where it was refused."""

    def __init__(self, status: int | None = None, retry_after: float | None = None) -> None:
        self.status = status
        self.retry_after = retry_after
        super().__init__(status)


class Follower:
    """`async for update in follower`: until the Set has ended and every item was given once.

    Goes on through lost connections for `patience` seconds without any answer, then raises what
    went wrong last. A refusal (a bad key, a Set that is not there) raises at once.
    """

    def __init__(
        self, client: Shortlist, set_id: str, last_event_id: str | None, patience: float
    ) -> None:
        self._client = client
        self._clock = client.clock
        self.set_id = set_id
        self.last_event_id = last_event_id
        self.connection: Connection = "reconnecting"
        self._patience = patience
        self._updates = self._follow()
        self._items: set[str] = set()
        self._events: set[str] = set()
        self._recent: deque[str] = deque()
        self._ended: str | None = None
        """The kind of the terminal event, once one came or was read."""
        self._failures = 0
        self._retry = 1.0
        self._needs_items = False
        self._shown: tuple[Any, ...] = ()
        self._last_answer = self._clock.monotonic()

    def __aiter__(self) -> AsyncIterator[Update]:
        return self._updates

    async def __anext__(self) -> Update:
        return await anext(self._updates)

    async def aclose(self) -> None:
        """Stop following; the Set goes on."""
        await self._updates.aclose()

    async def _follow(self) -> AsyncGenerator[Update, None]:
        current: PeopleSet | None = None
        poll = _POLL_SECONDS[0]
        lagging = 0
        while True:
            read = await self._read_set()
            if read is None:
                changed = self._connected("polling" if self._polls else "reconnecting")
                if changed is not None:
                    yield changed
                await self._clock.sleep(self._pause())
                continue
            changed_since = current is None or _face(read) != _face(current)
            current = read
            yield Update("set", self.connection, set=current)
            over = _is_over(current)
            if self._ended is not None and not over:
                # The terminal event came first: a copy that lags behind is asked again.
                lagging += 1
                over = lagging > _LAGGING_READS or not _is_known(current)
            behind = self._polls and current.item_count > len(self._items)
            if over or behind or self._needs_items:
                whole = True
                async for update in self._read_items():
                    if update is None:
                        whole = False
                    else:
                        changed_since = True
                        yield update
                if not whole:
                    await self._clock.sleep(self._pause())
                    continue
                self._needs_items = False
            if over:
                for update in self._ending(current):
                    yield update
                yield Update("end", self.connection, set=current)
                return
            if self._polls:
                changed = self._connected("polling")
                if changed is not None:
                    yield changed
                if changed_since and current.newest is not None:
                    yield self._made(SEARCH_PROGRESS, current)
                poll = _POLL_SECONDS[0] if changed_since else min(poll * _POLL_GROWTH, 15.0)
                await self._clock.sleep(poll)
                continue
            if self._ended is not None:
                await self._clock.sleep(_POLL_SECONDS[0])
                continue
            try:
                async with aclosing(self._stream()) as updates:
                    async for update in updates:
                        yield update
            except _StreamEnded as end:
                await self._after_stream(end)
            if not self._polls and self._ended is None:
                changed = self._connected("reconnecting")
                if changed is not None:
                    yield changed

    @property
    def _polls(self) -> bool:
        return self._failures >= _FAILURES_MAX

    def _pause(self) -> float:
        step = min(_POLL_SECONDS[1], self._retry * 2.0 ** min(self._failures, 4))
        return max(_RETRY_SECONDS[0], step * (0.5 + self._clock.random() / 2))

    async def _after_stream(self, end: _StreamEnded) -> None:
        if end.status in _NO_STREAM:
            self._failures = _FAILURES_MAX
            return
        self._failures += 1
        if self._ended is None and not self._polls:
            pause = max(end.retry_after or 0.0, self._pause() if self._failures else self._retry)
            await self._clock.sleep(pause)

    def _connected(self, connection: Connection) -> Update | None:
        if connection == self.connection:
            return None
        self.connection = connection
        return Update("connection", connection)

    # Reading the truth.

    async def _read_set(self) -> PeopleSet | None:
        try:
            current = await self._client.get_set(self.set_id)
        except _TRANSIENT as error:
            self._give_up(error)
            return None
        self._last_answer = self._clock.monotonic()
        return current

    async def _read_items(self) -> AsyncIterator[Update | None]:
        """The items that were not given yet; a last `None` where they could not all be read."""
        try:
            async for item in self._client.items(self.set_id):
                if self._is_new_item(item):
                    yield self._made_item(item)
        except _TRANSIENT as error:
            self._give_up(error)
            yield None
        self._last_answer = self._clock.monotonic()

    def _give_up(self, error: ShortlistError) -> None:
        self._failures = max(self._failures, 1)
        if self._clock.monotonic() - self._last_answer > self._patience:
            raise error

    # The stream.

    async def _stream(self) -> AsyncGenerator[Update, None]:
        """Updates while the stream lasts. Raises `_StreamEnded`, whatever way it ends."""
        resume = self.last_event_id
        opened = self._client.open_events(self.set_id, resume)
        async with opened as stream:
            if stream.status != 200:
                self._refused(stream.status, stream.headers, stream.body)
            changed = self._connected("live")
            if changed is not None:
                yield changed
            quiet_since = self._clock.monotonic()
            async for frame in stream.frames:
                if frame is None:
                    now = self._clock.monotonic()
                    limit = _AFTER_TERMINAL_SECONDS if self._ended else _SILENCE_SECONDS
                    if now - quiet_since > limit:
                        # Heartbeats alone: ask for the Set, and come back where we were.
                        return
                    continue
                quiet_since = self._clock.monotonic()
                for update in self._take(frame):
                    yield update
                if self._ended == IDLE or self._needs_items:
                    return
        if self._ended is None:
            raise _StreamEnded
        return

    def _refused(self, status: int, headers: dict[str, str], body: bytes) -> None:
        if status in _NO_STREAM or status == 429 or status >= 500 or status == 408:
            raise _StreamEnded(status, self._client.retry_after_of(status, headers, body))
        if 200 <= status < 300:
            raise _StreamEnded(404)
        raise self._client.refusal_of(status, headers, body)

    def _take(self, frame: Frame) -> list[Update]:
        if frame.retry is not None:
            self._retry = min(max(frame.retry / 1000, _RETRY_SECONDS[0]), _RETRY_SECONDS[1])
        if frame.oversized:
            self._needs_items = True
            self._remember(frame.id)
            return []
        data = frame.data.strip()
        if not data:
            return []
        if data == "[DONE]":
            self._ended = self._ended or IDLE
            return []
        value = read_json(frame.data.encode("utf-8", "replace"))
        if value is NOT_JSON:
            value = clean_line(frame.data)
        elif _is_error(frame, value):
            raise _StreamEnded
        event = read_event(clean_line(frame.event), value, frame.id)
        key = str(event.id) if event.id is not None else None
        if key is not None and key in self._events:
            return []
        self._failures = 0
        self._remember(key)
        return self._shown_event(event)

    def _shown_event(self, event: SetEvent) -> list[Update]:
        if event.type == ITEM_ADMITTED:
            item = read_item(event.data)
            if item is None:
                self._needs_items = True
                return []
            if not self._is_new_item(item):
                return []
            return [Update(event.type, self.connection, event, item=item)]
        if event.type in TERMINAL_KINDS:
            self._ended = event.type
        search = None
        if event.type.startswith("set.search."):
            search = read_search_of_set(event.data)
        return [Update(event.type, self.connection, event, search=search)]

    def _remember(self, key: str | None) -> None:
        if not key:
            return
        self.last_event_id = key
        self._events.add(key)
        self._recent.append(key)
        if len(self._recent) > _REMEMBERED:
            self._events.discard(self._recent.popleft())

    def _is_new_item(self, item: SetItem) -> bool:
        key = item.id or item.person.person_id or item.person.profile_url or item.person.name or ""
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

    def _ending(self, current: PeopleSet) -> list[Update]:
        if self._ended is not None:
            return []
        newest = current.newest
        status = newest.status if newest is not None else current.status
        self._ended = _ENDED.get(status, SEARCH_COMPLETED)
        return [self._made(self._ended, current)]


def _is_error(frame: Frame, value: Any) -> bool:
    """Whether this is an error that was sent inside the stream."""
    given = isinstance(value, dict) and isinstance(value.get("error"), dict | str)
    return given and "type" not in value and frame.event in ("", "message", "error")


def _is_over(current: PeopleSet) -> bool:
    newest = current.newest
    return newest.finished if newest is not None else current.status in TERMINAL


def _is_known(current: PeopleSet) -> bool:
    newest = current.newest
    status = newest.status if newest is not None else current.status
    return status in TERMINAL or status in ("queued", "running")


def _face(current: PeopleSet) -> tuple[Any, ...]:
    newest = current.newest
    return (
        current.item_count,
        current.status,
        current.spent_credits,
        (newest.status, newest.progress) if newest is not None else None,
    )
