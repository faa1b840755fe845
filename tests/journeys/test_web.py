"""The app in a browser: a real Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyte
import pytest
from tests.service.server import SOURCE

aiohttp = pytest.importorskip("aiohttp", reason="comes with textual-serve")
pytest.importorskip("textual_serve", reason="textual-serve is not installed")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
from aiohttp import web  # noqa: E402

needs_browser = pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")
DEAD = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
LONG = 30.0


@contextlib.asynccontextmanager
async def served(home: Path) -> AsyncIterator[str]:
    """`shortlist web`; gives the address that works once."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "shortlist", "web", "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "SHORTLIST_HOME": str(home), **DEAD},
    )
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), LONG)
        yield json.loads(line)["url"]
    finally:
        process.send_signal(signal.SIGINT)
        await asyncio.wait_for(process.wait(), LONG)


class Tab:
    """A tab of the browser, and the terminal that its page was sent."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._news = asyncio.Event()
        self.status: int | None = None
        self.asked: list[str] = []
        """Every address that the page asked for."""
        self._screen = pyte.Screen(300, 120)
        self._stream = pyte.ByteStream(self._screen)
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            told = json.loads(message.data)
            self._news.set()
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result", told))
                continue
            given = told.get("params", {})
            if told["method"] == "Network.responseReceived" and given["type"] == "Document":
                self.status = given["response"]["status"]
            elif told["method"] == "Network.requestWillBeSent":
                self.asked.append(given["request"]["url"])
            elif told["method"] == "Network.webSocketFrameReceived":
                frame = given["response"]
                if frame["opcode"] == 2:
                    self._stream.feed(base64.b64decode(frame["payloadData"]))

    async def do(self, method: str, **given: Any) -> Any:
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._number, "method": method, "params": given})
        return await asyncio.wait_for(answer, LONG)

    async def go(self, url: str) -> None:
        await self.do("Network.enable")
        await self.do("Page.enable")
        await self.do("Page.navigate", url=url)

    async def shows(self, text: str) -> None:
        try:
            await self._until(lambda: any(text in line for line in self._screen.display))
        except TimeoutError:
            rows = "\n".join(line.rstrip() for line in self._screen.display if line.strip())
            raise AssertionError(f"waited for {text!r}; the terminal:\n{rows}") from None

    async def until_answered(self) -> int:
        await self._until(lambda: self.status is not None)
        assert self.status is not None
        return self.status

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONG):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def type(self, text: str) -> None:
        for letter in text:
            await self.do("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=letter)

    async def close(self) -> None:
        self._reader.cancel()
        await self._socket.close()


@contextlib.asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Any]:
    """A Chromium with a profile of its own; gives what opens a tab."""
    process = await asyncio.create_subprocess_exec(
        str(BROWSER),
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *("--remote-debugging-port=0", f"--user-data-dir={folder}", "--window-size=1200,800"),
        "about:blank",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    tabs: list[Tab] = []
    try:
        noted = folder / "DevToolsActivePort"
        async with asyncio.timeout(LONG):
            while not (noted.exists() and noted.read_text().strip()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        port = noted.read_text().split()[0]
        async with aiohttp.ClientSession() as session:

            async def open_tab() -> Tab:
                async with session.put(f"http://127.0.0.1:{port}/json/new?about:blank") as answer:
                    where = (await answer.json(content_type=None))["webSocketDebuggerUrl"]
                tab = Tab(await session.ws_connect(where, max_msg_size=0))
                tabs.append(tab)
                return tab

            yield open_tab
            for tab in tabs:
                await tab.close()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@needs_browser
async def test_the_app_in_chromium_behind_a_token_that_works_once(tmp_path: Path) -> None:
    async with served(tmp_path / "home") as once, browser(tmp_path / "one") as open_tab:
        tab = await open_tab()
        await tab.go(once)
        await tab.shows("Who are you looking for")
        # The token is gone from the address, and nobody else was asked for anything.
        here = await tab.do("Runtime.evaluate", expression="location.href")
        assert here["result"]["value"] == once.partition("?")[0]
        # Nobody has to click first: the line has the focus, and what is typed at once is all
        # there.
        await tab.shows("type a question")
        await tab.type("/nurses")
        await tab.shows("› nurses")
        origin = once.partition("/?")[0]
        asked = [url for url in tab.asked if not url.startswith((origin, "data:", "about:"))]
        reached = [url for url in asked if "fonts.g" not in url]  # the policy refuses those
        assert reached == []
        # In the same browser a reload is let in; the token itself is used up.
        again = await open_tab()
        await again.go(once.partition("?")[0])
        assert await again.until_answered() == 200
        async with browser(tmp_path / "two") as open_elsewhere:
            stranger = await open_elsewhere()
            await stranger.go(once)
            assert await stranger.until_answered() == 403


@needs_browser
async def test_it_ends_at_once_while_a_page_is_open(tmp_path: Path) -> None:
    async with browser(tmp_path / "one") as open_tab:
        tab = await open_tab()
        async with served(tmp_path / "home") as once:
            await tab.go(once)
            await tab.shows("Who are you looking for")
            began = asyncio.get_running_loop().time()
        assert asyncio.get_running_loop().time() - began < LONG / 3


@contextlib.asynccontextmanager
async def another_server() -> AsyncIterator[tuple[int, list[str]]]:
    """Something else that listens on this machine: its port, and what browsers told it."""
    heard: list[str] = []

    async def listen(request: Any) -> Any:
        heard.append("\n".join(f"{name}: {value}" for name, value in request.headers.items()))
        return web.Response(text="<title>seen</title>", content_type="text/html")

    application = web.Application()
    application.router.add_get("/", listen)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield runner.addresses[0][1], heard
    await runner.cleanup()


@needs_browser
async def test_another_server_of_this_machine_is_not_given_the_session(tmp_path: Path) -> None:
    async with (
        served(tmp_path / "home") as once,
        browser(tmp_path / "profile") as open_tab,
        another_server() as (port, heard),
    ):
        tab = await open_tab()
        await tab.go(once)
        await tab.shows("Who are you looking for")
        for host in ("127.0.0.1", "localhost", "another.localhost"):
            elsewhere = await open_tab()
            await elsewhere.go(f"http://{host}:{port}/")
            assert await elsewhere.until_answered() == 200
        # Led there from the page itself, too.
        await tab.do("Runtime.evaluate", expression=f"window.open('http://127.0.0.1:{port}/')")
        elsewhere = await open_tab()
        await elsewhere.go(f"http://localhost:{port}/")
        assert await elsewhere.until_answered() == 200
    host = once.removeprefix("http://").partition(":")[0]
    assert len(heard) >= 4
    assert "ookie" not in "".join(heard)
    assert host not in "".join(heard)


async def test_a_page_of_another_site_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path / "home") as once, aiohttp.ClientSession() as session:
        # Only browsers find every host under .localhost on this machine.
        own = {"Host": urlsplit(once).netloc}
        here = once.replace(str(urlsplit(once).hostname), "127.0.0.1")
        for headers in ({**own, "Origin": "https://evil.example"}, {"Host": "evil.example"}):
            async with session.get(here, headers=headers, allow_redirects=False) as answer:
                assert answer.status == 403
        # Those did not use the token up.
        async with session.get(here, headers=own, allow_redirects=False) as answer:
            assert answer.status == 303
            assert "HttpOnly" in answer.headers["Set-Cookie"]
            assert "SameSite=Strict" in answer.headers["Set-Cookie"]
