"""Textual's compositor, but what has changed is painted from the widgets in sight there alone.

The stock one has nearly every widget of the screen make all of its lines for one letter typed: it
goes by what a widget is clipped to, and not by where it is, and makes what others cover. And it
cuts each line of the screen wherever any widget ends, which what lies in a single one needs not.
Of a line that was painted before, what is still the same is not sent again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from shortlist.tui.terminal.sent import sent

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


class Painted(CompositorUpdate):
    """Lines that are sent as they are, each with its place, and what was cut before."""

    def __init__(self, lines: Sequence[tuple[int, int, Strip]], rest: ChopsUpdate | None) -> None:
        self.lines, self.rest = lines, rest

    def render_segments(self, console: Console) -> str:
        parts = [f"\x1b[{y + 1};{x + 1}H{sent(strip, console)}" for x, y, strip in self.lines]
        if self.rest is not None:
            parts.append(self.rest.render_segments(console))
        return "".join(parts)


def _alike(old: Sequence[Segment], new: Sequence[Segment]) -> int:
    """Cells over which two lines begin alike, by whole pieces."""
    cells = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        cells += one.cell_length
    return cells


class Painter(Compositor):
    _due: tuple[Region, ...] | None = None
    """The parts of the screen that are being painted; `None` while all of it is."""

    def __init__(self) -> None:
        super().__init__()
        self._stands: dict[int, dict[int, Strip]] = {}
        """What was painted last, as far as it is known: by line, and by where it begins there."""

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        self._stands.clear()
        return super().render_full_update(simplify)

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        screen = self.size.region
        parts = {part for region in self._dirty_regions if (part := region.intersection(screen))}
        due = [p for p in parts if not any(o != p and o.contains_region(p) for o in parts)]
        self._dirty_regions.clear()
        lines: list[tuple[int, int, Strip]] = []
        shared = []
        for part in due:
            if not self._paint_alone(part, lines):
                shared.append(part)
        rest = None
        for part in shared:
            for y in part.line_range:
                self._overpaint(y, part.x, part.right)
        if shared:
            self._due = tuple(shared)
            self._dirty_regions.update(shared)
            try:
                rest = super().render_partial_update()
            finally:
                self._due = None
        return Painted(lines, rest) if lines or rest is not None else None

    def _paint_alone(self, part: Region, lines: list[tuple[int, int, Strip]]) -> bool:
        """Add the lines of a part in which nothing but one widget is seen; whether there is one."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if seen.overlaps(part):
                # A line that begins inside might begin inside of a wide letter.
                if part.x != seen.x or not seen.contains_region(part):
                    return False
                made = widget.render_lines(part.translate(-region.offset))
                for y, strip in enumerate(made, part.y):
                    lines += self._news(part.x, y, strip)
                return True
        return False

    def _news(self, x: int, y: int, strip: Strip) -> list[tuple[int, int, Strip]]:
        """What of a line is not there yet: without the pieces at its ends that are."""
        length = strip.cell_length
        before = self._stands.get(y, {}).get(x)
        self._overpaint(y, x, x + length)
        self._stands.setdefault(y, {})[x] = strip
        if before is strip:
            return []
        if before is None or before.cell_length != length:
            return [(x, y, strip)]
        old, new = list(before), list(strip)
        start, end = _alike(old, new), _alike(old[::-1], new[::-1])
        if start + end >= length:
            return [(x, y, strip)] if old != new else []
        return [(x + start, y, strip.crop(start, length - end))]

    def _overpaint(self, y: int, x: int, right: int) -> None:
        """What stands between two columns of a line is not known any more."""
        stands = self._stands.get(y, {})
        for at in [at for at, it in stands.items() if at < right and at + it.cell_length > x]:
            del stands[at]

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
