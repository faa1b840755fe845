"""People left out on this machine, by a key: marked, kept, and let in again."""

from __future__ import annotations

import pytest
from tests.tui.fakes import HOSTILE, FakeClient, app_on, person, seen, shows, type_in, until

from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.people import networks_dialog as networks
from shortlist.tui.kit.dialogs import base as parts
from shortlist.tui.kit.palette.entries import list_entries


async def test_who_is_left_out_is_marked_and_never_enriched_until_let_in() -> None:
    store = Store(find_places(), "one")
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "Amara Okafor")
        await pilot.press("O")
        await shows(pilot, "Leave 1 person out?")
        await type_in(pilot, "asked")
        await pilot.press("enter")
        await shows(pilot, "⊘ Amara Okafor", "1 person left out")
        (entry,) = store.left_out().entries()
        assert (entry.name, entry.reason, entry.person_id) == (
            "Amara Okafor",
            "asked",
            "person_00000",
        )
        app.enrichment.bring_to_enrich([person(0), person(1)])
        assert list(app.state.enrich.subjects) == ["person_00001"]
        store.leave_out([{"person_id": "person_00001"}])
        app.state.left_out = store.left_out()
        assert app.enrichment.start_enrichment() == 0, "left out after they were brought there"
        assert not client.called("enrich")
        store.let_in([{"person_id": "person_00001"}])
        app.state.left_out = store.left_out()
        await pilot.press("O")
        await shows(pilot, "1 person let in again.")
        await until(pilot, lambda: "⊘" not in seen(app))
        assert len(store.left_out()) == 0
    store.close()


async def test_leaving_the_question_leaves_nobody_out() -> None:
    store = Store(find_places(), "one")
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space", "space", "O")
        await shows(pilot, "Leave 2 people out?")
        await pilot.press("escape")
        await pilot.pause()
        assert len(store.left_out()) == 0
    store.close()


def told(store: Store) -> list[tuple[str, str, str, list[str]]]:
    return [(e.name, e.reason, e.at, sorted(e.anchors)) for e in store.left_out().entries()]


async def test_everybody_who_is_left_out_is_listed_and_let_in_again_with_undo() -> None:
    store = Store(find_places(), "one")
    store.leave_out([person(1).to_wire() | {"name": HOSTILE["name"]}], "asked by [b]mail[/b]")
    store.leave_out([{"email": "sam@example.org"}])
    before = told(store)
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.state.left_out = store.left_out()
        await pilot.press("escape", "X")
        await shows(
            pilot, "Left out on this machine", "2 people left out", "e-mail sam@example.org"
        )
        await shows(pilot, "asked by [b]mail[/b]", "person id person_00001")
        await pilot.press("slash", *"asked", "enter")
        await shows(pilot, "1 shown · 2 people left out")
        await pilot.press("x")
        await shows(pilot, "Nothing matches.", "1 person left out", "let in again:")
        assert person(1) not in app.state.left_out
        await pilot.press("u")
        await shows(pilot, "1 shown · 2 people left out")
        assert told(store) == before, "with the reason and the time of before"
        assert person(1) in app.state.left_out
        await pilot.press("escape", "x", "x")
        await shows(pilot, "Nobody is left out.")
        await pilot.press("escape", "X", "u", "u")
        await shows(pilot, "2 people left out")
        assert told(store) == before, "however long after"
    store.close()


async def test_the_list_is_in_the_palette_and_in_help() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 50)) as pilot:
        await shows(pilot, "● ready")
        assert any(e.name == "go: left out" for e in list_entries(app, app.screen))
        await pilot.press("escape", "question_mark")
        await shows(pilot, "Who is left out on this machine")


async def test_nothing_is_asked_about_who_was_left_out_by_another_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A command put them on the list while the app showed them, by their page alone."""
    monkeypatch.setattr(parts, "QUIET_SECONDS", 0)
    monkeypatch.setattr(networks, "QUIET_SECONDS", 0)
    store, elsewhere = Store(find_places(), "one"), Store(find_places(), "")
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "Amara Okafor")
        app.enrichment.bring_to_enrich([person(0)])
        app.persons.show_person(person(0))
        await shows(pilot, "r research")
        elsewhere.leave_out([{"profile_url": f"{person(0).profile_url}/?trk=x"}])
        await pilot.press("r")
        await shows(pilot, "Left out on this machine: not asked for.")
        await pilot.press("n")
        await pilot.pause()
        assert not isinstance(app.screen, networks.Networks)
        app.persons.start_research(person(0))
        app.persons.ask_networks(person(0), networks.EVERY)
        assert app.enrichment.start_enrichment() == 0
        app.enrichment.bring_to_enrich([person(0), person(1)])
        await pilot.pause()
        for name in ("start_person", "person", "enrich", "socials", "network_profile"):
            assert not client.called(name), name
    store.close()
    elsewhere.close()


async def test_nothing_is_kept_of_an_answer_that_is_of_somebody_left_out() -> None:
    """Asked by an anchor that is not on the list; what came back is of who is."""
    store = Store(find_places(), "one")
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.tracker.ready)
        app.enrichment.bring_to_enrich([person(0)])
        app.state.enrich.wanted = {"work_email"}
        store.leave_out([{"email": "PERSON_00000@work-email.example"}])
        app.enrichment.start_enrichment()
        await until(pilot, lambda: not app.state.enrich.running)
        (field,) = app.state.enrich.subjects.values()
        assert field.fields["work_email"].status == "not_found"
        kept = store.contacts([person(0).person_id])
        assert all(result["value"] is None for result in kept.values())
        # What was paid, and that it was found, stay: of nobody.
        (receipt,) = store.receipts()
        assert (receipt.credits, receipt.subject, receipt.name) == (1, "", "somebody left out")
        assert store.rate("work_email") == (1, 1)
    store.close()
