"""What was told above the keys can be read again: what it was, and when."""

from __future__ import annotations

from tests.tui.fakes import NOW, FakeClient, app_on, seen, shows, type_in, until

from shortlist.tui.kit.dialogs.notices import Notices
from shortlist.tui.kit.news import KEPT
from shortlist.tui.kit.table import Table


async def test_what_was_told_is_read_again_newest_first_with_its_time() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.say("The first thing was told.")
        app.say("Something went wrong: [bold]\x1b]0;x\x07.", "error")
        await pilot.press("escape", "H")
        await until(pilot, lambda: isinstance(app.screen, Notices))
        at = NOW.astimezone().strftime("%H:%M:%S")
        await shows(pilot, "What was told", f"{at}  ✗ Something went wrong: [bold]", at)
        rows = [line for line in seen(app).splitlines() if at in line]
        assert "Something went wrong" in rows[0]
        assert "The first thing was told." in rows[1]
        assert "\x1b" not in seen(app)
        app.say("A third came while it was open.")
        await until(pilot, lambda: len(app.screen.query_one(Table).rows) == 3)
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "messages")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Notices))


async def test_it_says_so_where_nothing_was_told_and_keeps_no_more_than_a_screen_can_hold() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        app.news.told.clear()
        await pilot.press("escape", "H")
        await shows(pilot, "Nothing was told yet.")
        for number in range(KEPT + 5):
            app.say(f"No. {number}")
        await shows(pilot, f"No. {KEPT + 4}")
        assert len(app.news.told) == KEPT
