"""The connection pools. One in which a request was cut off is abandoned: cancellation can keep its
connections taken for good (known of httpx), and what still flies there may land."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from shortlist.client.errors import WrongUse
from shortlist.client.options import Route
from shortlist.client.paths import BaseUrl

MOST: Final[int | None] = None
"""Connections for requests: how many fly is the limiter's to say, and none waits for another
that was cancelled and is landing."""
_STREAMS_MOST: Final = 64
_KEPT: Final = 10


class BadProxy(Exception):
    """There is a proxy to be used of a kind that cannot be."""


@dataclass(slots=True, eq=False)
class Pool:
    """Connections, and how many requests use them."""

    transport: httpx.AsyncBaseTransport
    used: int = 0
    left: bool = False
    """Nobody is given it any more; it is closed when nothing flies in it."""


class Pools:
    """One for requests and one for streams, each made when it is first needed."""

    def __init__(self, base: BaseUrl, route: Route) -> None:
        """Raises `WrongUse` for certificates that cannot be read."""
        self.plain: Pool | None = None
        self.streams: Pool | None = None
        self._base = base
        self._route = route
        self._tls = _trusting(route.ca_bundle)
        self._left: set[Pool] = set()
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def proxy(self) -> str | None:
        """The address of the proxy that is used."""
        if self._route.proxy is not None or self._route.transport is not None:
            return self._route.proxy or None
        # A proxy of the environment would carry a loopback's key elsewhere.
        if self._base.loopback:
            return None
        scheme, _, host = self._base.origin.partition("://")
        proxies = urllib.request.getproxies()
        proxy = proxies.get(scheme) or proxies.get("all")
        if not proxy or urllib.request.proxy_bypass(host):
            return None
        return proxy if "://" in proxy else f"http://{proxy}"

    @contextlib.contextmanager
    def using(self, *, streams: bool = False) -> Iterator[Pool]:
        """The pool for one request, left behind when that is cut off. Raises `BadProxy`."""
        pool = self.streams if streams else self.plain
        if pool is None:
            pool = self._made(_STREAMS_MOST if streams else MOST)
            if streams:
                self.streams = pool
            else:
                self.plain = pool
        pool.used += 1
        try:
            yield pool
        except (asyncio.CancelledError, httpx.PoolTimeout):
            self._leave(pool)
            raise
        finally:
            pool.used -= 1
            if pool.left and not pool.used and pool in self._left:
                self._left.discard(pool)
                closing = asyncio.get_running_loop().create_task(_close(pool))
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)

    async def aclose(self) -> None:
        pools = [*self._left, *(pool for pool in (self.plain, self.streams) if pool is not None)]
        self.plain = self.streams = None
        self._left.clear()
        if self._route.transport is None:
            for pool in pools:
                await _close(pool)
        await asyncio.gather(*self._closing)

    def _leave(self, pool: Pool) -> None:
        if self._route.transport is not None or pool.left:
            return  # that of whoever made it is not ours to replace
        pool.left = True
        self._left.add(pool)
        if self.plain is pool:
            self.plain = None
        if self.streams is pool:
            self.streams = None

    def _made(self, most: int | None) -> Pool:
        if self._route.transport is not None:
            return Pool(self._route.transport)
        try:
            return Pool(
                httpx.AsyncHTTPTransport(
                    verify=self._context(),
                    proxy=self.proxy,
                    limits=httpx.Limits(max_connections=most, max_keepalive_connections=_KEPT),
                )
            )
        except (ValueError, ImportError, httpx.InvalidURL) as error:
            raise BadProxy from error

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            if self._base.origin.startswith("http:"):
                # Loading the certificates takes longer than a search; without TLS none are
                # needed, and an empty store trusts nobody.
                self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            else:
                # With SSL_CERT_FILE and SSL_CERT_DIR of the environment.
                self._tls = httpx.create_ssl_context()
        return self._tls


async def _close(pool: Pool) -> None:
    # What is wedged may not close; it is not used again.
    with contextlib.suppress(httpx.HTTPError, RuntimeError, OSError):
        await pool.transport.aclose()


def _trusting(bundle: Path | None) -> ssl.SSLContext | None:
    """What verifies with the authorities of `bundle`; `None` for those of this machine."""
    if bundle is None:
        return None
    try:
        if bundle.is_dir():
            return ssl.create_default_context(capath=str(bundle))
        return ssl.create_default_context(cafile=str(bundle))
    except OSError as error:  # of which a file that holds none is one
        why = error.strerror or "it holds no certificate"
        raise WrongUse(f"The certificates of {bundle} cannot be read: {why}") from None
