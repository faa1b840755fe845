"""Enrich, on a screen: the cost before, what became of each field after, and paying once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.tui.fakes import FakeClient, app_on, person, seen, shows, type_in, until
from tests.tui.test_sets_screen import settle_button

from shortlist.client.errors import CreditsShort, Unavailable
from shortlist.desk.config import Settings
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.desk.yields import Outcome
from shortlist.tui.kit.dialogs import base as parts
from shortlist.tui.live import tracker
from shortlist.tui.live.messages import FieldsResolved


async def bring_three(pilot: object) -> None:
    await shows(pilot, "● ready")
    await type_in(pilot, "x")
    await pilot.press("enter")  # type: ignore[attr-defined]
    await shows(pilot, "25 people found")
    await pilot.press("space", "space", "space", "e")  # type: ignore[attr-defined]
    await shows(pilot, "e asks for the work e-mail of 3 people: at most 3 credits")


async def resolve(pilot: object) -> None:
    await pilot.press("e")  # type: ignore[attr-defined]
    await shows(pilot, "Resolve contact details")
    await settle_button(pilot)
    await pilot.press("enter")  # type: ignore[attr-defined]


async def test_an_empty_list_says_how_people_come_here() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "4")
        await shows(pilot, "Nobody to enrich yet.", "Work e-mail 1", "Phone 10")


async def test_how_often_a_field_was_found_is_said_before_it_is_asked_for() -> None:
    store, at = Store(find_places(), "one"), "2026-11-01T00:00:00.000Z"

    def outcomes(field: str, found: int, asked: int) -> list[Outcome]:
        told = [(f"{field}{n}", n < found) for n in range(asked)]
        return [Outcome(id_, at, field, "", "", yes, yes) for id_, yes in told]

    store.add_outcomes([*outcomes("work_email", 30, 48), *outcomes("phone", 1, 4)])
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(80, 24)) as pilot:
        await bring_three(pilot)
        await pilot.press("h", "e")
        await shows(pilot, "Work e-mail  found for 62 % of 48 asked before (48 to 75 %)")
        assert "Phone  found" not in seen(app), "4 tell little"
        assert "likely cost" not in seen(app), "of one field too little is known"
        await pilot.press("escape")
        store.add_outcomes(outcomes("phone", 9, 20))
        await pilot.press("m", "e")
        await shows(pilot, "Phone  found for 30 % of 20 asked before (15 to 52 %)")
        await shows(pilot, "3 people will likely cost 4 to 16 credits.")
        assert "Work e-mail  found" not in seen(app), "it is not asked for"


async def test_who_supplied_a_field_and_at_which_company_it_was_found_is_said() -> None:
    store, at = Store(find_places(), "one"), "2026-11-01T00:00:00.000Z"
    found = [
        Outcome(f"{n}", at, "work_email", "hive.example", "acme" * (n < 4), n < 4, n < 4)
        for n in range(6)
    ]
    store.add_outcomes(found)
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(140, 45)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "4", "slash", *"Ada Byron @ hive.example", "enter", "e")
        await shows(pilot, "from acme 67 %; at hive.example 67 % of 6 (30 to 90 %)")
        await shows(pilot, "1 person will likely cost 0 to 1 credit.")


async def test_how_a_run_goes_is_said_and_it_stops_where_too_little_is_found() -> None:
    client = FakeClient(items_known=60)
    client.statuses = lambda who, _field: "found" if int(who[-2:]) < 5 else "not_found"
    store = Store(find_places(), "one")
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.enrichment.bring_to_enrich([person(n) for n in range(60)])
        await pilot.press("escape", "4", "f")
        await shows(pilot, "Stop where too little is found")
        await pilot.press(*"300", "enter")
        await shows(pilot, "It is a number from 0 to 100")
        await pilot.press("f", *"30", "enter")
        await shows(pilot, "at most 60 credits · stops under 30 % found")
        client.gates["enrich"] = gate = asyncio.Event()
        await resolve(pilot)
        await shows(pilot, "60 fields being asked for: only what is found is charged")
        gate.set()
        await shows(pilot, "Enrichment stopped: found for 25 % of 20 (11 to 47 %), under the 30 %")
        await until(pilot, lambda: not app.state.enrich.running)
        asked = len(client.called("enrich"))
        assert 20 <= asked < 60
        await shows(pilot, f"e goes on, with {60 - asked} people: at most {60 - asked} credits")
        assert len({seen["idempotency_key"] for seen in client.called("enrich")}) == asked
        await pilot.press("f", *["backspace"] * 2, "enter")
        await resolve(pilot)
        await shows(pilot, "Everything wanted here is known, or was looked for.")
        assert len(client.called("enrich")) == 60, "nobody is asked about twice"


async def test_while_it_runs_the_rest_is_forecast() -> None:
    client = FakeClient()
    client.gates["enrich"] = gate = asyncio.Event()
    store, at = Store(find_places(), "one"), "2026-11-01T00:00:00.000Z"
    store.add_outcomes([Outcome(f"{n}", at, "work_email", "", "", True, True) for n in range(20)])
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 45)) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "3 fields being asked for")
        work, one = app.state.enrich, app.state.enrich.subjects["person_00000"]
        answer = await FakeClient().enrich(fields=["work_email"], person_id="person_00000")
        app.post_message(FieldsResolved(one.key, ["work_email"], answer, None))
        await shows(pilot, "2 fields being asked for: found for 100 % of 1 (21 to 100 %)")
        await shows(pilot, "the rest likely 2 credits")
        gate.set()
        await until(pilot, lambda: not work.running)


async def test_fields_change_the_cost_and_nothing_leaves_before_it_is_confirmed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However slowly the keys are delivered, two in a row are one press held.
    monkeypatch.setattr(parts, "QUIET_SECONDS", 3_600)
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await pilot.press("h", "p")
        await shows(pilot, "e asks for 9 fields of 3 people: at most 42 credits", "balance 9,655")
        await pilot.press("h", "p", "m")
        await shows(pilot, "Choose at least one field")
        await pilot.press("m", "e")
        await shows(pilot, "The work e-mail of 3 people, at most 3 credits", "Balance: 9,655")
        await pilot.press("enter", "enter", "escape")
        await pilot.pause()
        assert not client.called("enrich")


async def test_found_missed_and_unavailable_are_told_apart_by_symbol_and_word() -> None:
    outcomes = {"person_00000": "found", "person_00001": "not_found", "person_00002": "unavailable"}
    client = FakeClient(statuses=lambda who, _field: outcomes[who])
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "✓ person_00000@work-email", "– not found", "! unavailable")
        await shows(pilot, "✓ 1 found · – 1 not found · ! 1 unavailable", "1 credit charged here")
        await shows(pilot, "confidence verified · source directory · last seen", "2026-11-02")
        await pilot.press("j", "j")
        await shows(pilot, "A provider failed; this is no miss")
        sent = client.called("enrich")
        assert [s["person_id"] for s in sent] == list(outcomes)
        assert len({s["idempotency_key"] for s in sent}) == 3


async def test_asking_again_asks_only_for_what_was_unavailable() -> None:
    outcomes = {"person_00000": "found", "person_00001": "not_found", "person_00002": "unavailable"}
    client = FakeClient(statuses=lambda who, _field: outcomes[who])
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "! 1 unavailable")
        await pilot.press("e")
        await shows(pilot, "There is nothing to ask for")
        outcomes["person_00002"] = "found"
        await pilot.press("R")
        await shows(pilot, "The work e-mail of 1 person, at most 1 credit")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "✓ 2 found")
        assert len(client.called("enrich")) == 4


async def test_a_failed_request_shows_why_and_is_asked_again_under_its_own_key() -> None:
    client = FakeClient()
    client.faults["enrich"] = Unavailable(
        "The providers took longer than the deadline.", code="upstream_timeout", request_id="req_t"
    )
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "! 3 unavailable", "upstream_timeout req_t")
        client.faults.clear()
        await pilot.press("R")
        await shows(pilot, "The work e-mail of 3 people")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "✓ 3 found")
        keys = [call["idempotency_key"] for call in client.called("enrich")]
        assert sorted(keys[:3]) == sorted(keys[3:])


async def test_once_credits_are_short_the_rest_does_not_leave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tracker, "ENRICHED_AT_ONCE", 1)
    client = FakeClient()
    client.faults["enrich"] = CreditsShort("There are not enough credits.", request_id="req_c")
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(
            pilot, "✗ 1 failed", "insufficient_acu", "e asks for the work e-mail of 2 people"
        )
        assert len(client.called("enrich")) == 1
        client.faults.clear()
        await pilot.press("e")
        await shows(pilot, "The work e-mail of 2 people, at most")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "✓ 2 found", "✗ 1 failed", "1 field got no answer: R asks again")
        assert len(client.called("enrich")) == 3


async def test_what_was_paid_once_is_known_at_the_next_start(own_home: Path) -> None:
    for start in (1, 2):
        client = FakeClient()
        store = Store(find_places(), "local")
        app = app_on(client, store=store)
        async with app.run_test(size=(140, 40), notifications=True) as pilot:
            await shows(pilot, "● ready")
            await type_in(pilot, "x")
            await pilot.press("enter")
            await shows(pilot, "25 people found")
            await pilot.press("space", "e")
            await shows(pilot, "Asked by")
            if start == 1:
                await resolve(pilot)
                await shows(pilot, "✓ 1 found")
            else:
                await shows(pilot, "known already, not charged", "Everything wanted here")
                await pilot.press("e")
                await pilot.pause()
                assert not client.called("enrich")
            await pilot.press("q")


async def test_results_come_while_one_is_elsewhere() -> None:
    client = FakeClient()
    client.gates["enrich"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "… 3 asking", "3 fields being asked for")
        await pilot.press("5")
        await shows(pilot, "Plan")
        client.gates["enrich"].set()
        await shows(pilot, "Enrichment is done: 3 credits charged")
        await pilot.press("4")
        await shows(pilot, "✓ 3 found")


async def test_somebody_is_added_by_hand() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "4", "slash")
        await type_in(pilot, "nobody at all")
        await pilot.press("enter")
        await shows(pilot, "Give a profile URL")
        for _ in "nobody at all":
            await pilot.press("backspace")
        await type_in(pilot, "Ana Li @ example.org")
        await pilot.press("enter")
        await shows(pilot, "name and company domain", "e asks for the work e-mail of 1 person")
        await resolve(pilot)
        await shows(pilot, "✓ 1 found")
        sent = client.called("enrich")[0]
        assert (sent["name"], sent["company_domain"]) == ("Ana Li", "example.org")
        await pilot.press("d")
        await shows(pilot, "Nobody to enrich yet.")
        assert "Ana Li" not in seen(app)


async def test_values_are_masked_until_asked_for_where_the_configuration_says_so() -> None:
    app = app_on(FakeClient(), settings=Settings(mask_contacts=True))
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "✓ 3 found", "p•••@work-email.example")
        assert "person_00000@" not in seen(app)
        await pilot.press("v")
        await shows(pilot, "person_00000@work-email.example")
        await pilot.press("v")
        await shows(pilot, "p•••@work-email.example")


async def test_what_was_resolved_is_seen_wherever_the_person_is() -> None:
    app = app_on(FakeClient(), settings=Settings(mask_contacts=True))
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await resolve(pilot)
        await shows(pilot, "✓ 3 found")
        await pilot.press("1", "g")
        await shows(pilot, "25 people found", "✓ p•••@work-email.example  work e-mail")
        assert "to be resolved" not in seen(app)
        await pilot.press("v")
        await shows(pilot, "✓ person_00000@work-email.example  work e-mail")
        await pilot.press("r")
        await shows(pilot, "Person", "✓ person_00000@work-email.example  work e-mail")
        await pilot.press("escape", "G")
        await shows(pilot, "25 of 25", "to be resolved: e enriches")


async def test_a_lookup_of_earlier_is_resumed_and_what_it_found_is_known(own_home: Path) -> None:
    lost = SimpleNamespace(
        key="app-earlier",
        path="/v1/enrich",
        body=b'{"person_id": "person_00000", "fields": ["work_email"]}',
        stale=False,
        answer={"data": {"work_email": {"status": "found", "value": "late@example.org"}}},
    )
    client = FakeClient(journal=[lost])
    app = app_on(client, store=Store(find_places(), "local"))
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "1 request from before never got an answer", "Journal: resume")
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "journal")
        await shows(pilot, "Ask again, under their own keys")
        await pilot.press("enter")
        await shows(pilot, "Requests from before: 1 done")
        await pilot.press("slash")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space", "e")
        await shows(pilot, "late@example.org", "known already,")
        assert not client.called("enrich")


async def test_a_cap_bounds_what_leaves_and_the_rest_waits() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await bring_three(pilot)
        await shows(pilot, "▮▮▮", "names one")
        await pilot.press("b")
        await shows(pilot, "The most credits that this list may cost")
        await type_in(pilot, "2")
        await pilot.press("enter")
        await shows(
            pilot, "e asks for the work e-mail of 2 people: at most 2 credits", "cap 2, 1 wait"
        )
        await resolve(pilot)
        await shows(pilot, "✓ 2 found", "2 credits charged here")
        await pilot.press("e")
        await shows(pilot, "The cap of 2 credits has no room")
        assert len(client.called("enrich")) == 2


@pytest.mark.parametrize("synthetic", [False, True])
async def test_what_ones_own_import_holds_is_said_to_be_free(
    own_home: Path, synthetic: bool
) -> None:
    app = app_on(FakeClient(), store=Store(find_places(), "local"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await bring_three(pilot)
        app.state.synthetic = synthetic
        await pilot.press("e")
        await shows(pilot, "The work e-mail of 3 people, at most 3 credits")
        assert ("What your own import holds is free." in seen(app)) != synthetic
