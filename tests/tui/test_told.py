"""What the app tells while one works: above the keys, over nothing."""

from __future__ import annotations

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in, until

from shortlist.tui.live.state import Trouble
from shortlist.tui.live.troubles import trouble_line


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_what_is_told_covers_no_line_of_the_work(size: tuple[int, int]) -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=size, notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        before = seen(app).splitlines()
        await pilot.press("a")
        await shows(pilot, "25 people more selected. u undoes it.")
        lines = seen(app).splitlines()
        assert "u undoes it" in lines[-2], "right above the keys"
        assert "25 people found" in lines[-3], "the counts moved up"
        assert lines[-1] == before[-1], "the keys stay"
        await pilot.press("A")
        await shows(pilot, "25 people let go")
        assert "more selected" not in seen(app), "news takes the place of older news"
        assert "25 people found" in seen(app).splitlines()[-3]


async def test_who_selects_nobody_is_told_why() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("a", "a")
        await shows(pilot, "Everybody here is selected already.")
        assert "u undoes it" not in seen(app)


async def test_an_error_stays_while_news_come_and_its_text_is_text() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.say("[@click=app.quit]It failed[/] (search_failed, req_9)", "error")
        app.say("25 people written")
        await shows(pilot, "✗ [@click=app.quit]It failed[/] (search_failed, req_9)", "25 people wr")
        app.say("26 people written")
        await shows(pilot, "req_9", "26 people written")
        await until(pilot, lambda: "25 people written" not in seen(app))


async def test_where_nobody_is_a_key_that_wants_somebody_says_so() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "No people yet")
        for key in ("enter", "r", "y", "T", "o"):
            await pilot.press(key)
            await shows(pilot, "There is nobody under the cursor.")
            app.clear_notifications()
            await until(pilot, lambda: "nobody under" not in seen(app))


def test_what_happened_is_a_sentence_before_what_to_do() -> None:
    for message in ("The answer broke off", "The answer broke off."):
        told = trouble_line(Trouble("bad_answer", message, "Try again.", "req_1"))
        assert told == "The answer broke off. Try again. (bad_answer, req_1)"
