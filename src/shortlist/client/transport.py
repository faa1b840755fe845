"""The only module that speaks HTTP: one attempt, to one origin, bounded in bytes and time."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import urllib.request
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import httpx

from shortlist.client.errors import AuthRequired
from shortlist.client.paths import BaseUrl
from shortlist.client.policy import Lost, NotSent, TlsRefused, TooLarge

__all__ = ["BODY_MAX_BYTES", "Broken", "Raw", "Stream", "Transport"]

BODY_MAX_BYTES: Final = 32 * 1024 * 1024
_CHUNK_BYTES: Final = 256 * 1024
_CONNECTIONS: Final = 10
_STREAMS: Final = 64
_CONNECT_SECONDS: Final = 10.0
_WRITE_SECONDS: Final = 30.0
_POOL_SECONDS: Final = 10.0
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
    """Sends to `base` and nowhere else. Redirects are never followed, TLS is always verified."""

    def __init__(self, base: BaseUrl, api_key: str, user_agent: str) -> None:
        self.base = base
        self._user_agent = user_agent
        self._set_key(api_key)
        self._tls: ssl.SSLContext | None = None
        self._plain: httpx.AsyncClient | None = None
        self._streams: httpx.AsyncClient | None = None
        self._retired: list[httpx.AsyncClient] = []

    @property
    def proxy(self) -> str | None:
        """The host of the proxy from the environment that is used, for people to see."""
        if self.base.loopback:
            return None
        scheme, _, host = self.base.origin.partition("://")
        proxies = urllib.request.getproxies()
        proxy = proxies.get(scheme) or proxies.get("all")
        if not proxy or urllib.request.proxy_bypass(host):
            return None
        return proxy.rpartition("@")[2].rpartition("//")[2]

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
        """One attempt. Never raises for what a network or a server does."""
        seen: list[int] = []
        try:
            async with asyncio.timeout(attempt_seconds):
                return await self._attempt(method, path, body, headers, read_seconds, seen)
        except TimeoutError:
            return Lost("read_timeout", unreadable=_is_success(seen))
        except Broken as broken:
            return broken.outcome
        except httpx.PoolTimeout:
            self._retire()
            return NotSent("pool")
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
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
                response = await stack.enter_async_context(
                    self._client(streams=True).stream(
                        "GET",
                        self.base.url(path),
                        headers={**self._headers, **headers},
                        timeout=_timeouts(read_seconds),
                    )
                )
            except httpx.PoolTimeout:
                self._retire(streams=True)
                raise Broken(NotSent("pool")) from None
            except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
                raise Broken(_outcome_of(error, unreadable=False)) from None
            yield Stream(response.status_code, response.headers, _chunks(response))

    async def aclose(self) -> None:
        clients = [*self._retired, self._plain, self._streams]
        self._retired, self._plain, self._streams = [], None, None
        for client in clients:
            if client is not None:
                # What is wedged may not close; it is not used again.
                with contextlib.suppress(httpx.HTTPError, RuntimeError, OSError):
                    await client.aclose()

    async def _attempt(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
        read_seconds: float,
        seen: list[int],
    ) -> Raw:
        async with self._client().stream(
            method,
            self.base.url(path),
            content=body,
            headers={**self._headers, **headers},
            timeout=_timeouts(read_seconds),
        ) as response:
            seen.append(response.status_code)
            parts: list[bytes] = []
            size = 0
            async for chunk in _chunks(response):
                size += len(chunk)
                if size > BODY_MAX_BYTES:
                    raise Broken(TooLarge())
                parts.append(chunk)
            whole = parts[0] if len(parts) == 1 else b"".join(parts)
            return Raw(response.status_code, response.headers, whole)

    def _set_key(self, api_key: str) -> None:
        key = api_key.strip()
        if not key:
            raise AuthRequired("", code="missing_api_key")
        if not all(33 <= ord(char) <= 126 for char in key):
            raise AuthRequired("This API key holds a character that no key has")
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": self._user_agent,
        }

    def _client(self, *, streams: bool = False) -> httpx.AsyncClient:
        client = self._streams if streams else self._plain
        if client is None:
            most = _STREAMS if streams else _CONNECTIONS
            client = httpx.AsyncClient(
                verify=self._context(),
                # A proxy of the environment would carry a loopback's key elsewhere.
                trust_env=not self.base.loopback,
                follow_redirects=False,
                limits=httpx.Limits(max_connections=most, max_keepalive_connections=_CONNECTIONS),
            )
            if streams:
                self._streams = client
            else:
                self._plain = client
        return client

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            if self.base.origin.startswith("http:"):
                # Loading the certificates takes longer than a search; without TLS none are
                # needed, and an empty store trusts nobody.
                self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            else:
                self._tls = httpx.create_ssl_context()
        return self._tls

    def _retire(self, *, streams: bool = False) -> None:
        """Replace a pool that gives no connection: cancellation can wedge it for good.

        What still flies in the old one may land; it is closed with the client.
        """
        old = self._streams if streams else self._plain
        if streams:
            self._streams = None
        else:
            self._plain = None
        if old is not None:
            self._retired.append(old)


def _timeouts(read_seconds: float) -> httpx.Timeout:
    return httpx.Timeout(
        connect=_CONNECT_SECONDS, read=read_seconds, write=_WRITE_SECONDS, pool=_POOL_SECONDS
    )


def _is_success(seen: list[int]) -> bool:
    return bool(seen) and 200 <= seen[0] < 300


def _outcome_of(error: Exception, *, unreadable: bool) -> NotSent | TlsRefused | Lost:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return TlsRefused()
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        return NotSent("connect")
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | httpx.LocalProtocolError):
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
