"""How Sets look: the list, the builder, the live view, the replay and the comparison."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from tests.snapshots.steps import Look, search, with_sets
from tests.tui.fakes import HOSTILE, NOW, FakeClient, item, shows, the_set, update
from tests.tui.test_combining import SETS, Three
from tests.tui.test_replay import DONE, EVENTS
from textual.pilot import Pilot

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.contract.sets import PeopleSet, SetSearch
from shortlist.tui.features.sets.criteria import CriteriaLines
from shortlist.tui.live import recording as replays
from shortlist.tui.live.recording import Recording


async def to_sets(pilot: Pilot[None]) -> None:
    await pilot.press("escape", "2")


def test_many_running(look: Look) -> None:
    queries = ("nurses in Lyon", "bakers", "judges in Ohio", "clerks", "pilots", "vets", "smiths")
    sets = []
    for n, query in enumerate(queries):
        made = the_set(f"set_{n}", "running", n * 3, 25, created_at=NOW - timedelta(minutes=n))
        one = made.searches[0].model_copy(update={"query": query})
        sets.append(made.model_copy(update={"searches": [one]}))
    client = FakeClient(sets_known=[*sets, the_set("set_9", "failed", 4, 30)])
    client.gates["follow"] = asyncio.Event()

    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "8 Sets · 7 running")
        await pilot.press("space", "space")

    assert look(client, steps)


def searching(checked: int, admitted: int) -> SetSearch:
    search = the_set("set_1", "running", admitted, 60, budget=6).searches[0]
    progress = search.progress.model_copy(
        update={"checked": checked, "rejected": checked - admitted - 3, "candidates": 700}
    )
    return search.model_copy(update={"progress": progress})


def live(**changes: Any) -> FakeClient:
    admitted = 0
    updates = [update("connection", connection="live")]
    for step in range(1, 19):
        admitted += 4 if step < 6 else 2 if step < 12 else step % 2
        updates += [
            update("set.item.admitted", item=item(step, **changes)),
            update("set.search.progress", search=searching(step * 12, admitted)),
        ]
    client = FakeClient(sets_known=[the_set("set_1", "running", 0, 60, budget=6)])
    client.gates["follow"] = asyncio.Event()
    client.updates["set_1"] = [*updates, update("waits at the gate")]
    return client


def test_live(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        pilot.app.state.purposes["set_1"] = "a panel on payments in November"  # type: ignore[attr-defined]
        await to_sets(pilot)
        await shows(pilot, "216 checked")
        await pilot.press("tab")

    assert look(live(), steps)


def test_live_with_hostile_names(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "216 checked")
        await pilot.press("tab", "end")

    assert look(live(**HOSTILE), steps)


def test_reading_the_list(look: Look) -> None:
    client = FakeClient()
    client.gates["list_sets"] = asyncio.Event()

    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "Reading the list of Sets")

    assert look(client, steps)


def test_no_sets(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "No Sets yet.")

    assert look(FakeClient(), steps)


def test_list_refused(look: Look) -> None:
    client = FakeClient()
    client.faults["list_sets"] = ApiRefused(
        "This key lacks the scope people:search.", code="insufficient_scope", request_id="req_403"
    )

    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "insufficient_scope")

    assert look(client, steps)


def test_sets_offline(look: Look) -> None:
    client = with_sets()

    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "4 Sets")
        client.faults["list_sets"] = Unreachable("Nothing answers at 127.0.0.1:8710.")
        await pilot.press("R")
        await shows(pilot, "offline", "Nothing answers")

    assert look(client, steps)


def test_builder_with_criteria(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("n")
        await shows(pilot, "New Set")
        lines = pilot.app.screen.query_one(CriteriaLines)
        lines.replace(["Leads a team of engineers", "Has shipped a payments product " * 4])
        lines.focus()
        await pilot.press("j")
        await shows(pilot, "2 of 10", "Create · up to")

    assert look(FakeClient(), steps)


def test_builder_that_does_not_fit(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("n")
        await shows(pilot, "New Set")
        pilot.app.state.credits = 2  # type: ignore[attr-defined]
        pilot.app.screen.query_one("#purpose").focus()
        await pilot.press("x", "backspace", "end")
        await shows(pilot, "Does not fit")

    assert look(FakeClient(), steps)


def test_replay(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(_client: Any, _store: Any, _set: PeopleSet) -> Recording:
        return Recording(list(EVENTS), "from the service")

    monkeypatch.setattr(replays, "read_recording", read)

    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "p replay")
        await pilot.press("p")
        await shows(pilot, "event ")
        await pilot.press("left", "g", *["right"] * 5)
        await shows(pilot, "event 5/8")

    assert look(FakeClient(sets_known=[DONE]), steps)


def test_comparison(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await to_sets(pilot)
        await shows(pilot, "3 Sets")
        await pilot.press("j", "space", "space", "m")
        await shows(pilot, "(union)")

    assert look(Three(sets_known=list(SETS)), steps)
