"""Sets, on a screen: the list, the live view, cancelling, and what goes on elsewhere."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from tests.tui.fakes import (
    NOW,
    FakeClient,
    app_on,
    item,
    seen,
    shows,
    the_set,
    until,
    update,
)

from shortlist.client.errors import Unreachable
from shortlist.contract.search import Counted
from shortlist.tui.features.sets.live_view import live_lines
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS, SpendButton
from shortlist.tui.kit.table import Table
from shortlist.tui.live import following
from shortlist.tui.live.set_progress import ProgressPoint
from shortlist.tui.live.state import SetWork


async def to_sets(pilot: object) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "2")  # type: ignore[attr-defined]


async def settle_button(pilot: Any) -> None:
    """A button that spends wants half a second of quiet from when it has the focus; that is the
    one wait on a clock."""
    await until(
        pilot, lambda: isinstance(pilot.app.focused, SpendButton) and pilot.app.focused.has_focus
    )
    await pilot.pause(QUIET_SECONDS + 0.05)


async def test_an_empty_list_says_what_to_do() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "No Sets yet.", "n makes one", "0 Sets · 0 running")


async def test_the_list_shows_states_people_and_credits() -> None:
    sets = [the_set(), the_set("set_2", "failed", 4, 25), the_set("set_3", "canceled", 1, 30)]
    app = app_on(FakeClient(sets_known=sets))
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "● done", "✗ failed", "■ canceled", "25/25", "4/25")
        await shows(pilot, "Done: all 25 people admitted.", "works in financial", "leads a team of")
        await pilot.press("j")
        await shows(pilot, "Failed. The 4 people admitted before that stay, and are charged.")


async def test_credits_stand_in_the_list_and_no_limit_is_not_drawn_as_one_used_up() -> None:
    running = the_set("set_1", "running", 12, 25)
    client = FakeClient(sets_known=[running, the_set("set_2", "completed", 25, 25, budget=5)])
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "Credits", "1 of 2", "no limit")
        line = next(line for line in seen(app).splitlines() if "no limit" in line)
        assert not {"━", "╍"} & set(line), line
        await pilot.press("j")
        await shows(pilot, "5 allowed", "2 of 2")
        line = next(line for line in seen(app).splitlines() if "5 allowed" in line)
        assert "━" in line


async def test_the_live_view_fills_from_events_and_ends_with_the_reason() -> None:
    running = the_set("set_1", "running", 2, 30, budget=2)
    search = running.searches[0]
    done = the_set("set_1", "completed", 20, 30, budget=2)
    stopped = done.searches[0].model_copy(update={"stop_reason": "budget"})
    done = done.model_copy(update={"searches": [stopped]})
    client = FakeClient(sets_known=[the_set("set_1", "queued", 0, 30, budget=2)])
    client.updates["set_1"] = [
        update("connection", connection="live"),
        update("set.search.started", search=search),
        update("set.item.admitted", item=item(3)),
        update("set.item.admitted", item=item(4)),
        update("set.search.completed", search=stopped),
        update("end", set=done, final=True),
    ]
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "Newest people", "Elif Osei", "admitted Dmitri Tanaka", "live")
        await shows(pilot, "the search began", "2 allowed")
        client.gates["follow"].set()
        await shows(pilot, "Stopped: its budget was used up, with 20 people admitted.")
        await shows(
            pilot, "20 of 30 admitted", "2 credits spent · 0 reserved · 2 allowed", "■ at budget"
        )


async def test_a_set_says_how_many_there_are_of_whom_it_has_some() -> None:
    done = the_set("set_1", "completed", 25, 25)
    counted = done.searches[0].model_copy(update={"counted": Counted(met=118, open=40)})
    worded = done.searches[0].model_copy(update={"counted": Counted(met=None, open=1_372)})
    others = the_set("set_2", "completed", 25, 25).model_copy(update={"searches": [worded]})
    app = app_on(FakeClient(sets_known=[done.model_copy(update={"searches": [counted]}), others]))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(
            pilot, "In all", "25 of the 118 people here who meet all criteria by their records;"
        )
        await shows(pilot, "40 more a record does not say")
        await pilot.press("j")
        await shows(pilot, "at most 1,372 people here can meet all criteria")


async def test_a_set_that_has_all_whom_fields_admit_says_that_going_on_costs_nothing() -> None:
    running = the_set("set_1", "running", 12, 25)
    counted = running.searches[0].model_copy(update={"counted": Counted(met=12, open=0)})
    client = FakeClient(sets_known=[running.model_copy(update={"searches": [counted]})])
    client.gates["follow"] = asyncio.Event()
    async with app_on(client).run_test(size=(200, 45), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "all 12 people here who meet all criteria by their records")
        await shows(pilot, "checking the others costs nothing")


async def test_a_running_set_shows_progress_meter_yield_and_time_left() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 12, 25, budget=5)])
    client.gates["follow"] = asyncio.Event()
    client.updates["set_1"] = [update("connection", connection="reconnecting")]
    app = app_on(client)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "12 of 25 admitted", "about 14 s left", "36 checked of 150 people")
        await shows(pilot, "0 credits spent · 3 reserved · 5 allowed", "rejects 25 %")
        await shows(pilot, "2 credits for those admitted so far")
        client.gates["follow"].set()
        await shows(pilot, "reconnecting")


async def test_cancelling_asks_first_and_says_what_is_charged() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 12, 25)])
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "◐ running")
        await pilot.press("x")
        await shows(pilot, "Cancel this Set?", "12 people admitted so far", "2 credits will be")
        await pilot.press("escape")
        await pilot.pause()
        assert not client.called("cancel_set")
        await pilot.press("1")
        await shows(pilot, "Who are you looking for?", "2 Sets ◐")
        await pilot.press("2")
        await shows(pilot, "running", "x cancel")
        await pilot.press("x")
        await shows(pilot, "Cancel this Set?")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "■ canceled", "Canceled. The 12 people admitted before that stay")
        await shows(pilot, "2 Sets ")


async def test_where_nobody_is_admitted_cancelling_says_that_nothing_is_charged() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 0, 25)])
    client.gates["follow"] = asyncio.Event()
    async with app_on(client).run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "◐ running")
        await pilot.press("x")
        await shows(pilot, "Nobody is admitted so far, so that nothing will be charged")


async def test_the_first_reading_of_a_set_does_not_say_that_its_stream_was_lost() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 12, 25)])
    client.gates["follow"] = asyncio.Event()
    read = the_set("set_1", "running", 13, 25)
    # The stream goes on: nothing follows what is told first while the gate is shut.
    told = update("set", set=read, connection="reconnecting")
    client.updates["set_1"] = [told, told]
    async with app_on(client).run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "13 of 25 admitted", "connecting")
        assert "reconnecting" not in seen(pilot.app)


def test_a_few_admitted_of_many_checked_are_not_none_of_them() -> None:
    done = the_set(admitted=3)
    progress = done.searches[0].progress.model_copy(update={"checked": 1_003, "admitted": 3})
    newest = done.searches[0].model_copy(update={"progress": progress})
    entry = SetWork(done.model_copy(update={"searches": [newest]}))
    entry.points = [ProgressPoint(100, 3), ProgressPoint(1_003, 3)]
    told = "\n".join(line.plain for line in live_lines(entry, 80, 40, NOW))
    assert "under 1 % of those checked" in told


async def test_a_finished_set_offers_no_cancel() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "● done")
        assert "x cancel" not in seen(app)
        await pilot.press("x")
        await pilot.pause()
        assert "Cancel this Set?" not in seen(app)


async def test_events_go_on_while_one_is_elsewhere() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 0, 25)])
    client.updates["set_1"] = [update("set.item.admitted", item=item(n)) for n in range(40)]
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "5")
        await shows(pilot, "Plan")
        entry = app.state.sets.known["set_1"]
        while len(entry.newest) < 39:
            await pilot.pause(0.02)
        await pilot.press("2")
        await shows(pilot, "Newest people")


async def test_enter_opens_the_people_of_the_set_under_the_cursor() -> None:
    client = FakeClient(sets_known=[the_set("set_1"), the_set("set_2")])
    app = app_on(client)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "2 Sets")
        await pilot.press("j", "enter")
        await shows(pilot, "25 loaded")
        assert client.called("list_items")[0]["set_id"] == "set_2"


async def test_more_than_five_running_sets_are_followed_in_turn() -> None:
    sets = [the_set(f"set_{n}", "running", 1, 25) for n in range(7)]
    client = FakeClient(sets_known=sets)
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "7 Sets · 7 running")
        assert len(app.tracker.following) == 5
        await shows(pilot, "7 running: 5 followed live, 2 read every 5 s")


async def test_an_unknown_state_is_shown_as_it_came_and_counts_as_running() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "pondering", 1, 25, created_at=NOW)])
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "pondering", "1 running", "just now")
        assert app.screen.query_one(Table).current is not None


def seven() -> list[Any]:
    return [
        the_set(f"set_{n}", "running", 1, 25, created_at=NOW - timedelta(minutes=n))
        for n in range(7)
    ]


async def test_the_set_under_the_cursor_is_always_followed() -> None:
    client = FakeClient(sets_known=seven())
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await until(pilot, lambda: len(app.tracker.following) == 5)
        assert "set_6" not in app.tracker.following
        await pilot.press("G")
        await shows(pilot, "read now and then")
        await until(pilot, lambda: "set_6" in app.tracker.following)
        assert len(app.tracker.following) == 5
        assert "set_0" not in app.tracker.following, "the one looked at longest ago made room"
        assert app.state.sets.known["set_0"].connection == "listed"


async def test_a_set_that_is_only_read_ends_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "READ_SECONDS", 0.05)
    client = FakeClient(sets_known=seven())
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "7 running: 5 followed live, 2 read every")
        client.sets_known[6] = the_set("set_6", "completed", 25, 25)
        await shows(pilot, "Done: all 25 people admitted.", "6 running: 5 followed live, 1 read")
        client.sets_known[5] = the_set("set_5", "completed", 25, 25)
        await shows(pilot, "7 Sets · 5 running")
        reads = len(client.called("list_sets"))
        await pilot.pause(0.3)
        assert len(client.called("list_sets")) == reads, "nothing is left to be read"


async def test_a_key_that_may_ask_seldom_is_asked_seldom() -> None:
    app = app_on(FakeClient(sets_known=seven()))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await shows(pilot, "● ready", "9,655")
        usage = app.state.usage.usage
        assert usage is not None
        slow = usage.api_key.rate_limit.model_copy(update={"per_minute": 10})
        key = usage.api_key.model_copy(update={"rate_limit": slow})
        app.state.usage.usage = usage.model_copy(update={"api_key": key})
        app.tracker.following.watch_the_rest()
        assert app.state.sets.read_every == 30


async def test_every_update_of_a_flood_counts_though_not_each_is_drawn() -> None:
    running = the_set("set_1", "running", 0, 500)
    client = FakeClient(sets_known=[running])
    client.gates["follow"] = asyncio.Event()
    done = the_set("set_1", "completed", 500, 500)
    client.updates["set_1"] = [
        *(update("set.item.admitted", item=item(n)) for n in range(500)),
        update("set.search.progress", search=the_set("set_1", "running", 499, 500).searches[0]),
        update("end", set=done),
    ]
    app = app_on(client)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "499 of 500 admitted", f"admitted {item(499).person.name}")
        client.gates["follow"].set()
        await shows(pilot, "500 of 500 admitted", "● done")


async def test_sets_are_sorted_by_key_and_by_their_heads() -> None:
    sets = [
        the_set("set_1", "completed", 5, 25, created_at=NOW - timedelta(hours=1)),
        the_set("set_2", "failed", 9, 25, created_at=NOW - timedelta(hours=2)),
        the_set("set_3", "running", 1, 25, created_at=NOW - timedelta(hours=3)),
    ]
    client = FakeClient(sets_known=sets)
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)

    def order() -> list[str]:
        return [entry.the_set.id for entry in app.screen.query_one(Table).rows]

    async with app.run_test(size=(140, 30), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "3 Sets")
        assert order() == ["set_3", "set_1", "set_2"], "what runs first, then the newest"
        await pilot.press("s", "s")
        assert order() == ["set_2", "set_1", "set_3"], "by people, most first"
        await shows(pilot, "People ↓")
        await pilot.click(Table, offset=(4, 0))
        await shows(pilot, "State ↑")
        assert order() == ["set_1", "set_2", "set_3"]
        table = app.screen.query_one(Table)
        table.post_message(Table.HeadClicked(table, "progress"))
        await shows(pilot, "State  ")
        assert order() == ["set_3", "set_1", "set_2"], "how far it is has no title"


async def test_a_list_that_cannot_be_read_leaves_what_was_loaded() -> None:
    client = FakeClient(sets_known=[the_set()])
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_sets(pilot)
        await shows(pilot, "● done")
        client.faults["list_sets"] = Unreachable("Nothing answers.")
        await pilot.press("R")
        await shows(pilot, "Nothing answers.", "offline", "25 of 25 admitted", "1 Set · 0 running")
