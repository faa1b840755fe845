"""A peer that never finishes the head of its request is told so and let go."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from shortlist.service.http import protocol

SECONDS = 0.3
WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(2 * SECONDS if scope["path"] == "/slow" else 0)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", SECONDS)
    config = uvicorn.Config(app, log_config=None, ws="none", lifespan="off")
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol.Protocol(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]


async def read(port: int, sent: bytes) -> bytes:
    """Everything that comes back until the other side closes; `sent` is there before it accepts,
    so that its time begins when all of it has come."""
    peer = socket.create_connection(("127.0.0.1", port))
    peer.sendall(sent)
    peer.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=peer)
    received = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    return received


@pytest.mark.parametrize("sent", [b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\nX: "])
async def test_s7_a_head_that_never_ends(port: int, sent: bytes):
    head, _, body = (await read(port, sent)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["error"]["code"] == "validation_failed"


async def test_s7_a_peer_that_says_nothing_is_let_go(port: int):
    assert await read(port, b"") == b""


async def test_s7_also_after_a_whole_request(port: int):
    received = await read(port, WHOLE + b"GET / HT")
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in received


async def test_s7_an_answer_that_takes_its_time_is_not_cut_off(port: int):
    slow = WHOLE.replace(b"GET /", b"GET /slow").replace(b"Host", b"Connection: close\r\nHost")
    received = await read(port, slow)
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"408" not in received
