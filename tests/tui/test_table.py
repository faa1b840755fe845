"""The virtual table."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len
from tests.tui.fakes import until
from textual.app import App, ComposeResult

from shortlist.tui.kit.table import Column, Table
from shortlist.tui.kit.themes import folder, load

COLUMNS = [
    Column("name", "Name", lambda r: r["name"], least=10, most=20),
    Column("where", "Where", lambda r: (r["where"], "dim"), least=10, most=20, rank=1),
]


def rows(count: int) -> list[dict[str, str]]:
    return [{"name": f"Person {n}", "where": f"Town {n % 7}"} for n in range(count)]


class Holder(App[None]):
    CSS = "Table { height: 1fr; }"

    def __init__(self, count: int = 100) -> None:
        super().__init__()
        self.register_theme(load(folder() / "calm.toml"))
        self.theme = "calm"
        self.marks: set[str] = set()
        self.count = count
        self.said: list[Any] = []

    def compose(self) -> ComposeResult:
        yield Table(COLUMNS, key=lambda r: r["name"], marked=self.marks.__contains__)

    def on_mount(self) -> None:
        self.table.show(rows(self.count))
        self.table.focus()

    @property
    def table(self) -> Table:
        return self.query_one(Table)

    def on_table_end_neared(self, event: Table.EndNeared) -> None:
        self.said.append("end")

    def on_table_opened(self, event: Table.Opened) -> None:
        self.said.append(event.row["name"])

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self.said.append(event.column)

    def line(self, y: int) -> str:
        return self.table.render_line(y).text


async def test_keys_move_the_cursor_and_the_page_follows() -> None:
    app = Holder(1000)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("j", "down", "k")
        assert app.table.cursor == 1
        await pilot.press("pagedown")
        assert app.table.cursor == 19
        await pilot.press("G")
        assert app.table.current == {"name": "Person 999", "where": "Town 5"}
        assert "Person 999" in app.line(19)
        await pilot.press("g")
        assert app.table.cursor == 0
        assert "Person 0" in app.line(1)


async def test_only_lines_on_the_screen_are_made_of_a_hundred_thousand() -> None:
    app = Holder(100_000)
    made = 0

    def counting(row: Any) -> str:
        nonlocal made
        made += 1
        return row["name"]

    async with app.run_test(size=(60, 20)) as pilot:
        app.table.show_columns([Column("name", "Name", counting, least=10)])
        await pilot.pause()
        made = 0
        await pilot.press("down")
        await pilot.pause()
        assert made <= 2, "two lines changed"
        await pilot.press("G")
        await pilot.pause()
        assert made <= 2 + 20, "one page came into view"
        assert app.table.cursor == 99_999


async def test_the_cursor_stays_on_its_person_when_the_order_changes() -> None:
    app = Holder(50)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press(*["j"] * 7)
        app.table.show(list(reversed(rows(50))))
        assert app.table.current == {"name": "Person 7", "where": "Town 0"}
        app.table.show(rows(3))
        assert app.table.cursor == 2, "who is gone leaves it on the nearest"
        app.table.show([])
        assert app.table.current is None
        await pilot.press("j", "G")
        assert app.table.current is None


async def test_marks_are_shown_and_the_cursor_is_seen_without_colour() -> None:
    app = Holder(5)
    async with app.run_test(size=(60, 20)):
        app.marks.add("Person 1")
        app.table.repaint()
        assert app.line(2).startswith(" ● Person 1")
        assert app.line(1).startswith("▌  Person 0")


@pytest.mark.parametrize("width", [20, 30, 60, 200])
async def test_a_line_is_exactly_as_wide_as_the_table(width: int) -> None:
    app = Holder(0)
    async with app.run_test(size=(width, 12)):
        app.table.show(
            [
                {"name": "漢字の長い名前はここで切られます", "where": "Zoë 👩‍🔬 नमस्ते"},
                {"name": "\x1b]52;c;AAAA\x07\x1b[2Jevil\n\tname\u202e", "where": "[bold]x[/] $foo"},
            ]
        )
        for y in range(12):
            assert cell_len(app.line(y)) == width, app.line(y)
        assert "\x1b" not in app.line(2)
        assert "\u202e" not in app.line(2)
        if width == 200:
            assert "[bold]x[/] $foo" in app.line(2)


async def test_the_least_important_column_goes_first_when_it_is_narrow() -> None:
    app = Holder(5)
    async with app.run_test(size=(60, 12)) as pilot:
        assert "Where" in app.line(0)
        await pilot.resize_terminal(16, 12)
        await pilot.pause()
        assert "Where" not in app.line(0)
        assert "Name" in app.line(0)


async def test_the_end_in_sight_asks_for_more() -> None:
    app = Holder(500)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("pagedown")
        assert app.said == []
        await pilot.press("G")
        await pilot.pause()
        assert "end" in app.said


async def test_the_mouse_moves_opens_and_sorts() -> None:
    app = Holder(50)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.click(Table, offset=(5, 4))
        await until(pilot, lambda: app.table.cursor == 3)
        await pilot.click(Table, offset=(5, 4), times=2)
        await until(pilot, lambda: "Person 3" in app.said)
        await pilot.click(Table, offset=(4, 0))
        await until(pilot, lambda: "name" in app.said)
