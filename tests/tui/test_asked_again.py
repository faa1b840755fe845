"""The very same search again shows what was kept, free and dated; a key asks anew at a price."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, shows, type_in
from textual.widgets import Input

from shortlist.client.errors import Unreachable
from shortlist.desk.places import find_places
from shortlist.desk.store import Store


@pytest.fixture
def store(own_home: Any) -> Any:
    store = Store(find_places(), "local")
    yield store
    store.close()


async def ask(pilot: Any, line: str) -> None:
    await pilot.press("escape", "slash")
    pilot.app.screen.query_one("#query", Input).value = ""
    await type_in(pilot, line)
    await pilot.press("enter")


async def test_the_same_search_costs_once_until_it_is_asked_for_again(store: Store) -> None:
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "25 people found", "3 credits charged")
        await ask(pilot, "vp  payments  berlin")
        await shows(pilot, "kept 20", "R asks again, up to 3 credits", "25 people found")
        assert len(client.called("search")) == 1
        assert app.state.search.answer.data.grounding.results, "kept whole, evidence and all"
        await ask(pilot, "vp payments berlin n:10")
        await shows(pilot, "10 people found", "charged")
        assert len(client.called("search")) == 2, "more or fewer people is another search"
        await ask(pilot, "vp payments berlin n:25")
        await shows(pilot, "kept 20")
        await pilot.press("R")
        await shows(pilot, "25 people found · 0 selected · 3 credits charged")
        assert len(client.called("search")) == 3
        keys = [call["idempotency_key"] for call in client.called("search")]
        assert len(set(keys)) == 3, "asking again is a request of its own"


async def test_what_was_kept_opens_after_a_restart_and_without_the_service(store: Store) -> None:
    first = app_on(FakeClient(), store=store)
    async with first.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "25 people found")
    store = Store(find_places(), "local")
    client = FakeClient()
    client.faults["search"] = Unreachable("Nothing answers there.")
    second = app_on(client, store=store)
    async with second.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "25 people found · 0 selected · kept 20", "Amara Okafor")
        await shows(pilot, "R asks again, ≤ 3 cr")
        assert not client.called("search")
        await pilot.press("R")
        await shows(pilot, "Nothing answers there")
        assert client.called("search")


async def test_what_is_typed_before_this_machines_file_is_open_is_not_paid_twice(
    store: Store,
) -> None:
    first = app_on(FakeClient(), store=store)
    async with first.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "25 people found")
    client, opens = FakeClient(), asyncio.Event()
    second = app_on(client, store=Store(find_places(), "local"), opens=opens)
    async with second.run_test(size=(140, 40), notifications=True) as pilot:
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "The search waits")
        opens.set()
        await shows(pilot, "● ready", "kept 20", "25 people found")
        assert not client.called("search")
        await ask(pilot, "vp payments zurich")
        await shows(pilot, "3 credits charged")


async def test_a_search_that_failed_is_asked_again_and_not_looked_up(store: Store) -> None:
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "25 people found")
        client.faults["search"] = Unreachable("Nothing answers there.")
        await pilot.press("R")
        await shows(pilot, "Nothing answers there")
        client.faults.clear()
        asked = len(client.called("search"))
        await ask(pilot, "vp payments berlin")
        await shows(pilot, "3 credits charged")
        assert len(client.called("search")) > asked
