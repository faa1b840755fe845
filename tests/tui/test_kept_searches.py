"""Searches that are kept: saved, listed, run, renamed, removed, and two of them compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tui.fakes import HOSTILE, NOW, FakeClient, app_on, person, seen, shows, type_in, until
from tests.tui.test_sets_screen import settle_button

from shortlist.client.errors import ApiRefused
from shortlist.contract.search import SearchResponse
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.search.comparison import Comparison
from shortlist.tui.kit.query.line import QueryLine


@pytest.fixture
def store(own_home: Path) -> Any:
    store = Store(find_places(), "local")
    yield store
    store.close()


class Directory(FakeClient):
    """Each query finds a range of the fixed directory: `3-7` finds persons 3 to 7."""

    async def search(self, query: str | None = None, **given: Any) -> SearchResponse:
        await self._call("search", query=query, **given)
        first, last = (query or "0-0").split("-")
        changes = HOSTILE if self.hostile else {}
        found = [person(n, **changes).model_dump() for n in range(int(first), int(last) + 1)]
        return SearchResponse.model_validate(
            {"data": {"results": [{"person": p} for p in found]}, "meta": {"request_id": "r"}}
        )


async def ask(pilot: Any, line: str, people: int) -> None:
    await pilot.press("escape", "slash")
    pilot.app.screen.query_one(QueryLine).value = ""
    await type_in(pilot, line)
    await pilot.press("enter")
    await shows(pilot, f"{people} people found")


async def test_a_search_is_saved_listed_run_renamed_and_removed(store: Store) -> None:
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-4 location:Berlin type:deep n:10", 5)
        await pilot.press("b")
        await shows(pilot, "Save this search", "location:Berlin 0-4 type:deep n:10")
        await pilot.press("ctrl+u")
        await type_in(pilot, "Berliners")
        await pilot.press("enter")
        await shows(pilot, "Saved as Berliners")
        assert store.saved_searches() == {
            "Berliners": {
                "query": "0-4",
                "filters": {"location": "Berlin"},
                "type": "deep",
                "count": 10,
            }
        }
        await ask(pilot, "5-6", 2)
        await pilot.press("S")
        await shows(pilot, "Searches", "Berliners", "deep 10", "saved", "5-6")
        await pilot.press("b")
        await shows(pilot, "Rename this search")
        await pilot.press("ctrl+u")
        await type_in(pilot, "People of Berlin")
        await pilot.press("enter")
        await shows(pilot, "People of Berlin")
        await pilot.press("enter")
        await shows(pilot, "kept 20", "5 people found")
        assert len(client.called("search")) == 2, "what it found is kept: nothing was asked"
        await pilot.press("R")
        await until(pilot, lambda: len(client.called("search")) == 3)
        again = client.called("search")[2]
        assert again["filters"] == {"location": "Berlin"}
        assert (again["query"], again["type"], again["num_results"]) == ("0-4", "deep", 10)
        await shows(pilot, "5 people found")
        await pilot.press("S")
        await shows(pilot, "People of Berlin")
        await pilot.press("x")
        await shows(pilot, "removed, u brings it back")
        assert store.saved_searches() == {}
        await pilot.press("u")
        await until(pilot, lambda: list(store.saved_searches()) == ["People of Berlin"])


async def test_a_kept_search_goes_into_the_line_without_being_run(store: Store) -> None:
    store.save_search("mine", {"query": "0-4", "filters": {"title": "VP Eng"}, "type": "fast"})
    store.save_search("of another version", {"filters": "?"})
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "S")
        await shows(pilot, "mine")
        assert "another version" not in seen(app)
        await pilot.press("e")
        await shows(pilot, 'title:"VP Eng" 0-4', "fast · 25 people")
        assert not client.called("search")


async def test_what_opens_as_it_was_kept_keeps_its_date_until_it_is_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shortlist.desk.searches.format_now", lambda: "2026-11-18T09:00:00.000000Z")
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-4", 5)
        monkeypatch.setattr("shortlist.desk.searches.format_now", NOW.isoformat)
        await pilot.press("S")
        await shows(pilot, "3 days ago", "enter open")
        await pilot.press("enter")
        await shows(pilot, "kept 20", "5 people found")
        await pilot.press("S")
        await shows(pilot, "3 days ago", "enter open")
        assert len(client.called("search")) == 1
        await pilot.press("escape", "R")
        await until(pilot, lambda: len(client.called("search")) == 2)
        await shows(pilot, "charged: not given")
        await pilot.press("S")
        await shows(pilot, "just now", "enter open")
        assert "3 days ago" not in seen(app)


async def test_two_past_searches_are_compared_for_nothing(store: Store) -> None:
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-5", 6)
        await ask(pilot, "4-9", 6)
        await pilot.press("S")
        await shows(pilot, "Searches", "0-5")
        await pilot.press("space", "space")
        await shows(pilot, "2 searches marked: c compares them")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Comparison))
        await shows(pilot, "only A 4", "both 2", "only B 4", "4 people found by only A")
        assert len(client.called("search")) == 2, "who they found was kept"
        names = [p.name for p in app.screen.people_here()]  # type: ignore[attr-defined]
        assert names == [person(n).name for n in range(6, 10)]
        await pilot.press("right")
        await shows(pilot, "2 people found by both")
        await pilot.press("a", "right", "space")
        await shows(pilot, "4 people found by only B", "1 selected here", "3 selected in all")
        assert {p.person_id for p in app.state.selection} == {
            "person_00004",
            "person_00005",
            "person_00000",
        }
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Comparison))
        await shows(pilot, "2 selected, 1 elsewhere")


async def test_what_is_not_known_is_asked_for_at_a_price_told_first(store: Store) -> None:
    store.save_search("A", {"query": "0-5", "type": "auto", "count": 25})
    store.save_search("B", {"query": "4-9", "type": "auto", "count": 25})
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "S")
        await shows(pilot, "A  ", "B  ")
        await pilot.press("space", "c")
        await shows(pilot, "Run 2 searches to compare", "up to 6 credits")
        assert not client.called("search")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "only A 4", "both 2", "only B 4")
        assert len(client.called("search")) == 2
        assert app.state.search.answer is None, "the Search screen keeps its own"


async def test_a_comparison_that_fails_says_why(store: Store) -> None:
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-5", 6)
        store.save_search("B", {"query": "4-9"})
        client.faults["search"] = ApiRefused("Too slow.", code="search_timeout", request_id="req_5")
        await pilot.press("S")
        await shows(pilot, "Searches")
        await pilot.press("space", "space", "c")
        await shows(pilot, "Run 1 search to compare", "up to 3 credits")
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "They cannot be compared. Too slow.", "search_timeout, req_5")


async def test_answers_are_compared_after_a_restart_without_those_left_out_since(
    store: Store,
) -> None:
    app = app_on(Directory(), store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-5", 6)
        await ask(pilot, "4-9", 6)
    store = Store(find_places(), "local")
    store.leave_out([person(4).model_dump(mode="json")])
    client = Directory()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "S")
        await shows(pilot, "Searches", "0-5")
        await pilot.press("space", "space", "c")
        await shows(pilot, "only A 4", "both 1", "only B 4")
        assert not client.called("search")


async def test_hostile_names_in_kept_searches_and_comparisons_are_text(store: Store) -> None:
    name = "[@click=app.quit]x[/] \x1b]52;c;ZXZpbA==\x07"
    store.save_search(name, {"query": "0-5 [bold]x[/]"})
    client = Directory(hostile=True)
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await ask(pilot, "0-5", 6)
        await ask(pilot, "4-9", 6)
        await pilot.press("S")
        await shows(pilot, "[@click=app.quit]x[/]", "0-5 [bold]x[/]")
        await pilot.press("x")
        await shows(pilot, "removed")
        await pilot.press("space", "space", "c")
        await shows(pilot, "only A 4", "[@click=app.quit]x[/]", "[bold red]CTO[/]")
        assert "\x1b" not in seen(app)
        assert app.is_running
