"""With the service away: what this machine keeps is there, with its time, also after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.tui.fakes import (
    BASE_URL,
    NOW,
    FakeClient,
    app_on,
    seen,
    shows,
    the_set,
    type_in,
    until,
    update,
)

from shortlist.client.errors import Unreachable
from shortlist.desk import local_service
from shortlist.desk.local_service import Ready
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.app import ShortlistApp
from shortlist.tui.live import session as linked
from shortlist.tui.live.opener import Opened


def store() -> Store:
    return Store(find_places(), "someone")


async def use_it_once(client: FakeClient) -> None:
    app = app_on(client, store=store())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp payments")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("2")
        await shows(pilot, "25/25")
        await pilot.press("3")
        await shows(pilot, "25 loaded", "known in total")
        await until(pilot, lambda: len(store().sets()) == 1)


def away() -> FakeClient:
    client = FakeClient()
    gone = Unreachable("Nothing answers at 127.0.0.1:8710.")
    client.faults = dict.fromkeys(("list_sets", "usage", "list_items", "items", "search"), gone)
    return client


async def test_the_last_search_the_sets_and_their_people_are_there(own_home: Path) -> None:
    await use_it_once(FakeClient(sets_known=[the_set()]))
    app = app_on(away(), store=store())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "offline, as of", "Amara Okafor", "25 people found")
        await shows(pilot, "0 selected · kept 20")
        assert "charged" not in seen(app), "who was kept was not charged now"
        await pilot.press("escape", "2")
        await shows(pilot, "25/25", "engineering leaders")
        await pilot.press("3")
        await shows(pilot, "Amara Okafor", "25 loaded")
        assert app.state.kept_at is not None


async def test_a_service_that_does_not_start_leaves_them_too(own_home: Path) -> None:
    await use_it_once(FakeClient(sets_known=[the_set()]))
    app = app_on(FakeClient(), fails=OSError(2, "no service here"), store=store())
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "✗ offline, just now", "Amara Okafor")
        await pilot.press("escape", "2")
        await shows(pilot, "25/25")


async def test_a_search_of_now_is_not_replaced_by_one_of_earlier(own_home: Path) -> None:
    await use_it_once(FakeClient(sets_known=[the_set()]))
    client = away()
    del client.faults["search"]
    app = app_on(client, store=store())
    async with app.run_test(size=(120, 40)) as pilot:
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        assert app.state.search.answered is not None
        assert app.state.search.answered.typed == "nurses"


async def test_when_it_is_back_the_time_goes_and_the_sets_are_those_of_now(own_home: Path) -> None:
    await use_it_once(FakeClient(sets_known=[the_set()]))
    client = away()
    app = app_on(client, store=store())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "offline, as of")
        client.faults.clear()
        client.sets_known = [the_set("set_9", "completed", 7, 7)]
        await pilot.press("escape", "2", "R")
        await shows(pilot, "● ready", "7/7")
        assert "as of" not in seen(app)


async def test_another_account_sees_nothing_of_it(own_home: Path) -> None:
    await use_it_once(FakeClient(sets_known=[the_set()]))
    app = app_on(away(), store=Store(find_places(), "another"))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "offline")
        await pilot.pause(0.3)
        assert "Amara" not in seen(app) and "as of" not in seen(app)


async def test_a_stream_that_breaks_off_has_the_service_of_this_machine_looked_for_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And not only when it would be looked for anyway."""
    looks: list[Any] = []
    opened: list[str | None] = []
    client = FakeClient(sets_known=[the_set("set_1", "running", 12, 25)])
    client.gates["follow"] = asyncio.Event()
    client.updates["set_1"] = [
        update("connection", connection="live"),
        update("connection", connection="reconnecting"),
    ]

    async def find_running(places: Any) -> Ready | None:
        looks.append(places)
        return Ready(BASE_URL, "key", None) if len(looks) == 1 else None

    async def opener(profile: str | None, _hooks: Any) -> Opened:
        opened.append(profile)
        kind = "embedded" if len(opened) == 1 else "profile"
        where = SimpleNamespace(
            name="local", note=None, kind=kind, base_url=BASE_URL, color="", read_only=False
        )
        return Opened(where, client, None)

    monkeypatch.setattr(linked, "KEEP_SECONDS", 3_600)
    monkeypatch.setattr(local_service, "find_running", find_running)
    app = ShortlistApp(opener=opener, clock=lambda: NOW)

    def connection_of(set_id: str) -> str:
        work = app.state.sets.known.get(set_id)
        return work.connection if work is not None else ""

    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await until(pilot, lambda: connection_of("set_1") == "live")
        await until(pilot, lambda: len(looks) == 1)
        assert len(opened) == 1
        client.gates["follow"].set()
        await until(pilot, lambda: len(opened) == 2, why="it is started again, for it is gone")


async def test_the_first_screen_says_what_is_wrong_and_what_to_do(own_home: Path) -> None:
    app = app_on(away())
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "✗ offline", "Nothing answers at 127.0.0.1:8710.", "SHORTLIST_BASE_URL")
        assert "No people yet" not in seen(pilot.app)
        app.tracker.client.faults.clear()  # type: ignore[union-attr]
        app.tracker.read_usage()
        await shows(pilot, "● ready", "No people yet")
