"""The HTTP transport, the only module that uses httpx: one attempt, to one origin, bounded in bytes
and time."""

from __future__ import annotations

import asyncio
import socket
import ssl
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx

from shortlist.client.errors import AuthRequired, WrongUse
from shortlist.client.options import Route
from shortlist.client.paths import BaseUrl
from shortlist.client.policy import Lost, NotSent, TlsRefused, TooLarge
from shortlist.client.pools import BadProxy, Pool, Pools
from shortlist.client.proof import prove_service
from shortlist.client.scrub import Scrub

BODY_MAX_BYTES: Final = 32 * 1024 * 1024
_CHUNK_BYTES: Final = 256 * 1024
_LANDING_SECONDS: Final = 0.25
"""How long an attempt that nobody waits for may take to end by itself."""
_TIMEOUTS: Final = {"connect": 10.0, "write": 30.0, "pool": 10.0}
"""Seconds; how long to read is the call's own."""
_ENCODINGS: Final = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16}


@dataclass(frozen=True, slots=True)
class Raw:
    """A whole answer, decoded; header names in any case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Broken(Exception):
    """A stream that could not be opened or broke off; `outcome` says how."""

    def __init__(self, outcome: NotSent | TlsRefused | Lost | TooLarge) -> None:
        self.outcome = outcome
        super().__init__(str(outcome))


@dataclass(frozen=True, slots=True)
class Stream:
    """An open answer. `chunks` gives decoded bytes and raises `Broken`; its end is a clean one."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]


class Transport:
    """Sends to `base` and nowhere else. TLS is always verified.

    It uses httpx's transports without its client: there are no redirects to follow, no cookies to
    keep and no headers to merge here, and what a client does about them is a quarter of a
    request's processor time.
    """

    def __init__(
        self,
        base: BaseUrl,
        api_key: str,
        user_agent: str,
        *,
        proven: bool = False,
        route: Route | None = None,
    ) -> None:
        """`proven`: on each connection, before a request leaves on it, the other side has to prove
        that it knows this key (`contract.proof`). Raises `WrongUse` for a route without that."""
        self.base = base
        route = route or Route()
        if proven and not route.is_usual:
            raise WrongUse("Whoever has to prove who it is, is asked without a proxy or transport")
        self._user_agent = user_agent
        self._prover = api_key.strip() if proven else None
        self._set_key(api_key)
        self.pools = Pools(base, route)
        self._flying: set[asyncio.Task[Raw | NotSent | TlsRefused | Lost | TooLarge]] = set()

    @property
    def proxy(self) -> str | None:
        """The host of the proxy that is used, for people to see."""
        return (self.pools.proxy or "").rpartition("@")[2].rpartition("//")[2] or None

    def use_key(self, api_key: str) -> None:
        self._set_key(api_key)

    async def send(
        self,
        method: str,
        path: str,
        *,
        body: bytes | None,
        headers: Mapping[str, str],
        read_seconds: float,
        attempt_seconds: float,
    ) -> Raw | NotSent | TlsRefused | Lost | TooLarge:
        """One attempt. Never raises for what a network or a server does.

        Cancelled, it has a moment to land: one that is cut off costs its pool.
        """
        seen: list[int] = []
        attempt = asyncio.create_task(
            self._outcome(method, path, body, headers, read_seconds, seen)
        )
        self._flying.add(attempt)
        attempt.add_done_callback(self._flying.discard)
        try:
            ended, _ = await asyncio.wait({attempt}, timeout=attempt_seconds)
        except asyncio.CancelledError:
            cutting = asyncio.get_running_loop().call_later(_LANDING_SECONDS, attempt.cancel)
            attempt.add_done_callback(lambda _: cutting.cancel())
            raise
        if ended:
            return attempt.result()
        attempt.cancel()
        return Lost("read_timeout", unreadable=_is_success(seen))

    async def _outcome(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
        read_seconds: float,
        seen: list[int],
    ) -> Raw | NotSent | TlsRefused | Lost | TooLarge:
        try:
            with self.pools.using() as pool:
                opening = self._open(pool, method, path, body, headers, read_seconds)
                async with opening as answer:
                    seen.append(answer.status)
                    return Raw(answer.status, answer.headers, await _whole(answer))
        except Broken as broken:
            return broken.outcome
        except _FAILURES as error:
            return _outcome_of(error, unreadable=_is_success(seen))

    @asynccontextmanager
    async def stream(
        self,
        path: str,
        *,
        headers: Mapping[str, str],
        read_seconds: float,
    ) -> AsyncIterator[Stream]:
        """A GET that is read as it comes, on a pool of its own. Raises `Broken`."""
        async with AsyncExitStack() as stack:
            try:
                pool = stack.enter_context(self.pools.using(streams=True))
                opening = self._open(pool, "GET", path, None, headers, read_seconds)
                opened = await stack.enter_async_context(opening)
            except _FAILURES as error:
                raise Broken(_outcome_of(error, unreadable=False)) from None
            yield opened

    async def aclose(self) -> None:
        flying = set(self._flying)
        for attempt in flying:
            attempt.cancel()
        await asyncio.gather(*flying, return_exceptions=True)
        await self.pools.aclose()

    @asynccontextmanager
    async def _open(
        self,
        pool: Pool,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
        read_seconds: float,
    ) -> AsyncIterator[Stream]:
        """The only place where an answer comes in: none of it holds the API key."""
        request = httpx.Request(
            method,
            httpx.URL(self.base.url(path)),
            content=body,
            headers={**self._headers, **headers},
            extensions={"timeout": {**_TIMEOUTS, "read": read_seconds}},
        )
        if self._prover is not None:
            request.extensions["trace"] = self._prove
        scrub = self._scrub
        response = await pool.transport.handle_async_request(request)
        try:
            given = response.headers
            if scrub.quoted_in(value for _, value in given.raw):
                clean = [(name, scrub.clean(value)) for name, value in given.raw]
                given = httpx.Headers(clean)
            yield Stream(response.status_code, given, scrub.chunks(_chunks(response)))
        finally:
            await response.aclose()

    async def _prove(self, happened: str, told: Mapping[str, Any]) -> None:
        """Called by the pool on what it does: go no further with a connection that leads to
        somebody who does not know the key."""
        if happened != "connection.connect_tcp.complete" or self._prover is None:
            return
        url = httpx.URL(self.base.origin)
        stream = told["return_value"]
        if not await prove_service(
            stream, url.netloc.decode("ascii"), self._prover, url.port or 80
        ):
            await stream.aclose()
            raise httpx.ConnectError("whoever listens there is not the service of this machine")

    def _set_key(self, api_key: str) -> None:
        key = api_key.strip()
        if not key:
            raise AuthRequired("", code="missing_api_key")
        if not all(33 <= ord(char) <= 126 for char in key):
            raise AuthRequired("This API key holds a character that no key has")
        self._scrub = Scrub(key)
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": self._user_agent,
        }


async def _whole(answer: Stream) -> bytes:
    """All that is read of an answer. Raises `Broken` for one that is too large."""
    parts: list[bytes] = []
    size = 0
    async for chunk in answer.chunks:
        size += len(chunk)
        if size > BODY_MAX_BYTES:
            raise Broken(TooLarge())
        parts.append(chunk)
    return b"".join(parts)


def _is_success(seen: list[int]) -> bool:
    return bool(seen) and 200 <= seen[0] < 300


_NOT_CONNECTED: Final = (
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError),
    *(httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError),
)
_FAILURES: Final = (httpx.HTTPError, httpx.InvalidURL, BadProxy, OSError, UnicodeError)


def _outcome_of(error: Exception, *, unreadable: bool) -> NotSent | TlsRefused | Lost:
    if isinstance(error, httpx.PoolTimeout):
        return NotSent("pool")
    if isinstance(error, BadProxy):
        return NotSent("proxy")
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return TlsRefused()
        if isinstance(cause, socket.gaierror | UnicodeError):
            # No such name, no network to ask, or no name that could be.
            return NotSent("dns")
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, _NOT_CONNECTED):
        return NotSent("connect")
    if isinstance(error, httpx.ReadTimeout):
        return Lost("read_timeout", unreadable=unreadable)
    if isinstance(error, httpx.WriteTimeout):
        return Lost("write_timeout", unreadable=unreadable)
    return Lost("reset", unreadable=unreadable)


async def _chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    """The decoded body, in pieces of at most 256 KiB: a bomb is never held whole."""
    named = response.headers.get("content-encoding", "")
    encodings = [part.strip().lower() for part in named.split(",") if part.strip()]
    encodings = [encoding for encoding in encodings if encoding != "identity"]
    try:
        if not encodings:
            async for chunk in response.aiter_raw():
                yield chunk
            return
        if len(encodings) > 1 or encodings[0] not in _ENCODINGS:
            raise Broken(Lost("encoding", unreadable=_is_success([response.status_code])))
        decoder = zlib.decompressobj(_ENCODINGS[encodings[0]])
        started = False
        async for chunk in response.aiter_raw():
            started = True
            while True:
                piece = decoder.decompress(chunk, _CHUNK_BYTES)
                if piece:
                    yield piece
                chunk = decoder.unconsumed_tail
                if not chunk and len(piece) < _CHUNK_BYTES:
                    break
        if started and not decoder.eof:
            raise Broken(Lost("eof", unreadable=_is_success([response.status_code])))
    except zlib.error:
        raise Broken(Lost("encoding", unreadable=_is_success([response.status_code]))) from None
    except (httpx.HTTPError, OSError) as error:
        unreadable = _is_success([response.status_code])
        raise Broken(_outcome_of(error, unreadable=unreadable)) from None
