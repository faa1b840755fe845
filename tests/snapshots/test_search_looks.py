"""How Search looks in each of its states."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.snapshots.steps import Look, search
from tests.tui.fakes import FakeClient, person, shows, type_in, until
from textual.pilot import Pilot

from shortlist.contract.search import SearchResponse
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.search.chips import Chips

LINE = "vp payments berlin fintech"


def test_values_are_offered(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, LINE)
        await pilot.press("slash", "ctrl+u")
        await type_in(pilot, 'title:"Head of" location:')
        await pilot.press("down", "down")
        await shows(pilot, "in 6 results", "tab take")

    assert look(FakeClient(), steps)


def test_what_is_wrong_is_pointed_at(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await type_in(pilot, "payments company_size:50 in Berlin")
        await shows(pilot, "company_size: is not served")

    assert look(FakeClient(), steps)


def test_a_chip_is_chosen_and_another_is_gone(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, "vp berlin fintech")
        await pilot.press("i", "x", "escape", "i", "right")
        await until(pilot, lambda: isinstance(pilot.app.focused, Chips))

    assert look(FakeClient(), steps)


def test_searching(look: Look) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, LINE)
        client.gates["search"] = asyncio.Event()
        await pilot.press("slash")
        await type_in(pilot, " munich")
        await pilot.press("enter")
        await shows(pilot, "Searching…")

    assert look(client, steps)


def test_partial_evidence_and_warnings(look: Look) -> None:
    client = FakeClient(found=4)
    answer = client.search

    async def partial(*given: Any, **named: Any) -> SearchResponse:
        wire = (await answer(*given, **named)).model_dump(mode="json")
        wire["data"]["grounding"]["status"] = "partial"
        wire["meta"]["warnings"] = [{"message": "2 pages did not answer [bold]in time[/]"}]
        return SearchResponse.model_validate(wire)

    client.search = partial  # type: ignore[method-assign]

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, LINE)
        await shows(pilot, "evidence incomplete")

    assert look(client, steps)


@pytest.fixture
def store(own_home: Path) -> Iterator[Store]:
    store = Store(find_places(), "local")
    store.save_search("CFOs", {"query": "chief financial officers", "type": "deep", "count": 50})
    store.save_search("Nurses of Ghana", {"query": "nurses", "filters": {"location": "Ghana"}})
    yield store
    store.close()


def test_kept_searches(look: Look, store: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "S")
        await shows(pilot, "CFOs")
        await pilot.press("space")
        await shows(pilot, "1 search marked")

    assert look(FakeClient(), steps, store=store)


def test_a_search_is_named(look: Look, store: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, LINE)
        await pilot.press("b")
        await shows(pilot, "Save this search")

    assert look(FakeClient(), steps, store=store)


def test_two_searches_compared(look: Look) -> None:
    class Two(FakeClient):
        async def search(self, query: str | None = None, **given: Any) -> SearchResponse:
            first = 0 if query == "vp berlin" else 4
            people = [{"person": person(n).model_dump()} for n in range(first, first + 8)]
            wire = {"data": {"results": people}, "meta": {"remaining_credits": 9_655}}
            return SearchResponse.model_validate(wire)

    async def steps(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        await search(pilot, "vp berlin")
        first = app.state.search.asked
        await pilot.press("slash", "ctrl+u")
        await search(pilot, "vp payments in any place")
        await until(pilot, lambda: not app.state.search.running)
        app.searches.compare(first, app.state.search.asked)
        await shows(pilot, "only A 4", "both 4", "only B 4")
        await pilot.press("space", "right")
        await shows(pilot, "4 people found by both")

    assert look(Two(), steps)


def test_the_palette_finds_people(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot, LINE)
        await pilot.press("ctrl+p")
        await type_in(pilot, "person")
        await shows(pilot, "person: Amara Okafor")

    assert look(FakeClient(), steps)


def test_what_is_told_is_above_the_keys(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        app._disable_notifications = False
        notify = app.notify
        # On a slow machine their time would be over before the picture is taken.
        app.notify = lambda *given, **named: notify(*given, **{**named, "timeout": 600})
        await search(pilot, LINE)
        app.say("The Set was not canceled. Try again. (upstream_timeout, req_77)", "error")
        await pilot.press("a")
        await shows(pilot, "25 people more selected", "req_77")

    assert look(FakeClient(), steps)


def test_weak_matches_stand_back(look: Look) -> None:
    sure = [0.95, 0.81, 0.52, *[0.21 - n / 100 for n in range(16)]]
    assert look(FakeClient(found=len(sure), sure=sure), search)
