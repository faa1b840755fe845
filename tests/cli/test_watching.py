"""What `sets watch` shows on a terminal while a Set is followed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from tests.tui.fakes import the_set, update

from shortlist.cli import watch


async def test_a_stream_that_says_nothing_is_told_and_its_clock_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    silent = asyncio.Event()

    class Line:
        def show(self, text: str) -> None:
            shown.append(text)
            if "no word for" in text:
                silent.set()

        def clear(self) -> None:
            pass

    async def follow(set_id: str) -> AsyncIterator[Any]:
        running = the_set(set_id, "running", admitted=4)
        yield update("set.search.progress", set=running, search=running.newest)
        monkeypatch.setattr(watch, "SILENT_SECONDS", 0.0)
        await silent.wait()
        yield update("end", set=the_set(set_id))

    monkeypatch.setattr(watch, "Meter", Line)
    monkeypatch.setattr(watch, "TICK_SECONDS", 0.0)
    for kept in ("keep_set", "keep_items"):
        monkeypatch.setattr(watch, kept, lambda *_: None)
    client: Any = SimpleNamespace(follow=follow)
    connection: Any = None
    assert await asyncio.wait_for(watch.follow(client, connection, "set_1", False), 60) == 0
    assert "4 of 25 admitted" in shown[0] and "no word for" not in shown[0]
