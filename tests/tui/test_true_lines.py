"""The bars, the counts and the cursor say what is so: what can be spent and done, who is chosen."""

from __future__ import annotations

import copy
from datetime import timedelta
from typing import Any

import pytest
from tests.tui.fakes import (
    NOW,
    USAGE,
    FakeClient,
    app_on,
    item,
    seen,
    shows,
    the_set,
    type_in,
    until,
    update,
)
from textual.events import AppFocus

from shortlist.client.errors import CreditsShort
from shortlist.contract.account import UsageResponse
from shortlist.contract.events import SetEvent
from shortlist.desk.config import Settings
from shortlist.tui.app import ShortlistApp
from shortlist.tui.features.usage import controller as balance
from shortlist.tui.key_conflicts import conflicts
from shortlist.tui.kit.keys import KEYS
from shortlist.tui.kit.table import Table
from shortlist.tui.live.recording import Replay


class Spent(FakeClient):
    """A workspace that others spend from as well, with a key that has budgets of its own."""

    available = 9_994
    day: tuple[int, int] | None = (5, 5)
    """The key's budget of a day, and what is left of it."""

    async def usage(self) -> UsageResponse:
        await self._call("usage")
        told: Any = copy.deepcopy(USAGE)
        told["data"]["credits"]["available"] = self.available
        budget, left = self.day or (None, None)
        told["data"]["api_key"]["daily"] |= {"budget": budget, "used": 0, "remaining": left}
        return UsageResponse.model_validate(told)


def foot(app: Any) -> str:
    return seen(app).splitlines()[-1]


async def searched(pilot: Any) -> None:
    await shows(pilot, "● ready")
    await type_in(pilot, "vp")
    await pilot.press("enter")
    await shows(pilot, "25 people found")


async def test_a_note_and_any_dialog_leave_the_cursor_where_it_was(own_home: Any) -> None:
    from shortlist.desk.places import find_places
    from shortlist.desk.store import Store

    store = Store(find_places(), "one")
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await searched(pilot)
        table = app.screen.query_one(Table)
        await pilot.press("j", "j", "j")
        await pilot.press("T")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await type_in(pilot, "met")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await shows(pilot, "#met")
        assert table.cursor == 3
        for opens in ("question_mark", "r"):
            await pilot.press(opens)
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("5", "1")
        await until(pilot, lambda: app.current_mode == "search")
        await pilot.pause()
        assert table.cursor == 3
        await pilot.press("slash", "enter")
        await shows(pilot, "kept 20")
        await pilot.press("R")
        await until(pilot, lambda: len(app.tracker._client.called("search")) == 2)  # type: ignore[union-attr]
        await until(pilot, lambda: table.cursor == 0, why="another answer begins at its top")


async def test_the_header_and_the_price_know_the_keys_own_budget() -> None:
    client = Spent()
    client.day = (5, 2)
    app = app_on(client)
    async with app.run_test(size=(140, 40)) as pilot:
        await shows(pilot, "2 credits left today", "! up to 3 credits, 2 left today")
        assert "9,994" not in seen(app)
        client.day = (5, 0)
        client.faults["search"] = CreditsShort("No.", code="daily_budget_exceeded", status=402)
        await type_in(pilot, "vp")
        await pilot.press("enter")
        # It was refused: what is left is asked for at once.
        await shows(pilot, "0 credits left today", "daily_budget_exceeded")
        client.day = None
        app.post_message(AppFocus())
        await shows(pilot, "9,994 credits left")


async def test_what_a_search_charges_is_taken_off_the_keys_budget() -> None:
    client = Spent()
    client.day = (20, 20)
    app = app_on(client)
    async with app.run_test(size=(140, 40)) as pilot:
        await shows(pilot, "20 credits left today")
        client.day = (20, 17)
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "17 credits left today", "3 credits charged")


async def test_a_balance_that_another_spends_from_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(balance, "READ_SECONDS", 0.05)
    client = Spent()
    client.day = None
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "9,994 credits left")
        client.available = 9_000
        await shows(pilot, "9,000 credits left")


async def test_what_is_chosen_elsewhere_is_not_selected_here() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        await pilot.press("space", "1")
        await shows(pilot, "1 person chosen elsewhere")
        assert "1 selected" not in seen(app)
        assert "e enrich" in foot(app) and "space" not in foot(app)
        await pilot.press("slash")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "1 selected")
        await pilot.press("j", "j", "space")
        await shows(pilot, "2 selected")


async def test_nothing_is_offered_that_cannot_be_done() -> None:
    client = FakeClient(found=0)
    app = app_on(client)
    offers = ("enter open", "space select", "e enrich", "w export", "s sort", "z zoom")
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape")
        await until(pilot, lambda: "n new Set" in foot(app))
        assert not [offer for offer in offers if offer in foot(app)]
        await pilot.press("slash")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "Nothing matches")
        assert not [offer for offer in offers if offer in foot(app)]
        # Pressed all the same it says what it lacks.
        await pilot.press("e")
        await shows(pilot, "Select people with space first")
        client.found = 25
        await pilot.press("slash", "enter")
        await shows(pilot, "25 people found")
        await until(pilot, lambda: all(offer in foot(app) for offer in offers))
        await pilot.press("4")
        await shows(pilot, "4 Enrich", "add a person")
        assert "e resolve" not in foot(app)
        await pilot.press("1", "e")
        await until(pilot, lambda: "e resolve" in foot(app))


def test_a_replay_checked_whom_it_admitted() -> None:
    def told(kind: str, seconds: float, **parts: Any) -> Any:
        at = NOW + timedelta(seconds=seconds)
        return update(kind, event=SetEvent(type=kind, created_at=at, data={}), **parts)

    done = the_set("set_1", "completed", 3, 25, created_at=NOW)
    events = [told("set.item.admitted", n, item=item(n)) for n in range(3)]
    replay = Replay(done, [*events, told("set.idle", 9)])
    for came in range(4):
        replay.go_to(came)
        newest = replay.entry.the_set.newest
        assert newest is not None
        assert replay.entry.the_set.item_count == newest.progress.admitted == came
        assert came <= newest.progress.checked <= newest.progress.candidates


def test_a_key_of_two_things_in_one_place_is_told() -> None:
    assert conflicts({}, ShortlistApp) == []
    assert conflicts({id_: key.key for id_, key in KEYS.items()}, ShortlistApp) == []
    (told,) = conflicts({"do.export": "e"}, ShortlistApp)
    assert "e is do.export now, and no longer do.enrich" in told and "Search" in told
    assert conflicts({"do.export": "e", "do.enrich": "w"}, ShortlistApp) == [], "they change places"
    assert conflicts({"columns.keep": "f9", "do.new": "n,f6"}, ShortlistApp) == []
    (told,) = conflicts({"app.quit": "e"}, ShortlistApp)
    assert "no longer app.quit" in told, "a screen is nearer than the app"


async def test_the_app_tells_of_it_at_the_start() -> None:
    app = app_on(FakeClient(), settings=Settings(keys={"do.export": "e"}))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "e is do.export now", "no longer do.enrich")


async def test_the_people_of_a_set_that_had_ended_are_read_once() -> None:
    listed, ended = the_set(status="queued", admitted=0), the_set()
    client = FakeClient(sets_known=[listed])
    client.updates["set_1"] = [
        update("set", set=ended, connection="reconnecting"),
        update("set.item.admitted", item=item(1), connection="reconnecting"),
        update("end", set=ended, connection="reconnecting"),
    ]
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await until(pilot, lambda: "set_1" in app.state.sets.known)
        entry = app.state.sets.known["set_1"]
        await until(pilot, lambda: not entry.connection and not entry.runs)
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        assert len(client.called("list_items")) == 1
        assert not entry.newest, "the follower read none of them"
