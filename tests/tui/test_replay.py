"""A finished Set, played again from its events."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.service.sets.conftest import numbered_service
from tests.tui.fakes import NOW, FakeClient, app_on, item, seen, shows, the_set, until, update
from textual.geometry import Offset

from shortlist.client import Shortlist
from shortlist.client.event_history import update_of
from shortlist.contract.events import SetEvent
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.sets.replay import ReplayView, Track
from shortlist.tui.live import recording as replays
from shortlist.tui.live.recording import Recording, Replay, made_from, read_recording
from shortlist.tui.live.set_progress import ProgressPoint, rates

DONE = the_set("set_1", "completed", 3, 5, created_at=NOW)


def told(kind: str, seconds: float, **parts: Any) -> Any:
    at = NOW + timedelta(seconds=seconds)
    return update(
        kind, event=SetEvent(type=kind, created_at=at, data=parts.pop("data", {})), **parts
    )


def search_at(status: str, admitted: int) -> Any:
    return the_set("set_1", status, admitted, 5).searches[0]


EVENTS = [
    told("set.search.queued", 0, search=search_at("queued", 0)),
    told("set.search.started", 1, search=search_at("running", 0)),
    told("set.item.admitted", 2, item=item(1)),
    told("set.search.progress", 2, search=search_at("running", 1)),
    told("set.item.admitted", 4, item=item(2)),
    told("set.item.admitted", 5, item=item(3)),
    told("set.search.completed", 3_605, search=search_at("completed", 3)),
    told("set.idle", 3_605, data={"item_count": 3, "spent_credits": 1}),
]


def test_it_begins_with_nothing_and_ends_where_the_set_ended() -> None:
    replay = Replay(DONE, EVENTS)
    assert (replay.entry.the_set.status, replay.entry.the_set.item_count) == ("queued", 0)
    assert replay.entry.the_set.newest and not replay.entry.the_set.newest.finished
    replay.go_to(len(replay))
    ended = replay.entry.the_set
    assert replay.over
    assert (ended.status, ended.item_count, ended.spent_credits) == ("completed", 3, 1)
    assert ended.newest is not None and DONE.newest is not None
    assert ended.newest.progress == DONE.newest.progress
    assert ended.newest.criteria == DONE.newest.criteria
    assert [i.id for i in replay.entry.newest] == ["item_00003", "item_00002", "item_00001"]


def test_who_came_met_every_criterion_before_the_service_says_so() -> None:
    replay = Replay(DONE, EVENTS)
    told_by_service = search_at("running", 1)
    for at, more in ((4, 0), (5, 1), (6, 2)):
        replay.go_to(at)
        search = replay.entry.the_set.newest
        assert search is not None
        for now, then in zip(search.criteria, told_by_service.criteria, strict=True):
            assert now.satisfied == then.satisfied + more and now.checked == then.checked + more
    replay.go_to(3)
    assert replay.entry.the_set.newest is not None
    assert {each.satisfied for each in replay.entry.the_set.newest.criteria} == {1}


def test_back_and_forth_leads_to_the_same_place() -> None:
    replay = Replay(DONE, EVENTS)
    replay.go_to(4)
    there = (replay.entry.the_set, list(replay.entry.feed), replay.elapsed)
    replay.go_to(8)
    replay.step(-4)
    assert (replay.entry.the_set, list(replay.entry.feed), replay.elapsed) == there
    assert not replay.playing
    replay.step(-99)
    assert (replay.at, replay.elapsed) == (0, 0)


def test_time_passes_at_the_speed_chosen_and_long_gaps_are_short() -> None:
    replay = Replay(DONE, EVENTS)
    assert replay.lasts == 5 + replays.LONGEST_GAP
    replay.speed = 2
    replay.pass_time(1.0)
    assert (replay.at, replay.elapsed) == (4, 2.0)
    replay.toggle()
    replay.pass_time(1.0)
    assert replay.at == 4, "it waits"
    replay.toggle()
    for _ in range(10):
        replay.pass_time(1.0)
    assert replay.over and replay.elapsed == replay.lasts
    replay.toggle()
    assert (replay.at, replay.playing) == (0, True), "from its end it begins anew"
    for _ in range(20):
        replay.change_speed(1)
    assert replay.speed == replays.SPEEDS[-1]
    replay.go_to_share(0.34)
    assert replay.at == 6


def test_what_came_at_once_is_shown_one_after_another() -> None:
    at_once = [
        told("set.search.started", 0, search=search_at("running", 0)),
        *(told("set.item.admitted", 0.1, item=item(n)) for n in range(3)),
        told("set.search.completed", 0.2, search=search_at("completed", 3)),
    ]
    replay = Replay(DONE, at_once)
    counts = []
    while not replay.over:
        replay.pass_time(replays.LEAST_GAP)
        counts.append(replay.entry.the_set.item_count)
    assert counts == [1, 2, 3, 3]
    assert replay.lasts == 4 * replays.LEAST_GAP and replay.speed == 1
    many = Replay(DONE, [*at_once, *(told("set.item.admitted", 0.2, item=item(9)),) * 4_995])
    assert many.lasts < replays.AT_LEAST_SECONDS + 1, "however many there are"


def test_a_set_without_events_is_made_up_from_its_people() -> None:
    updates = made_from(DONE, [item(3), item(1), item(2)])
    replay = Replay(DONE, updates)
    replay.go_to(3)
    assert replay.entry.the_set.item_count == 1
    assert replay.entry.the_set.newest is not None
    assert {each.satisfied for each in replay.entry.the_set.newest.criteria} == {1}
    replay.go_to(len(replay))
    assert replay.entry.the_set == DONE
    assert made_from(the_set(searches=[]), []) == []


async def test_the_service_s_own_events_lead_to_the_counts_of_the_set(tmp_path: Path) -> None:
    store = Store(find_places(), "one")
    with numbered_service(tmp_path / "data", 90, 0.0) as service:
        service.wait_ready()
        async with Shortlist(service.url, service.key) as client, asyncio.timeout(60):
            created = await client.create_set("people", count=25, budget=2)
            async for followed in client.follow(created.id):
                if followed.kind == "end":
                    the_end = followed.set
            recording = await read_recording(client, store, the_end)
            assert recording.source == "from the service"
    replay = Replay(the_end, recording.updates)
    replay.go_to(len(replay))
    ended = replay.entry.the_set
    assert ended.item_count == the_end.item_count == 20
    assert ended.spent_credits == the_end.spent_credits == 2
    assert ended.newest == the_end.newest
    assert len(replay.entry.newest) == 20
    kept = await read_recording(None, store, the_end)
    assert kept.source == "as kept on this machine"
    assert [u.kind for u in kept.updates] == [u.kind for u in recording.updates]
    again = Replay(the_end, kept.updates)
    again.go_to(len(again))
    assert again.entry.the_set == ended
    store.close()


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(_client: Any, _store: Any, _set: Any) -> Recording:
        return Recording(list(EVENTS), "from the service")

    monkeypatch.setattr(replays, "read_recording", read)


async def test_a_finished_set_is_replayed_on_the_screen(recorded: None) -> None:
    app = app_on(FakeClient(sets_known=[DONE]))
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "p replay")
        await pilot.press("p")
        await shows(pilot, "Replay", "event ", "from the service")
        view = app.screen
        assert isinstance(view, ReplayView) and view.replay is not None
        await pilot.press("g", "space")
        view.replay.playing = False
        await pilot.press("g", "right", "right", "right")
        await shows(pilot, "waiting", "event 3/8", "admitted Benedikt", "◐ running")
        await pilot.press("left", "left")
        await shows(pilot, "event 1/8", "○ queued")
        await pilot.press("plus")
        await shows(pilot, "2×")
        await pilot.press("G")
        await shows(pilot, "at its end", "event 8/8", "1 credit spent", "3 of 5 admitted")
        track = view.query_one(Track)
        await pilot.click(Track, offset=Offset(round(track.size.width * 0.2), 0))
        await shows(pilot, "event 4/8")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, ReplayView))
        assert "Replay" not in seen(app)


async def test_a_running_set_offers_no_replay() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 3, 5)])
    client.gates["follow"] = asyncio.Event()
    app = app_on(client)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "◐ running", "x cancel")
        await pilot.press("p")
        await pilot.pause()
        assert not isinstance(app.screen, ReplayView)


def test_rates_over_stretches() -> None:
    points = [ProgressPoint(10, 5), ProgressPoint(20, 5), ProgressPoint(40, 15)]
    assert rates(points, 4) == [0.5, 0.0, 0.5, 0.5]
    assert rates(points[1:], 4) == [None, None, 0.5, 0.5], "what came before is not known"
    assert rates([], 4) == []
    assert rates([ProgressPoint(3, 3)], 10)[-1] is None


def test_events_made_of_the_wire_read_as_a_follower_tells_them() -> None:
    event = SetEvent(id=3, type="set.item.admitted", data=item(1).to_wire())
    assert update_of(event).item == item(1)
