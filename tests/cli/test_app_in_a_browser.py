"""`shortlist web`: one browser is let in, with the address that was printed, and nobody else."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from urllib.parse import urlsplit

import aiohttp
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


@pytest.fixture
async def browser():
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield session


async def test_the_address_works_once(address: str, browser) -> None:
    async with browser.get(address) as page:
        assert page.status == 200
        assert page.url.path == "/"
        assert "token" not in str(page.url)
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    async with browser.get(origin(address)) as page:
        assert page.status == 200
    async with aiohttp.ClientSession() as another, another.get(address) as page:
        assert page.status == 403


async def test_without_the_token_nothing_is_served(address: str, browser) -> None:
    for path in ("/", "/ws", "/static/js/textual.js", "/?token=", "/?token=guess"):
        async with browser.get(origin(address) + path) as page:
            assert page.status == 403


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
    async with browser.ws_connect(f"{origin(address)}/ws?width=100&height=30") as socket:
        while b"Search" not in shown:
            message = await socket.receive(timeout=90)
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            if message.type is aiohttp.WSMsgType.BINARY:
                shown += message.data
