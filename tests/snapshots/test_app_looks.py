"""How the app looks, kept as pictures: each main state."""

from __future__ import annotations

import pytest
from tests.snapshots.steps import Look, search, with_sets
from tests.tui.fakes import FakeClient, person, shows, until
from textual.pilot import Pilot

from shortlist.client.errors import ApiRefused, Unreachable


def test_first_frame(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "● ready", "9,655")

    assert look(FakeClient(), steps)


def test_search_found(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "j", "space", "k", "k")
        await shows(pilot, "2 selected", "Amara")

    assert look(FakeClient(), steps)


def test_search_nothing_found(look: Look) -> None:
    assert look(FakeClient(found=0), search)


def test_search_failed(look: Look) -> None:
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


def test_offline(look: Look) -> None:
    client = FakeClient()

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        client.faults["search"] = Unreachable("Nothing answers at 127.0.0.1:8710.")
        await pilot.press("R")
        await shows(pilot, "offline")

    assert look(client, steps)


def test_service_failed(look: Look) -> None:
    class NotStarted(Exception):
        reason = "The service is not installed here (dbos missing)."
        advice = "Install it with pip install 'shortlist[local]', or save a deployment."
        log = ""

    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "failed", "pip install", "service_not_started")

    assert look(FakeClient(), steps, fails=NotStarted())


def test_hostile_names(look: Look) -> None:
    assert look(FakeClient(hostile=True), search)


def test_filters(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("f")
        await shows(pilot, "How many")
        pilot.app.screen.set_focus(pilot.app.screen.query_one("#company"))
        await shows(pilot, "Northwind Pay", "counted among")
        await pilot.press("down")

    values = [("Northwind Pay", 1_214), ("Halden Health", 87), ("Lumen & Sons", 1)]
    assert look(FakeClient(facets={"company": values}), steps)


def test_new_set(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("n")
        await shows(pilot, "Create")

    assert look(FakeClient(), steps)


def test_set_running(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: len(pilot.app.state.sets.known["set_4"].newest) == 8)  # type: ignore[attr-defined]
        await shows(pilot, "live")

    assert look(with_sets(), steps)


def test_set_canceled(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2", "G")
        await shows(pilot, "Canceled. The 9 people")

    assert look(with_sets(), steps)


def test_cancel_asks(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await shows(pilot, "running")
        await pilot.press("x")
        await shows(pilot, "Cancel this Set?")

    assert look(with_sets(), steps)


def test_people(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2", "j", "enter")
        await shows(pilot, "25 loaded")
        await pilot.press("space", "space", "j")
        await shows(pilot, "2 selected")

    assert look(with_sets(), steps)


def test_people_empty(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await shows(pilot, "No people yet.")

    assert look(FakeClient(), steps)


def test_export(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "w")
        await shows(pilot, "Write to a file")

    assert look(FakeClient(), steps)


def test_enrich(look: Look) -> None:
    outcomes = ("found", "not_found", "unavailable", "found")

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press(*["space"] * 4, "e")
        await shows(pilot, "at most 4 credits")
        pilot.app.enrichment.start_enrichment()  # type: ignore[attr-defined]
        await shows(pilot, "2 found", "unavailable")
        await pilot.press("p")
        await shows(pilot, "at most 12 credits")

    assert look(FakeClient(statuses=lambda who, _field: outcomes[int(who[-1])]), steps)


def test_usage(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await shows(pilot, "Spent by day")

    assert look(FakeClient(), steps)


def test_person(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "r research · e enrich · n networks")
        pilot.app.persons.start_research(person(0))  # type: ignore[attr-defined]
        await shows(pilot, "identity verified")

    assert look(FakeClient(), steps)


def test_help(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("question_mark")
        await shows(pilot, "Ask for people in your own words")

    assert look(FakeClient(), steps)


def test_palette(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("ctrl+p")
        await shows(pilot, "sets: new")

    assert look(FakeClient(), steps)
