"""What follows what is pressed comes behind it, and only once for many presses."""

from __future__ import annotations

import asyncio

from textual.app import App

from shortlist.tui.kit.debounce import Debounced


async def test_it_comes_once_after_all_that_was_pressed() -> None:
    app: App[None] = App()
    async with app.run_test():
        order: list[str] = []
        done = asyncio.Event()

        def follow() -> None:
            order.append("followed")
            done.set()

        behind = Debounced(app, follow)
        for key in "abc":
            behind.soon()
            order.append(key)
        await done.wait()
        assert order == ["a", "b", "c", "followed"]


def test_what_takes_long_is_left_for_longer() -> None:
    behind = Debounced(App(), lambda: None)
    waits = []
    for behind.took in (0.0, 0.02, 0.04, 3.0, 30.0):
        waits.append(behind.wait)
    assert waits == sorted(waits)
    assert 0 < waits[0] < waits[1] < waits[2] < waits[3] == waits[4]
