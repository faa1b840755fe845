"""The stored events of a finished Set, read from the first to the last."""

from __future__ import annotations

import asyncio

import pytest
from tests.client.deployment import Deployment, error, sse
from tests.client.test_follower import EVENTS, WHOLE, idle, item_event, stands, stream

from shortlist.client import Shortlist, ShortlistError
from shortlist.client.event_history import read_past_events, update_of
from shortlist.contract.events import SetEvent


async def read(server: Deployment) -> list[SetEvent]:
    async with Shortlist(server.url, "sl_p") as client, asyncio.timeout(60):
        return [event async for event in read_past_events(client, "set_1")]


async def test_every_event_comes_once_and_in_order() -> None:
    async with Deployment() as server:
        stands(server, "completed", (2, 4, 5))
        twice = [*WHOLE[:3], *WHOLE[1:]]
        server.on(EVENTS, stream(sse(*twice)))
        found = await read(server)
        assert [event.id for event in found] == [1, 2, 3, 4, 5, 6, 7]
        updates = [update_of(event) for event in found]
        assert [u.item.id for u in updates if u.item] == ["item_2", "item_4", "item_5"]
        assert [u.search.status for u in updates if u.search] == ["running"] * 2 + ["completed"]
        assert server.count(EVENTS) == 1


async def test_a_stream_that_stays_open_after_the_end_is_left() -> None:
    async with Deployment() as server:
        server.on(EVENTS, stream(sse(item_event(1), idle(2)), hold=True))
        assert len(await read(server)) == 2


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_deployment_without_events_has_none(status: int) -> None:
    async with Deployment() as server:
        server.on(EVENTS, error(status, "not_found"))
        assert await read(server) == []


async def test_a_refusal_is_told() -> None:
    async with Deployment() as server:
        server.on(EVENTS, error(401, "invalid_api_key"))
        with pytest.raises(ShortlistError) as told:
            await read(server)
        assert told.value.code == "invalid_api_key"
