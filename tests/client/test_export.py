"""An export is read as it comes, and is whole or an error."""

from __future__ import annotations

import pytest
from tests.client.deployment import Deployment, Exchange, error

from shortlist.client import BadAnswer, Shortlist, ShortlistError
from shortlist.client.transport import BODY_MAX_BYTES

EXPORT = "GET /v1/sets/set_1/export"


async def test_an_export_is_not_bound_by_memory() -> None:
    row = b"per_1,Name\n" * 1000

    async def large(exchange: Exchange) -> None:
        size = BODY_MAX_BYTES + len(row)
        await exchange.send(200, b"", {"content-length": str(size // len(row) * len(row))})
        for _ in range(size // len(row)):
            await exchange.raw(row)

    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.on(EXPORT, large)
        size = 0
        async for chunk in client.export_set("set_1"):
            size += len(chunk)
        assert size > BODY_MAX_BYTES
        assert server.seen[-1].query == {}


async def test_an_export_that_breaks_off_is_said() -> None:
    async def broken(exchange: Exchange) -> None:
        await exchange.send(200, b"a,b\n", {"content-length": "100"})
        exchange.close()

    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.on(EXPORT, broken)
        with pytest.raises(BadAnswer, match="broke off after 4 bytes"):
            async for _ in client.export_set("set_1"):
                pass
        server.on(EXPORT, error(422, "validation_failed", "No such format"))
        with pytest.raises(ShortlistError, match="No such format"):
            async for _ in client.export_set("set_1", format="yaml"):
                pass
        assert server.seen[-1].query == {"format": "yaml"}
        assert client.connection.in_flight == 0
