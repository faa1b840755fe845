"""The API key in what a service sends: however it is cut into pieces, and written as JSON may."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.client.deployment import STREAM, Deployment, Exchange, reply, sse

from shortlist.client import Shortlist, ShortlistError
from shortlist.client.scrub import Scrub

KEY = "sl_0a1b_sl_0a1b/c"
PIECES = st.lists(st.sampled_from(["s", "sl_", KEY, KEY[:-1], KEY[1:], "\n\n", KEY[:7]]))


async def _cut(text: bytes, cuts: list[int]) -> AsyncIterator[bytes]:
    ends = sorted({min(cut, len(text)) for cut in cuts} | {len(text)})
    start = 0
    for end in ends:
        yield text[start:end]
        start = end


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PIECES, st.lists(st.integers(0, 200)))
def test_pieces_tell_what_the_whole_tells(parts: list[str], cuts: list[int]) -> None:
    text, scrub = "".join(parts).encode(), Scrub(KEY)

    async def read() -> bytes:
        return b"".join([chunk async for chunk in scrub.chunks(_cut(text, cuts))])

    assert asyncio.run(read()) == scrub.clean(text) == text.replace(KEY.encode(), b"[API key]")


async def test_nothing_waits_that_is_no_beginning_of_the_key() -> None:
    async def two() -> AsyncIterator[bytes]:
        yield b"data: those\n\n"
        yield b"data: sl_0a"
        raise ConnectionError

    given: list[bytes] = []
    with pytest.raises(ConnectionError):
        async for chunk in Scrub(KEY).chunks(two()):
            given.append(chunk)
    assert given == [b"data: those\n\n", b"data: "]


@pytest.mark.parametrize("key", [KEY, 'quo"ted\\back/slash'])
def test_as_json_may_write_it(key: str) -> None:
    for written in (key, json.dumps(key), json.dumps(key).replace("/", "\\/")):
        assert Scrub(key).clean(written.encode()).strip(b'"') == b"[API key]"


def test_a_short_key_is_no_reason_to_change_words() -> None:
    assert Scrub("finance").clean(b"finance directors") == b"finance directors"


async def test_in_no_header_event_or_export_of_a_client() -> None:
    frames = sse((f"e_{KEY}", "set.idle", {"note": KEY}))

    async def in_halves(exchange: Exchange) -> None:
        lines = "".join(f"{name}: {value}\r\n" for name, value in STREAM.items())
        await exchange.raw(f"HTTP/1.1 200 X\r\n{lines}\r\n".encode())
        for byte in frames:
            await exchange.raw(bytes([byte]))
        exchange.close()

    async with Deployment() as server, Shortlist(server.url, KEY) as client:
        server.on(
            "GET /v1/sets/set_1/export", reply(200, f"a\r\n{KEY}\r\n", content_type="text/csv")
        )
        export = b"".join([chunk async for chunk in client.export_set("set_1")])
        assert export == b"a\r\n[API key]\r\n"
        server.on("GET /v1/sets/set_1/events", in_halves)
        async with client._link.open_events("set_1", None) as stream:
            frame = await anext(frame async for frame in stream.frames if frame is not None)
        assert (frame.id, json.loads(frame.data)) == ("e_[API key]", {"note": "[API key]"})
        server.on("GET /v1/account/usage", reply(404, b"", x_request_id=f"req_{KEY}"))
        with pytest.raises(ShortlistError) as caught:
            await client.usage()
        assert caught.value.request_id == "req_[API key]"
