"""One attempt at a time: bounds, broken bodies, redirects, proxies, a wedged pool."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
import zlib
from typing import Any

import httpx
import pytest
from tests.client.deployment import Deployment, Exchange, Reply, reply, search_answer
from tests.client.ticking import Ticking

from shortlist.client import AuthRequired, BadAnswer, Shortlist, ShortlistError
from shortlist.client import pools as pools_module
from shortlist.client import transport as transport_module
from shortlist.client.paths import BaseUrl
from shortlist.client.policy import Lost, NotSent, TooLarge
from shortlist.client.transport import BODY_MAX_BYTES, Raw, Transport

USAGE = "GET /v1/account/usage"


async def attempt(server: Deployment, *, read: float = 5.0, whole: float = 5.0) -> Any:
    transport = Transport(BaseUrl.parse(server.url), "sl_a", "test")
    try:
        return await transport.send(
            "GET",
            "/v1/account/usage",
            body=None,
            headers={},
            read_seconds=read,
            attempt_seconds=whole,
        )
    finally:
        await transport.aclose()


def packed(data: bytes, encoding: str = "gzip", cut: int | None = None) -> Reply:
    return reply(200, data[:cut], content_encoding=encoding)


async def test_a_packed_answer_is_unpacked() -> None:
    body = json.dumps(search_answer(150)).encode()
    async with Deployment() as server:
        server.on(USAGE, packed(gzip.compress(body)), packed(b""))
        raw = await attempt(server)
        assert isinstance(raw, Raw) and raw.body == body
        assert server.seen[-1].headers["accept-encoding"] == "gzip"
        empty = await attempt(server)
        assert isinstance(empty, Raw) and empty.body == b""


@pytest.mark.parametrize(
    "answer",
    [
        packed(gzip.compress(b"{}" * 1000), cut=15),
        packed(b"not gzip at all"),
        packed(b"whatever", "br"),
        packed(gzip.compress(b"{}"), "gzip, gzip"),
    ],
)
async def test_a_packing_that_is_broken_or_unknown_is_a_broken_answer(answer: Reply) -> None:
    async with Deployment() as server:
        server.on(USAGE, answer)
        outcome = await attempt(server)
        assert isinstance(outcome, Lost) and outcome.unreadable


async def test_a_bomb_is_never_held_whole() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    zeros = bytes(1 << 20)
    bomb = b"".join(packer.compress(zeros) for _ in range(100)) + packer.flush()
    assert len(bomb) < 1 << 18
    async with Deployment() as server:
        server.on(USAGE, packed(bomb))
        tracemalloc.start(1)
        outcome = await attempt(server, whole=60)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert isinstance(outcome, TooLarge)
    assert peak < 2 * BODY_MAX_BYTES


async def test_a_large_body_is_left_at_its_bound() -> None:
    async with Deployment() as server:
        server.on(USAGE, reply(200, b"[" + b" " * (40 << 20) + b"]"))
        assert isinstance(await attempt(server), TooLarge)
        async with Shortlist(server.url, "sl_a") as client:
            server.on(USAGE, reply(200, b"[" + b" " * (40 << 20) + b"]"))
            with pytest.raises(BadAnswer, match="32 MiB"):
                await client.usage()
        assert server.count(USAGE) == 2


async def test_a_slow_drip_is_left_at_the_deadline() -> None:
    async def drip(exchange: Exchange) -> None:
        await exchange.raw(b"HTTP/1.1 200 X\r\ncontent-length: 1000\r\n\r\n")
        while True:
            await exchange.raw(b" ")
            await asyncio.sleep(0.01)

    async with Deployment() as server:
        # However late the head comes, some deadline falls into the drip.
        for whole in (0.3, 3.0, 30.0):
            server.on(USAGE, drip)
            outcome = await attempt(server, read=60, whole=whole)
            if outcome == Lost("read_timeout", unreadable=True):
                break
            assert outcome == Lost("read_timeout", unreadable=False)
        else:
            raise AssertionError("the head never came")


async def test_silence_is_left_at_the_read_timeout() -> None:
    async with Deployment() as server:
        server.on(USAGE, Exchange.gone)
        assert await attempt(server, read=0.1) == Lost("read_timeout")


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 abc\r\n\r\n",
        b"\x00\x01\x02\x03\r\n\r\n",
        b"HTTP/1.1 200 X\r\ncontent-length: -5\r\n\r\n{}",
        b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
    ],
)
async def test_what_is_not_http_is_a_lost_answer(head: bytes) -> None:
    async def odd(exchange: Exchange) -> None:
        await exchange.raw(head)
        exchange.close()

    async with Deployment() as server:
        server.on(USAGE, odd)
        assert isinstance(await attempt(server), Lost)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_carries_the_key_nowhere(status: int, ticking: Ticking) -> None:
    async with Deployment() as server, Deployment() as evil:
        server.always("POST /v1/search", reply(status, b"", location=f"{evil.url}/v1/search"))
        async with Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
            with pytest.raises(ShortlistError, match="never followed"):
                await client.search("x")
        assert evil.connections == 0 and server.count("POST /v1/search") == 1


async def test_addresses_of_a_server_are_never_followed(ticking: Ticking) -> None:
    async with Deployment() as server, Deployment() as evil:
        run = {"data": {"run_id": "run_1", "poll_url": f"{evil.url}/x", "status": "queued"}}
        server.always("POST /v1/person", reply(202, run, location=f"{evil.url}/y"))
        async with Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
            assert (await client.person(person_id="per_1")).data is not None
        assert evil.connections == 0


async def test_a_loopback_never_goes_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Deployment() as server, Deployment() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        async with Shortlist(server.url, "sl_a") as client:
            await client.usage()
            assert client.connection.proxy is None
        assert proxy.connections == 0
    monkeypatch.setenv("HTTPS_PROXY", "http://user:secret@proxy.example:3128")
    async with Shortlist("https://people.example", "sl_a") as client:
        assert client.connection.proxy == "proxy.example:3128"


async def test_a_wedged_pool_is_replaced(ticking: Ticking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(transport_module._TIMEOUTS, "pool", 0.05)
    monkeypatch.setattr(pools_module, "MOST", 2)
    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        await client.usage()
        wedged = client._link.transport.pools.plain
        assert wedged is not None
        # What heavy cancellation leaves behind: connections that are taken and never given back.
        held = []
        for _ in range(2):
            server.on(USAGE, Exchange.gone)
            request = httpx.Request("GET", f"{server.url}/v1/account/usage")
            held.append(asyncio.create_task(wedged.transport.handle_async_request(request)))
        await server.until(lambda: server.count(USAGE) == 3)
        assert (await client.usage()).data.plan == "pro"
        assert client._link.transport.pools.plain is not wedged
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)


async def test_heavy_cancellation_leaves_a_client_that_works() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.always(USAGE, Exchange.gone)
        for _ in range(20):
            tasks = [asyncio.create_task(client.usage()) for _ in range(8)]
            await asyncio.sleep(0.002)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        server.always(USAGE, server.answer)
        async with asyncio.timeout(60):
            assert (await client.usage()).data.plan == "pro"
        assert client.connection.in_flight == 0


async def test_a_pool_timeout_means_nothing_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(self: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
        raise httpx.PoolTimeout("none")

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", full)
    async with Deployment() as server:
        assert await attempt(server) == NotSent("pool")


@pytest.mark.parametrize("key", ["", "   ", "a b", "a\nX-Evil: 1", "clé", "a\x00b"])
def test_a_key_that_cannot_be_one_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(AuthRequired) as caught:
        Shortlist("https://people.example", key)
    assert not key.strip() or key not in str(caught.value)


async def test_streams_have_a_pool_of_their_own() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        await client.create_set("x")
        await client.usage()
        with pytest.raises(ShortlistError):
            async for _ in client.export_set("set_1"):
                pass
        pools = client._link.transport.pools
        assert pools.streams is not None and pools.streams is not pools.plain
