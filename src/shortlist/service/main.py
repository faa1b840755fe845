"""`shortlist serve`: one running service on one data folder."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

import uvicorn
from sqlalchemy import select

from shortlist.contract.times import format_time
from shortlist.service.account.keys import create_key
from shortlist.service.account.workspace import ensure_workspace
from shortlist.service.app import create_app
from shortlist.service.clock import moment, now_ms
from shortlist.service.config import Config, load_config
from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import searches
from shortlist.service.http import idempotency
from shortlist.service.http.edge import Edge
from shortlist.service.http.logs import set_up_logs
from shortlist.service.http.protocol import Protocol
from shortlist.service.parts import start_parts, stop_parts
from shortlist.service.services import Services

log = logging.getLogger("shortlist.service")

DRAIN_SECONDS = 10
"""How long requests under way may still take once the service was asked to stop."""


class StartError(Exception):
    """The service cannot start; the text says why, on one line."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How `serve` was called."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8710
    database: str | None = None
    config_file: Path | None = None
    workers: int = 1
    bootstrap_key: Path | None = None
    linger_seconds: float | None = None


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. Raises `StartError` or `ConfigError` before it listens."""
    # Whatever this process makes is its owner's alone.
    os.umask(0o077)
    data_dir = prepare(settings.data_dir)
    config = load_config(data_dir, settings.config_file)
    with alone_on(data_dir):
        listener = _listen(settings.host, settings.port)
        set_up_logs(data_dir)
        services = open_services(data_dir, config, settings.database)
        if settings.bootstrap_key is not None:
            write_bootstrap_key(services, settings.bootstrap_key)
        host, port = listener.getsockname()[:2]
        url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        try:
            _run(services, listener, url, settings.linger_seconds)
        finally:
            close_services(services)
            (data_dir / "service.json").unlink(missing_ok=True)


def prepare(data_dir: Path) -> Path:
    """Make `data_dir`, private to its owner, if it is not there."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"{data_dir}: cannot be made: {error.strerror}") from None
    return data_dir.resolve()


def open_services(data_dir: Path, config: Config, database: str | None = None) -> Services:
    """The services on `data_dir`, with the schema current and the workspace there.

    The slow parts are not started; see `parts.start_parts`.
    """
    url = database_url(data_dir, database)
    services = Services(config, data_dir, open_engine(url), open_engine(url, durable=False))
    migrate(services.engine)
    now = now_ms()
    with writing(services.engine) as connection:
        ensure_workspace(connection, config, now)
        if database is None:
            # The lock on the folder says that nobody else is running on this database.
            idempotency.release_all(connection, now)
    return services


def close_services(services: Services) -> None:
    """Stop the parts and let go of the database."""
    services.stopping.set()
    stop_parts(services)
    services.engine.dispose()
    services.quick_engine.dispose()


def write_bootstrap_key(services: Services, file: Path) -> None:
    """Make a key for this machine in `file` (0600), unless the file is there."""
    if file.exists():
        return
    with writing(services.engine) as connection:
        workspace_id = ensure_workspace(connection, services.config, now_ms())
        made = create_key(connection, workspace_id, "this machine", now=now_ms())
        write_private(file, made["key"] + "\n")


def write_private(file: Path, text: str) -> None:
    """Write `text` to `file` (0600): whole under its name, or not at all."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
    beside.replace(file)


@contextmanager
def alone_on(data_dir: Path) -> Iterator[IO[str]]:
    """Hold `data_dir` for this process alone. Raises `StartError` saying who serves it."""
    with (data_dir / "service.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StartError(_who_serves(data_dir)) from None
        yield lock


def _who_serves(data_dir: Path) -> str:
    try:
        told = json.loads((data_dir / "service.json").read_text("utf-8"))
        return f"{data_dir} is already served at {told['url']} by process {told['pid']}"
    except (OSError, ValueError, KeyError, TypeError):
        return f"{data_dir} is already served by another process that is just starting"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise StartError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    return listener


def _run(services: Services, listener: socket.socket, url: str, linger: float | None) -> None:
    edge = create_app(services)
    server = Server(
        uvicorn.Config(
            edge,
            http=Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=DRAIN_SECONDS,
            backlog=1024,
        ),
        services,
        url,
        Linger(services, edge, linger) if linger is not None else None,
    )
    # uvicorn raises the signal again once it has drained: that must not kill what is left to do.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _already_stopping)
    server.run(sockets=[listener])


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


class Server(uvicorn.Server):
    """uvicorn, saying when it listens and telling the rest when it stops."""

    def __init__(
        self, config: uvicorn.Config, services: Services, url: str, linger: Linger | None
    ) -> None:
        super().__init__(config)
        self._services = services
        self._url = url
        self._linger = linger

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        started = {
            "url": self._url,
            "pid": os.getpid(),
            "started_at": format_time(moment(now_ms())),
        }
        write_private(self._services.data_dir / "service.json", json.dumps(started) + "\n")
        print(f"listening on {self._url}", file=sys.stdout, flush=True)  # noqa: T201
        log.info("listening on %s", self._url)
        threading.Thread(
            target=start_parts, args=(self._services,), name="parts", daemon=True
        ).start()

    async def on_tick(self, counter: int) -> bool:
        # A tick is a tenth of a second.
        if self._linger is not None and counter % 10 == 0 and self._linger.is_over():
            log.info("nobody needs the service: stopping")
            self._services.stopping.set()
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._services.stopping.set()
        self._services.hub.wake()
        super().handle_exit(sig, frame)
