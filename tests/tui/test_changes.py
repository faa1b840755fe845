"""What changed from one Set to the same one made before, on a screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from tests.tui.fakes import HOSTILE, NOW, FakeClient, app_on, item, seen, shows, the_set, until
from textual.widgets import Static

from shortlist.client.errors import Unreachable
from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.tui.features.sets.builder import NewSet
from shortlist.tui.features.sets.changes_dialog import ChangesDialog
from shortlist.tui.features.sets.combine_dialog import Combine


def made(set_id: str, hours: int, people: int, **changes: Any) -> PeopleSet:
    created = NOW - timedelta(hours=hours)
    return the_set(set_id, "completed", people, 25, created_at=created, **changes)


SETS = [made("set_new", 1, 4), made("set_mid", 20, 3), made("set_old", 48, 2)]


class Made(FakeClient):
    """The Set before the newest had 0, 1 and 3; the newest has 1, 2, 3 with another title, 4."""

    evil: bool = False

    async def items(self, set_id: str, **_given: Any) -> AsyncIterator[SetItem]:
        await self._call("items", set_id=set_id)
        for number in {"set_new": (1, 2, 3, 4), "set_mid": (0, 1, 3)}.get(set_id, (0,)):
            changes = {"title": "Board member"} if (set_id, number) == ("set_new", 3) else {}
            yield item(number, set_id, **(HOSTILE if self.evil and number == 4 else changes))


@pytest.fixture
def client() -> Made:
    return Made(sets_known=list(SETS))


async def to_changes(pilot: Any) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "2")
    await shows(pilot, "3 Sets")
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, ChangesDialog))


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_who_came_left_and_is_told_otherwise_since_the_same_set_before(
    client: Made, size: tuple[int, int]
) -> None:
    app = app_on(client)
    async with app.run_test(size=size) as pilot:
        await to_changes(pilot)
        await shows(pilot, "2 came, 1 left, 1 changed, 1 person the same")
        await shows(pilot, "from 20 h ago, 3 people to 60 min ago, 4 people")
        page = app.screen.query_one("#changes Static", Static).content.plain
        assert "+ Chiara Silva" in page and "✓ works in financial services" in page
        assert "− Amara Okafor" in page and "not there any more" in page
        assert "title: Director of Nursing Operations → Board member" in page
        assert {call["set_id"] for call in client.called("items")} == {"set_new", "set_mid"}
        if size[1] < 30:
            await pilot.press("pagedown", "pagedown")
            await until(pilot, lambda: "Board member" in seen(app))


async def test_the_same_set_is_made_again_with_its_price_first(client: Made) -> None:
    app = app_on(client)
    async with app.run_test(size=(100, 40)) as pilot:
        await to_changes(pilot)
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, NewSet))
        await shows(pilot, "engineering leaders at payment companies", "3 credits at most")
        await shows(pilot, "✓ works in financial services", "✓ leads a team of engineers")
        assert not client.called("create_set"), "and nothing was spent yet"
        await pilot.press("escape")
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, NewSet))


async def test_from_what_changed_to_combining_and_back(client: Made) -> None:
    app = app_on(client)
    async with app.run_test(size=(100, 40)) as pilot:
        await to_changes(pilot)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, Combine))
        await shows(pilot, "d what changed")
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ChangesDialog))
        await shows(pilot, "2 came, 1 left")


async def test_a_set_that_ended_meanwhile_is_not_told_to_run(client: Made) -> None:
    app = app_on(client)
    async with app.run_test(size=(100, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "3 Sets")
        entry = app.state.sets.known["set_new"]
        ended, entry.the_set = entry.the_set, the_set("set_new", "running", 4, 25)
        await pilot.press("m")
        await shows(pilot, "has not ended yet")
        await pilot.press("m")
        await shows(pilot, "d what changed")
        entry.the_set = ended
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ChangesDialog))
        await shows(pilot, "2 came, 1 left")
        assert "has not ended yet" not in seen(app)


async def test_while_it_is_read_and_what_could_not_be_read_is_said(client: Made) -> None:
    client.gates["items"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_changes(pilot)
        await shows(pilot, "Reading the people of both…")
        client.faults["items"] = Unreachable("Away.")
        client.gates["items"].set()
        await shows(pilot, "The first could not be read now", "The second could not be read now")
        assert "Nobody came" not in seen(app)


async def test_without_one_before_it_is_compared_with_all_others(client: Made) -> None:
    client.sets_known = [made("set_new", 1, 4), made("set_old", 2, 2, searches=[])]
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "2 Sets")
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, Combine))


async def test_what_a_server_sends_is_text(client: Made) -> None:
    client.evil = True
    app = app_on(client)
    async with app.run_test(size=(140, 45)) as pilot:
        await to_changes(pilot)
        await shows(pilot, "2 came")
        page = app.screen.query_one("#changes Static", Static).content.plain
        assert "[@click=app.quit]x[/]" in page and "\x1b" not in page and "\u202e" not in page
