"""Usage, and a person's page."""

from __future__ import annotations

import asyncio

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in
from tests.tui.test_sets_screen import settle_button

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.contract.person import PersonResponse
from shortlist.tui.kit.dialogs import base as parts


async def test_plan_credits_budgets_and_history() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "5")
        await shows(pilot, "pro", "9,655 left", "341 used · 4 reserved · 10,000 included")
        await shows(pilot, "19,876 of 20,000 left", "anew in 9 h 21 min", "no limit")
        await shows(pilot, "Spent by day", "1,061 credits in 20 days", "2026-11-21", "█")


async def test_what_was_read_stays_when_the_service_is_gone() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "5")
        await shows(pilot, "9,655 left")
        client.faults["usage"] = Unreachable("Nothing answers there.")
        await pilot.press("R")
        await shows(pilot, "Nothing answers there.", "What was read just now follows", "9,655 left")
        await shows(pilot, "offline")


async def open_person(pilot: object) -> None:
    await shows(pilot, "● ready")
    await type_in(pilot, "x")
    await pilot.press("enter")  # type: ignore[attr-defined]
    await shows(pilot, "25 people found")
    await pilot.press("enter")  # type: ignore[attr-defined]
    await shows(pilot, "r research · e enrich · n networks")


async def test_research_asks_first_and_shows_the_dossier(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient()
    client.gates["person"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await open_person(pilot)
        await pilot.press("r")
        await shows(pilot, "Research of one person costs up to 25 credits")
        with monkeypatch.context() as patch:  # however slowly the keys are delivered
            patch.setattr(parts, "QUIET_SECONDS", 3_600)
            await pilot.press("enter", "enter")
            await pilot.pause()
        assert not client.called("person")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "◐ researching")
        client.gates["person"].set()
        await shows(pilot, "✓ identity verified", "confidence 0.93", "2014 – 2021-05", "Team page")
        await shows(pilot, "Where each fact comes from", "seen 2026-10-02", "25 credits charged")
        assert len(client.called("person")) == 1


async def test_not_enough_evidence_is_said_and_is_free() -> None:
    client = FakeClient()

    async def unsure(**_identifier: object) -> PersonResponse:
        return PersonResponse.model_validate(
            {"data": None, "meta": {"resolution": "unsure", "reason": "Two people fit [b]this[/b]"}}
        )

    client.person = unsure  # type: ignore[method-assign]
    app = app_on(client)
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await open_person(pilot)
        await pilot.press("r")
        await shows(pilot, "Research of one person")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "not certain who this is: Two people fit [b]this[/b]", "Nothing was")
        await pilot.press("escape")
        await shows(pilot, "25 people found")
        assert "not certain" not in seen(app)


async def start_run(pilot: object, client: FakeClient) -> None:
    await open_person(pilot)
    await pilot.press("r")  # type: ignore[attr-defined]
    await shows(pilot, "Research of one person")
    await settle_button(pilot)
    await pilot.press("enter")  # type: ignore[attr-defined]


async def test_a_run_shows_how_it_stands_until_its_dossier_is_here() -> None:
    client = FakeClient(runs=["queued"], gates={"run": asyncio.Event()})
    async with app_on(client).run_test(size=(120, 50), notifications=True) as pilot:
        await start_run(pilot, client)
        await shows(pilot, "◐ researching", "run run_1", "x cancel the run")
        await shows(pilot, "reading the pages that name this person")
        client.gates["run"].set()
        await shows(pilot, "✓ identity verified", "Career", "● ", "Northwind Pay")


async def test_a_run_is_canceled_and_can_be_begun_again() -> None:
    client = FakeClient(gates={"run": asyncio.Event()})
    async with app_on(client).run_test(size=(120, 50), notifications=True) as pilot:
        await start_run(pilot, client)
        await shows(pilot, "run run_1")
        await pilot.press("x")
        await shows(pilot, "■ canceled: nothing was charged")
        assert client.called("cancel_person_run") == [{"run_id": "run_1"}]
        client.run_canceled = False
        client.gates["run"].set()
        await pilot.press("r")
        await shows(pilot, "Research of one person")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "✓ identity verified")


async def test_a_failed_run_says_why_and_what_to_quote() -> None:
    client = FakeClient(faults={"person": ApiRefused("No.", code="not_found", request_id="req_4")})
    async with app_on(client).run_test(size=(120, 50), notifications=True) as pilot:
        await start_run(pilot, client)
        await shows(pilot, "not_found · req_4", "r research")
