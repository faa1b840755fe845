"""A service of this machine proves that it knows the key on each connection, before it is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import h11
import pytest

from shortlist.client.paths import BaseUrl
from shortlist.client.policy import NotSent
from shortlist.client.transport import Raw, Transport
from shortlist.contract.proof import Challenge, hash_of, proof_of

KEY = "sl_abc_secret-of-this-machine"
Prove = Callable[[str, int], bytes]


class Listening:
    """Whoever holds a port: what it proves itself with, and all that it was sent."""

    def __init__(self, prove: Prove) -> None:
        self.prove = prove
        self.port = 0
        self.heard = b""
        self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        wire = h11.Connection(h11.SERVER)
        while data := await reader.read(65536):
            self.heard += data
            wire.receive_data(data)
            while (event := wire.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
                if isinstance(event, h11.Request):
                    target = event.target.decode()
                if not isinstance(event, h11.EndOfMessage):
                    continue
                nonce = target.rpartition("nonce=")[2]
                body = self.prove(nonce, self.port) if "/proof?" in target else b"{}"
                head = h11.Response(status_code=200, headers=[("Content-Length", str(len(body)))])
                for part in (head, h11.Data(data=body), h11.EndOfMessage()):
                    writer.write(wire.send(part) or b"")
                wire.start_next_cycle()
        writer.close()


@asynccontextmanager
async def listening(prove: Prove) -> AsyncIterator[tuple[Listening, Transport]]:
    who = Listening(prove)
    server = await asyncio.start_server(who.serve, "127.0.0.1", 0)
    who.port = server.sockets[0].getsockname()[1]
    transport = Transport(BaseUrl.parse(f"http://127.0.0.1:{who.port}"), KEY, "test", proven=True)
    async with server:
        yield who, transport
        await transport.aclose()


async def ask(transport: Transport) -> object:
    return await transport.send(
        "GET", "/v1/sets", body=None, headers={}, read_seconds=30, attempt_seconds=30
    )


def honest(nonce: str, port: int) -> bytes:
    return json.dumps({"proof": proof_of(hash_of("secret-of-this-machine"), nonce, port)}).encode()


async def test_one_that_proves_itself_is_sent_the_key_on_that_connection() -> None:
    async with listening(honest) as (who, transport):
        for _ in range(3):
            answer = await ask(transport)
            assert isinstance(answer, Raw)
            assert answer.status == 200
    assert who.connections == 1
    assert who.heard.count(b"/proof?") == 1
    assert who.heard.count(KEY.encode()) == 3
    assert who.heard.index(b"/proof?") < who.heard.index(KEY.encode())


@pytest.mark.parametrize(
    "impostor",
    [
        lambda nonce, port: b"{}",
        lambda nonce, port: b"",
        lambda nonce, port: b"[" * 100_000,
        lambda nonce, port: b'{"proof": 5}',
        lambda nonce, port: b'{"proof": ""}',
        lambda nonce, port: b'{"proof": "\xc3\xa9"}',
        lambda nonce, port: json.dumps({"proof": nonce}).encode(),
        lambda nonce, port: json.dumps({"proof": proof_of(hash_of(""), nonce, port)}).encode(),
        # It has the service prove itself, which does so for the port that it has itself.
        lambda nonce, port: honest(nonce, port + 1),
        # It kept what it heard the service say to somebody else.
        lambda nonce, port: honest("0" * 64, port),
    ],
    ids=[
        *("nothing", "empty", "deep", "number", "blank", "letters", "echo", "guess"),
        *("relayed", "replayed"),
    ],
)
async def test_an_impostor_on_the_port_never_hears_the_key(impostor: Prove) -> None:
    async with listening(impostor) as (who, transport):
        assert await ask(transport) == NotSent("connect")
    assert b"/proof?" in who.heard
    assert b"secret" not in who.heard
    assert b"/v1/" not in who.heard
    assert b"uthorization" not in who.heard


@pytest.mark.parametrize("key", ["", "nonsense", "sl__x", "sl_a_", "sl_a b_x", "sl_a&b=c_x"])
def test_a_key_of_another_making_is_proven_by_nobody(key: str) -> None:
    challenge = Challenge(key, 80, "0" * 32)
    assert "&b" not in challenge.path and " " not in challenge.path
    if not key.endswith("_x") or key == "sl__x":
        assert not challenge.is_met(200, json.dumps({"proof": ""}).encode())
        proof = proof_of(hash_of(""), "0" * 32, 80)
        assert not challenge.is_met(200, json.dumps({"proof": proof}).encode())
