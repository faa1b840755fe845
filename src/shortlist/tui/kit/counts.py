"""The line of counts under a list, with the place of the cursor at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from shortlist.tui.kit.words import number

if TYPE_CHECKING:
    from textual.visual import VisualType

    from shortlist.tui.kit.table import Table

_BETWEEN = 3
"""Characters between the counts and the place, at least."""


class Counts(Static):
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
        return Content.assemble(words, " " * room, (self._place, "$quiet-text"))

    def tell_place(self, table: Table) -> None:
        """Tell which of its rows the cursor of `table` is on, such as `3 of 25`."""
        rows = len(table.rows)
        place = f"{number(table.cursor + 1)} of {number(rows)}" if rows else ""
        if place != self._place:
            self._place = place
            self.refresh()
