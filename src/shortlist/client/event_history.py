"""Reading the stored events of a finished Set, oldest first (section 6)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from shortlist.client.dialect.events import TERMINAL_KINDS, parse_event
from shortlist.client.dialect.sets import read_item, read_search_of_set
from shortlist.client.paths import path_of
from shortlist.client.updates import SeenEvents, Update
from shortlist.contract.events import IDLE, ITEM_ADMITTED, SetEvent

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist

_AFTER_TERMINAL_SECONDS: Final = 2.0


async def read_past_events(client: Shortlist, set_id: str) -> AsyncIterator[SetEvent]:
    """What happened to a finished Set, oldest first, each event once.

    None where the deployment keeps no events. Raises what the service refuses with, and
    `transport.Broken` or `StreamError` where the stream breaks off.
    """
    path_of("sets", set_id)
    seen, ended = SeenEvents(), False
    async with client._link.open_events(set_id, None) as stream:
        if stream.absent:
            return
        if stream.status != 200:
            raise client._link.refusal_of(stream)
        frames = aiter(stream.frames)
        while True:
            try:
                # After its end nothing more has to come, and the stream may stay open.
                async with asyncio.timeout(_AFTER_TERMINAL_SECONDS if ended else None):
                    frame = await anext(frames)
            except (StopAsyncIteration, TimeoutError):
                return
            if frame is None or not frame.data.strip() or frame.data.strip() == "[DONE]":
                continue
            event, named = parse_event(frame.event, frame.data, frame.id)
            if not seen.add(frame.id or named, frame.data):
                continue
            yield event
            ended = ended or event.type in TERMINAL_KINDS
            if event.type == IDLE:
                return


def update_of(event: SetEvent) -> Update:
    """A stored event as a follower tells it."""
    if event.type == ITEM_ADMITTED:
        return Update(event.type, "live", event, item=read_item(event.data))
    search = read_search_of_set(event.data) if event.type.startswith("set.search.") else None
    return Update(event.type, "live", event, search=search)
