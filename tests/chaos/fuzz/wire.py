"""The service's own wire: bytes on a socket, as no client of ours would send them."""

from __future__ import annotations

import atexit
import json
import re
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.chaos.fuzz.changes import ODD_BYTES, as_json, spoil_bytes, spoil_json
from tests.service.index.people import RECORDS
from tests.service.server import running_service

CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 1000000\nbalance = 100000000\n'
MEMORY_MOST_MB = 900
ANSWER_SECONDS = 60
_REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "/v1/sets?limit=2", None),
    ("GET", "/v1/sets/set_x", None),
    ("GET", "/v1/sets/set_x/items?status=all&limit=200&cursor=WyJpdGVtcyIsIDFd", None),
    ("GET", "/v1/sets/set_x/events?last_event_id=3", None),
    ("GET", "/v1/sets/set_x/export?format=json", None),
    ("POST", "/v1/sets/set_x/cancel", {}),
    ("GET", "/v1/account/usage", None),
    ("GET", "/v1/person/runs/run_x", None),
    ("GET", "/v1/network/profile?identifier=https%3A%2F%2Fx.com%2Fa", None),
    ("GET", "/healthz", None),
    ("GET", "/readyz", None),
    ("GET", "/proof?nonce=0123456789abcdef0123456789abcdef", None),
    ("POST", "/v1/search", {"query": "state senators", "type": "fast", "num_results": 3}),
    ("POST", "/v1/search", {"filters": {"title": "senator"}, "contents": {"fields": ["title"]}}),
    ("POST", "/v1/enrich", {"email": "a@b.example", "fields": ["work_email", "phone"]}),
    ("POST", "/v1/enrich", {"name": "A B", "company_domain": "b.example", "fields": ["phone"]}),
    ("POST", "/v1/person", {"identifier": {"profile_url": "https://x.com/a"}}),
    ("POST", "/v1/socials", {"platform": "github", "identifier": {"person_id": "p"}}),
    (
        "POST",
        "/v1/sets",
        {"search": {"query": "x", "count": 1, "criteria": ["y"]}, "budget": {"credits": 1}},
    ),
]
_BODIES = [body for *_, body in _REQUESTS if body]


class Wire:
    """Requests, whole and broken, several on a connection, to a running service."""

    name = "wire"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        running = running_service(Path(self._folder.name) / "data", config=CONFIG, people=RECORDS)
        self._service = running.__enter__().wait_ready()
        atexit.register(running.__exit__, None, None, None)
        address = urlsplit(self._service.url)
        self._address = (str(address.hostname), int(address.port or 0))
        self._logged = 0

    def make(self, random: Random) -> bytes:
        many = b"".join(self._request(random) for _ in range(random.choice((1, 1, 1, 2, 5))))
        return spoil_bytes(random, many) if random.random() < 0.5 else many

    def _request(self, random: Random) -> bytes:
        method, path, body = random.choice(_REQUESTS)
        content = b""
        if body is not None:
            spoilt = spoil_json(random, body, _BODIES) if random.random() < 0.7 else body
            content = as_json(random, spoilt)
        if random.random() < 0.2:
            path = spoil_bytes(random, path.encode()).decode("latin-1").replace("\n", "%0a")
        if random.random() < 0.05:
            method = random.choice(("HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "\u00e9"))
        lines = [f"{method} {path} HTTP/1.1".encode("latin-1", "replace"), b"Host: localhost"]
        if random.random() < 0.9:
            lines.append(b"Authorization: Bearer KEY")
        if content:
            lines.append(b"Content-Type: application/json")
        if random.random() < 0.3:
            key = random.choice((b"k1", b"k2", b"\xff", b"a" * 300, b"k3, k4"))
            lines.append(b"Idempotency-Key: " + key)
        if random.random() < 0.2:
            odd = random.choice((b"Expect: 100-continue", b"Accept: */*;q=x", b"Range: bytes=0-"))
            lines.append(
                random.choice((odd, b"X-Odd: " + random.choice(ODD_BYTES), b"X: " + b"y" * 70_000))
            )
        if content and random.random() < 0.3:
            cut = random.randrange(len(content) + 1)
            parts = (content[:cut], content[cut:])
            content = (
                b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts if part)
                + b"0\r\n\r\n"
            )
            lines.append(b"Transfer-Encoding: chunked")
        elif content:
            lines.append(
                b"Content-Length: %d" % (len(content) + random.choice((0, 0, 0, 0, -3, 5)))
            )
        return b"\r\n".join(lines) + b"\r\n\r\n" + content

    def read(self, data: bytes) -> None:
        received = self._sent(data.replace(b"KEY", self._service.key.encode()))
        for status in re.findall(rb"(?:\A|\r\n|[}\]])HTTP/1\.1 (\d+)", received):
            # What is not there to answer with may be unavailable; nothing may fail.
            assert int(status) in (*range(100, 500), 501, 503), received[:2000]
        if received:
            assert received.startswith(b"HTTP/1.1 "), received[:200]
        for found in re.findall(rb'\{"error":.*?\}\}?(?=HTTP/1.1|\Z)', received, re.DOTALL):
            with suppress(ValueError):
                assert json.loads(found)["error"]["code"] != "internal_error", found
        self._check_service()

    def _sent(self, raw: bytes) -> bytes:
        received = b""
        peer = socket.create_connection(self._address, timeout=ANSWER_SECONDS)
        with peer, suppress(ConnectionResetError, BrokenPipeError):
            peer.sendall(raw)
            peer.shutdown(socket.SHUT_WR)
            while chunk := peer.recv(65536):
                received += chunk
        return received

    def _check_service(self) -> None:
        assert self._service.process is not None
        assert self._service.process.poll() is None, self._service.stderr()[-3000:]
        with (self._service.data_dir / "stderr.txt").open() as log:
            log.seek(self._logged)
            new = log.read()
            self._logged = log.tell()
        assert "Traceback" not in new, new[-4000:]
        status = Path(f"/proc/{self._service.process.pid}/status")
        if status.exists():
            megabytes = int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) // 1024  # type: ignore[index]
            assert megabytes < MEMORY_MOST_MB, f"{megabytes} MB"


def readers() -> dict[str, object]:
    """By name, what makes each."""
    return {"wire": Wire}
