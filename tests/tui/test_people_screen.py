"""People, on a screen: pages, filter, order, selection, verdicts, export."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.tui.fakes import HOSTILE, FakeClient, app_on, item, seen, shows, the_set, type_in, until
from textual.widgets import Input

from shortlist.client.errors import ApiRefused, Unreachable
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.dialogs import export
from shortlist.tui.kit.table import Table
from shortlist.tui.live.tracker import PAGE


async def to_people(pilot: object) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "3")  # type: ignore[attr-defined]


async def test_pages_come_as_one_goes_down_and_the_counts_are_honest() -> None:
    client = FakeClient(sets_known=[the_set(admitted=450, count=500)], items_known=450)
    app = app_on(client)
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, f"{PAGE} loaded · 0 selected · 450 known in total")
        await pilot.press("space")
        await pilot.press("G")
        await until(pilot, lambda: len(app.state.people.items) >= 2 * PAGE)
        while not app.state.people.complete:
            await pilot.press("G")
            await pilot.pause(0.02)
        await shows(pilot, "450 loaded · 1 selected · 450 known in total")
        assert len(client.called("list_items")) == 5
        await pilot.press("G")
        assert app.screen.query_one(Table).cursor == 449
        await shows(pilot, "450 of 450")


async def test_the_filter_works_as_one_types_and_the_selection_stays() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("space", "slash")
        await type_in(pilot, "berlin vp")
        await shows(pilot, "5 shown · 1 selected", "2 of 5")
        await pilot.press("enter", "j")
        await shows(pilot, "3 of 5")
        await pilot.press("a")
        await shows(pilot, "5 selected")
        await pilot.press("slash", "escape")
        await until(pilot, lambda: len(app.screen.query_one(Table).rows) == 25)
        await pilot.press("escape", "1")
        await shows(pilot, "5 people chosen elsewhere")
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


async def test_undo_and_redo_go_through_the_changes_of_the_selection() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("space", "space", "a")
        await shows(pilot, "25 selected")
        await pilot.press("u", "u")
        await shows(pilot, "1 selected")
        await pilot.press("U")
        await shows(pilot, "2 selected")
        await pilot.press("A", "U")
        await shows(pilot, "0 selected")


async def test_the_matrix_shows_each_criterion_and_enter_opens_its_evidence() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("m")
        await shows(pilot, "✓ yes", "? unclear", "1/2  works in financial", "✓ 25 yes")
        await pilot.press("right")
        await shows(pilot, "2/2  leads a team of engineers", "? 6 unclear")
        await pilot.press("j", "j", "j", "enter")
        await shows(pilot, "Criterion 2 of 2", "? unclear", "No quote was given")
        await pilot.press("left")
        await shows(pilot, "Criterion 1 of 2", "“built the payments platform", "source.example")
        await pilot.press("escape", "escape")
        await shows(pilot, "Title", "Company")


async def test_columns_are_chosen_moved_and_widened_and_kept_as_a_view(own_home: Path) -> None:
    for start in (1, 2):
        app = app_on(FakeClient(sets_known=[the_set()]), store=Store(find_places(), "local"))
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            await to_people(pilot)
            await shows(pilot, "25 loaded")
            table = app.screen.query_one(Table)
            if start == 1:
                await pilot.press("c")
                await shows(pilot, "Columns", "[x] Title", "[ ] Industry")
                await pilot.press("j", "K", "space", "j", "right", "s")
                await type_in(pilot, "short")
                await pilot.press("enter", "d", "v", "enter")
            names = [(column.key, column.width) for column in table.columns]
            assert names[:2] == [("name", 20), ("company", None)], names
            await pilot.press("q")


async def test_leaving_the_chooser_takes_everything_back() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        table = app.screen.query_one(Table)
        await pilot.press("c", "space")
        await until(pilot, lambda: table.columns[0].key == "title")
        await pilot.press("escape")
        await until(pilot, lambda: table.columns[0].key == "name")


async def test_what_was_loaded_opens_from_this_machine_while_the_service_is_away(
    own_home: Path,
) -> None:
    client = FakeClient(sets_known=[the_set()])
    app = app_on(client, store=Store(find_places(), "local"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("q")
    again = FakeClient(sets_known=[the_set()], faults={"list_items": Unreachable("Nobody.")})
    app = app_on(again, store=Store(find_places(), "local"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded", "“built the payments platform from scratch”")
        await pilot.press("q")


async def test_somebody_the_service_no_longer_gives_is_gone_from_what_is_kept(
    own_home: Path,
) -> None:
    for items_known, loaded in ((25, "25 loaded"), (24, "24 loaded")):
        client = FakeClient(sets_known=[the_set()], items_known=items_known)
        app = app_on(client, store=Store(find_places(), "local"))
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            await to_people(pilot)
            await shows(pilot, loaded)
            await pilot.press("q")


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
        await until(pilot, lambda: "internal_error" not in seen(app))
        await shows(pilot, "100 loaded", "Why this person")


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
        await shows(pilot, "enter writes 2 people, selected", "people.csv")
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
        await shows(pilot, "enter writes 250 people, in the Set")
        app.screen.query_one("#path").value = str(path)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await shows(pilot, "250 people written")
    assert len(json.loads(path.read_text())) == 250


async def test_a_path_that_cannot_be_says_so_and_a_file_is_written_over_only_when_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 35), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("w")
        await shows(pilot, "Write to a file")
        field = app.screen.query_one("#path", Input)
        field.value = str(tmp_path / "x.doc")
        await shows(pilot, "The path ends with one of")
        field.value = str(tmp_path / "nowhere" / "x.csv")
        await shows(pilot, "There is no folder")
        await pilot.press("enter")
        there = tmp_path / "there.csv"
        there.write_text("x")
        field.value = str(there)
        await shows(pilot, "A file of that name is there")
        monkeypatch.setattr(export, "QUIET_SECONDS", 3_600)  # however slowly keys are delivered
        await pilot.press("enter", "enter")
        await shows(pilot, "enter once more writes over")
        assert there.read_text() == "x"
        monkeypatch.setattr(export, "QUIET_SECONDS", 0)
        await pilot.press("enter")
        await shows(pilot, "25 people written to")
    assert there.read_text() != "x"


async def test_who_is_written_follows_the_filter_and_the_selection(tmp_path: Path) -> None:
    client = FakeClient(sets_known=[the_set(admitted=250, count=300)], items_known=250)
    app = app_on(client)
    path = tmp_path / "out.jsonl"
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "100 loaded")
        await pilot.press("space", "slash")
        await type_in(pilot, "berlin vp")
        await shows(pilot, "20 shown")
        await pilot.press("enter", "w")
        await shows(pilot, "1 selected", "20 filtered", "100 loaded", "250 in the Set")
        app.screen.query_one("#group", Choice).choose(1)
        app.screen.query_one("#path", Input).value = str(path)
        app.screen.query_one("#sources", Choice).choose(1)
        await shows(pilot, "enter writes 20 people, filtered", "‹ jsonl ›")
        await pilot.press("enter")
        await shows(pilot, "20 people written to")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(rows) == 20
    assert all("Berlin" in row["location"] for row in rows)
    assert "query" not in rows[0]
    assert "synthetic" in rows[0]


async def test_another_format_renames_the_path_and_a_path_is_completed(tmp_path: Path) -> None:
    (tmp_path / "exports").mkdir()
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "25 loaded")
        await pilot.press("w")
        field = app.screen.query_one("#path", Input)
        field.value = str(tmp_path / "people.csv")
        await pilot.press("up", "up", "up", "up", "right", "right", "right")
        assert field.value == str(tmp_path / "people.xlsx")
        await pilot.press("down", "down", "down")
        field.value = str(tmp_path / "exp")
        field.action_end()
        await until(pilot, lambda: field._suggestion.endswith("exports/"))
        await pilot.press("right")
        assert field.value == f"{tmp_path}/exports/"


async def test_contacts_resolved_earlier_go_with_an_export_masked_or_not(
    tmp_path: Path, own_home: Path
) -> None:
    store = Store(find_places(), "local")
    found = {"status": "found", "value": "amara@pay.example", "source": "directory"}
    store.remember_contact("person_00000", "work_email", found)
    store.remark("person_00000", note="met", tags=["warm"])
    for contacts, shown in ((0, "amara@pay.example"), (1, "a•••@pay.example"), (2, None)):
        app = app_on(FakeClient(sets_known=[the_set()]), store=store)
        path = tmp_path / f"{contacts}.csv"
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            await to_people(pilot)
            await shows(pilot, "25 loaded")
            await pilot.press("w")
            app.screen.query_one("#path", Input).value = str(path)
            app.screen.query_one("#contacts", Choice).choose(contacts)
            await pilot.press("enter")
            await shows(pilot, "25 people written to")
        row = next(csv.DictReader(path.open(encoding="utf-8-sig")))
        assert row.get("work_email") == shown
        assert (row["note"], row["tags"]) == ("met", "warm")
        store = Store(find_places(), "local")
    store.close()


def test_the_hostile_values_are_hostile() -> None:
    assert "\x1b" in str(item(0, **HOSTILE).person.name)
