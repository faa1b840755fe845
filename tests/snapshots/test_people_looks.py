"""How People, Enrich and Person look in their states."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.snapshots.steps import Look, search, with_sets
from tests.tui.fakes import FakeClient, item, person, shows, the_set, type_in
from textual.pilot import Pilot

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.desk.left_out import LeftOutEntry
from shortlist.desk.places import find_places
from shortlist.desk.store import Store


@pytest.fixture
def desk(own_home: Path) -> Iterator[Store]:
    store = Store(find_places(), "local")
    store.remark("person_00001", note="Met in Oslo; write in spring.", tags=["warm"])
    found = {"set_id": "set_1", "query": "engineering leaders at payment companies"}
    store.add_to(
        "spring outreach",
        [
            {"person_id": f"person_{n:05}", "item": {**item(n).to_wire(), "found": found}}
            for n in range(1, 7)
        ],
    )
    store.add_to("advisers", [{"person_id": "person_00009", "name": "Joaquín Brandt"}])
    yield store
    store.close()


async def people(pilot: Pilot[None]) -> None:
    await pilot.press("escape", "3")
    await shows(pilot, "25 loaded")


def test_people_loading(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await shows(pilot, "reading more")

    assert look(FakeClient(sets_known=[the_set()], gates={"list_items": asyncio.Event()}), steps)


def test_people_filtered(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("space", "slash")
        await pilot.press(*"berlin", "space", *"vp")  # the columns take the width of each step
        await shows(pilot, "5 shown")
        await pilot.press("enter")

    assert look(FakeClient(sets_known=[the_set()]), steps)


def test_people_partial(look: Look) -> None:
    client = FakeClient(sets_known=[the_set(admitted=250, count=300)], items_known=250)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await shows(pilot, "100 loaded")
        client.faults["list_items"] = ApiRefused(
            "The service failed.", code="internal_error", request_id="req_51ab"
        )
        await pilot.press("G")
        await shows(pilot, "internal_error")

    assert look(client, steps)


def test_people_offline(look: Look, desk: Store) -> None:
    desk.remember_items("set_1", [item(n).to_wire() for n in range(25)])
    desk.remember("walked/set_1", 25)
    client = FakeClient(sets_known=[the_set()], faults={"list_items": Unreachable("Nobody.")})

    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        client.faults["usage"] = Unreachable("Nothing answers at 127.0.0.1:8710.")
        pilot.app.tracker.read_usage()  # type: ignore[attr-defined]
        await shows(pilot, "offline")

    assert look(client, steps, store=desk)


def test_people_hostile(look: Look) -> None:
    assert look(FakeClient(sets_known=[the_set()], hostile=True), people)


def test_matrix(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("j", "j", "j", "m", "right")
        await shows(pilot, "2/2  leads a team")

    assert look(FakeClient(sets_known=[the_set()]), steps)


def test_evidence(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("m", "enter")
        await shows(pilot, "Criterion 1 of 2")

    assert look(FakeClient(sets_known=[the_set()]), steps)


def test_columns(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("c", "j", "right", "j", "space")
        await shows(pilot, "20 wide")

    assert look(FakeClient(sets_known=[the_set()]), steps)


def test_shortlist(look: Look, desk: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        pilot.app.shortlists.open_shortlist("spring outreach")  # type: ignore[attr-defined]
        await shows(pilot, "6 loaded", "Oslo")

    assert look(FakeClient(sets_known=[the_set()]), steps, store=desk)


def test_shortlists(look: Look, desk: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("L")
        await shows(pilot, "spring outreach", "6 people")

    assert look(FakeClient(sets_known=[the_set()]), steps, store=desk)


def test_put_on_a_shortlist(look: Look, desk: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("space", "space", "l")
        await type_in(pilot, "spring")
        await shows(pilot, "new")

    assert look(FakeClient(sets_known=[the_set()]), steps, store=desk)


def test_remark(look: Look, desk: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("j", "T")
        await shows(pilot, "Note and tags", "on spring outreach")

    assert look(FakeClient(sets_known=[the_set()]), steps, store=desk)


def test_enrich_capped(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "space", "space", "e")
        await shows(pilot, "at most 3 credits")
        pilot.app.state.enrich.cap = 2  # type: ignore[attr-defined]
        await pilot.press("slash")
        await type_in(pilot, "Ana Li @ bank.example")
        await pilot.press("enter")
        await shows(pilot, "may share a name")

    assert look(FakeClient(), steps)


def test_enrich_masked(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "e")
        await shows(pilot, "at most 1 credit")
        pilot.app.masks = True  # type: ignore[attr-defined]
        pilot.app.enrichment.start_enrichment()  # type: ignore[attr-defined]
        await shows(pilot, "p•••@")

    assert look(FakeClient(), steps)


def test_enrich_failed(look: Look) -> None:
    client = FakeClient()
    client.faults["enrich"] = ApiRefused(
        "There are not enough credits.", code="insufficient_acu", request_id="req_77"
    )

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("space", "e")
        await shows(pilot, "at most 1 credit")
        pilot.app.enrichment.start_enrichment()  # type: ignore[attr-defined]
        await shows(pilot, "insufficient_acu", "1 failed")

    assert look(client, steps)


def test_person_running(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "n networks")
        pilot.app.persons.start_research(person(0))  # type: ignore[attr-defined]
        await shows(pilot, "run run_1", "x cancel")

    assert look(FakeClient(gates={"run": asyncio.Event()}), steps)


def test_person_failed(look: Look) -> None:
    client = FakeClient()
    client.faults["person"] = ApiRefused(
        "Research is not available now.", code="upstream_unavailable", request_id="req_9c"
    )

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "n networks")
        pilot.app.persons.start_research(person(0))  # type: ignore[attr-defined]
        await shows(pilot, "upstream_unavailable")

    assert look(client, steps)


def test_export_of_a_set_with_a_selection(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")

    async def steps(pilot: Pilot[None]) -> None:
        await people(pilot)
        await pilot.press("space", "w")
        await shows(pilot, "Write to a file", "enter writes 1 person")

    assert look(with_sets(), steps)


def test_left_out(look: Look, desk: Store) -> None:
    at = "2026-11-12T09:00:00.000Z"
    desk.put_back(
        [
            LeftOutEntry("Dmitri Tanaka", "asked by mail, 11 November", at, ("id:person_00003",)),
            LeftOutEntry("[b]Zoë[/b]\u202e Abc", "", at, ("page:people.example/in/zoe",)),
            LeftOutEntry("", "a competitor", at, ("mail:sam@example.org",)),
        ]
    )

    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("X")
        await shows(pilot, "3 people left out")

    assert look(FakeClient(), steps, store=desk)


def test_networks(look: Look, desk: Store) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        await pilot.press("enter")
        await shows(pilot, "n networks")
        person_here = pilot.app.screen.person  # type: ignore[attr-defined]
        pilot.app.persons.ask_networks(person_here, "every")  # type: ignore[attr-defined]
        await shows(pilot, "Profiles on networks")
        await pilot.press("n")
        await shows(pilot, "2 profiles")

    assert look(FakeClient(), steps, store=desk)
