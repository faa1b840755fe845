"""Textual's compositor, but what has changed is painted from the widgets in sight there alone.

The stock one has nearly every widget of the screen make all of its lines for one letter typed: it
goes by what a widget is clipped to, and not by where it is, and makes what others cover.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.screen import Screen


def sized(screen: Screen[Any]) -> None:
    """Give a screen the classes that go with the terminal's size before its first layout, which
    is then the one that stays."""
    app = screen.app
    width, height = app.size
    for value, points in (
        (width, app.HORIZONTAL_BREAKPOINTS or ()),
        (height, app.VERTICAL_BREAKPOINTS or ()),
    ):
        fitting = [name for least, name in points or () if value >= least]
        screen.add_class(*fitting[-1:], update=False)


class Painter(Compositor):
    _due: tuple[Region, ...] | None = None
    """The parts of the screen that are being painted; `None` while all of it is."""

    def render_partial_update(self) -> ChopsUpdate | None:
        screen = self.size.region
        self._due = tuple(region.intersection(screen) for region in self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._due = None

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Where each widget is, what of it is seen, and the lines of that: front to back."""
        if self._due is None:
            yield from super()._get_renders(crop)
            return
        due = self._due
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            touched = [part for each in due if (part := seen.intersection(each))]
            if touched:
                rows = Region.from_union(touched)
                lines = Region(seen.x, rows.y, seen.width, rows.height)
                yield region, lines, widget.render_lines(lines.translate(-region.offset))
                # What one widget covers needs nothing from those below it.
                due = tuple(each for each in due if not seen.contains_region(each))
                if not due:
                    return
