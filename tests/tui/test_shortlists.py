"""Shortlists, notes and tags: kept on this machine, over Sets, searches and restarts."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, the_set, type_in, until
from tests.tui.test_sets_screen import settle_button
from textual.events import Key
from textual.widgets import Input, TextArea

from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.app import ShortlistApp
from shortlist.tui.kit.table import Table

WIDE = (140, 40)


@pytest.fixture
def desk(own_home: Path) -> Iterator[Store]:
    store = Store(find_places(), "local")
    yield store
    store.close()


def an_app(desk: Store, **given: object) -> ShortlistApp:
    return app_on(FakeClient(sets_known=[the_set()], **given), store=desk)  # type: ignore[arg-type]


async def to_people(pilot: object) -> None:
    await shows(pilot, "● ready")
    await pilot.press("escape", "3")  # type: ignore[attr-defined]
    await shows(pilot, "25 loaded")


async def name_list(pilot: object, name: str) -> None:
    await pilot.press("l")  # type: ignore[attr-defined]
    await shows(pilot, "Put on a shortlist")
    await type_in(pilot, name)
    await pilot.press("enter")  # type: ignore[attr-defined]


async def test_people_of_a_set_and_of_a_search_are_on_one_shortlist(desk: Store) -> None:
    app = an_app(desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("space", "space")
        await name_list(pilot, "leads")
        await shows(pilot, "2 people put on leads")
        await pilot.press("A", "1", "slash")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("G", "space", "k", "k")
        await name_list(pilot, "leads")
        await shows(pilot, "1 person put on leads")
        await pilot.press("L")
        await shows(pilot, "leads", "3 people", "enter open")
        await pilot.press("enter")
        await shows(pilot, "☰ shortlist  leads", "3 loaded", "works in financial services")
        people = [member["person_id"] for member in desk.members("leads")]
    assert people == ["person_00000", "person_00001", "person_00024"]


async def test_a_shortlist_is_there_after_a_restart_with_evidence_and_where_from(
    desk: Store, tmp_path: Path
) -> None:
    async with an_app(desk).run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("space", "space")
        await name_list(pilot, "kept")
        await shows(pilot, "put on kept")
    app = an_app(Store(find_places(), "local"))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "L")
        await shows(pilot, "kept")
        await pilot.press("enter")
        await shows(pilot, "2 loaded", "“built the payments platform")
        await pilot.press("w")
        await shows(pilot, "Write to a file")
        app.screen.query_one("#path", Input).value = str(tmp_path / "out.csv")
        await pilot.press("enter")
        await shows(pilot, "2 people written to")
        await pilot.press("escape")
        await shows(pilot, "engineering leaders at payment companies")
    rows = list(csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8-sig")))
    assert [row["set_id"] for row in rows] == ["set_1", "set_1"]
    assert rows[0]["query"] == "engineering leaders at payment companies in Europe"


async def test_who_is_taken_off_is_selected_and_can_be_put_back_whole(desk: Store) -> None:
    async with an_app(desk).run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("space", "space", "space")
        await name_list(pilot, "leads")
        await shows(pilot, "3 people put on leads")
        await pilot.press("A", "L", "enter")
        await shows(pilot, "3 loaded")
        before = desk.member("leads", "person_00001")
        await pilot.press("j", "d")
        await shows(pilot, "2 loaded", "1 selected", "taken off leads")
        assert desk.member("leads", "person_00001") is None
        await name_list(pilot, "leads")
        await shows(pilot, "3 loaded")
        again = desk.member("leads", "person_00001")
        assert before is not None
        assert again is not None
        assert again["item"]["verification"] == before["item"]["verification"]
        assert again["item"]["found"]["set_id"] == "set_1"


async def test_a_shortlist_is_renamed_and_deleted_only_after_asking(desk: Store) -> None:
    desk.add_to("one", [{"person_id": "p1", "name": "Ana"}])
    desk.add_to("two", [{"person_id": "p2", "name": "Bo"}])
    async with an_app(desk).run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("L", "r")
        field = pilot.app.screen.query_one("#name", Input)
        field.value = "two"
        await pilot.press("enter")
        await shows(pilot, "There is a shortlist two already")
        field.value = "first"
        await pilot.press("enter")
        await until(pilot, lambda: desk.shortlists() == [("first", 1), ("two", 1)])
        await pilot.press("D")
        await shows(pilot, "Delete this shortlist?", "1 person on it")
        await pilot.press("escape")
        assert len(desk.shortlists()) == 2
        await pilot.press("D")
        await shows(pilot, "Delete this shortlist?")
        await settle_button(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: desk.shortlists() == [("two", 1)])


async def test_notes_and_tags_are_kept_shown_and_found_by_the_filter(desk: Store) -> None:
    app = an_app(desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("j", "T")
        await shows(pilot, "Note and tags")
        await type_in(pilot, "warm #berlin")
        await pilot.press("tab")
        await type_in(pilot, "met in Oslo")
        await pilot.press("enter")
        await shows(pilot, "2 tags and a note", "✎ #warm", "#berlin", "met in Oslo")
        for needle, shown in (("#war", 1), ("#", 1), ("note:oslo", 1), ("#cold", 0)):
            app.screen.query_one("#filter", Input).value = needle
            table = app.screen.query_one(Table)
            await until(pilot, lambda n=shown, t=table: len(t.rows) == n)
        app.screen.query_one("#filter", Input).value = ""
        await until(pilot, lambda: len(app.screen.query_one(Table).rows) == 25)
        await pilot.press("g", "j", "T")
        await shows(pilot, "Note and tags")
        app.screen.query_one("#tags", Input).value = ""
        app.screen.query_one(TextArea).text = ""
        await pilot.press("enter")
        await shows(pilot, "nothing any more")
        assert desk.remarks() == {}


async def test_a_note_is_kept_with_all_that_was_typed_before_enter(
    desk: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = TextArea._on_key

    async def take_slowly(area: TextArea, event: Key) -> None:
        await asyncio.sleep(0.02)
        await take(area, event)

    monkeypatch.setattr(TextArea, "_on_key", take_slowly)
    app = an_app(desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("T")
        await shows(pilot, "Note and tags")
        await pilot.press("tab")
        await type_in(pilot, "met in Oslo\r")
        await shows(pilot, "Kept for Amara Okafor")
        assert desk.remarks() == {"person_00000": {"note": "met in Oslo", "tags": []}}


async def test_hostile_names_and_notes_are_text(desk: Store) -> None:
    evil = "[@click=app.quit]x[/] \x1b]52;c;ZXZpbA==\x07"
    desk.remark("person_00000", note=evil, tags=[evil])
    desk.add_to(evil, [{"person_id": "p1", "name": evil}])
    app = an_app(desk, hostile=True)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await shows(pilot, "✎", "[@click=app.quit]x[/]")
        await pilot.press("T")
        await shows(pilot, "Note and tags")
        await pilot.press("escape", "L")
        await shows(pilot, "enter open", "[@click=app.quit]")
        await pilot.press("enter")
        await shows(pilot, "☰ shortlist")
        assert "\x1b" not in seen(app)


async def test_a_note_and_tags_are_of_the_selection_where_there_is_one(desk: Store) -> None:
    """Tags and a note that differ stay; a tag that all have can be taken off all."""
    desk.remark("person_00000", note="met in Oslo", tags=["warm", "old"])
    desk.remark("person_00001", note="", tags=["warm"])
    app = an_app(desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("g", "space", "space", "T")
        await shows(pilot, "Amara Okafor, Benedikt Haddad", "Tags that all have")
        tags = app.screen.query_one("#tags", Input)
        assert tags.value == "warm"
        tags.value = "spring"
        app.screen.query_one(TextArea).text = "call in May"
        await pilot.press("enter")
        await shows(pilot, "Kept for each of 2 people: 1 tag and a note.")
        kept = desk.remarks()
        assert kept["person_00000"]["tags"] == ["old", "spring"]
        assert kept["person_00000"]["note"] == "met in Oslo\ncall in May"
        assert kept["person_00001"]["tags"] == ["spring"]
        assert kept["person_00001"]["note"] == "call in May"
        assert set(kept) == {"person_00000", "person_00001"}


@pytest.mark.parametrize("screen", ["3", "1", "4"])
async def test_what_is_copied_are_the_lines_of_the_selection_on_every_screen(
    desk: Store, screen: str
) -> None:
    app = an_app(desk)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await to_people(pilot)
        await pilot.press("g", "space", "space")
        await pilot.press(screen)
        await until(
            pilot, lambda: app.current_mode == {"3": "people", "1": "search", "4": "enrich"}[screen]
        )
        await pilot.press("escape", "y")
        await shows(pilot, "2 lines")
        assert [line.split("\t")[0] for line in app.clipboard.splitlines()] == [
            "Amara Okafor",
            "Benedikt Haddad",
        ]
