"""Verifying that a local address is this machine's service: whoever took over the port of a killed
service is never sent the key."""

from __future__ import annotations

import secrets
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from shortlist.contract.proof import Challenge

_ANSWER_MOST_BYTES = 16 * 1024
ANSWER_SECONDS = 5.0
"""How long whoever listens has for all of its answer."""


def is_held(lock_file: Path) -> bool:
    """Whether a service holds the lock of its folder: one that was killed leaves its note behind,
    and holds nothing."""
    import fcntl  # not on Windows

    try:
        with lock_file.open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def is_ours(url: str, api_key: str) -> bool:
    """Whether whoever listens there knows the key, which it is not told."""
    port = urlsplit(url).port
    if port is None:
        return False
    challenge = Challenge(api_key, port, secrets.token_hex(32))
    return challenge.is_met(*ask_loopback(url, challenge.path))


def ask_loopback(url: str, path: str) -> tuple[int, bytes]:
    """GET straight to loopback, past any proxy; a status of 0 where nothing answers in time,
    however slowly whoever listens there goes on."""
    parts = urlsplit(url)
    if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        return 0, b""
    connection = HTTPConnection(parts.hostname, parts.port, timeout=ANSWER_SECONDS)
    try:
        connection.connect()
        # The timeout is of each read: one byte at a time would never end.
        over = threading.Timer(ANSWER_SECONDS, _hang_up, (connection.sock,))
        over.daemon = True
        over.start()
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read(_ANSWER_MOST_BYTES)
        finally:
            over.cancel()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        connection.close()


def _hang_up(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
