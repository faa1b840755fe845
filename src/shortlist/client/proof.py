"""Verifying, before the key is sent, that a local port belongs to this machine's service."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

import h11

from shortlist.contract.proof import Challenge

_SECONDS: Final = 5.0
_MOST_BYTES: Final = 16 * 1024


async def prove_service(stream: Any, host: str, api_key: str, port: int) -> bool:
    """Whether whoever is at the other end of `stream`, a new connection of `httpcore`, knows
    `api_key`. The connection goes on as one that was just used."""
    challenge = Challenge(api_key, port, secrets.token_hex(32))
    wire = h11.Connection(h11.CLIENT)
    asked = h11.Request(method="GET", target=challenge.path, headers=[("Host", host)])
    await stream.write((wire.send(asked) or b"") + (wire.send(h11.EndOfMessage()) or b""))
    status, body = 0, b""
    try:
        async with asyncio.timeout(_SECONDS):
            while len(body) <= _MOST_BYTES:
                event = wire.next_event()
                if event is h11.NEED_DATA:
                    wire.receive_data(await stream.read(_MOST_BYTES))
                elif isinstance(event, h11.Response):
                    status = event.status_code
                elif isinstance(event, h11.Data):
                    body += event.data
                elif isinstance(event, h11.EndOfMessage):
                    # One that closes it now, or says more than was asked, is not gone on with.
                    is_open = wire.their_state is h11.DONE and wire.our_state is h11.DONE
                    quiet = not wire.trailing_data[0]
                    return is_open and quiet and challenge.is_met(status, body)
                elif not isinstance(event, h11.InformationalResponse):
                    return False
    except (TimeoutError, h11.RemoteProtocolError):
        return False
    return False
