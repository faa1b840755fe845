"""The list of people: a virtual table that holds 100,000 rows as easily as 100.

Only the lines on the screen are made. Moving the cursor repaints two lines. Rows are any objects; a
`Column` says how to read a cell from one, and `key` what a row is known by, so that the cursor and
the marks stay with a person when the order changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message

from shortlist.tui.kit.columns import GAP, Cell, Column, Row
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.painted_lines import GUTTER, SAMPLE, PaintedLines
from shortlist.tui.kit.resting_cursor import RestingCursor

__all__ = ["Cell", "Column", "Table"]

_NEAR_END: Final = 40


class TableMessage(DataMessage):
    """Something was done to a table."""

    table: Table


class Table(RestingCursor, PaintedLines, can_focus=True):
    """Rows, a cursor, marks. The order and the choice of rows are the caller's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("move.down", "move.up", "move.page_down", "move.page_up", "move.top", "move.bottom"),
        *keys("look.left", "look.right"),
    ]

    class Moved(TableMessage):
        """The cursor came to another row; `row` is `None` when there are none."""

        row: Row | None

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Table.Moved) and message.table is self.table

    class Opened(TableMessage):
        """A row was double-clicked."""

        row: Row

    class SideMoved(TableMessage):
        """One cell to the left (-1) or to the right (1), where single cells matter."""

        step: int

    class HeadClicked(TableMessage):
        column: str

    class MarkClicked(TableMessage):
        """The place of the mark was clicked, on the row that has the cursor now."""

    class CellClicked(TableMessage):
        """One cell was clicked, where single cells matter, on the row that has the cursor now."""

        column: str

    class EmptyClicked(TableMessage):
        """A line was clicked of what stands in place of rows; there may be no such line."""

        line: int

    class EndNeared(TableMessage):
        """The last rows are in sight: the time to load more."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Table.EndNeared) and message.table is self.table

    # What is shown

    def show(
        self,
        rows: Sequence[Row],
        *,
        keep: bool = True,
        same: bool = False,
        rising: bool = False,
        rule: tuple[int, str] | None = None,
    ) -> None:
        """Show `rows`. With `keep` the cursor stays on the person it was on, where still there.

        `same`: a row with the key of an earlier one says what that one said. `rising`: rows are
        numbers, each greater than the one before it. `rule`: see there.
        """
        before = self.current
        bar, length = self._has_bar, len(self.rows)
        self.rows, self.rule = rows, rule
        if not keep:
            self.cursor = 0
            self.scroll_to(y=0, animate=False, immediate=True)
        elif before is not None:
            self.cursor = self._find(before, rising)
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        # Widths stay while one types a filter or rows come at the end.
        narrowed = 0 < len(rows) < length
        known = self._measured >= SAMPLE and (same or len(rows) > length)
        if not keep or self._has_bar != bar or not (narrowed or known):
            self._fit()
        self._set_length(bar)
        if not keep or before is None:
            self._follow_cursor()
        self.refresh()
        self.post_message(self.Moved(self, self.current))

    def _set_length(self, had_bar: bool) -> None:
        """Tell how many lines there are; the screen is laid out anew only for a bar that comes
        or goes."""
        size = Size(self.size.width, self.line_count + 1)
        if had_bar and self._has_bar and self.show_vertical_scrollbar:
            self.set_reactive(Table.virtual_size, size)
            self.vertical_scrollbar.window_virtual_size = size.height
            if self.scroll_y > self.max_scroll_y:
                self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)
        else:
            self.virtual_size = size

    def _find(self, before: Row, rising: bool) -> int:
        """The index of the row that `before` was: near the cursor first, then anywhere."""
        key = self.key(before)
        if self.cursor < len(self.rows) and self.key(self.rows[self.cursor]) == key:
            return self.cursor
        near = min(self.cursor, max(0, len(self.rows) - 1))
        if rising:
            at = bisect_left(self.rows, before)
            return at if at < len(self.rows) and self.rows[at] == before else near
        if isinstance(before, int):
            try:
                return self.rows.index(before)
            except ValueError:
                return near
        return next((i for i, row in enumerate(self.rows) if self.key(row) == key), near)

    def show_columns(self, columns: Sequence[Column]) -> None:
        self.columns = list(columns)
        self.repaint()

    def repaint(self) -> None:
        """Make every visible line again: marks, values or columns changed."""
        self._fit()
        self.refresh()

    def touch(self, indices: Iterable[int]) -> None:
        """Make some rows again, and paint no others: their values changed."""
        for index in indices:
            self.refresh_lines(self.line_of(index) + 1)

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    # Moving

    def move_to(self, index: int) -> None:
        if not self.rows:
            return
        index = max(0, min(index, len(self.rows) - 1))
        if index == self.cursor:
            return
        before, self.cursor = self.cursor, index
        self.refresh_lines(self.line_of(before) + 1)
        self.refresh_lines(self.line_of(index) + 1)
        self._follow_cursor()
        self.post_message(self.Moved(self, self.current))
        self._look_ahead()

    def _follow_cursor(self) -> None:
        height = max(1, self.size.height - 1)
        top = self.scroll_offset.y
        line = self.line_of(self.cursor)
        if line < top:
            # From the first row on, with what stands above it.
            self.scroll_to(y=line if self.cursor else 0, animate=False, immediate=True)
        elif line >= top + height:
            self.scroll_to(y=line - height + 1, animate=False, immediate=True)

    def _look_ahead(self) -> None:
        last = max(self.cursor, self.scroll_offset.y + self.size.height)
        if last >= len(self.rows) - _NEAR_END:
            self.post_message(self.EndNeared(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if new_value > old_value:
            self._look_ahead()

    def action_down(self) -> None:
        self.move_to(self.cursor + 1)

    def action_up(self) -> None:
        self.move_to(self.cursor - 1)

    def action_page_down(self) -> None:
        self.move_to(self.cursor + max(1, self.size.height - 2))

    def action_page_up(self) -> None:
        self.move_to(self.cursor - max(1, self.size.height - 2))

    def action_top(self) -> None:
        self.move_to(0)

    def action_bottom(self) -> None:
        self.move_to(len(self.rows) - 1)

    def action_side(self, step: int) -> None:
        self.post_message(self.SideMoved(self, step))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return self.cell is not None if action == "side" else True

    def on_click(self, event: events.Click) -> None:
        if event.button > 1 or self.text_selection is not None:
            return  # The end of marking text is no click.
        column = self._column_at(event.x)
        index = self.row_on(self.scroll_offset.y + event.y - 1)
        if not self.rows:
            self.post_message(self.EmptyClicked(self, event.y - 2))
        elif event.y == 0:
            if column:
                self.post_message(self.HeadClicked(self, column))
        elif index is not None:
            self.move_to(index)
            if event.x < GUTTER and self.marked is not None:
                self.post_message(self.MarkClicked(self))
            elif self.cell is not None and column != self.columns[0].key:
                self.post_message(self.CellClicked(self, column))
            elif event.chain == 2:
                self.post_message(self.Opened(self, self.rows[index]))

    def _column_at(self, x: int) -> str:
        """The key of the column at cell `x`; empty beside them all."""
        x -= GUTTER
        for column, width in self._shape:
            if 0 <= x < width + GAP:
                return column.key
            x -= width + GAP
        return ""

    # Drawing

    @property
    def place_of_cursor(self) -> Offset:
        """Where the row that is current begins, in cells of this table: its name, or the cell
        where single cells matter."""
        x = GUTTER if self.rows else 2
        for column, width in self._shape if self.cell is not None and self.rows else ():
            if column.key == self.cell:
                break
            x += width + GAP
        else:
            x = GUTTER if self.rows else 2
        y = self.line_of(self.cursor) + 1 - self.scroll_offset.y if self.rows else 2
        return Offset(x, max(0, min(y, self.size.height - 1)))

    def on_resize(self, event: events.Resize) -> None:
        self.virtual_size = Size(event.size.width, self.line_count + 1)
        self.repaint()
        self._follow_cursor()

    def refresh_lines(self, y_start: int, line_count: int = 1) -> None:
        """Repaint lines by their place among the rows (line 0 is the head)."""
        on_screen = y_start - self.scroll_offset.y
        if 0 < on_screen < self.size.height:
            self.refresh(Region(0, on_screen, self.size.width, line_count))

    def watch_has_focus(self, _focused: bool) -> None:
        super().watch_has_focus(_focused)
        self.refresh()
