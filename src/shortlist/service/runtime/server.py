"""One process that serves HTTP on a socket until it is stopped."""

from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType

import uvicorn
from sqlalchemy import select

from shortlist.service.db.engine import reading
from shortlist.service.db.schema import searches
from shortlist.service.folder import is_there
from shortlist.service.http.edge import Edge
from shortlist.service.http.protocol import Protocol, raise_descriptor_limit
from shortlist.service.runtime.app import create_app
from shortlist.service.runtime.services import Services

log = logging.getLogger("shortlist.service")

DRAIN_SECONDS = 10
"""How long requests under way may still take once the service was asked to stop."""


def run_server(
    services: Services,
    listener: socket.socket,
    on_listening: Callable[[], None],
    linger_seconds: float | None = None,
) -> None:
    """Answer on `listener` until SIGTERM or SIGINT, and drain. `on_listening` is called once it
    can answer."""
    raise_descriptor_limit()
    edge = create_app(services)
    config = uvicorn.Config(
        edge,
        # A quarter less of the processor for an answer that lies ready than asyncio's own.
        loop="uvloop",
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        # Nobody in front of it is believed about where a request came from.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        backlog=256,
    )
    linger = Linger(services, edge, linger_seconds) if linger_seconds is not None else None
    # uvicorn raises the signal again once it has drained: that must not kill what is left to do.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _already_stopping)
    _Server(config, services, on_listening, linger).run(sockets=[listener])


def _already_stopping(_signal: int, _frame: FrameType | None) -> None:
    return None


class Linger:
    """When a service that an app started may end by itself: after `seconds` without a request,
    an open stream or an unfinished Set."""

    def __init__(self, services: Services, edge: Edge, seconds: float) -> None:
        self._services = services
        self._edge = edge
        self._seconds = seconds

    def is_over(self) -> bool:
        """Whether that time has passed."""
        idle = time.monotonic() - self._edge.last_seen
        if self._edge.running or idle < self._seconds:
            return False
        with reading(self._services.engine) as connection:
            unfinished = connection.execute(
                select(searches.c.id).where(searches.c.finished_at.is_(None)).limit(1)
            ).first()
        if unfinished is not None:
            self._edge.last_seen = time.monotonic()
        return unfinished is None


class _Server(uvicorn.Server):
    """uvicorn, saying when it listens and telling the rest when it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        services: Services,
        on_listening: Callable[[], None],
        linger: Linger | None,
    ) -> None:
        super().__init__(config)
        self._services = services
        self._on_listening = on_listening
        self._linger = linger

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_listening()
        self._services.listening.set()

    async def on_tick(self, counter: int) -> bool:
        # A tick is a tenth of a second.
        if counter % 10 == 0 and not self._services.stopping.is_set():
            if not is_there(self._services.data_dir):
                log.error("the data folder is gone: stopping")
                self._stop()
            elif self._linger is not None and self._linger.is_over():
                log.info("nobody needs the service: stopping")
                self._stop()
        return await super().on_tick(counter)

    def _stop(self) -> None:
        self._services.stopping.set()
        self._services.hub.wake()
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Here, and not where the signal comes: that may be in the middle of this very thing, when
        # it is asked twice, and each would wait for the other.
        self._stop()
        await super().shutdown(sockets)
