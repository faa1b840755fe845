"""The line above tells how the service stands: it may ask to wait, be silent, or refuse the key."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from types import SimpleNamespace

import pytest
from tests.tui.fakes import FakeClient, app_on, person, seen, shows, type_in, until

from shortlist.client.errors import ApiRefused, OutcomeUnknown, Parked, Unreachable
from shortlist.desk import local_service
from shortlist.desk.local_service import LocalServiceFailed, Ready
from shortlist.desk.places import Places
from shortlist.tui.kit.bars import Head
from shortlist.tui.kit.screen import FeatureScreen
from shortlist.tui.live import pulse, reach
from shortlist.tui.live import session as linked


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    """A deployment whose client says of itself what a test sets."""
    monkeypatch.setattr(pulse, "BEAT_SECONDS", 0.02)
    client = FakeClient()
    client.connection = SimpleNamespace(in_flight=0, held_seconds=0.0, key_refused=False)  # type: ignore[attr-defined]
    return client


async def test_a_rate_limit_is_told_with_the_time_and_the_search_runs_when_it_is_over(
    client: FakeClient,
) -> None:
    app = app_on(client)
    wait = Parked("Too many requests.", code="rate_limited", request_id="req_9", retry_after=299)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        client.faults = {"search": wait}
        client.connection.held_seconds = 298.2
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "rate limit: 5 min to wait", "It runs by itself in 5 min.", "req_9")
        await shows(pilot, "Nothing was charged. It takes requests", "again in 5 min.")
        client.faults = {}
        client.connection.held_seconds = 0.0
        await shows(pilot, "● ready", "25 people found")
        first, second = client.called("search")
        assert first["idempotency_key"] == second["idempotency_key"]


async def test_a_service_that_does_not_answer_is_called_silent(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(pulse, "monotonic", lambda: now[0])
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        client.connection.in_flight = 1
        app.tracker.pulse.begin()
        app.tracker.pulse.beat()
        now[0] += 4
        app.tracker.pulse.beat()
        await pilot.pause()
        assert "silent" not in seen(app)
        now[0] += 8
        await shows(pilot, "silent 12 s", "2 Sets")
        app.tracker.pulse.answered()
        await shows(pilot, "● ready")


async def test_a_refused_key_is_no_ready_service(client: FakeClient) -> None:
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        client.connection.key_refused = True
        app.tracker.read_usage()
        await shows(pilot, "✗ key refused", "2 Sets")


async def test_what_was_out_of_reach_is_asked_again_by_itself(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PROBE_SECONDS", 0.05)
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        gone = Unreachable("Nothing answers at 127.0.0.1:8710.")
        client.faults = dict.fromkeys(("usage", "search", "list_sets"), gone)
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "✗ offline")
        client.faults = {}
        await shows(pilot, "● ready", "25 people found")


async def test_what_a_starting_service_refuses_comes_by_itself_once_it_is_ready(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "LONGEST_WAIT_SECONDS", 0.05)
    monkeypatch.setattr(reach.Reach, "_wait", 0.05)
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        starting = ApiRefused("Search is not ready.", code="search_unavailable")
        client.faults = dict.fromkeys(("usage", "search", "list_sets", "items"), starting)
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "The service is not ready yet.", "It is asked again by itself")
        await pilot.press("f2")
        await shows(pilot, "Its Sets come by themselves")
        await until(pilot, lambda: len(client.called("list_sets")) > 2)
        client.faults.clear()
        await shows(pilot, "2 Sets")
        await pilot.press("f1")
        await shows(pilot, "25 people found")
        assert len({call["idempotency_key"] for call in client.called("search")}) == 1
        await until(pilot, lambda: app.state.usage.usage is not None)
        assert app.state.usage.trouble is None


async def test_an_answer_that_broke_off_is_asked_for_once_more_under_its_key(
    client: FakeClient,
) -> None:
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        client.faults = {"search": OutcomeUnknown("The answer broke off or is not JSON")}
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await until(pilot, lambda: len(client.called("search")) == 2)
        await shows(pilot, "● ready", "Journal: resume", "outcome_unknown")
        keys = {call["idempotency_key"] for call in client.called("search")}
        assert len(keys) == 1, "asked again under its own key"
        client.faults.clear()
        app.tracker.resume_journal()
        await shows(pilot, "25 people found")
        assert {call["idempotency_key"] for call in client.called("search")} == keys


async def test_a_set_that_is_read_for_a_file_is_watched_too(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(pulse, "monotonic", lambda: now[0])
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        app.tracker.pulse.rest()
        gate = client.gates["items"] = asyncio.Event()
        client.connection.in_flight = 1
        reading = app.run_worker(app.tracker.all_items("set_1"))
        await until(pilot, lambda: app.tracker.pulse._silent_since is not None)
        now[0] = 112.0
        await shows(pilot, "silent 12 s")
        client.connection.in_flight = 0
        gate.set()
        await reading.wait()


async def test_contact_details_whose_answer_was_lost_are_asked_for_again_and_paid_once(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PROBE_SECONDS", 0.05)
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.enrichment.bring_to_enrich([person(1), person(2)])
        await pilot.press("f4")
        await shows(pilot, "2 people")
        away = Unreachable("Nobody answers.")
        client.faults = {"enrich": away, "usage": away}
        assert app.enrichment.start_enrichment() == 2
        await shows(pilot, "offline", "2 failed", "2 fields got no answer: asked for again when")
        await until(pilot, lambda: len(client.called("enrich")) == 2)
        client.faults.clear()
        await shows(pilot, "● ready", "✓ 2 found")
        assert "Nobody answers." not in seen(app), "what is over is not told any more"
        first, again = client.called("enrich")[:2], client.called("enrich")[2:]
        assert sorted(c["idempotency_key"] for c in first) == sorted(
            c["idempotency_key"] for c in again
        )


async def test_what_is_lost_again_is_left_to_the_person(client: FakeClient) -> None:
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        app.enrichment.bring_to_enrich([person(1)])
        await pilot.press("f4")
        client.faults = {"enrich": OutcomeUnknown("The answer broke off")}
        app.enrichment.start_enrichment()
        await until(pilot, lambda: len(client.called("enrich")) == 2)
        await shows(pilot, "● ready", "1 failed", "R asks again")
        await shows(pilot, "what became of 1 field, and whether that was charged, is not known")
        assert not app.state.enrich.lost
        assert len(client.called("enrich")) == 2


async def test_the_end_of_a_process_is_told_at_once() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    ended = asyncio.Event()
    try:
        with local_service.watch_service(
            Ready("http://127.0.0.1:1", "key", process.pid), ended.set
        ):
            if not hasattr(os, "pidfd_open"):
                pytest.skip("this system does not tell")
            assert not ended.is_set()
            process.kill()
            await asyncio.wait_for(ended.wait(), 60)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def test_a_service_that_did_not_answer_is_found_again_by_itself(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linked, "KEEP_SECONDS", 0.02)
    looks = 0

    async def answers_the_third_time(places: Places) -> Ready | None:
        nonlocal looks
        looks += 1
        if looks < 3:
            return None
        app.tracker.opener = working
        return Ready("http://127.0.0.1:1", "key", 1)

    monkeypatch.setattr(local_service, "find_running", answers_the_third_time)
    working = app_on(client).tracker.opener
    app = app_on(client, fails=LocalServiceFailed("It does not answer.", "End it."))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "It does not answer.", "End it.")
        await shows(pilot, "● ready")
    assert looks == 3


async def test_what_is_told_while_the_screens_close_reaches_nobody(
    client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def tell(room: FeatureScreen) -> None:
        told.append(bool(room.query(Head)))
        room.app.tell("link")  # type: ignore[attr-defined]
        room.app.say("The service is back.")  # type: ignore[attr-defined]

    monkeypatch.setattr(FeatureScreen, "on_unmount", tell, raising=False)
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
    assert told == [False], "its parts were gone"
