"""Lines that widgets make themselves, for speed: as Textual would make them."""

from __future__ import annotations

from collections.abc import Iterator

import pyte
import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from shortlist.tui.kit.field import Field
from shortlist.tui.kit.table import Table


class Lines(App[None]):
    CSS = """
    Field { width: 26; border: none; height: 1; padding: 0 1; background: #242932; color: #d5dae2; }
    Table { height: 5; }
    """

    def compose(self) -> ComposeResult:
        yield Field(id="field")
        yield Table([], key=lambda row: row)


def looks(app: App[None], lines: list[Strip]) -> list[object]:
    """What a terminal shows of them. A blank shows no ink, whatever its colour."""
    screen = pyte.Screen(100, 1)
    pyte.Stream(screen).feed(lines[0].render(app.console))
    row = [screen.buffer[0][x] for x in range(100)]
    return [c._replace(fg="") if c.data == " " and not c.reverse else c for c in row]


def both(widget: Widget, stock: type[Widget]) -> Iterator[list[object]]:
    """The line as the widget makes it, and as Textual's own would."""
    widget._styles_cache.clear()
    crop = Region(0, 0, *widget.outer_size)
    for lines in (widget.render_lines(crop), stock.render_lines(widget, crop)):
        yield looks(widget.app, lines)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_a_field_looks_as_textual_has_it_whatever_is_typed(theme: str) -> None:
    app = Lines()
    async with app.run_test(size=(100, 12)) as pilot:
        app.theme = theme
        field = app.query_one(Field)
        field.cursor_blink = False
        field.focus()
        made_here = 0
        for value in ("", "a", "nowak", "Zoë Müller", "北京 12", "o" * 23, "o" * 24, "o" * 60):
            field.value = value
            await pilot.pause()
            for at in {len(value), len(value) // 2, 0}:
                field.cursor_position = at
                for shown in (True, False):
                    field._cursor_visible = shown
                    await pilot.pause()
                    ours, stock = both(field, Input)
                    assert ours == stock, (value, at, shown)
                    made_here += field._being_typed() is not None
        assert made_here > 12
        field.value = "chosen"
        field.action_select_all()
        assert field._being_typed() is None
        app.query_one(Table).focus()
        await pilot.pause()
        assert field._being_typed() is None
