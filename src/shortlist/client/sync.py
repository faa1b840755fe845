"""`ShortlistSync`: the client for programs without asyncio.

Each method is that of `Shortlist`, called on an event loop in a thread of its own.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal

from shortlist.client.api import Shortlist

if TYPE_CHECKING:
    from shortlist.client.link import Connection

P = ParamSpec("P")
R = TypeVar("R")


def _as(
    method: Callable[Concatenate[Shortlist, P], None],
) -> Callable[[Callable[..., None]], Callable[Concatenate[ShortlistSync, P], None]]:
    """Give a method what `method` takes, for editors and for people."""
    return functools.wraps(method)


def _viewed(
    method: Callable[Concatenate[Shortlist, P], Shortlist],
) -> Callable[Concatenate[ShortlistSync, P], ShortlistSync]:
    @functools.wraps(method)
    def view(self: ShortlistSync, /, *args: P.args, **named: P.kwargs) -> ShortlistSync:
        made: ShortlistSync = object.__new__(ShortlistSync)
        made._client = method(self._client, *args, **named)
        made._portal, made._thread = self._portal, None
        return made

    return view


def _called(
    method: Callable[Concatenate[Shortlist, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[ShortlistSync, P], R]:
    @functools.wraps(method)
    def call(self: ShortlistSync, /, *args: P.args, **named: P.kwargs) -> R:
        return self._wait(functools.partial(method, self._client, *args, **named))

    return call


def _walked(
    method: Callable[Concatenate[Shortlist, P], AsyncIterator[R]],
) -> Callable[Concatenate[ShortlistSync, P], Iterator[R]]:
    @functools.wraps(method)
    def walk(self: ShortlistSync, /, *args: P.args, **named: P.kwargs) -> Iterator[R]:
        return self._walk(functools.partial(method, self._client, *args, **named))

    return walk


class ShortlistSync:
    """As `Shortlist`, and every method of it, for programs without asyncio; from any thread.

    >>> with ShortlistSync(base_url, api_key) as client:
    ...     for item in client.items("set_1"):
    ...         print(item.person.name)
    Zoë Person 0
    Zoë Person 1
    Zoë Person 2

    An interrupted call is cancelled as an awaited one is: a request that has left goes on, and
    the journal knows of it.
    """

    _client: Shortlist
    _portal: BlockingPortal
    _thread: AbstractContextManager[BlockingPortal] | None

    @_as(Shortlist.__init__)
    def __init__(self, *args: Any, **named: Any) -> None:
        self._client = Shortlist(*args, **named)
        self._thread = start_blocking_portal(name="shortlist-client")
        self._portal = self._thread.__enter__()

    with_options = _viewed(Shortlist.with_options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._client).replace("Shortlist", "ShortlistSync", 1)

    def close(self) -> None:
        """Wait a moment for paid requests that have left, then close every connection. Again:
        nothing happens; nor for what `with_options` gave, which is closed with its client."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        try:
            self._wait(self._client.aclose)
        finally:
            thread.__exit__(None, None, None)

    @property
    def account(self) -> str:
        """Whose requests these are in the journal; never the key itself."""
        return self._client.account

    @property
    def connection(self) -> Connection:
        """How this client is connected, for people to see."""
        return self._client.connection

    def use_key(self, api_key: str) -> None:
        """Go on with another API key of the same workspace, as after `AuthRequired`."""
        self._portal.call(self._client.use_key, api_key)

    search = _called(Shortlist.search)
    create_set = _called(Shortlist.create_set)
    list_sets = _called(Shortlist.list_sets)
    sets = _walked(Shortlist.sets)
    get_set = _called(Shortlist.get_set)
    list_items = _called(Shortlist.list_items)
    items = _walked(Shortlist.items)
    follow = _walked(Shortlist.follow)
    cancel_set = _called(Shortlist.cancel_set)
    export_set = _walked(Shortlist.export_set)
    enrich = _called(Shortlist.enrich)
    enrich_many = _walked(Shortlist.enrich_many)
    person = _called(Shortlist.person)
    start_person = _called(Shortlist.start_person)
    get_person_run = _called(Shortlist.get_person_run)
    cancel_person_run = _called(Shortlist.cancel_person_run)
    facet = _called(Shortlist.facet)
    count_people = _called(Shortlist.count_people)
    socials = _called(Shortlist.socials)
    network_profile = _called(Shortlist.network_profile)
    usage = _called(Shortlist.usage)
    unresolved = _called(Shortlist.unresolved)
    resume = _walked(Shortlist.resume)
    forget = _called(Shortlist.forget)

    def _wait(self, call: Callable[[], Coroutine[Any, Any, R]]) -> R:
        future: Future[R] = self._portal.start_task_soon(call)
        try:
            return future.result()
        except BaseException:
            # Of an interrupt while it waits; what has ended is not there to be cancelled.
            future.cancel()
            raise

    def _walk(self, begin: Callable[[], AsyncIterator[R]]) -> Iterator[R]:
        """One at a time: the next is asked for when this one was taken."""
        give, take = anyio.create_memory_object_stream[R](0)

        async def hand_over() -> None:
            walked = begin()
            try:
                with give:
                    async for each in walked:
                        await give.send(each)
            finally:
                close = getattr(walked, "aclose", None)
                if close is not None:
                    with anyio.CancelScope(shield=True):
                        await close()

        walking: Future[None] = self._portal.start_task_soon(hand_over)
        try:
            while True:
                try:
                    yield self._wait(take.receive)
                except anyio.EndOfStream:
                    break
            walking.result()
        finally:
            if not walking.done():
                walking.cancel()
            self._portal.call(take.close)
