"""What was read before opens from this machine; what another program did is seen; verdicts of one's
own stand beside the service's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.tui.fakes import (
    FakeClient,
    app_on,
    item,
    person,
    seen,
    shows,
    the_set,
    type_in,
    until,
)
from tests.tui.test_sets_screen import settle_button
from tests.tui.test_usage_and_person import open_person
from textual.pilot import Pilot

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.desk.own_verdicts import of_verdict
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.sets.builder import NewSet


@pytest.fixture
def store() -> Iterator[Store]:
    """Of another program, on the file that the app uses."""
    with closing(Store(find_places(), "one")) as opened:
        yield opened


def app_here(client: FakeClient, **given: Any) -> Any:
    return app_on(client, store=Store(find_places(), "one"), **given)


async def research(pilot: Pilot[None]) -> None:
    await pilot.press("r")
    await shows(pilot, "Research of one person costs up to 25 credits")
    await settle_button(pilot)
    await pilot.press("enter")


async def test_a_dossier_that_was_read_opens_again_and_says_what_asking_anew_costs() -> None:
    client = FakeClient()
    async with app_here(client).run_test(size=(120, 50), notifications=True) as pilot:
        await open_person(pilot)
        await research(pilot)
        await shows(pilot, "✓ identity verified", "25 credits charged")
    again = FakeClient()
    async with app_here(again).run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        pilot.app.persons.show_person(person(0))  # type: ignore[attr-defined]
        await shows(pilot, "kept 20", "r asks again: up to 25 credits, free within 90 days")
        assert not again.called("person") and not again.called("start_person")
        await research(pilot)
        await shows(pilot, "25 credits charged")


async def test_a_dossier_is_there_while_the_service_is_away(store: Store) -> None:
    store.keep_dossier("person_00000", {"person_id": "person_00000", "summary": "Kept words."})
    app = app_here(FakeClient(), fails=Unreachable("Nothing answers there."))
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await until(pilot, lambda: app.state.link.stage == "failed")
        app.persons.show_person(person(0))
        await shows(pilot, "kept 20", "Kept words.")
        app.persons.start_research(person(0))
        await shows(pilot, "The service is not there to ask; what was read before stays.")
        assert app.state.research["person_00000"].dossier is not None


async def test_no_dossier_is_shown_of_who_is_left_out(store: Store) -> None:
    store.keep_dossier("person_00000", {"person_id": "person_00000", "summary": "Kept words."})
    store.leave_out([{"person_id": "person_00000"}])
    app = app_here(FakeClient())
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.persons.show_person(person(0))
        await shows(pilot, "On this machine")
        assert "Kept words." not in seen(app)


async def test_what_another_program_did_is_seen(store: Store) -> None:
    app = app_here(FakeClient(sets_known=[the_set("set_1")]))
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await until(pilot, lambda: app.state.sets.listed)
        store.remember_query("asked by the other")
        store.remark("person_00000", note="from the other")
        store.leave_out([{"person_id": "person_00007"}])
        store.remember_sets([the_set("set_9").to_wire()])
        store.remember("set", "set_9")
        read = len(app.tracker.client.called("usage"))
        app.others.look()
        await until(pilot, lambda: "set_9" in app.state.sets.known)
        await until(pilot, lambda: len(app.tracker.client.called("usage")) > read)
        assert app.state.search.past[0] == "asked by the other"
        assert app.state.remarks["person_00000"]["note"] == "from the other"
        assert person(7) in app.state.left_out
        assert app.state.sets.opened != "set_9", "what is in view stays in view"
        before = app.state.sets.known
        app.others.look()
        assert app.state.sets.known is before, "nothing has changed since"


async def test_the_sample_is_told_until_another_program_imported_people(store: Store) -> None:
    client = FakeClient(synthetic=True)
    app = app_here(client)
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready", "synthetic sample")
        await type_in(pilot, "leaders\r")
        await shows(pilot, "25 people found")
        client.synthetic = False
        store.remember("sample_retired", "2026-11-29T10:00:00.000Z")
        app.others.look()
        await shows(pilot, "People were imported")
        await until(pilot, lambda: " synthetic sample " not in seen(app).splitlines()[0])
        await shows(pilot, "It found people of the sample", "R searches the people who were")
        assert "25 people found" not in seen(app)
        await pilot.press("/", "enter")
        await shows(pilot, "25 people found")
        assert len(client.called("search")) == 2, "what was kept of it is forgotten"


async def test_a_set_of_the_sample_is_told_where_it_is_shown_and_nowhere_else() -> None:
    client = FakeClient(synthetic=False, sets_known=[the_set("set_1", admitted=3)], items_known=3)
    app = app_here(client)
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await shows(pilot, "● ready", "9,655 credits left")
        await until(pilot, lambda: app.state.sets.listed)
        assert "synthetic sample" not in seen(app) and "People were imported" not in seen(app)
        await pilot.press("escape", "3")
        await shows(pilot, "3 loaded", "synthetic sample")
        await pilot.press("1")
        await until(pilot, lambda: "synthetic sample" not in seen(app))


async def test_a_list_that_was_kept_says_when() -> None:
    client = FakeClient(sets_known=[the_set("set_1", admitted=3)], items_known=3)
    async with app_here(client).run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "3 loaded")
        await until(pilot, lambda: pilot.app.state.people.complete)  # type: ignore[attr-defined]
    away = app_here(FakeClient(), fails=Unreachable("Nothing answers there."))
    async with away.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, lambda: away.state.link.stage == "failed")
        await pilot.press("escape", "3")
        await shows(pilot, "3 loaded", "kept 2026-11-21", "R reads again, free", "Amara Okafor")


async def test_a_list_that_cannot_be_read_again_stays_and_stays_kept(store: Store) -> None:
    client = FakeClient(sets_known=[the_set(admitted=3)], items_known=3)
    app = app_here(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "3 loaded")
        client.faults["list_items"] = ApiRefused("Gone.", code="internal_error", request_id="req_9")
        for _ in range(2):
            await pilot.press("R")
            await shows(pilot, "internal_error · req_9", "3 loaded", "Why this person")
        assert store.item_count("set_1") == 3
        client.faults.clear()
        client.items_known = 2
        await pilot.press("R")
        await shows(pilot, "2 loaded")
        assert store.item_count("set_1") == 2


async def people(pilot: Pilot[None]) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "3")
    await shows(pilot, "25 loaded", "Why this person")


async def test_a_verdict_is_overruled_with_a_reason_and_taken_back(store: Store) -> None:
    app = app_here(FakeClient(sets_known=[the_set("set_1")]))
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await people(pilot)
        await pilot.press("V")
        await shows(pilot, "Your verdict", "Which criterion", "Do they meet it?")
        await pilot.press("enter", "enter")
        await shows(pilot, "Say why first")
        assert store.own_verdicts() == []
        await type_in(pilot, "she [b]left[/b]")
        await pilot.press("enter")
        await shows(pilot, "✎ ✗ yours: no, overruled", "she [b]left[/b]")
        (own,) = store.own_verdicts()
        assert (own.set_id, own.person_id, own.said) == ("set_1", "person_00000", "satisfied")
        assert "✓✓ ✎" in seen(app), "the list tells it, too"
        await pilot.press("m")
        await shows(pilot, "✓ ✎ ✗ yours", "✓ yes")
        await pilot.press("m")
        await pilot.press("enter")
        await shows(pilot, "On this machine", "V verdict", "yours: no, overruled")
        await pilot.press("V")
        await shows(pilot, "Take back")
        await pilot.click("#back")
        await until(pilot, lambda: store.own_verdicts() == [])
        await until(pilot, lambda: "overruled" not in seen(app))


async def test_seldom_agreement_is_told_and_other_words_open_in_the_builder(store: Store) -> None:
    for number in range(3):
        of = item(number)
        store.overrule(of_verdict(of, "set_1", of.verification[0], "no", "sells insurance"))
    app = app_here(FakeClient(sets_known=[the_set("set_1")]))
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "✎ c1: you agree in 0 of 3, seldom: W offers other words")
        await pilot.press("W")
        await until(pilot, lambda: isinstance(app.screen, NewSet))
        await shows(pilot, "works in financial services, and not “")
        await pilot.press("escape")
        await pilot.pause()
        assert not app.tracker.client.called("create_set"), "an offer spends nothing"


async def test_without_verdicts_of_ones_own_there_is_nothing_to_reword() -> None:
    app = app_here(FakeClient(sets_known=[the_set("set_1")]))
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2", "W")
        await shows(pilot, "There is nothing to reword")
