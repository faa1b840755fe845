"""Steps and deployments that several pictures begin with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.tui.fakes import FakeClient, item, shows, the_set, type_in, update
from textual.pilot import Pilot

Look = Callable[..., bool]


async def search(pilot: Pilot[None], line: str = "vp payments berlin") -> None:
    await type_in(pilot, line)
    await pilot.press("enter")
    await shows(pilot, "found")


def with_sets(**given: Any) -> FakeClient:
    sets = [
        the_set("set_4", "running", 12, 25, budget=5),
        the_set("set_3", "completed", 25, 25),
        the_set("set_2", "failed", 4, 30),
        the_set("set_1", "canceled", 9, 50, budget=3),
    ]
    client = FakeClient(sets_known=sets, **given)
    client.gates["follow"] = asyncio.Event()
    client.updates["set_4"] = [
        update("connection", connection="live"),
        *(update("set.item.admitted", item=item(n)) for n in range(8)),
        update("waits at the gate"),
    ]
    return client
