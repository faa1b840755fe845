"""Tab goes to all that takes the focus, once and as one reads, and each is seen to have it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.tui.everywhere import WAYS, all_screens, at
from tests.tui.fakes import shows, until
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

SIZES = [(140, 45), (80, 24), (60, 20)]


def test_every_screen_and_dialog_is_gone_to() -> None:
    assert {cls.__name__ for cls in all_screens()} == set(WAYS)


def seen_of(pilot: Pilot[None], widget: Widget) -> Region:
    """The part of a widget that is on the screen."""
    visible = pilot.app.screen._compositor.visible_widgets
    if widget not in visible:
        return Region()
    region, clip = visible[widget]
    return region.intersection(clip)


def painted(pilot: Pilot[None], region: Region) -> list[Any]:
    """The letters and styles on a part of the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return [
        strips[y].crop(region.x, region.right)._segments for y in range(region.y, region.bottom)
    ]


async def round_trip(pilot: Pilot[None], key: str) -> list[Widget]:
    """What has the focus, from what has it now until that has it again."""
    screen = pilot.app.screen
    first = screen.focused
    assert first is not None, "nothing has the focus"
    gone = [first]
    for _ in range(40):
        last = screen.focused
        assert last is not None
        where = seen_of(pilot, last)
        had = last.region, painted(pilot, where)
        await pilot.press(key)
        here = screen.focused
        assert here is not None, f"the focus is lost after {gone[-1]}"
        assert pilot.app.screen is screen, f"{key} leaves the screen"
        if here is not last and last.region == had[0]:
            differs = lambda w=where, h=had[1]: painted(pilot, w) != h  # noqa: E731
            await until(pilot, differs, why=f"{last} looks the same without the focus")
        if here is first:
            return gone
        assert here not in gone, f"{key} is caught: {here} comes again, and {first} does not"
        gone.append(here)
        seen = seen_of(pilot, here)
        assert seen.area, f"{here} has the focus and is not to be seen"
        assert seen.height >= min(3, here.region.height), f"of {here} only {seen} is to be seen"
    raise AssertionError("no end")


def reads_on(before: Region, after: Region) -> bool:
    """Whether `after` comes after `before` as one reads: to its right, or further down."""
    beside = before.y < after.bottom and after.y < before.bottom
    return after.x >= before.right if beside else after.y >= before.bottom


@pytest.mark.parametrize("name", sorted(WAYS))
async def test_tab_goes_round(name: str) -> None:
    async with at(name, SIZES[0]) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            screen = pilot.app.screen
            there = {
                widget
                for widget in screen.query("*")
                if widget.focusable and widget.display and widget.visible and widget.region
            }
            gone = await round_trip(pilot, "tab")
            assert set(gone) == there, f"{size}: not gone to {there - set(gone)}"

            places = {widget: screen.find_widget(widget).region for widget in gone}
            top = min(gone, key=lambda w: (places[w].y, places[w].x))
            ordered = gone[gone.index(top) :] + gone[: gone.index(top)]
            for one, other in pairwise(ordered):
                assert reads_on(places[one], places[other]), f"{size}: {one} before {other}"

            back = await round_trip(pilot, "shift+tab")
            assert back == [gone[0], *reversed(gone[1:])]


async def test_the_focus_is_held_when_the_pane_that_has_it_goes() -> None:
    async with at("UsageScreen", (140, 45)) as pilot:
        screen = pilot.app.screen
        screen.set_focus(screen.query_one("#charges"))
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: screen.focused is not None and seen_of(pilot, screen.focused))
        assert screen.focused in screen.focus_chain


async def test_the_focus_is_held_when_the_last_row_goes() -> None:
    async with at("EnrichScreen", (140, 45)) as pilot:
        screen = pilot.app.screen
        screen.set_focus(screen.query_one("#detail"))
        await pilot.press("d")
        await shows(pilot, "Nobody to enrich yet.")
        await until(pilot, lambda: screen.focused is screen.query_one("#subjects"))
