"""Section 5: a key that is revoked, and an account that is closed, while an answer is still on its
way. Those of a request that has not begun are in `test_s5_authentication`."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from tests.service.interface.said import refused
from tests.service.person.directory import database
from tests.service.server import RunningService
from tests.service.sets.conftest import Numbered, held_at, numbered_service
from tests.service.sets.sse import follow, parse

from shortlist.service.account.admin import revoke_local_key
from shortlist.service.account.keys import revoke_key
from shortlist.service.clock import now_ms
from shortlist.service.db.schema import workspaces
from shortlist.service.sets.repository import last_event

LONG = [f"{n}: " + "x" * 490 for n in range(10)]
"""Criteria of a Set whose file is larger than what lies between two sockets."""


def finished_set(service: RunningService, **search: Any) -> str:
    with service.client() as client:
        made = client.post("/v1/sets", json={"search": {"query": "x", **search}}).json()
        follow(client, made["id"])
    return str(made["id"])


@contextmanager
def slow_reader(service: RunningService, key: str, path: str) -> Iterator[socket.socket]:
    """A connection on which `path` was asked for and of whose answer little fits in."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(60)
        reader.connect((host, int(port)))
        reader.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n\r\n".encode()
        )
        yield reader


def read_to_the_end(reader: socket.socket) -> bytes:
    whole = b""
    while part := reader.recv(65536):
        whole += part
        if whole.endswith(b"\r\n0\r\n\r\n"):
            break
    return whole


@pytest.mark.parametrize("format", ["csv", "json"])
def test_s5_5_an_export_breaks_off_when_its_key_is_revoked(numbered: Numbered, format: str) -> None:
    service = numbered(people=1600)
    set_id = finished_set(service, count=500, criteria=LONG)
    path = f"/v1/sets/{set_id}/export?format={format}"
    with slow_reader(service, service.key, path) as reader:
        whole = read_to_the_end(reader)
        assert whole.endswith(b"\r\n0\r\n\r\n")
    made = service.create_key()
    with slow_reader(service, made["key"], path) as reader:
        begun = reader.recv(12)
        assert begun == b"HTTP/1.1 200"
        assert revoke_local_key(service.data_dir, service.database, made["id"])
        rest = read_to_the_end(reader)
    assert not rest.endswith(b"0\r\n\r\n"), "it must not look whole"
    # Of three pages the first was on its way, and where much fits between the two the second.
    assert len(rest) < len(whole) * 0.9
    assert "Traceback" not in service.stderr()


def test_s5_5_streams_and_exports_end_with_the_account(tmp_path: Path) -> None:
    with numbered_service(tmp_path / "data", 50, 7.0) as service, service.client() as client:
        made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
        with client.stream("GET", f"/v1/sets/{made['id']}/events") as answer:
            lines = answer.iter_lines()
            next(lines)
            with database(service.data_dir) as connection:
                connection.execute(update(workspaces).values(active=False))
            assert "event: set.idle" not in list(lines), "it ended, and the Set did not"
        refused(client.get(f"/v1/sets/{made['id']}/export"), 402, "active_account_required")


def test_s5_5_a_stream_sends_nothing_that_was_written_after_its_key_was_revoked(
    tmp_path: Path,
) -> None:
    data_dir = tmp_path / "data"
    with numbered_service(data_dir, 400, 0.0) as service, service.client() as client:
        made = service.create_key()
        body = {"search": {"query": "x", "count": 300}}
        with (
            held_at(data_dir, 100),
            service.client(made["key"]) as revoked,
        ):
            set_id = client.post("/v1/sets", json=body).json()["id"]
            with revoked.stream("GET", f"/v1/sets/{set_id}/events") as answer:
                lines = answer.iter_lines()
                sent = parse(lines, stop_after=1).ids
                with database(data_dir) as connection:
                    assert revoke_key(connection, made["id"], now_ms())
                    last = last_event(connection, set_id)
                assert last is not None
                (data_dir / "hold").unlink()
                sent += parse(lines).ids
        written = follow(client, set_id).ids
    assert len(written) > last.seq >= len(sent)
    assert sent == written[: len(sent)]
