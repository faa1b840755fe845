"""What is painted of a screen that changed: the same as Textual's own compositor paints."""

from __future__ import annotations

import random
import re

from textual._compositor import Compositor
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
                yield Static("\n".join(f"line {n} " + "漢字 " * 20 for n in range(80)), id="tall")
            yield Static("beside the list", id="side")
        yield Static("above them", id="over")


def sent(text: str) -> str:
    """Without the moves to where nothing is then written, of which the stock one makes some."""
    return re.sub(r"\x1b\[\d+;\d+H(?=\x1b\[\d+;\d+H|\n|$)", "", text)


class Beside(App[None]):
    def on_mount(self) -> None:
        self.push_screen(Layered())


async def test_any_part_of_a_screen_is_painted_as_textual_paints_it() -> None:
    app, chance = Beside(), random.Random(7)
    async with app.run_test(size=(90, 30)) as pilot:
        app.screen.query_one("#list").scroll_to(y=9, animate=False)
        await pilot.pause()
        painter = app.screen._compositor
        assert isinstance(painter, Painter)
        for _ in range(60):
            parts = set()
            for _ in range(chance.randint(1, 4)):
                x, y = chance.randrange(90), chance.randrange(30)
                parts.add(Region(x, y, chance.randint(1, 90 - x), chance.randint(1, 30 - y)))
            painter._dirty_regions = set(parts)
            ours = painter.render_partial_update()
            painter._dirty_regions = set(parts)
            theirs = Compositor.render_partial_update(painter)
            assert ours is not None
            assert theirs is not None
            same = sent(ours.render_segments(app.console)) == sent(
                theirs.render_segments(app.console)
            )
            assert same, parts


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
