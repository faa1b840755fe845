"""What is painted of a screen that changed: the same as when all of it is painted."""

from __future__ import annotations

import random
from typing import Any

import pyte
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Input, Static

from shortlist.tui.terminal.painter import Painter
from shortlist.tui.widgets.field import Field
from shortlist.tui.widgets.table import Column, Table


class Layered(Screen[None]):
    CSS = """
    Layered { layers: below above; }
    #side { width: 1fr; padding: 1 2; border: round white; }
    #list { width: 2fr; overflow-y: scroll; }
    #tall { height: 80; }
    #over { layer: above; width: 20; height: 5; offset: 30 6; background: red; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._compositor = Painter()

    def compose(self) -> ComposeResult:
        yield Input("typed here")
        with Horizontal():
            with Container(id="list"):
                yield Static(
                    "\n".join(f"line {n} " + "of some text " * 9 for n in range(80)), id="tall"
                )
            yield Static("beside the list", id="side")
        yield Static("above them", id="over")


class Seen:
    """A terminal that is written to, and what is seen on it: each cell with its colours."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(90, 30)
        self.stream = pyte.Stream(self.screen)

    def cells(self) -> list[list[object]]:
        """Of a blank, neither ink nor how it is written is seen."""
        return [[_seen(self.screen.buffer[y][x]) for x in range(90)] for y in range(30)]

    def smear(self, part: Region) -> None:
        """What was there before is another thing."""
        for y in part.line_range:
            self.stream.feed(f"\x1b[0m\x1b[{y + 1};{part.x + 1}H" + "?" * part.width)


def _seen(cell: Any) -> object:
    blank = cell.data == " " and not (cell.reverse or cell.underscore)
    return cell._replace(fg="", bold=False, italics=False) if blank else cell


class Beside(App[None]):
    def on_mount(self) -> None:
        self.push_screen(Layered())


async def test_any_part_of_a_screen_is_painted_as_the_whole_of_it_is() -> None:
    app, chance, seen = Beside(), random.Random(7), Seen()
    async with app.run_test(size=(90, 30)) as pilot:
        app.screen.query_one("#list").scroll_to(y=9, animate=False)
        await pilot.pause()
        painter = app.screen._compositor
        assert isinstance(painter, Painter)
        for y, strip in enumerate(painter.render_strips()):
            seen.stream.feed(f"\x1b[{y + 1};1H{strip.render(app.console)}")
        whole = seen.cells()
        for _ in range(60):
            parts = set()
            for _ in range(chance.randint(1, 4)):
                # At the edge of a widget, where whole lines of it are painted, or anywhere.
                x, y = chance.choice((0, 0, 60, chance.randrange(90))), chance.randrange(30)
                parts.add(Region(x, y, chance.randint(1, 90 - x), chance.randint(1, 30 - y)))
            for part in parts:
                seen.smear(part)
            assert seen.cells() != whole
            painter._stands.clear()  # Nobody has told it.
            painter._dirty_regions = set(parts)
            update = painter.render_partial_update()
            assert update is not None
            seen.stream.feed(update.render_segments(app.console))
            assert seen.cells() == whole, parts


async def test_a_letter_typed_has_no_other_widget_make_its_lines() -> None:
    app = Beside()
    async with app.run_test(size=(90, 30)) as pilot:
        field, painter = app.screen.query_one(Input), app.screen._compositor
        asked: list[object] = []
        for widget in painter.visible_widgets:
            stock = widget.render_lines

            def noted(crop: Region, widget=widget, stock=stock):  # type: ignore[no-untyped-def]
                asked.append((widget, crop.height))
                return stock(crop)

            widget.render_lines = noted  # type: ignore[method-assign]
        await pilot.pause()
        asked.clear()
        painter._stands.clear()
        painter._dirty_regions = {Region(5, 1, 8, 1)}
        assert painter.render_partial_update() is not None
        assert asked == [(field, 1)]


class Listing(Screen[None]):
    CSS = """
    Listing { layers: below above; }
    Field { width: 30; border: none; height: 1; padding: 0 1; }
    Table { width: 60; height: 1fr; scrollbar-size-vertical: 1; }
    Table > .table--good { color: green; }
    #side { width: 1fr; height: 1fr; }
    #over { layer: above; width: 20; height: 5; offset: 50 6; background: red; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._compositor = Painter()

    def compose(self) -> ComposeResult:
        yield Field()
        with Horizontal():
            columns = [
                Column("name", "Name", lambda n: NAMES[n % len(NAMES)]),
                Column("town", "Town", lambda n: (f"Town {n % 3}", "dim"), least=8),
                Column("kind", "Kind", lambda n: ("✓✓" if n % 2 else "??", "good"), right=True),
            ]
            yield Table(columns, key=lambda n: n)
            yield Static("beside the list", id="side", markup=False)
        yield Static("above them", id="over")


NAMES = ("Ada", "Grace Hopper", "北京 王", "Zoë", "Ada Lovelace of somewhere far away")


class Watched(App[None]):
    """What is displayed reaches a terminal, as far as it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()

    def on_mount(self) -> None:
        self.push_screen(Listing())

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if renderable is not None and not self._batch_count:
            assert isinstance(renderable, CompositorUpdate)
            self.seen.stream.feed(renderable.render_segments(self.console))


async def test_what_is_not_sent_again_stands_there_already() -> None:
    app, chance = Watched(), random.Random(11)
    async with app.run_test(size=(90, 30)) as pilot:
        await pilot.pause()
        screen = app.screen
        table, field = screen.query_one(Table), screen.query_one(Field)
        side, over = screen.query_one("#side", Static), screen.query_one("#over")
        field.focus()
        field.cursor_blink = False

        def rows() -> None:
            start, step = chance.randrange(9), chance.randint(1, 4)
            table.show(range(start, start + chance.choice((0, 3, 40, 900)), step), same=True)

        async def covered() -> None:
            app.push_screen(Layered())
            await pilot.pause()
            app.pop_screen()

        acts = [
            *[rows] * 6,
            *[lambda: table.move_to(chance.randrange(max(1, len(table.rows))))] * 3,
            lambda: table.scroll_to(y=chance.randrange(30), animate=False),
            lambda: side.update(chance.choice(NAMES) * chance.randint(1, 40)),
            lambda: setattr(field, "value", chance.choice(NAMES)),
            lambda: setattr(over, "display", not over.display),
            lambda: screen.refresh(),
        ]
        for turn in range(150):
            if turn % 40 == 39:
                await covered()
            for act in chance.sample(acts, chance.randint(1, 3)):
                act()
            await pilot.pause()
            whole = Seen()
            for y, strip in enumerate(screen._compositor.render_strips()):
                whole.stream.feed(f"\x1b[{y + 1};1H{strip.render(app.console)}")
            assert app.seen.cells() == whole.cells(), turn


async def test_of_a_line_that_changes_in_part_that_part_is_sent() -> None:
    app = Watched()
    async with app.run_test(size=(90, 30)) as pilot:
        table = app.screen.query_one(Table)
        for start in (0, 6):  # With all of the screen, and by itself.
            table.show(range(start, start + 20))
            await pilot.pause()
        sent: list[str] = []
        app.seen.stream.feed = sent.append  # type: ignore[method-assign]
        # Other names in other towns, of the kind that they were.
        table.show(range(12, 32))
        await pilot.pause()
        assert "Grace Hopper" in "".join(sent)
        assert "✓✓" not in "".join(sent)
