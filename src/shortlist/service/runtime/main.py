"""`shortlist serve`: running one service on one data folder."""

from __future__ import annotations

import logging
import multiprocessing.util
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from errno import EADDRINUSE
from pathlib import Path
from typing import NoReturn

from sqlalchemy import Connection

from shortlist.service.account.keys import create_key, knows
from shortlist.service.account.workspace import ensure_workspace
from shortlist.service.clock import now_ms
from shortlist.service.config import Config, load_config
from shortlist.service.db.database_note import database_of, note_database
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.write_ahead_log import empty_log, start_emptying
from shortlist.service.folder import (
    StartError,
    alone_on,
    announced,
    prepare,
    remove_unused_indexes,
    write_private,
)
from shortlist.service.http import idempotency
from shortlist.service.http.logs import set_up_logs
from shortlist.service.runtime.parts import start_parts, stop_parts
from shortlist.service.runtime.services import Services
from shortlist.service.runtime.tidy import start_renewing

log = logging.getLogger("shortlist.service")


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How `serve` was called."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8710
    database: str | None = None
    config_file: Path | None = None
    workers: int = 1
    bootstrap_key: Path | None = None
    linger_seconds: float | None = None


def serve(settings: ServeOptions) -> NoReturn:
    """Serve until SIGTERM, SIGINT or SIGHUP, then end this process.

    Raises `StartError` or `ConfigError` before it listens.
    """
    # Whatever this process makes is its owner's alone.
    os.umask(0o077)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # A terminal that closes stops it, unless it was started to outlive that (`nohup`).
        signal.signal(signal.SIGHUP, lambda _signal, _frame: signal.raise_signal(signal.SIGTERM))
    data_dir = prepare(settings.data_dir)
    config = load_config(data_dir, settings.config_file)
    given = settings.database
    settings = replace(settings, database=database_of(data_dir, given))
    with alone_on(data_dir), ExitStack() as stack:
        try:
            listener = _listen(settings.host, settings.port)
        except OSError as error:
            where = f"{settings.host}:{settings.port}"
            hint = "; give another --port, or 0 for a free one" * (error.errno == EADDRINUSE)
            reason = f"{error.strerror or error}{hint}"
            raise StartError(f"cannot listen on {where}: {reason}") from None
        host, port = listener.getsockname()[:2]
        url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        set_up_logs(data_dir)

        def on_listening() -> None:
            stack.enter_context(announced(data_dir, url))
            with suppress(BrokenPipeError):  # who started it has left meanwhile
                print(f"listening on {url}", file=sys.stdout, flush=True)  # noqa: T201
            log.info("listening on %s", url)

        remove_unused_indexes(data_dir, settings.workers)
        with running(data_dir, config, settings.database) as services:
            _make_ready(services, settings)
            if given:
                note_database(data_dir, given)
            if settings.workers == 1:
                start_parts(services)
                # Imported beside the parts, which come up meanwhile.
                from shortlist.service.runtime.server import run_server

                run_server(services, listener, on_listening, settings.linger_seconds)
        if settings.workers > 1:
            from shortlist.service.runtime.workers import run_workers

            run_workers(
                listener,
                on_listening,
                count=settings.workers,
                data_dir=data_dir,
                config_file=settings.config_file,
                database=settings.database,
            )
    end()


@contextmanager
def running(data_dir: Path, config: Config, database: str | None = None) -> Iterator[Services]:
    """The services on `data_dir`, with the schema current; stopped at the end.

    The slow parts are started by `parts.start_parts`.
    """
    url = database_url(data_dir, database)
    services = Services(
        config,
        data_dir,
        open_engine(url),
        open_engine(url, durable=False),
    )
    try:
        migrate(services.engine)
        start_emptying(services.quick_engine, services.stopping)
        start_renewing(services)
        yield services
    finally:
        services.stopping.set()
        stop_parts(services)
        _empty_log(services)
        services.engine.dispose()
        services.quick_engine.dispose()


def _empty_log(services: Services) -> None:
    try:
        empty_log(services.engine)
    except Exception as error:
        # Another process is at it, its disk full, or it is damaged: whoever is next empties it.
        log.warning("the log of the database could not be emptied (%s)", type(error).__name__)


def end() -> NoReturn:
    """End this process, everything being closed. The interpreter's own way out would abort where a
    thread is still in native code, and takes as long to give everything back as all else of a
    stop."""
    logging.shutdown()
    # As that way out begins: semaphores shared with processes that help with an index until now
    # are given back, or their keeper tells of a leak.
    multiprocessing.util._run_finalizers(0)  # type: ignore[attr-defined]
    os._exit(0)


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(address)
    return listener


def _make_ready(services: Services, settings: ServeOptions) -> None:
    """What is done once a start, by the one process that holds the data folder."""
    now = now_ms()
    with writing(services.engine) as connection:
        workspace_id = ensure_workspace(connection, services.config, now)
        if settings.database is None:
            # The lock on the folder says that nobody else is running on this database.
            idempotency.release_all(connection, now)
        file = settings.bootstrap_key
        if file is not None and not _is_of_here(connection, file):
            made = create_key(connection, workspace_id, "this machine", now=now)
            write_private(file, made["key"] + "\n")


def _is_of_here(connection: Connection, file: Path) -> bool:
    """Whether the key in `file` is one that this database knows, and not one it had before."""
    try:
        return knows(connection, file.read_text(encoding="ascii").strip())
    except (FileNotFoundError, UnicodeDecodeError):
        return False
