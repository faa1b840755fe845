"""A file of this machine that cannot be written ends neither a screen nor the app, and is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tui.fakes import FakeClient, app_on, shows, the_set, type_in, until

from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.app import ShortlistApp

WIDE = (140, 40)


@pytest.fixture
def desk(own_home: Path) -> Iterator[Store]:
    store = Store(find_places(), "local")
    yield store
    store.close()


def listened_to(app: ShortlistApp) -> list[str]:
    """All that the app says from here on."""
    told: list[str] = []
    say = app.say

    def noted(text: str, severity: str = "information") -> None:
        told.append(text)
        say(text, severity)

    app.say = noted  # type: ignore[method-assign]
    return told


def may_be_written(desk: Store, may: bool) -> None:
    desk._db.execute(f"PRAGMA query_only = {'OFF' if may else 'ON'}")


async def test_what_was_found_and_read_is_shown_and_one_is_told_once(desk: Store) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]), store=desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await shows(pilot, "● ready")
        may_be_written(desk, False)
        told = listened_to(app)
        await pilot.press("escape", "slash")
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "What is done is not remembered on this machine")
        await pilot.press("escape", "2")
        await shows(pilot, "Done")
        await pilot.press("enter")
        await shows(pilot, "25 loaded")
        assert sum("not remembered" in text for text in told) == 1


async def test_what_one_asked_to_have_kept_is_not_said_to_be(desk: Store) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]), store=desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        told = listened_to(app)
        may_be_written(desk, False)
        await pilot.press("space", "l")
        await shows(pilot, "Put on a shortlist")
        await type_in(pilot, "leads")
        await pilot.press("enter")
        await until(pilot, lambda: len(told) == 1)
        await pilot.press("O")
        await shows(pilot, "out?")
        await pilot.press("enter")
        await until(pilot, lambda: len(told) == 2)
        said = f"It was not kept on this machine: {desk.path}"
        assert all(text.startswith(said) for text in told)
        assert not desk.left_out()

        # There is room again.
        may_be_written(desk, True)
        await pilot.press("l")
        await shows(pilot, "Put on a shortlist")
        await type_in(pilot, "leads")
        await pilot.press("enter")
        await shows(pilot, "1 person put on leads")
        assert desk.shortlists() == [("leads", 1)]
