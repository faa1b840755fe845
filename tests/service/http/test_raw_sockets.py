"""Sections 2.6 and 7: whatever bytes come in, what goes out is HTTP, each error the envelope."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, http_request, running_service

CONFIG = '[workspace]\nplan = "scale"\nrequests_per_minute = 1000000\nbalance = 100000000\n'
SEARCH = '{"query":"senator"}'  # 19 bytes


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data_dir = tmp_path_factory.mktemp("raw") / "data"
    with running_service(data_dir, config=CONFIG, people=RECORDS) as running:
        yield running.wait_ready()


@dataclass(frozen=True)
class Told:
    """One response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """Of its error."""
        return str(json.loads(self.body)["error"]["code"])


def send(service: RunningService, raw: bytes, *, end: bool = True) -> list[Told]:
    """Every response to `raw`, read to the end of the connection; with `end`, the sender closes
    its own side after the last byte, as it may."""
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as peer:
        received = b""
        try:
            peer.sendall(raw)
            if end:
                peer.shutdown(socket.SHUT_WR)
            while chunk := peer.recv(65536):
                received += chunk
        except (ConnectionResetError, BrokenPipeError):
            pass  # refused before the last byte was sent
    return list(responses(received, bodiless=raw.lstrip().startswith(b"HEAD ")))


def responses(received: bytes, bodiless: bool) -> Iterator[Told]:
    """The responses in `received`; each one that is an error is checked to be an envelope."""
    while received:
        head, end, received = received.partition(b"\r\n\r\n")
        assert end, head[:200]
        first, *lines = head.decode("latin-1").split("\r\n")
        version, status, *_ = first.split(" ")
        assert version == "HTTP/1.1", first
        headers = {name.lower(): value for name, _, value in (x.partition(": ") for x in lines)}
        if status == "100":
            continue
        # What is no request, HEAD or not, is answered with a body.
        none = bodiless and (not received or received.startswith(b"HTTP/1.1 "))
        length = 0 if none else int(headers["content-length"])
        told = Told(int(status), headers, received[:length])
        received = received[length:]
        assert len(told.body) == length
        assert told.status < 500, told
        if told.status >= 400 and not none:
            check_envelope(told)
        yield told


def check_envelope(told: Told) -> None:
    assert told.headers["content-type"] == "application/json"
    body = json.loads(told.body)
    assert list(body) == ["error"]
    assert body["error"]["code"] and body["error"]["message"]
    assert body["error"]["request_id"] == told.headers["x-request-id"]
    assert body["error"]["request_id"].startswith("req_")


def request(
    service: RunningService,
    line: str,
    body: str = "",
    *more: str,
    length: bool = True,
) -> bytes:
    """A request with the key, and `more` headers."""
    headers = [line, "Host: localhost", f"Authorization: Bearer {service.key}", *more]
    if length and body:
        headers.append(f"Content-Length: {len(body.encode('latin-1'))}")
    return ("\r\n".join(headers) + "\r\n\r\n" + body).encode("latin-1")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/%2e%2e/v1/search", 404),
        ("//v1/search", 404),
        ("/v1//search", 404),
        ("/v1/sets/", 404),
        ("/v1/sets/../sets", 404),
        ("/v1/sets/%2e%2e", 404),
        ("/v1/sets/%2f%2f", 404),
        ("/v1/sets/a%2fitems", 404),
        ("/v1/sets/%00", 404),
        ("/v1/sets/%ff%fe", 404),
        ("/v1/sets/" + "%41" * 5000, 404),
        ("/" + "a" * 60_000, 404),
        ("/V1/SETS", 404),
        ("*", 404),
        # As a proxy is asked: whoever is named before the path, it is ours.
        ("http://elsewhere.example/v1/sets", 200),
        ("HTTPS://elsewhere.example:1/v1/sets?limit=1", 200),
        ("http://elsewhere.example/v1/sets?limit=0", 422),
        ("http://elsewhere.example", 404),
        ("http:///v1/sets", 404),
        ("ftp://elsewhere.example/v1/sets", 404),
        ("/healthz/../v1/sets", 404),
        ("/v1/sets?limit=1&limit=2", 200),
        ("/v1/sets?limit[$gt]=1", 200),
        ("/v1/sets?limit=%00", 422),
        ("/v1/sets?cursor=%ff%fe", 422),
        ("/v1/sets?cursor=' OR 1=1--".replace(" ", "%20"), 422),
        ("/v1/sets?" + "a=b&" * 5000, 200),
        ("/v1/\xe9", 400),
        ("/v1/sets /v1/sets", 400),
    ],
    ids=lambda value: str(value)[:40],
)
def test_s7_paths(service: RunningService, path: str, status: int):
    [told] = send(service, request(service, f"GET {path} HTTP/1.1"))
    assert told.status == status


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("HEAD /v1/sets HTTP/1.1", 405),
        ("OPTIONS /v1/sets HTTP/1.1", 405),
        ("TRACE /v1/sets HTTP/1.1", 405),
        ("PATCH /v1/search HTTP/1.1", 405),
        ("BREW /v1/sets HTTP/1.1", 405),
        ("get /v1/sets HTTP/1.1", 405),
        ("OPTIONS * HTTP/1.1", 404),
        ("CONNECT elsewhere.example:443 HTTP/1.1", 404),
        ("HEAD /healthz HTTP/1.1", 200),
        ("POST /healthz HTTP/1.1", 405),
        ("GET /v1/sets HTTP/1.0", 200),
        ("GET /v1/sets HTTP/9.9", 200),
        ("GET /v1/sets http/1.1", 400),
        ("GET /v1/sets", 400),
        ("GET", 400),
        ("\x01\x02 /v1/sets HTTP/1.1", 400),
    ],
)
def test_s7_methods_and_versions(service: RunningService, line: str, status: int):
    [told] = send(service, request(service, line))
    assert told.status == status
    if status == 405:
        assert told.headers["allow"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (["Content-Length: 19", "Content-Length: 20"], 400),
        (["Content-Length: +19"], 400),
        (["Content-Length: 0x0d"], 400),
        (["Content-Length: -1"], 400),
        (["Content-Length: 99999999999999999999999"], 400),
        (["Content-Length: 20"], 400),  # the last byte never comes
        (["Content-Length: 19", "Transfer-Encoding: gzip"], 501),
        (["Content-Length: 19", "Transfer-Encoding: chunked"], 400),
        (["Content-Length: 19", "nonsense"], 400),
        (["Content-Length: 19", "X: a\0b"], 400),
        (["Content-Length: 19", "X y: z"], 400),
        (["Content-Length: 19", "X: " + "y" * 600_000], 400),
        (["Content-Length: 19", "Content-Type: text/plain"], 422),
        (["Content-Length: 19", "Content-Type: multipart/form-data"], 422),
        (["Content-Length: 19", "Content-Type: application/json", "Content-Encoding: gzip"], 200),
        (["Content-Length: 19", "Content-Length: 19"], 200),
        (["Content-Length: 19", "Expect: 100-continue"], 200),
        (["Content-Length: 19", "Expect: cake"], 200),
        (["Content-Length: 19", "Upgrade: websocket", "Connection: Upgrade"], 200),
        (["Content-Length: 19", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings"], 200),
        (["Content-Length: 19", "X: \xe9\xff", "Accept: ;;;,,,", "Range: bytes=0-1"], 200),
        (["Content-Length: 19", "X-HTTP-Method-Override: DELETE"], 200),
        (["Content-Length: 19", "Idempotency-Key: a b"], 422),
        (["Content-Length: 19", "Authorization: Bearer \xe9"], 200),
    ],
    ids=lambda value: str(value)[:60],
)
def test_s7_headers(service: RunningService, headers: list[str], status: int):
    raw = request(service, "POST /v1/search HTTP/1.1", SEARCH, *headers, length=False)
    told = send(service, raw)
    assert told[0].status == (400 if status == 501 and told[0].status == 400 else status)


BODIES = {
    "deep lists": "[" * 60_000,
    "deep objects": '{"a":' * 20_000,
    "a NUL": '{"query":"a\\u0000b"}',
    "half a pair": '{"query":"\\ud800"}',
    "not a number": '{"query":NaN}',
    "too large a number": '{"query":"x","num_results":1' + "0" * 5000 + "}",
    "infinity": '{"query":"x","num_results":1e999}',
    "latin-1": '{"query":"\xe9"}',
    "nothing": "",
    "null": "null",
    "a list": "[]",
    "a string": '"x"',
    "operators": '{"query":{"$gt":""}}',
    "more after it": SEARCH + "x",
    "filters as a list": '{"filters":[]}',
    "contents as a string": '{"query":"x","contents":"x"}',
    "fields in fields": '{"query":"x","contents":{"fields":[[]]}}',
    "type as a list": '{"query":"x","type":[]}',
    "category as an object": '{"query":"x","category":{}}',
    **{
        f"{levels} levels in {where}": body.replace("?", "[" * (levels - 2) + "]" * (levels - 2))
        for levels in (66, 500, 990, 1000, 1023)
        for where, body in (
            ("what is ignored", '{"query":"x","search":{"query":"x"},"z":[?]}'),
            ("a field", '{"query":"x","search":{"query":"x","behavior":?}}'),
            ("a filter", '{"query":"x","filters":{"title":?},"budget":{"llm_tokens":?}}'),
            ("an array", '{"person_id":"x","fields":["phone"],"enrichments":[?]}'),
        )
    },
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("path", ["/v1/search", "/v1/sets", "/v1/enrich", "/v1/person"])
def test_s7_bodies(service: RunningService, path: str, name: str):
    [told] = send(service, request(service, f"POST {path} HTTP/1.1", BODIES[name]))
    assert told.status == 422
    assert told.code in (
        "validation_failed",
        "query_required",
        "identity_required",
        "unsupported_category",
    )


@pytest.mark.parametrize("path", ["/v1/search", "/v1/sets", "/v1/enrich", "/v1/person"])
def test_s7_a_body_may_nest_64_levels(service: RunningService, path: str):
    who = '"query":"x","search":{"query":"x","count":1},"person_id":"x","fields":["phone"]'
    for levels, fits in ((64, True), (65, False)):
        inside = "[" * (levels - 1) + "]" * (levels - 1)
        raw = request(service, f"POST {path} HTTP/1.1", f'{{{who},"z":{inside}}}')
        [told] = send(service, raw)
        assert (told.status < 300) is fits, told.body
        assert fits or b"nests deeper than 64 levels" in told.body


@pytest.mark.parametrize("keys", [("a", "b"), ("a", ""), ("a", "A"), ("a", "a", "b")])
def test_s7_several_idempotency_keys_are_refused(service: RunningService, keys: tuple[str, ...]):
    headers = ["Content-Type: application/json", *(f"Idempotency-Key: {key}" for key in keys)]
    before = used(service)
    [told] = send(service, request(service, "POST /v1/search HTTP/1.1", SEARCH, *headers))
    assert (told.status, told.code) == (422, "validation_failed")
    assert used(service) == before


def test_s7_one_idempotency_key_said_twice_is_one(service: RunningService):
    headers = ["Content-Type: application/json", *["Idempotency-Key: said-twice"] * 2]
    raw = request(service, "POST /v1/search HTTP/1.1", SEARCH, *headers)
    [first], [again] = send(service, raw), send(service, raw)
    assert (first.status, again.body) == (200, first.body)
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/openapi.json", "/v1/account/usage"])
def test_s7_every_405_says_what_is_allowed(service: RunningService, path: str):
    [told] = send(service, request(service, f"PATCH {path} HTTP/1.1"))
    assert told.code == "method_not_allowed"
    assert "GET" in told.headers["allow"].split(", ")


@pytest.mark.parametrize(
    ("authorization", "key", "code"),
    [
        ("Bearer KEY", "nonsense", None),
        ("Bearer nonsense", "KEY", "invalid_api_key"),
        ("Basic eDp5", "KEY", None),
        ("", "KEY", None),
        ("bEaReR   KEY", "", None),
        ("Bearer KEY x", "KEY", "invalid_api_key"),
    ],
)
def test_s5_of_both_credentials_the_bearer_key_counts(
    service: RunningService, authorization: str, key: str, code: str | None
):
    given = [f"Authorization: {authorization}", f"X-API-Key: {key}"]
    lines = ["GET /v1/sets HTTP/1.1", "Host: localhost", *given, "", ""]
    [told] = send(service, "\r\n".join(lines).replace("KEY", service.key).encode())
    assert (None if told.status == 200 else told.code) == code


@pytest.mark.parametrize(
    ("chunks", "status"),
    [
        ("13\r\n" + SEARCH + "\r\n0\r\n\r\n", 200),
        ("13;x=y\r\n" + SEARCH + "\r\n0\r\nX: y\r\n\r\n", 200),
        ("zz\r\nabc\r\n0\r\n\r\n", 400),
        ("-1\r\n", 400),
        ("ffffffffffffffffffff\r\nabc", 400),
        ("20\r\n" + SEARCH, 400),
        ("13\r\n" + SEARCH + "\r\n", 400),  # whole JSON, and half a request
    ],
)
def test_s7_chunks(service: RunningService, chunks: str, status: int):
    headers = ("Content-Type: application/json", "Transfer-Encoding: chunked")
    raw = request(service, "POST /v1/search HTTP/1.1", chunks, *headers, length=False)
    before = used(service)
    [told] = send(service, raw)
    assert told.status == status
    assert used(service) - before == (1 if status == 200 else 0)


def used(service: RunningService) -> int:
    with service.client() as client:
        found: int = client.get("/v1/account/usage").json()["data"]["credits"]["used"]
        return found


@pytest.mark.parametrize(
    "raw",
    [
        b"\0" * 100,
        b"\xff" * 1000,
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x05\x01\x00",
        b"GET /v1/se",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 300_000,
    ],
    ids=lambda raw: repr(raw[:20]),
)
def test_s7_what_is_not_http_gets_the_envelope(service: RunningService, raw: bytes):
    told = send(service, raw)
    assert told
    assert {each.status for each in told} <= {400, 401}


def test_s7_nothing_at_all_gets_nothing(service: RunningService):
    assert send(service, b"") == []


def test_s7_one_request_after_another_each_gets_its_answer(service: RunningService):
    one = request(service, "GET /v1/sets HTTP/1.1")
    told = send(service, one + one + b"garbage\r\n\r\n")
    assert [each.status for each in told] == [200, 200, 400]


PIECES = st.sampled_from(
    [
        *(b"GET", b"POST", b"HEAD", b"DELETE", b"PUT", b" ", b"  ", b"\r\n", b"\n", b"\r", b"\0"),
        *(b"/v1/search", b"/v1/sets", b"/v1/sets/x/events", b"/v1/enrich", b"/v1/person"),
        *(b"/v1/account/usage", b"/healthz", b"/../", b"%2e%2e", b"%00", b"?limit=", b"#", b"*"),
        *(b"HTTP/1.1", b"HTTP/1.0", b"HTTP/0.9", b"Host: localhost", b"Connection: close"),
        *(b"Content-Length: 13", b"Content-Length: 0", b"Transfer-Encoding: chunked"),
        *(b"Content-Type: application/json", b"Idempotency-Key: k", b"x-api-key: sl_a_b"),
        *(b"Expect: 100-continue", b"Upgrade: websocket", b"Last-Event-ID: 1", b"Accept: */*"),
        *(b'{"query":"x"}', b"{", b"}", b"[" * 50, b"null", b"0\r\n\r\n", b"d\r\n", b"\xff\xfe"),
    ]
)


@st.composite
def nearly_http(draw: st.DrawFn) -> tuple[bool, bytes]:
    """A request with something wrong with it: whether it has the key, and its bytes."""
    if draw(st.booleans()):
        return False, b"".join(draw(st.lists(PIECES | st.binary(max_size=20), max_size=30)))
    lines = [
        b" ".join([draw(PIECES), draw(PIECES), b"HTTP/1.1"]),
        b"Host: localhost",
        *draw(st.lists(PIECES | st.binary(max_size=30), max_size=5)),
    ]
    whole = b"\r\n".join(lines) + b"\r\nKEY\r\n\r\n" + draw(PIECES | st.binary(max_size=50))
    at = draw(st.integers(0, len(whole)))
    return True, whole[:at] + draw(PIECES | st.just(b"")) + whole[at:]


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(sent=nearly_http())
def test_s7_anything_gets_an_envelope_or_an_answer(service: RunningService, sent: Any):
    with_key, raw = sent
    if with_key:
        raw = raw.replace(b"KEY", b"Authorization: Bearer " + service.key.encode())
    send(service, raw)
    assert http_request("GET", service.url + "/healthz").status_code == 200
