"""The terminal's cursor stays with the dialog in view, whatever is painted behind it."""

from __future__ import annotations

from tests.tui.fakes import FakeClient, app_on, shows, type_in, until
from textual import events

from shortlist.tui.features.sets.criteria import CriteriaLines
from shortlist.tui.kit.resting_cursor import Options
from shortlist.tui.kit.table import Table


async def test_what_is_painted_behind_a_dialog_leaves_the_cursor_in_it() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 40)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses\r")
        await shows(pilot, "25 people found")
        table = app.screen.query_one(Table)
        await pilot.press("n")
        await shows(pilot, "New Set")
        await pilot.press("tab")
        lines = app.screen.query_one(CriteriaLines)
        await until(pilot, lambda: lines.has_focus)
        lines.rest_cursor()
        there = app.cursor_position
        assert there == lines.content_region.offset + lines.place_of_cursor
        table.rest_cursor()  # as each time that it is painted
        assert app.cursor_position == there


async def test_a_list_that_went_before_it_was_told_of_its_focus_rests_no_cursor() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        gone = Options()
        gone.set_reactive(Options.has_focus, True)
        app.post_message(events.DescendantFocus(gone))
        await pilot.pause()
