"""People, on a screen: pages, filter, order, selection, verdicts, export."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.tui.fakes import HOSTILE, FakeClient, app_on, item, seen, shows, the_set, type_in, until

from shortlist.client.errors import ApiRefused
from shortlist.tui.tracker import PAGE
from shortlist.tui.widgets.table import Table


async def to_people(pilot: object) -> None:
    await shows(pilot, "ready")
    await pilot.press("escape", "3")  # type: ignore[attr-defined]


async def test_pages_come_as_one_goes_down_and_the_counts_are_honest() -> None:
    client = FakeClient(sets_known=[the_set(admitted=450, count=500)], items_known=450)
    app = app_on(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, f"{PAGE} loaded · 0 selected · 450 known in total")
        await pilot.press("space")
        await pilot.press("G")
        await shows(pilot, f"{2 * PAGE} loaded")
        while not app.state.people.complete:
            await pilot.press("G")
            await pilot.pause(0.02)
        await shows(pilot, "450 loaded · 1 selected · 450 known in total")
        assert len(client.called("list_items")) == 5
        await pilot.press("G")
        assert app.screen.query_one(Table).cursor == 449


async def test_the_filter_works_as_one_types_and_the_selection_stays() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("space", "slash")
        await type_in(pilot, "berlin vp")
        await shows(pilot, "5 shown · 1 selected")
        await pilot.press("enter", "a")
        await shows(pilot, "5 selected")
        await pilot.press("slash", "escape")
        await until(pilot, lambda: len(app.screen.query_one(Table).rows) == 25)
        await pilot.press("escape", "1")
        await shows(pilot, "5 selected")
        await pilot.press("3")
        await shows(pilot, "25 loaded · 5 selected")


async def test_a_filter_that_fits_nobody_says_so() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("slash")
        await type_in(pilot, "zzz")
        await shows(pilot, "Nothing matches.", "0 shown")


async def test_sorting_goes_through_the_columns_both_ways_and_back() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(160, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        table = app.screen.query_one(Table)

        def names() -> list[str]:
            return [table.read(row).name.casefold() for row in table.rows]

        as_they_came = names()
        await pilot.press("s")
        await until(pilot, lambda: names() == sorted(names()))
        await pilot.press("s")
        await until(pilot, lambda: names() == sorted(names(), reverse=True))
        for _ in range(2 * len(table.shown_columns) - 1):
            await pilot.press("s")
        await until(pilot, lambda: names() == as_they_came)


async def test_each_verdict_shows_the_quote_it_stands_on() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(160, 50), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "✓ yes", "works in financial services", "“built the payments platform")
        await shows(pilot, "directory · https://source.example/page", "✓✓")
        await pilot.press("j", "j", "j")
        await shows(pilot, "? unclear", "✓?")


async def test_no_set_and_an_empty_set_say_what_is_the_case() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "No people yet.", "Make a Set with n")
    empty = FakeClient(sets_known=[the_set(admitted=0)], items_known=0)
    app = app_on(empty)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "This Set admitted nobody", "0 loaded · 0 selected · 0 known in total")


async def test_a_failed_page_keeps_what_was_loaded_and_can_be_read_again() -> None:
    client = FakeClient(sets_known=[the_set(admitted=250, count=300)], items_known=250)
    app = app_on(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "100 loaded")
        client.faults["list_items"] = ApiRefused("Gone.", code="internal_error", request_id="req_9")
        await pilot.press("G")
        await shows(pilot, "internal_error · req_9", "100 loaded")
        client.faults.clear()
        await pilot.press("R")
        await shows(pilot, "Person id")
        assert "internal_error" not in seen(app)


async def test_hostile_people_are_text_everywhere() -> None:
    app = app_on(FakeClient(sets_known=[the_set()], hostile=True))
    async with app.run_test(size=(200, 60), notifications=True, tooltips=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "[@click=app.quit]x[/]", "[bold red]CTO[/]", "[/nothing]")
        await pilot.press("space", "e")
        await shows(pilot, "[@click=app.quit]x[/]")
        await pilot.press("w")
        await shows(pilot, "Write to a file")
        assert "\x1b" not in seen(app)


async def test_the_selection_is_written_with_where_each_person_came_from(tmp_path: Path) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    path = tmp_path / "out.csv"
    async with app.run_test(size=(120, 35), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("space", "space", "w")
        await shows(pilot, "Writes the 2 people selected", "people.csv")
        app.screen.query_one("#path").value = str(path)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await shows(pilot, "2 people written to")
    rows = list(csv.DictReader(path.open(encoding="utf-8-sig")))
    assert [row["person_id"] for row in rows] == ["person_00000", "person_00001"]
    assert rows[0]["set_id"] == "set_1"
    assert rows[0]["query"] == "engineering leaders at payment companies in Europe"
    assert rows[0]["synthetic"] == "true"


async def test_without_a_selection_all_people_of_the_set_are_written(tmp_path: Path) -> None:
    client = FakeClient(sets_known=[the_set(admitted=250, count=300)], items_known=250)
    app = app_on(client)
    path = tmp_path / "out.json"
    async with app.run_test(size=(120, 35), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "100 loaded")
        await pilot.press("w")
        await shows(pilot, "Writes all 250 people of the Set")
        app.screen.query_one("#path").value = str(path)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await shows(pilot, "250 people written")
    assert len(json.loads(path.read_text())) == 250


async def test_a_path_that_cannot_be_says_so_before_anything_is_written(tmp_path: Path) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 35), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("w")
        await shows(pilot, "Write to a file")
        field = app.screen.query_one("#path")
        field.value = str(tmp_path / "x.doc")  # type: ignore[attr-defined]
        await shows(pilot, "The path ends with one of")
        field.value = str(tmp_path / "nowhere" / "x.csv")  # type: ignore[attr-defined]
        await shows(pilot, "There is no folder")
        await pilot.press("enter")
        (tmp_path / "there.csv").write_text("x")
        field.value = str(tmp_path / "there.csv")  # type: ignore[attr-defined]
        await shows(pilot, "is there and is written over")


def test_the_hostile_values_are_hostile() -> None:
    assert "\x1b" in str(item(0, **HOSTILE).person.name)
