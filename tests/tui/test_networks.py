"""Profiles of a person on networks: the price first, asked for once, and kept."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, person, seen, shows, until

from shortlist.client.errors import ApiRefused, OutcomeUnknown
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.people import networks_dialog as networks
from shortlist.tui.features.people.networks_dialog import Networks
from shortlist.tui.live.networks import networks_content, work_of


@pytest.fixture(autouse=True)
def no_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "QUIET_SECONDS", 0)


async def open_dialog(pilot: Any) -> None:
    await shows(pilot, "● ready")
    pilot.app.persons.show_person(person(0))
    await shows(pilot, "n networks")
    await pilot.press("n")
    await shows(pilot, "Every profile they list", "No price is stated", "60 a minute")


async def test_all_profiles_in_one_request_and_never_again() -> None:
    client, store = FakeClient(), Store(find_places(), "one")
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await open_dialog(pilot)
        assert not client.called("network_profile"), "nothing is asked before it is wanted"
        await pilot.press("enter")
        await shows(pilot, "2 profiles")
        await pilot.press("enter")
        await shows(pilot, "known already")
        await pilot.press("escape")
        await shows(pilot, "Profiles on networks", "https://github.example/in/okafor", "amara")
        await shows(pilot, "nothing was charged")
        assert client.called("network_profile") == [{"identifier": "person_00000"}]
    again, store = FakeClient(), Store(find_places(), "one")
    app = app_on(again, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.persons.show_person(person(0))
        await shows(pilot, "https://github.example/in/okafor")
        assert not again.called("network_profile")
    store.close()


async def test_one_platform_is_asked_for_with_its_key_and_what_it_cost_is_kept() -> None:
    client = FakeClient(network_meta={"credits_charged": 2, "request_id": "req_n"})
    client.faults["socials"] = OutcomeUnknown("It broke off.")
    store = Store(find_places(), "one")
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await open_dialog(pilot)
        await pilot.press("j", "j", "enter")
        await shows(pilot, "✗ outcome_unknown", "It broke off.")
        client.faults.clear()
        await pilot.press("enter")
        await shows(pilot, "1 profile")
        first, second = client.called("socials")
        assert first == second, "under the same key: it is paid once"
        assert first["platform"] == "github" and first["person_id"] == "person_00000"
        await pilot.press("escape")
        await shows(pilot, "2 credits charged", "https://github.example/amara")
        (receipt,) = store.receipts(10)
        assert (receipt.kind, receipt.credits, receipt.request_id) == ("network", 2, "req_n")
    store.close()


async def test_nobody_there_is_said_and_may_be_asked_again() -> None:
    client = FakeClient(faults={"socials": ApiRefused("No.", code="not_found")})
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await open_dialog(pilot)
        await pilot.press("down", "enter")
        await shows(pilot, "none listed")
        client.faults.clear()
        await pilot.press("enter")
        await shows(pilot, "1 profile")
        assert len(client.called("socials")) == 2


async def test_a_held_key_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "QUIET_SECONDS", 3_600)
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await open_dialog(pilot)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, Networks))
        assert not client.called("network_profile") and "asking" not in seen(app)


def test_each_address_stands_beneath_its_network() -> None:
    work = work_of(
        {
            "known": {
                "*": {
                    "profiles": [
                        ("professional_network", "https://network.example/in/jo", "jo"),
                        ("github", "https://github.com/jo", ""),
                    ],
                    "at": "2026-11-21T10:00:00+00:00",
                    "charged": 0,
                }
            }
        }
    )
    lines = networks_content(work).plain.splitlines()
    assert lines[3:6] == [
        "  Network      jo",
        "               https://network.example/in/jo",
        "  GitHub       https://github.com/jo",
    ]
