"""What ends before the first byte: a name, a certificate, a proxy. Nothing is consumed by it."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
import trustme
from tests.client.deployment import Deployment
from tests.client.ticking import Ticking

from shortlist.client import Shortlist, Unreachable


def serving(authority: trustme.CA, host: str) -> Deployment:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(host).configure_cert(context)
    return Deployment(tls=context)


async def refused(url: str, ticking: Ticking, folder: Path) -> Unreachable:
    """The error of a paid request to `url`, after which the journal has nothing open."""
    journal = folder / "journal.db"
    async with Shortlist(url, "sl_a", journal=journal, clock=ticking.clock) as client:
        with pytest.raises(Unreachable) as caught:
            await client.enrich(fields=["phone"], person_id="per_1")
        assert await client.unresolved() == []
    assert "Nothing was sent" in caught.value.advice and caught.value.exit_code == 5
    return caught.value


@pytest.mark.parametrize("trusted", [False, True], ids=["self-made", "of another host"])
async def test_a_certificate_that_is_not_accepted_stops_at_once(
    trusted: bool, tmp_path: Path, ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    async with serving(authority, "other.example" if trusted else "127.0.0.1") as server:
        failure = await refused(server.url, ticking, tmp_path)
        assert failure.code == "tls_refused" and not failure.retryable
        assert ticking.slept == [] and server.seen == []


async def test_a_certificate_that_the_machine_trusts_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    async with (
        serving(authority, "127.0.0.1") as server,
        Shortlist(server.url, "sl_a") as client,
    ):
        found = await client.enrich(fields=["phone"], person_id="per_1")
        assert found.data["phone"].status == "found" and list(server.billed.values()) == [1]


async def test_a_name_that_is_not_known_is_told_apart_and_tried_again(
    tmp_path: Path, ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def unknown(host: str, *arguments: Any, **named: Any) -> Any:
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    failure = await refused("https://people.example", ticking, tmp_path)
    assert failure.code == "host_unknown" and failure.retryable
    assert "https://people.example" in str(failure)
    assert len(asked) == 4 and len(ticking.slept) == 3


async def test_what_can_be_no_name_is_no_crash(tmp_path: Path, ticking: Ticking) -> None:
    assert (await refused("https://xn--a.example", ticking, tmp_path)).code == "host_unknown"


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "gopher://127.0.0.1:9", "http://[::"])
async def test_a_proxy_that_cannot_be_used_is_said(
    proxy: str, tmp_path: Path, ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    monkeypatch.delenv("NO_PROXY", raising=False)
    failure = await refused("https://people.example", ticking, tmp_path)
    assert failure.code == "proxy_unusable"


async def test_a_proxy_carries_nothing_but_the_tunnel(
    tmp_path: Path, ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that opens no tunnel has seen the name of the host, and no key."""
    async with Deployment() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        failure = await refused("https://people.example", ticking, tmp_path)
        assert failure.code == "unreachable"
        assert {seen.method for seen in proxy.seen} == {"CONNECT"}
        assert not any("sl_a" in str(seen.headers) for seen in proxy.seen)
