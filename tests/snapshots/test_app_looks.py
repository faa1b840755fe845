"""How the app looks, kept as pictures: each main state at three sizes, from fixed data.

After a change that is meant: `pytest tests/snapshots --snapshot-update`, then look at each picture.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, item, shows, the_set, type_in, until, update
from textual.pilot import Pilot
from textual.widgets import Input

from shortlist.client.errors import ApiRefused, Unreachable

SIZES = {"60x20": (60, 20), "80x24": (80, 24), "120x40": (120, 40)}
Steps = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(params=SIZES, ids=str)
def look(request: pytest.FixtureRequest, snap_compare: Any) -> Callable[..., bool]:
    """Compare the app after some steps with the picture that was kept."""

    def compare(client: FakeClient, steps: Steps, **given: Any) -> bool:
        async def run_before(pilot: Pilot[None]) -> None:
            await steps(pilot)
            for field in pilot.app.screen.query(Input):
                field.cursor_blink = False
            await pilot.pause(0.2)

        return bool(
            snap_compare(
                app_on(client, **given),
                terminal_size=SIZES[request.param],
                run_before=run_before,
            )
        )

    return compare


async def search(pilot: Pilot[None]) -> None:
    await shows(pilot, "ready", "9,655")
    await type_in(pilot, "vp payments berlin")
    await pilot.press("enter")
    await shows(pilot, "found")


def with_sets(**given: Any) -> FakeClient:
    sets = [
        the_set("set_4", "running", 12, 25, budget=5),
        the_set("set_3", "completed", 25, 25),
        the_set("set_2", "failed", 4, 30),
        the_set("set_1", "canceled", 9, 50, budget=3),
    ]
    client = FakeClient(sets_known=sets, **given)
    client.gates["follow"] = asyncio.Event()
    client.updates["set_4"] = [
        update("connection", connection="live"),
        *(update("set.item.admitted", item=item(n)) for n in range(8)),
        update("waits at the gate"),
    ]
    return client


def test_first_frame(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")

    assert look(FakeClient(), steps)


def test_search_found(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "j", "space", "k", "k")
        await shows(pilot, "2 selected", "Amara")

    assert look(FakeClient(), steps)


def test_search_nothing_found(look: Callable[..., bool]) -> None:
    assert look(FakeClient(found=0), search)


def test_search_failed(look: Callable[..., bool]) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        client.faults["search"] = ApiRefused(
            "The search took too long, and no partial results are given.",
            code="search_timeout",
            request_id="req_7f3a",
        )
        await pilot.press("R")
        await shows(pilot, "search_timeout")

    assert look(client, steps)


def test_offline(look: Callable[..., bool]) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        client.faults["search"] = Unreachable("Nothing answers at 127.0.0.1:8710.")
        await pilot.press("R")
        await shows(pilot, "offline")

    assert look(client, steps)


def test_service_failed(look: Callable[..., bool]) -> None:
    class NotStarted(Exception):
        reason = "The service is not installed here (dbos missing)."
        advice = "Install it with pip install 'shortlist[local]', or save a deployment."
        log = ""

    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "failed", "pip install")

    assert look(FakeClient(), steps, fails=NotStarted())


def test_hostile_names(look: Callable[..., bool]) -> None:
    assert look(FakeClient(hostile=True), search)


def test_filters(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("f")
        await shows(pilot, "Filters")

    assert look(FakeClient(), steps)


def test_new_set(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("n")
        await shows(pilot, "Create")

    assert look(FakeClient(), steps)


def test_set_running(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "2")
        await until(pilot, lambda: len(pilot.app.state.sets.known["set_4"].newest) == 8)  # type: ignore[attr-defined]
        await shows(pilot, "live")

    assert look(with_sets(), steps)


def test_set_canceled(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "2", "G")
        await shows(pilot, "Canceled. The 9 people")

    assert look(with_sets(), steps)


def test_cancel_asks(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "2")
        await shows(pilot, "running")
        await pilot.press("x")
        await shows(pilot, "Cancel this Set?")

    assert look(with_sets(), steps)


def test_people(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "2", "j", "enter")
        await shows(pilot, "25 loaded")
        await pilot.press("space", "space", "j")
        await shows(pilot, "2 selected")

    assert look(with_sets(), steps)


def test_people_empty(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "3")
        await shows(pilot, "No people yet.")

    assert look(FakeClient(), steps)


def test_export(look: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "w")
        await shows(pilot, "Write to a file")

    assert look(FakeClient(), steps)


def test_enrich(look: Callable[..., bool]) -> None:
    outcomes = ("found", "not_found", "unavailable", "found")

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press(*["space"] * 4, "e")
        await shows(pilot, "at most 4 credits")
        pilot.app.start_enrichment()  # type: ignore[attr-defined]
        await shows(pilot, "2 found", "unavailable")
        await pilot.press("p")
        await shows(pilot, "at most 12 credits")

    assert look(FakeClient(statuses=lambda who, _field: outcomes[int(who[-1])]), steps)


def test_usage(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "ready", "9,655")
        await pilot.press("escape", "5")
        await shows(pilot, "Spent by day")

    assert look(FakeClient(), steps)


def test_person(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "r research · n networks")
        pilot.app.start_research("person_00000")  # type: ignore[attr-defined]
        await shows(pilot, "identity verified")

    assert look(FakeClient(), steps)


def test_help(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("question_mark")
        await shows(pilot, "Type who you are looking for")

    assert look(FakeClient(), steps)


def test_palette(look: Callable[..., bool]) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("ctrl+p")
        await shows(pilot, "sets: new")

    assert look(FakeClient(), steps)
