"""The app against a stranger's deployment: strict, and with shapes of its own."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from tests.cli.deployment import KEY, reply, serving
from tests.cli.stranger import ASKED, Stranger
from tests.tui.fakes import NOW, seen, shows, type_in, until

from shortlist.client import Shortlist
from shortlist.tui.app import ShortlistApp
from shortlist.tui.live.opener import Opened

SIZES = [(80, 24), (140, 45)]


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    with serving(Stranger()) as running:
        assert isinstance(running, Stranger)
        yield running


def app_on(stranger: Stranger) -> ShortlistApp:
    async def opener(_profile: str | None, hooks: Any) -> Any:
        where = SimpleNamespace(
            name="theirs",
            note=None,
            kind="profile",
            base_url=stranger.url,
            color="",
            read_only=False,
        )
        return Opened(where, Shortlist(stranger.url, KEY, on_call=hooks.call), None)

    return ShortlistApp(opener=opener, clock=lambda: NOW)


def known_budget(app: ShortlistApp) -> float | None:
    entry = app.state.sets.known.get("set_1")
    budget = entry.the_set.budget if entry is not None else None
    return budget.credits if budget is not None else None


async def search(pilot: Any, words: str) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "1", "slash")
    await type_in(pilot, f"{words}\r")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_strict_deployment_is_searched(stranger: Stranger, size: tuple[int, int]) -> None:
    app = app_on(stranger)
    async with app.run_test(size=size, notifications=True) as pilot:
        await search(pilot, "engineers location:Oslo")
        await shows(pilot, "Person 0", "Acme", "charged: not given")
        await search(pilot, "engineers n:3")  # what was learned of it is no more than it takes
        await shows(pilot, "3 people found")
    assert stranger.refused == []
    bodies = [sent.body for sent in stranger.seen if sent.path == "/v1/search"]
    assert [set(body["contents"]["fields"]) for body in bodies] == [stranger.knows] * 2


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_live_set_keeps_itself_and_counts_who_comes(
    stranger: Stranger, size: tuple[int, int]
) -> None:
    app = app_on(stranger)
    async with app.run_test(size=size, notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "engineers in Oslo", f"3 of {ASKED} admitted", "40 checked", "running")
        await shows(pilot, "spent: not given", "limit not given", "c2 Lives in Oslo")
        assert "0 credits" not in seen(app) and "25 asked" not in seen(app)
        stranger.came, stranger.over = 4, True
        await shows(pilot, "● done", f"4/{ASKED}")
    assert stranger.refused == []


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_usage_says_what_is_not_given(stranger: Stranger, size: tuple[int, int]) -> None:
    app = app_on(stranger)
    async with app.run_test(size=size, notifications=True) as pilot:
        await shows(pilot, "46.3")  # what bounds the next request: the day, and not the balance
        await pilot.press("escape", "5")
        await shows(pilot, "6,283.4 left")
        await shows(pilot, "0.3 used · reserved: – · included: –", "46.3 of 50 left")
        await shows(pilot, "limit: not given", "Sets –")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_nobody_can_read_is_shown_as_it_came(
    stranger: Stranger, size: tuple[int, int]
) -> None:
    stranger.instead["POST /v1/search"] = reply({"hits": ["[bold]a[/]", "b"]}, X_Request_Id="req_5")
    app = app_on(stranger)
    async with app.run_test(size=size, notifications=True) as pilot:
        await search(pilot, "engineers")
        await shows(pilot, "not understood", "may have been charged", "req_5", "What came:")
        await shows(pilot, "[bold]a[/]")
        assert "Nothing matches" not in seen(app)
        again = [sent for sent in stranger.seen if sent.body][-1].headers["idempotency-key"]
        stranger.instead.clear()
        await pilot.press("escape", "R")
        await until(pilot, lambda: app.state.search.answer is not None)
    keys = {sent.headers.get("idempotency-key") for sent in stranger.seen if sent.body}
    assert keys == {again}, "asked again under the same key: it is paid once"


async def test_a_set_that_is_made_is_known_by_what_was_asked_for(stranger: Stranger) -> None:
    app = app_on(stranger)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await search(pilot, "engineers")
        await shows(pilot, "Person 0")
        await pilot.press("escape", "n")
        await shows(pilot, "Who are you looking for?", "46.3")
        app.screen.dismiss(None)
        from shortlist.tui.features.sets.builder import SetDraft

        app.tracker.create_set(SetDraft("nurses in Oslo", 30, ["Is a nurse"], 2), "key-1")
        await until(pilot, lambda: known_budget(app) == 2)
        newest = app.state.sets.known["set_1"].the_set.newest
        assert newest is not None and newest.query and newest.count and newest.criteria
    assert stranger.refused == []
