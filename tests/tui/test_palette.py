"""The palette: every act by its name, with its key as it is bound, and what is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.fakes import (
    HOSTILE,
    FakeClient,
    app_on,
    person,
    seen,
    shows,
    the_set,
    type_in,
    until,
)

from shortlist.desk.config import Settings
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.people.person_page import PersonPage
from shortlist.tui.kit.palette.dialog import Palette
from shortlist.tui.kit.palette.entries import Entry, list_entries, sift_entries


def entry(name: str, help_: str = "") -> Entry:
    return Entry(name, help_, lambda: None)


def test_what_fits_comes_best_first_and_help_counts_too() -> None:
    given = [entry("selection: this person"), entry("person: copy"), entry("sets: new", "a person")]
    assert [e.name for e in sift_entries(given, "person")] == [
        "person: copy",
        "selection: this person",
        "sets: new",
    ]
    assert [e.name for e in sift_entries(given, "stnw")] == ["sets: new"]
    assert sift_entries(given, " ") == given
    assert sift_entries(given, "zzz") == []


async def test_acts_are_named_area_and_verb_with_the_keys_as_they_are_bound() -> None:
    app = app_on(FakeClient(), settings=Settings(keys={"do.new": "N,f6"}))
    async with app.run_test(size=(140, 50)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "ctrl+p")
        await shows(pilot, "search: filters", "sets: new", "selection: all shown", "help: here")
        row = next(r for r in seen(app).splitlines() if "A new Set, from" in r)
        assert row.rstrip(" │").split()[-2:] == ["hand", "N"]
        for found in list_entries(app, app.screen_stack[0]):
            area, colon, verb = found.name.partition(": ")
            assert colon and verb, found.name
            assert area == area.lower(), found.name
            assert found.help, found.name


@pytest.mark.parametrize(
    ("typed", "sign"),
    [
        ("sets: new", "New Set"),
        ("go: usage", "Plan"),
        ("help: here", "Ask for people in your own words"),
        ("search: filters", "Seniority"),
        ("people: columns", "Columns"),
    ],
)
async def test_what_is_chosen_is_done(typed: str, sign: str) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(140, 50)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, typed)
        await pilot.press("enter")
        await shows(pilot, sign)


async def test_the_line_is_run_from_another_screen() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses")
        await pilot.press("f5")
        await until(pilot, lambda: app.current_mode == "usage")
        await pilot.press("ctrl+p")
        await type_in(pilot, "search: run")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        assert client.called("search")[0]["query"] == "nurses"


async def test_recent_people_sets_and_saved_searches_are_found_and_opened(own_home: Path) -> None:
    store = Store(find_places(), "local")
    store.save_search("Nurses of Ghana", {"query": "nurses", "filters": {"location": "Ghana"}})
    client = FakeClient(sets_known=[the_set("set_1"), the_set("set_2")])
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        app.persons.show_person(person(3))
        await pilot.press("escape", "escape", "ctrl+p")
        await type_in(pilot, "dmitri")
        await shows(pilot, "person: Dmitri Tanaka")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PersonPage))
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "set: engineering")
        await shows(pilot, "set: engineering leaders")
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "sets")
        await pilot.press("ctrl+p")
        await type_in(pilot, "ghana")
        await pilot.press("enter")
        await shows(pilot, "location:Ghana nurses", "25 people found")
    again = Store(find_places(), "local")
    app = app_on(FakeClient(), store=again)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        assert [p.name for p in app.state.recent_people] == ["Dmitri Tanaka"]


async def test_a_click_does_what_is_clicked_and_escape_does_nothing() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "go: usage")
        await shows(pilot, "Credits, budgets, history")
        row = next(n for n, r in enumerate(seen(app).splitlines()) if "go: Usage" in r)
        await pilot.click(offset=(20, row))
        await until(pilot, lambda: app.current_mode == "usage")
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, Palette))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Palette))
        assert app.current_mode == "usage"


async def test_hostile_names_in_the_palette_are_text(own_home: Path) -> None:
    store = Store(find_places(), "local")
    store.save_search("[@click=app.quit]s[/]\x1b]52;c;x\x07", {"query": "[bold]x[/]"})
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(140, 40)) as pilot:
        await shows(pilot, "● ready")
        app.persons.note_person(person(0, **HOSTILE))
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "click")
        await shows(pilot, "person: [@click=app.quit]x[/]", "search: [@click=app.quit]s[/]")
        assert "\x1b" not in seen(app)
        assert "\x07" not in seen(app)
        await pilot.press("down", "up")
        assert app.is_running


async def test_every_act_is_found_by_what_else_it_is_called() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(140, 50)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "ctrl+p")
        found = list_entries(app, app.screen_stack[0])
        for typed, first in (
            ("csv", "people: export"),
            ("clipboard", "person: copy"),
            ("theme", "theme: "),
            ("colour", "theme: "),
            ("history", "notices: what was said"),
            ("excel", "people: export"),
            ("blocklist", "go: left out"),
        ):
            names = [each.name for each in sift_entries(found, typed)[:4]]
            assert any(name.startswith(first) for name in names), (typed, names)
        assert not [each.name for each in found if not each.words]


async def test_a_theme_is_worn_while_the_cursor_is_on_it_and_taken_off_again() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        before = app.theme
        await pilot.press("escape", "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, Palette))
        others = sorted(set(app.available_themes) - {before})
        await type_in(pilot, f"theme: {others[0]}")
        await until(pilot, lambda: app.theme == others[0])
        await pilot.press("ctrl+u")
        await until(pilot, lambda: app.theme == before)
        await type_in(pilot, f"theme: {others[1]}")
        await until(pilot, lambda: app.theme == others[1])
        await pilot.press("escape")
        await until(pilot, lambda: app.theme == before)
        await pilot.press("ctrl+p")
        await type_in(pilot, f"theme: {others[1]}")
        await until(pilot, lambda: app.theme == others[1])
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Palette))
        await pilot.pause()
        assert app.theme == others[1]


@pytest.mark.parametrize("read_only", [False, True])
async def test_what_spends_says_its_price_or_that_nothing_may_be_spent(read_only: bool) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]), read_only=read_only)
    async with app.run_test(size=(140, 50), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses n:100")
        await pilot.press("escape")
        told = {entry.name: entry.help for entry in list_entries(app, app.screen_stack[0])}
        prices = {
            "sets: new": "up to 3 credits",
            "enrich: selection": "up to 1 credit",
            "person: research": "up to 25 credits",
            "search: run": "up to 10 credits",
        }
        for name, price in prices.items():
            assert told[name].startswith(f"{'read only' if read_only else price} · "), told[name]
        assert told["people: export"] == "Write the selection, or all, to a file"
        await pilot.press("ctrl+p")
        await type_in(pilot, "research")
        await shows(pilot, "read only · Research" if read_only else "up to 25 credits · Research")
