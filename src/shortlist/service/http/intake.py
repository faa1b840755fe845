"""Intake of a request: checks of its head, and its body, which is read only for callers with a key
(sections 5 and 8)."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from shortlist.contract.limits import REQUEST_BODY_MAX_BYTES
from shortlist.service.errors import ApiError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

BODY_SECONDS = 30
"""How long a body may take to arrive."""
PROMPT_SECONDS = 0.05
"""How long a body is waited for before it is asked whose it is."""
DRAIN_MAX_BYTES = 4 * 1024 * 1024
"""How much of a refused body is still read, so that its sender hears why."""

_CLOSE = {"Connection": "close"}


def check_head(scope: Scope, headers: Headers, hosts: Collection[str]) -> None:
    """Raise 400 for a request that two servers may read as two different ones (RFC 9112, 6.1), and
    on loopback for one that was meant for another host: a page of any site can have a name of its
    own lead here, and a browser then takes it for that site. `hosts`: by what names a proxy on this
    machine asks."""
    if "transfer-encoding" in headers and "content-length" in headers:
        raise ApiError(
            "validation_failed",
            "Send Content-Length or Transfer-Encoding, not both.",
            status=400,
            headers=_CLOSE,
        )
    host = headers.get("host")
    if host is None or not _is_loopback(str(scope["server"][0])):
        return
    name = _name_in(host)
    if not (name == "localhost" or _is_loopback(name) or name in hosts):
        raise ApiError(
            "validation_failed",
            "This service is not known by that Host. Where a proxy asks for it, name the host under"
            " [http] in its configuration.",
            status=400,
            headers=_CLOSE,
        )


def _name_in(host: str) -> str:
    if "@" in host:
        return ""  # Whoever reads what stands before it as the name reads another one.
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_loopback(address: str) -> bool:
    try:
        given = ipaddress.ip_address(address)
        # A socket for both kinds has the older as the newer writes it.
        return (getattr(given, "ipv4_mapped", None) or given).is_loopback
    except ValueError:
        return False


class Body:
    """The body of a request, read as it comes."""

    def __init__(self, headers: Headers, receive: Receive) -> None:
        declared = headers.get("content-length", "")
        self._too_large = declared.isdigit() and int(declared) > REQUEST_BODY_MAX_BYTES
        self._waits = "expect" in headers
        """Whether its sender waits to be asked for it."""
        self._receive = receive
        self._chunks: list[bytes] = []
        self._size = 0

    async def arrives_at_once(self) -> bool:
        """Read it, and say whether all of it was there. Raises as `read`."""
        if self._waits:
            return False
        try:
            async with asyncio.timeout(PROMPT_SECONDS):
                await self._read()
        except TimeoutError:
            return False
        return True

    async def read(self) -> bytes:
        """All of it, or what is left. Raises 413 over the limit, by its declared or its actual
        size, and 400 or 408 where it does not arrive."""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                await self._read()
        except TimeoutError:
            raise ApiError(
                "validation_failed", "The body did not arrive in time.", status=408
            ) from None
        return self.whole()

    def whole(self) -> bytes:
        """What was read. Raises 413."""
        if self._too_large:
            raise ApiError(
                "validation_failed",
                f"The body is over {REQUEST_BODY_MAX_BYTES // 1024} KB.",
                status=413,
            )
        return b"".join(self._chunks)

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                # Half a body may read as a whole one: nothing is done for it.
                raise ApiError("validation_failed", "The request broke off.", status=400)
            chunk = message.get("body", b"")
            self._size += len(chunk)
            self._too_large = self._too_large or self._size > REQUEST_BODY_MAX_BYTES
            if not self._too_large:
                self._chunks.append(chunk)
            if not message.get("more_body", False) or self._size > DRAIN_MAX_BYTES:
                return
