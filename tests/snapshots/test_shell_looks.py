"""How the shell looks: receipts, requests, profiles, and what is there with the service away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.snapshots.steps import Look, search
from tests.tui.fakes import NOW, FakeClient, person, shows, the_set, until
from textual.pilot import Pilot

from shortlist.client.calls import CallRecord
from shortlist.client.rates import RateSeen
from shortlist.desk import system_keyring
from shortlist.desk.places import find_places
from shortlist.desk.profiles import Profiles
from shortlist.desk.receipts import Receipt
from shortlist.desk.store import Store
from shortlist.tui.kit.query.kept_search import key_of_answer
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import read_query

BODY = b'{"query":"vp payments berlin","type":"auto","num_results":25}'


def test_usage_receipts(look: Look, own_home: Path) -> None:
    store = Store(find_places(), "someone")
    kinds = (("search", "vp payments berlin", "25 people", 3), ("enrich", "", "Work e-mail", 1))
    store.add_receipts(
        Receipt(
            f"key-{n}",
            f"2026-11-{21 - n // 3:02}T{14 - n % 3:02}:05:00.000Z",
            kinds[n % 2][0],
            person(n).person_id,
            kinds[n % 2][1] or str(person(n).name),
            kinds[n % 2][2],
            kinds[n % 2][3],
            f"req_{n:04}",
            f"key-{n}",
        )
        for n in range(40)
    )

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: pilot.app.state.usage.receipts)  # type: ignore[attr-defined]
        await pilot.press("t", "j")
        await shows(pilot, "40 receipts")

    assert look(FakeClient(), steps, store=store)


def test_requests(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        app: Any = pilot.app
        rate = RateSeen(300, 287, 12)
        calls = (
            CallRecord("GET", "/v1/account/usage", 200, 1, None, "req_1", 0.021, None, rate=rate),
            CallRecord("POST", "/v1/search", 200, 1, "app-1", "req_2", 0.138, None, sent=BODY),
            CallRecord("POST", "/v1/enrich", 503, 4, "app-2", "req_3", 12.4, "upstream_timeout"),
        )
        for call in calls:
            app.calls.note(call, NOW, "local", "http://127.0.0.1:8710")
        await pilot.press("escape", "I", "j")
        await shows(pilot, "3 calls", "app-1")

    assert look(FakeClient(), steps)


def no_keyring(*_given: object) -> None:
    raise system_keyring.KeyringFailed("none here")


def test_profiles(look: Look, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHORTLIST_BASE_URL", raising=False)
    monkeypatch.setattr(system_keyring, "keep", no_keyring)
    saved = Profiles(find_places())
    for name in ("acme", "staging", "university"):
        saved.add(name, f"https://{name}.example", "sl_key")

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "P")
        await shows(pilot, "https://staging.example")
        await pilot.press("j", "j")

    assert look(FakeClient(), steps, places=find_places())


def test_profile_in_the_head(look: Look) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await search(pilot)
        app: Any = pilot.app
        app.state.link.profile, app.state.link.color = "acme", "orange"
        app.tell("link")

    assert look(FakeClient(), steps)


def test_offline_after_a_restart(
    look: Look, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shortlist.desk.searches.format_now", NOW.isoformat)
    store = Store(find_places(), "someone")
    line = "vp payments berlin"
    store.remember_query(line, type="auto", count=25)
    asked = read_query(line, Question())
    results = [{"person": person(n).model_dump(mode="json")} for n in range(25)]
    store.keep_answer(key_of_answer(asked), {"data": {"results": results}})
    store.remember_sets([the_set().to_wire()])

    class NotStarted(Exception):
        reason = "The service is not installed here (dbos missing)."
        advice = "Install it with pip install 'shortlist[local]', or save a deployment."
        log = ""

    async def steps(pilot: Pilot[None]) -> None:
        await shows(pilot, "offline", "Amara Okafor")

    assert look(FakeClient(), steps, fails=NotStarted(), store=store)
