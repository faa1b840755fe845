"""What is painted of a screen that changed: the same as when all of it is painted."""

from __future__ import annotations

import random

import pyte
from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Input, Static

from shortlist.tui.terminal.painter import Painter


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
        return [[self.screen.buffer[y][x] for x in range(90)] for y in range(30)]

    def smear(self, part: Region) -> None:
        """What was there before is another thing."""
        for y in part.line_range:
            self.stream.feed(f"\x1b[0m\x1b[{y + 1};{part.x + 1}H" + "?" * part.width)


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
        painter._dirty_regions = {Region(5, 1, 8, 1)}
        assert painter.render_partial_update() is not None
        assert asked == [(field, 1)]
