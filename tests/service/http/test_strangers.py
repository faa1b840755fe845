"""Who has no key: told nothing, read no further than the head, and in nobody's way (section 5)."""

from __future__ import annotations

import ast
import json
import logging
import resource
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers
from tests.service.http.test_raw_sockets import Told, request, send
from tests.service.index.people import RECORDS
from tests.service.server import (
    RunningService,
    envelope,
    http_client,
    http_request,
    put_people_in,
    running_service,
)

import shortlist
from shortlist.service.errors import ApiError
from shortlist.service.http.intake import check_head
from shortlist.service.http.logs import JsonLines
from shortlist.service.http.logs import RequestLog as Tells


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    config = '[workspace]\nplan = "scale"\n[http]\nhosts = ["people.example.com"]\n'
    data_dir = tmp_path_factory.mktemp("strangers") / "data"
    with running_service(data_dir, config=config, people=RECORDS[:4]) as running:
        yield running.wait_ready()


def head(*lines: str) -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@pytest.mark.parametrize(
    ("credential", "code"),
    [
        ("Accept: */*", "missing_api_key"),
        ("Authorization: Bearer nonsense", "invalid_api_key"),
        ("X-API-Key: sl_000000000000_guess", "invalid_api_key"),
    ],
)
@pytest.mark.parametrize("more", ["Content-Length: 100000", "Transfer-Encoding: chunked"])
def test_s5_nobody_reads_the_body_of_a_stranger(
    service: RunningService, credential: str, code: str, more: str
):
    raw = head("POST /v1/search HTTP/1.1", "Host: localhost", credential, more)
    # Nothing of the body comes, and nobody waits for it: the answer does, and then the end.
    [told] = send(service, raw, end=False)
    assert (told.status, told.code) == (401, code)


def test_s5_nor_asks_for_one_that_waits_to_be_sent(service: RunningService):
    for credential in ("Accept: */*", "X-API-Key: sl_a_b"):
        lines = ("POST /v1/search HTTP/1.1", "Host: localhost", credential)
        raw = head(*lines, "Expect: 100-continue", "Content-Length: 100000")
        address = urlsplit(service.url)
        with socket.create_connection((address.hostname, address.port), timeout=60) as peer:
            peer.sendall(raw)
            assert peer.recv(65536).startswith(b"HTTP/1.1 401 ")


def test_s5_who_has_a_key_may_take_a_moment(service: RunningService):
    body = '{"query":"nurse"}'
    raw = request(service, "POST /v1/search HTTP/1.1", body, "Content-Type: application/json")
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as peer:
        peer.sendall(raw[: -len(body)] + body[:5].encode())
        until = time.monotonic() + 60
        # Another that came later is answered meanwhile.
        while http_request("GET", service.url + "/healthz").status_code != 200:
            assert time.monotonic() < until
        peer.sendall(body[5:].encode())
        assert peer.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("known", [True, False])
def test_s7_two_lengths_are_two_requests_and_none_is_answered(service: RunningService, known: bool):
    key = f"Authorization: Bearer {service.key}" if known else "Accept: */*"
    smuggled = head("GET /v1/sets HTTP/1.1", "Host: localhost", key)
    lines = ("POST /v1/search HTTP/1.1", "Host: localhost", key, "Content-Length: 5")
    raw = head(*lines, "Transfer-Encoding: chunked") + b"0\r\n\r\n" + smuggled
    # Closed from this side: what comes after it is nobody's.
    [told] = send(service, raw, end=False)
    assert (told.status, told.code) == (400, "validation_failed")
    assert told.headers["connection"] == "close"


PATHS = ("/healthz", "/readyz", "/openapi.json", "/proof", "/v1/sets", "/v1/nothing", "/")


def get(service: RunningService, path: str, *headers: str) -> Told:
    key = f"Authorization: Bearer {service.key}"
    [told] = send(service, head(f"GET {path} HTTP/1.1", key, *headers))
    return told


@pytest.mark.parametrize("path", PATHS)
def test_a_name_that_was_made_to_lead_here_is_not_ours(service: RunningService, path: str):
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:80", "localhost.x", "[x"):
        told = get(service, path, f"Host: {host}")
        assert (told.status, told.code) == (400, "validation_failed")
    for host in ("10.0.0.1", "0x7f.1.example", "user@evil.example", "evil.example@localhost"):
        assert get(service, path, f"Host: {host}").status == 400


@pytest.mark.parametrize("own", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_loopback_however_the_socket_writes_it(own: str):
    scope = {"server": (own, 80)}
    check_head(scope, Headers({"host": "localhost"}), ())
    with pytest.raises(ApiError):
        check_head(scope, Headers({"host": "evil.example"}), ())


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.0.0.1:1", "localhost", "LOCALHOST:80", "localhost.", "[::1]:5"),
        *("127.8.8.8", "people.example.com", "People.Example.Com:443"),
    ],
)
def test_names_of_this_machine_and_of_its_proxy_are(service: RunningService, host: str):
    assert get(service, "/v1/sets", f"Host: {host}").status == 200


def test_readiness_is_told_to_everybody_and_the_rest_to_who_has_a_key(service: RunningService):
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"X-API-Key": "sl_a_b"}):
        answer = http_request("GET", service.url + "/readyz", headers=headers)
        assert answer.status_code == 200
        told = answer.json()
        assert sorted(told) == ["parts", "ready"]
        assert set(told["parts"].values()) == {"ready"}
    with service.client() as client:
        assert client.get("/readyz").json()["people"]["searchable"] > 0


def test_why_a_part_failed_is_told_to_who_has_a_key(tmp_path: Path):
    config = '[index]\nqdrant_url = "http://127.0.0.1:9"\n'
    with running_service(tmp_path / "data", config=config, people=RECORDS[:4]) as service:
        until = time.monotonic() + 60

        def index(**headers: str) -> str:
            answer = http_request("GET", service.url + "/readyz", headers=headers)
            assert answer.status_code == 503
            return str(answer.json()["parts"]["index"])

        while index() == "starting":
            assert time.monotonic() < until
        assert index() == "failed"
        assert len(index(Authorization=f"Bearer {service.key}")) > len("failed")


def test_s5_a_proof_is_of_no_use_to_who_asks_for_it(service: RunningService):
    nonce = "0" * 64
    asked = [
        http_request("GET", f"{service.url}/proof?key_id={key_id}&nonce={nonce}")
        for key_id in (service.key_id, service.key_id, "000000000000", "000000000000")
    ]
    # Nobody learns from it which ids there are: each is answered the same twice.
    assert [sorted(answer.json()) for answer in asked] == [["proof"]] * 4
    assert len({len(answer.content) for answer in asked}) == 1
    known, again, unknown, unknown_again = (answer.content for answer in asked)
    assert known == again != unknown == unknown_again
    for given in ("", "?key_id=a", "?key_id=a&nonce=short", f"?key_id=a'b&nonce={nonce}"):
        envelope(http_request("GET", f"{service.url}/proof{given}"), 422, "validation_failed")


def test_a_flood_without_a_key_does_not_fill_the_log(service: RunningService):
    before = len(service.stderr())
    address = urlsplit(service.url)
    one = head("GET /v1/people/" + "x" * 5_000 + " HTTP/1.1", "Host: localhost")
    with http_client(base_url=service.url, timeout=60) as client:
        for n in range(300):
            assert client.get(f"/v1/flood/{n}").status_code == 401
            with socket.create_connection((address.hostname, address.port), timeout=60) as peer:
                peer.sendall(one if n % 2 else b"\x00 this is not HTTP \r\n\r\n")
                assert peer.recv(100)
    # Two minutes may have begun meanwhile, and each tells of a few.
    assert len(service.stderr()) - before < 12_000


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("end", [True, False])
@pytest.mark.parametrize("body", [b"zz\r\n", b"5\r\nab\r\n0\r\n\r\n", b"-1\r\nx"])
def test_a_body_that_breaks_with_its_head_is_one_refusal_and_no_traceback(
    service: RunningService, body: bytes, known: bool, end: bool
):
    """It is refused before anything of the request runs, which then answers nobody."""
    key = f"Authorization: Bearer {service.key}" if known else "Accept: */*"
    raw = head("POST /v1/search HTTP/1.1", "Host: localhost", key, "Transfer-Encoding: chunked")
    [told] = send(service, raw + body, end=end)
    assert told.status in (400, 401)
    assert http_request("GET", service.url + "/healthz").status_code == 200
    assert "Traceback" not in service.stderr()


def test_the_log_tells_the_route_and_not_what_stood_in_it(service: RunningService):
    with service.client() as client:
        client.get("/v1/sets/jane@doe.example/items")
        client.get("/v1/people/jane@doe.example")
        client.delete("/v1/sets/jane@doe.example")
        client.get("/v1/sets/%1b%5d52;c;eA==%07/%c2%9b2J/%7f")
        client.request("JANE" * 1000, "/v1/sets")
    said = service.stderr()
    assert "jane" not in said and "doe.example" not in said
    assert "JANE" * 6 not in said
    lines = [json.loads(line) for line in said.splitlines()]
    paths = {line["path"] for line in lines if "path" in line}
    assert {"/v1/sets/{set_id}/items", "/v1/*/*", "/v1/sets/{set_id}"} <= paths


def test_a_log_on_a_terminal_obeys_nobody():
    hostile = "".join(map(chr, range(0x20))) + "\x7f\x9b2J\u202e\u200b\ud800é" + "😀"
    made = logging.LogRecord(hostile, logging.INFO, "x", 1, "%s", (hostile,), None)
    made.path = hostile
    line = JsonLines().format(made)
    assert line.isascii() and line.isprintable()
    assert json.loads(line)["message"] == hostile
    assert len(Tells([]).path("/" + "a" * 5_000)) <= 200


@pytest.mark.skipif(not shutil.which("prlimit"), reason="sets the limits of a process")
@pytest.mark.parametrize("sent", ["", "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nCont"])
def test_half_sent_requests_do_not_keep_others_out(tmp_path: Path, sent: str):
    most = 1_100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4_096), hard))
    data_dir = tmp_path / "data"
    data_dir.mkdir(mode=0o700)
    service = RunningService(data_dir)
    put_people_in(data_dir, RECORDS[:4])
    service.command = ["prlimit", "--nofile=1024:1024", *service.command]
    address = urlsplit(service.start().url)
    try:
        service.wait_ready()
        with ExitStack() as held, service.client(timeout=60) as client:
            for _ in range(most):
                made = socket.create_connection((address.hostname, address.port), timeout=60)
                held.enter_context(made).sendall(sent.encode())
            assert client.post("/v1/search", json={"query": "nurse"}).status_code == 200
            assert client.get("/v1/sets").status_code == 200
        assert "Too many open files" not in service.stderr()
    finally:
        service.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.skipif(not shutil.which("prlimit"), reason="sets the limits of a process")
def test_it_opens_as_many_files_as_it_may(tmp_path: Path):
    data_dir = tmp_path / "data"
    data_dir.mkdir(mode=0o700)
    service = RunningService(data_dir)
    put_people_in(data_dir, RECORDS[:4])
    service.command = ["prlimit", "--nofile=256:2048", *service.command]
    service.start()
    try:
        assert service.process is not None
        assert resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE) == (2048, 2048)
    finally:
        service.stop()


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_no_page_of_another_site_may_read_an_answer(service: RunningService, method: str):
    asked = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    with service.client(headers=asked) as known, http_client(headers=asked) as stranger:
        for path in PATHS:
            for client, where in ((known, path), (stranger, service.url + path)):
                answer = client.request(method, where, timeout=60)
                assert not [name for name in answer.headers if name.startswith("access-control")]
    # What a page may send without asking first is no more than what a stranger may.
    plain = {"Content-Type": "text/plain", "Origin": "https://evil.example"}
    answer = http_request("POST", service.url + "/v1/search", content=b"{}", headers=plain)
    envelope(answer, 401, "missing_api_key")


def test_what_it_keeps_is_its_owners_alone(service: RunningService):
    kept = [path for path in service.data_dir.rglob("*") if path.name != "stderr.txt"]
    assert len(kept) > 5
    # `service.toml` was put there by the test.
    open_ = [path for path in kept if path.stat().st_mode & 0o077 and path.suffix != ".toml"]
    assert open_ == []


def test_nothing_that_runs_when_it_is_read_is_read_anywhere():
    """No pickle, no marshal, no YAML, no `eval`: what is kept and sent is JSON, or SQL."""
    source = Path(shortlist.__file__).parent
    for module in source.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            names = [
                alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)
            ]
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"pickle", "marshal", "shelve", "dill", "yaml"} & set(names), module
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec"}, module
