"""Work that nobody waits for when a program ends."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import Any

import pytest

from shortlist.desk.threads import run_on_thread, run_to_end


def test_a_name_that_is_still_looked_up_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over = threading.Event(), threading.Event()

    def without_a_network(*_: Any, **__: Any) -> list[Any]:
        begun.set()
        over.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", without_a_network)

    async def work() -> str:
        loop = asyncio.get_running_loop()
        lookup = asyncio.create_task(loop.getaddrinfo("people.example", 443))
        await run_on_thread(begun.wait)
        lookup.cancel()
        return "done"

    try:
        assert run_to_end(work()) == "done"
    finally:
        over.set()


def test_names_are_looked_up_as_ever() -> None:
    async def work() -> Any:
        loop = asyncio.get_running_loop()
        return await loop.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM)

    assert run_to_end(work()) == socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM)
