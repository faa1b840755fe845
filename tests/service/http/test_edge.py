"""The edge of a running service (interface, sections 2.6, 5, 7 and 8)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.person.directory import database
from tests.service.server import (
    RunningService,
    envelope,
    http_request,
    running_service,
    within_a_minute,
)

from shortlist.service.account.admin import revoke_local_key
from shortlist.service.clock import now_ms


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    config = '[workspace]\nplan = "scale"\n'
    data = tmp_path_factory.mktemp("edge") / "data"
    with running_service(data, config=config, people=RECORDS[:4]) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with service.client() as client:
        yield client


class TestCredentials:
    """Section 5."""

    @pytest.mark.parametrize(
        "request_",
        [
            ("GET", "/v1/account/usage", None),
            ("GET", "/nothing/here", None),
            ("POST", "/v1/search", b"{not json"),
            ("DELETE", "/v1/account/usage", None),
        ],
    )
    def test_nothing_is_told_without_a_key(self, service, request_):
        method, path, body = request_
        answer = http_request(method, service.url + path, content=body)
        envelope(answer, 401, "missing_api_key")

    @pytest.mark.parametrize("header", ["Basic abc", "Bearer", "", "token sl_a_b"])
    def test_an_unsupported_header_is_no_credential(self, service, header):
        answer = http_request(
            "GET", service.url + "/v1/account/usage", headers={"Authorization": header}
        )
        envelope(answer, 401, "missing_api_key")

    def test_a_key_that_is_not_recognized(self, service):
        key_id = service.key_id
        for key in ("nonsense", "sl_", "sl__", f"sl_{key_id}_", f"sl_{key_id}_wrong", "sl_x_y"):
            with service.client(key) as client:
                envelope(client.get("/v1/account/usage"), 401, "invalid_api_key")

    def test_x_api_key_is_accepted(self, service):
        answer = http_request(
            "GET", service.url + "/v1/account/usage", headers={"x-api-key": service.key}
        )
        assert answer.status_code == 200

    def test_an_expired_key(self, service):
        made = service.create_key(expires_at=now_ms() - 1)
        with service.client(made["key"]) as client:
            envelope(client.get("/v1/account/usage"), 401, "expired_api_key")

    def test_revocation_works_at_once(self, service):
        made = service.create_key()
        with service.client(made["key"]) as client:
            assert client.get("/v1/account/usage").status_code == 200
            assert revoke_local_key(service.data_dir, None, made["id"])
            envelope(client.get("/v1/account/usage"), 401, "revoked_api_key")

    def test_a_key_without_the_scope(self, service):
        made = service.create_key(scopes=("people:search",))
        with service.client(made["key"]) as client:
            error = envelope(client.get("/v1/account/usage"), 403, "insufficient_scope")
        assert "account:read" in error["message"]


class TestEnvelope:
    """Sections 2.6 and 7: every error has one shape, whatever was sent."""

    def test_unknown_path_and_method(self, client):
        envelope(client.get("/v1/nothing"), 404, "not_found")
        answer = client.delete("/v1/account/usage")
        envelope(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == "GET"

    def test_a_body_over_the_limit_by_length(self, client):
        envelope(client.post("/v1/search", content=b"x" * 131_073), 413, "validation_failed")

    def test_a_body_over_the_limit_in_chunks(self, client):
        chunks = (b"x" * 10_000 for _ in range(14))
        envelope(client.post("/v1/search", content=chunks), 413, "validation_failed")

    @pytest.mark.parametrize(
        "raw",
        [
            b"garbage\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
            b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ],
        ids=["words", "version", "length", "headers", "nul", "tls", "chunks"],
    )
    def test_bytes_that_are_not_http(self, service, raw):
        address = urlsplit(service.url)
        with socket.create_connection((address.hostname, address.port), timeout=60) as peer:
            peer.sendall(raw)
            if not raw.endswith(b"\r\n\r\n"):
                peer.shutdown(socket.SHUT_WR)
            received = b""
            while chunk := peer.recv(65536):
                received += chunk
        head, _, body = received.partition(b"\r\n\r\n")
        if head:  # a peer that stops in the middle of a request has nobody to answer
            assert head.startswith(b"HTTP/1.1 40")
            assert body.startswith(b'{"error":{"code":"')
            assert b"req_" in body


class TestRates:
    """Section 8."""

    def test_headers_count_down(self, service):
        def ask() -> list[httpx.Response]:
            with service.client(service.create_key()["key"]) as client:
                return [client.get("/v1/account/usage") for _ in range(2)]

        first, second = within_a_minute(ask)
        assert first.headers["ratelimit-limit"] == "1000"
        assert int(second.headers["ratelimit-remaining"]) < int(
            first.headers["ratelimit-remaining"]
        )
        assert 0 <= int(first.headers["ratelimit-reset"]) <= 60

    def test_a_key_with_a_lower_limit(self, service):
        def ask() -> list[httpx.Response]:
            with service.client(service.create_key(rate_limit=3)["key"]) as client:
                return [client.get("/v1/account/usage") for _ in range(4)]

        *answered, refused = within_a_minute(ask)
        left = [answer.headers["ratelimit-remaining"] for answer in answered]
        assert left == ["2", "1", "0"]
        error = envelope(refused, 429, "rate_limited")
        assert error["retry_after_seconds"] == int(refused.headers["retry-after"])
        assert 1 <= error["retry_after_seconds"] <= 60


def test_open_paths_need_no_key(service):
    assert http_request("GET", service.url + "/healthz").json() == {"status": "ok"}
    assert http_request("GET", service.url + "/openapi.json").json()["info"]["title"] == "Shortlist"


def test_the_organization_limit_is_shared_by_its_keys(tmp_path: Path):
    config = '[workspace]\nplan = "free"\n'
    with running_service(tmp_path / "data", config=config, people=RECORDS[:4]) as service:
        other = service.create_key()

        def ask() -> list[int]:
            with database(service.data_dir) as connection:
                connection.exec_driver_sql("delete from rate_windows")
            with service.client() as one, service.client(other["key"]) as two:
                clients = [(two, one)[turn % 2] for turn in range(12)]
                return [client.get("/v1/account/usage").status_code for client in clients]

        assert within_a_minute(ask) == [200] * 10 + [429] * 2


class TestReplays:
    """Section 7: an answer given again passes the same edge as one given anew."""

    def ask(self, client: httpx.Client, key: str) -> httpx.Response:
        asked = {"query": "engineers", "type": "instant", "num_results": 1}
        return client.post("/v1/search", json=asked, headers={"Idempotency-Key": key})

    def test_it_says_whose_answer_it_is(self, client):
        first, again = (self.ask(client, "says-whose") for _ in range(2))
        assert again.content == first.content
        assert again.headers["idempotency-replayed"] == "true"
        assert again.headers["x-request-id"] == first.headers["x-request-id"]
        assert "ratelimit-remaining" in again.headers

    def test_none_for_a_key_that_was_revoked_or_has_used_up_its_minute(self, service):
        def ask() -> tuple[dict[str, Any], list[httpx.Response]]:
            made = service.create_key(rate_limit=2)
            with service.client(made["key"]) as client:
                return made, [self.ask(client, "asked-before") for _ in range(3)]

        made, answers = within_a_minute(ask)
        assert [answer.status_code for answer in answers[:2]] == [200, 200]
        envelope(answers[2], 429, "rate_limited")
        with service.client(made["key"]) as client:
            assert revoke_local_key(service.data_dir, None, made["id"])
            envelope(self.ask(client, "asked-before"), 401, "revoked_api_key")

    @pytest.mark.parametrize("key", ["", "k" * 256, "caf\u00e9"])
    def test_a_key_that_is_none_is_told_so_after_its_request_was_counted(self, client, key):
        answer = client.post(
            "/v1/search",
            content=b'{"query": "x"}',
            headers={"Idempotency-Key": key.encode("latin-1")},  # type: ignore[dict-item]
        )
        envelope(answer, 422, "validation_failed")
        assert "ratelimit-remaining" in answer.headers
