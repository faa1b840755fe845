"""The line of counts under a list, with the place of the cursor at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.widgets import Static

from shortlist.tui.widgets.toned import Toned
from shortlist.tui.words import number

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.visual import VisualType

    from shortlist.tui.widgets.table import Table

_BETWEEN = 3
"""Characters between the counts and the place, at least."""


class Counts(Toned, Static):
    """Text as `Static` has it; the place is told at its right end where the text leaves room.

    The place is painted over the end of the line, so that it lays nothing out when it changes.
    """

    _place = ""

    def render(self) -> VisualType:
        words = self.visual
        if not isinstance(words, Content) or not self._place:
            return words
        last = words.split("\n")[-1].cell_length
        room = self.content_size.width - last - len(self._place)
        if room < _BETWEEN:
            return words
        return Content.assemble(words, " " * room, self._place)

    def render_lines(self, crop: Region) -> list[Strip]:
        line = self._all_alike()
        return super().render_lines(crop) if line is None else [line.crop(crop.x, crop.right)]

    def _all_alike(self) -> Strip | None:
        """The line where it is plain text in one style, as the counts are that change with every
        letter of a filter; `None` where there is more to it, or it does not fit."""
        words, (width, height), padding = self.visual, self.outer_size, self.styles.padding
        if not isinstance(words, Content) or words.spans or height != 1:
            return None
        text, room = words.plain, width - padding.width
        length = cell_len(text)
        if length > room or not text.isprintable() or self.text_selection is not None:
            return None
        between = room - length - len(self._place)
        end = " " * between + self._place if between >= _BETWEEN else " " * (room - length)
        line = " " * padding.left + text + end + " " * padding.right
        return Strip([Segment(line, self.tone())], width)

    def tell_place(self, table: Table) -> None:
        """Tell which of its rows the cursor of `table` is on, such as `3 of 25`."""
        rows = len(table.rows)
        place = f"{number(table.cursor + 1)} of {number(rows)}" if rows else ""
        if place != self._place:
            self._place = place
            self.refresh()
