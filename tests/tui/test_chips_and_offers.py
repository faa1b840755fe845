"""The query line with what it offers, and the chips under it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in, until
from textual.widgets import Input

from shortlist.contract.search import SearchResponse
from shortlist.tui.app import ShortlistApp
from shortlist.tui.features.search.chips import Chips
from shortlist.tui.features.search.results import emptiness
from shortlist.tui.features.search.understanding import Chip
from shortlist.tui.kit.query.line import QueryLine
from shortlist.tui.live.state import AppState


def line_of(app: ShortlistApp) -> QueryLine:
    return app.screen.query_one(QueryLine)


async def searched(pilot: Any, text: str = "vp berlin fintech") -> None:
    await shows(pilot, "● ready")
    await type_in(pilot, text)
    await pilot.press("enter")
    await shows(pilot, "25 people found")


async def test_values_that_were_answered_are_offered_and_tab_takes_one() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot)
        await pilot.press("slash", "ctrl+u")
        await type_in(pilot, "cto location:ber")
        await shows(pilot, "Berlin, Germany", "in 6 results", "tab take")
        await pilot.press("tab")
        assert line_of(app).value == 'cto location:"Berlin, Germany" '
        assert "in 6 results" not in seen(app)
        await type_in(pilot, "type:")
        await shows(pilot, "always adds evidence pages")
        await pilot.press("down", "down", "enter")
        assert line_of(app).value.endswith("type:fast ")
        assert len(client.called("search")) == 1, "enter took the offer, and did not search"
        await pilot.press("enter")
        await until(pilot, lambda: len(client.called("search")) == 2)
        sent = client.called("search")[1]
        assert sent["filters"] == {"location": "Berlin, Germany"}
        assert (sent["query"], sent["type"]) == ("cto", "fast")


async def test_enter_searches_for_what_was_typed_while_nothing_offered_is_chosen() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot)
        await pilot.press("slash", "ctrl+u")
        await type_in(pilot, "location:ber")
        await shows(pilot, "in 6 results")
        await pilot.press("escape")
        assert "in 6 results" not in seen(app)
        assert isinstance(app.focused, QueryLine), "escape closed what was offered, and no more"
        await type_in(pilot, "l")
        await shows(pilot, "in 6 results")
        await pilot.press("enter")
        await until(pilot, lambda: len(client.called("search")) == 2)
        assert client.called("search")[1]["filters"] == {"location": "berl"}


async def test_an_offer_can_be_clicked() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot)
        await pilot.press("slash", "ctrl+u")
        await type_in(pilot, "company:north")
        await shows(pilot, "Northwind Pay  ")
        await pilot.click("#offering", offset=(3, 0))
        await until(pilot, lambda: line_of(app).value == 'company:"Northwind Pay" ')


async def test_the_line_goes_on_in_grey_and_right_takes_it() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "loca")
        await shows(pilot, "location:")
        await pilot.press("right")
        assert line_of(app).value == "location:"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_what_is_wrong_is_said_under_the_place_and_the_text_stays(
    size: tuple[int, int],
) -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses n:500 in Ghana")
        await shows(pilot, "n: is a number from 1 to 150")
        rows = seen(app).splitlines()
        row = next(r for r in rows if "n: is a number" in r)
        above = next(r for r in rows if "n:500" in r)
        assert row.index("╰") == above.index("n:500")
        await pilot.press("enter")
        await pilot.pause()
        assert not client.called("search")
        assert line_of(app).value == "nurses n:500 in Ghana"
        assert line_of(app).cursor_position == len("nurses n:500")
        await pilot.press("backspace")
        await until(pilot, lambda: "n: is a number" not in seen(app))


async def test_a_chip_is_removed_and_the_line_says_so() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot, "vp berlin fintech")
        await shows(pilot, "not understood  ?  fintech")
        await pilot.press("i", "right", "x")
        await until(pilot, lambda: line_of(app).value == "vp fintech")
        assert len(client.called("search")) == 1, "nothing is spent until enter"
        assert isinstance(app.focused, QueryLine)
        await pilot.press("enter")
        await until(pilot, lambda: len(client.called("search")) == 2)
        assert client.called("search")[1]["query"] == "vp fintech"


async def test_a_chip_comes_back_as_a_filter_to_be_typed_over() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot, "vp in berlin fintech")
        await pilot.press("i", "l", "enter")
        await until(pilot, lambda: line_of(app).value == 'location:"Berlin, Germany" vp fintech')
        assert line_of(app).selected_text == "Berlin, Germany"
        await type_in(pilot, "Bonn")
        assert line_of(app).value == 'location:"Bonn" vp fintech'


async def test_a_click_edits_a_chip_and_one_on_its_cross_removes_it() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot, "vp berlin fintech")
        row = next(r for r in seen(app).splitlines() if "understood  " in r)
        chips = app.screen.query_one(Chips)
        await pilot.click(chips, offset=(row.index("×"), 0))
        await until(pilot, lambda: line_of(app).value == "berlin fintech")
        await pilot.click(chips, offset=(row.index("Berlin"), 0))
        await until(pilot, lambda: line_of(app).value == 'location:"Berlin, Germany" fintech')


async def test_a_deployment_that_returns_no_plan_leaves_no_hole() -> None:
    client = FakeClient()
    answer = client.search

    async def bare(*given: Any, **named: Any) -> Any:
        found = await answer(*given, **named)
        return found.model_copy(update={"data": found.data.model_copy(update={"request": None})})

    client.search = bare  # type: ignore[method-assign]
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await searched(pilot)
        assert "understood" not in seen(app)
        assert not app.screen.query_one(Chips).can_focus
        await shows(pilot, "Why this person", "Confidence")
        await pilot.press("i")
        assert not isinstance(app.focused, Chips)


async def test_type_and_count_are_at_hand_with_the_price() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(140, 45)) as pilot:
        await searched(pilot, "vp n:30")
        await shows(pilot, "auto · 30 people · up to 3 credits")
        await pilot.press("plus")
        await shows(pilot, "auto · 50 people · up to 5 credits")
        assert line_of(app).value == "vp", "what the keys say takes the place of what was typed"
        await pilot.press("minus", "minus", "t")
        await shows(pilot, "deep · 10 people · up to 1 credit")
        row = seen(app).splitlines()[2]
        await pilot.click(offset=(row.index("deep"), 2))
        await shows(pilot, "instant · 10 people")
        await pilot.click(offset=(row.index("10 people"), 2))
        await shows(pilot, "instant · 25 people")
        app.state.credits = 2
        app.tell("credits")
        await shows(pilot, "! up to 3 credits, 2 left")


async def test_examples_are_the_past_of_who_has_none() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready", "engineering leaders in Europe")
        await pilot.press("up")
        assert line_of(app).value == "engineering leaders in Europe"
        await pilot.press("up")
        assert line_of(app).value == "software engineers who know Kubernetes"


def test_one_part_that_nobody_meets_is_not_called_all_of_this() -> None:
    state = AppState()
    state.search.answer = SearchResponse()
    told = emptiness(state, [Chip("role", "astronaut", "astronauts")], lambda name: name, 80)
    text = "\n".join(each if isinstance(each, str) else each[0] for each in told)
    assert "Nobody here meets it:\n\n  role astronaut" in text
    assert "removes it" in text and "at once" not in text


async def test_nothing_found_says_what_was_asked_together() -> None:
    app = app_on(FakeClient(found=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "Nobody is all of this at once", "role VP Engineering")
        await shows(pilot, "place Berlin, Germany", "i goes to them above")
        await pilot.press("escape", "i", "x")
        await until(pilot, lambda: app.screen.query_one(Input).value == "berlin")
