"""`shortlist web`: one browser is let in, with the address that was printed, and nobody else."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import aiohttp.abc
import aiohttp.web
import pytest
from tests.cli.conftest import Shell


@pytest.fixture
def address(shortlist: Shell) -> Iterator[str]:
    """The one-time address of a running `shortlist web`."""
    running = shortlist.start("web", "--json", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert running.stdout is not None
    yield json.loads(running.stdout.readline())["url"]
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
    running.stdout.close()


def origin(address: str) -> str:
    return f"http://{urlsplit(address).netloc}"


class Loopback(aiohttp.abc.AbstractResolver):
    """Finds every host on this machine, as a browser does those under .localhost."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> Any:
        here = {"hostname": host, "host": "127.0.0.1", "port": port}
        return [{**here, "family": socket.AF_INET, "proto": 0, "flags": socket.AI_NUMERICHOST}]

    async def close(self) -> None:
        pass


def new_browser() -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(resolver=Loopback())
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(), connector=connector)


@pytest.fixture
async def browser():
    async with new_browser() as session:
        yield session


async def test_the_address_works_once(address: str, browser) -> None:
    async with browser.get(address) as page:
        assert page.status == 200
        assert page.url.path == "/"
        assert "token" not in str(page.url)
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    async with browser.get(origin(address)) as page:
        assert page.status == 200
    async with new_browser() as another, another.get(address) as page:
        assert page.status == 403


async def test_without_the_token_nothing_is_served(address: str, browser) -> None:
    port = urlsplit(address).port
    for path in ("/", "/ws", "/static/js/textual.js", "/download/x", "/?token=", "/?token=guess"):
        async with browser.get(origin(address) + path) as page:
            assert page.status == 403
    # Nor is it by the names that every program of this machine goes by, with it.
    for host in ("127.0.0.1", "localhost", "another.localhost"):
        async with browser.get(f"http://{host}:{port}/?{urlsplit(address).query}") as page:
            assert page.status == 403


async def test_what_it_gives_the_browser_is_for_no_other_port(address: str, browser) -> None:
    heard: list[str] = []

    async def listen(request: aiohttp.web.Request) -> aiohttp.web.Response:
        heard.append(request.headers.get("Cookie", ""))
        return aiohttp.web.Response()

    async with browser.get(address) as page:
        assert page.status == 200
    application = aiohttp.web.Application()
    application.router.add_get("/", listen)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    for host in ("127.0.0.1", "localhost", "another.localhost"):
        async with browser.get(f"http://{host}:{runner.addresses[0][1]}/"):
            pass
    await runner.cleanup()
    assert heard == ["", "", ""]


def test_each_session_has_a_host_of_its_own(address: str, shortlist: Shell) -> None:
    other = shortlist.start("web", "--json", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert other.stdout is not None
    hosts = {
        urlsplit(url).hostname for url in (address, json.loads(other.stdout.readline())["url"])
    }
    other.send_signal(signal.SIGTERM)
    other.communicate(timeout=60)
    assert len(hosts) == 2
    assert all(len(str(host)) > 32 and str(host).endswith(".localhost") for host in hosts)


async def test_other_sites_are_kept_out(address: str, browser) -> None:
    async with browser.get(address, headers={"Host": "evil.example.org"}) as page:
        assert page.status == 403
    async with browser.get(address) as page:
        assert page.status == 200
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await browser.ws_connect(
            f"{origin(address)}/ws", headers={"Origin": "http://evil.example.org"}
        )


@pytest.mark.timeout(120)
async def test_the_app_is_on_the_other_side(address: str, browser) -> None:
    async with browser.get(address) as page:
        assert page.status == 200
    shown = b""
    async with browser.ws_connect(f"{origin(address)}/ws?width=100&height=30") as wire:
        while b"Search" not in shown:
            message = await wire.receive(timeout=90)
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            if message.type is aiohttp.WSMsgType.BINARY:
                shown += message.data
