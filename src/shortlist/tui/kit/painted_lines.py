"""The painting of a table: each line is made once, and kept until what it says changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.geometry import Offset, Region
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from shortlist.tui.kit.columns import GAP, Cell, Column, Row, fit_columns, sized
from shortlist.tui.kit.line_styles import LineStyles
from shortlist.tui.kit.text_marks import marked

GUTTER: Final = 3
SAMPLE: Final = 200
"""Rows that widths are taken from."""
_KEPT_LINES: Final = 2_000
"""Lines that are there when a filter is typed again: a kilobyte each."""


class PaintedLines(LineStyles, ScrollView):
    """A head, and a line for each row in sight; what `Table` moves a cursor over."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "table--head",
        "table--cursor",
        "table--mark",
        "table--dim",
        "table--good",
        "table--warn",
        "table--bad",
        "table--accent",
        "table--cell",
    }

    def __init__(
        self,
        columns: Sequence[Column],
        key: Callable[[Row], Any],
        *,
        read: Callable[[Row], Any] | None = None,
        marked: Callable[[Any], bool] | None = None,
        id: str | None = None,
    ) -> None:
        """`read` turns a row into what the columns read from, once for each line drawn."""
        super().__init__(id=id)
        self.columns = list(columns)
        self.key = key
        self.read = read or (lambda row: row)
        self.marked = marked
        self.rows: Sequence[Row] = ()
        self.rule: tuple[int, str] | None = None
        """A line between the rows: the index of the row that it stands above, and what it says."""
        self.cursor = 0
        self.sorted_by: tuple[str, bool] | None = None
        """The key of the column the rows are ordered by, and whether it is turned round."""
        self.struck: Callable[[Any], bool] | None = None
        """Whether a row, as it is read, is of somebody who is left out."""
        self.empty: list[Cell] = []
        """What stands in place of the rows when there are none, line by line."""
        self.cell: str | None = None
        """The key of the column whose cell the cursor is on, where single cells matter."""
        self._lines: LRUCache[tuple[Any, ...], Strip] = LRUCache(_KEPT_LINES)
        self._painted: dict[int, tuple[Any, ...] | None] = {}
        """What the lines of the screen were known as when they were last painted."""
        self._shape: list[tuple[Column, int]] = []
        self._measured = 0

    @property
    def line_count(self) -> int:
        """Lines below the head: one a row, and one that is a rule."""
        return len(self.rows) + (self.rule is not None and bool(self.rows))

    def line_of(self, index: int) -> int:
        """On which line below the head, from 0, the row `index` is."""
        return index + (self.rule is not None and index >= self.rule[0])

    def row_on(self, line: int) -> int | None:
        """The index of the row that is on a line below the head; `None` for a rule, or none."""
        if self.rule is not None and line >= self.rule[0]:
            if line == self.rule[0]:
                return None
            line -= 1
        return line if 0 <= line < len(self.rows) else None

    @property
    def _has_bar(self) -> bool:
        return self.line_count >= self.size.height

    @property
    def shown_columns(self) -> list[Column]:
        """The columns that there is room for."""
        return [column for column, _ in self._shape] or self.columns

    def forget(self) -> None:
        """Make lines again when they are next painted: what rows say has changed."""
        self._lines.clear()
        self._painted.clear()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._lines.clear()

    # Drawing

    def _fit(self) -> None:
        bar = int(self._has_bar)
        room = self.size.width - GUTTER - bar - 1 + GAP
        if room <= 0:
            return
        sample = [self.read(row) for row in self.rows[:SAMPLE]]
        self._measured = len(sample)
        shape = fit_columns(self.columns, sample, room)
        if shape != self._shape:
            self._shape = shape
            self.forget()

    def _tone(self, name: str) -> Style:
        return self.tone(f"table--{name}" if name else "")

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are kept. A table has no border, padding or opacity: what Textual does
        about those would be most of the work of painting it."""
        # Made as wide as they are seen: beside the scroll bar, that is, where it has no part in it.
        width, known_as = max(crop.right, self.size.width - 1), self._namer()
        lines = [self._made(y, width, known_as(y)) for y in crop.line_range]
        if (selection := self.text_selection) is not None:
            style = self.screen.get_component_rich_style("screen--selection")
            for at, y in enumerate(crop.line_range):
                if (span := selection.get_span(self._number(y))) is not None:
                    lines[at] = marked(lines[at], span, style)
        return [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
        """A line with the place of each letter in it: for the mouse, and not for painting."""
        line = self._made(y, self.size.width, self._namer()(y))
        return line.apply_offsets(0, self._number(y))

    def _number(self, y: int) -> int:
        """Which line of the whole table stands at `y`: 0 is the head."""
        return self.scroll_offset.y + y if y else 0

    # Text marked with the mouse

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What is marked, as it is shown: no more of a value than the screen tells."""
        top = self.scroll_offset.y
        start = selection.start or Offset(0, top + 1)
        end = selection.end or Offset(-1, top + self.size.height - 1)
        told = []
        for number in range(start.y, min(end.y, self.line_count) + 1):
            first, last = selection.get_span(number) or (0, -1)
            index = self.row_on(number - 1)
            if not number:
                line = self._head(self.size.width).text
            elif index is None:
                line = self._rule_line(self.size.width).text
            else:
                line = self._line(self.rows[index], False, False, self.size.width).text
            told.append(line[max(first, GUTTER) : last if last >= 0 else None].rstrip())
        return "\n".join(told), "\n"

    def text_select_all(self) -> None:
        """A double click opens a row; it does not mark the list."""

    def _made(self, y: int, width: int, known: tuple[Any, ...] | None) -> Strip:
        self._painted[y] = known
        if y == 0:
            return self._head(width)
        if not self.rows:
            return self._empty_line(y, width)
        if known is None:
            return Strip.blank(width, self._tone(""))
        index = self.row_on(self.scroll_offset.y + y - 1)
        if index is None:
            return self._rule_line(width)
        strip = self._lines.get((width, known))
        if strip is None:
            _key, on_cursor, _focus, has_mark = known
            row = self.rows[index]
            strip = self._lines[width, known] = self._line(row, on_cursor, has_mark, width)
        return strip

    def _namer(self) -> Callable[[int], tuple[Any, ...] | None]:
        """Tells all that a line looks different for; `None` below the last row. Made for a run of
        lines: what is asked of the widget is asked once."""
        rows, top = self.rows, self.scroll_offset.y - 1
        size, key, marked, cursor = len(rows), self.key, self.marked, self.cursor
        rule, ruled = self.rule, self.rule[0] if self.rule is not None else size
        focused = self.has_focus

        def known_as(y: int) -> tuple[Any, ...] | None:
            if y == 0:
                return 0, size > 0, self.sorted_by
            if not size:
                return y, focused, *self.empty
            index = top + y
            if rule is not None and index >= ruled:
                if index == ruled:
                    return rule
                index -= 1
            if index >= size:
                return None
            row, on_cursor = key(rows[index]), index == cursor
            has_mark = marked is not None and marked(row)
            return row, on_cursor, on_cursor and focused, has_mark

        return known_as

    def repaint_changed(self) -> None:
        """Paint from the first line that is not as it was last painted to the last such."""
        known_as, painted = self._namer(), self._painted
        changed = [y for y in range(self.size.height) if painted.get(y, ()) != known_as(y)]
        if changed:
            self.refresh(self.beside_bar(changed[0], changed[-1] + 1 - changed[0]))

    def beside_bar(self, y: int, height: int = 1) -> Region:
        """Lines of the screen without the scroll bar, which paints itself."""
        width = self.size.width - self.show_vertical_scrollbar
        return Region(0, y, width, height)

    def _line(self, row: Row, on_cursor: bool, has_mark: bool, width: int) -> Strip:
        base = self._tone("cursor") if on_cursor else self._tone("")
        row = self.read(row)
        sign = "● " if has_mark else "  "
        if self.struck is not None and self.struck(row):
            sign = "⊘ "
        gutter = ("▌" if on_cursor else " ") + sign
        segments: list[Segment] = []
        # What has the same style is one segment: a line is painted, and sent, as few of them.
        run, run_style = gutter, base if on_cursor else self._tone("mark")
        used = GUTTER
        for column, cell_width in self._shape:
            cell = column.cell(row)
            text, tone = cell if isinstance(cell, tuple) else (cell, "")
            style = self._tone(tone) if tone and not on_cursor else base
            if on_cursor and column.key == self.cell:
                style = self._tone("cell")
            if style != run_style:
                segments.append(Segment(run, run_style))
                run, run_style = "", style
            run += sized(text, cell_width, column.right)
            used += cell_width + GAP
            if style is base:
                run += " " * GAP
            else:
                segments.append(Segment(run, run_style))
                run, run_style = " " * GAP, base
        segments.append(Segment(run + " " * (width - used), run_style))
        return Strip(segments, max(used, width)).adjust_cell_length(width)

    def _head(self, width: int) -> Strip:
        style = self._tone("head")
        if not self.rows:
            return Strip.blank(width, style)
        segments = [Segment(" " * GUTTER, style)]
        for column, cell_width in self._shape:
            title = column.title
            if self.sorted_by and self.sorted_by[0] == column.key:
                title += " ↓" if self.sorted_by[1] else " ↑"
            segments.append(Segment(sized(title, cell_width, column.right) + " " * GAP, style))
        return Strip(segments).adjust_cell_length(width, style)

    def _rule_line(self, width: int) -> Strip:
        said = f"── {self.rule[1]} " if self.rule is not None else ""
        room = max(0, width - GUTTER - int(self._has_bar))
        line = " " * GUTTER + sized(said, min(room, cell_len(said)))
        style = self._tone("dim")
        line += "─" * max(0, GUTTER + room - cell_len(line))
        return Strip([Segment(line, style)]).adjust_cell_length(width, style)

    def _empty_line(self, y: int, width: int) -> Strip:
        index = y - 2
        if not 0 <= index < len(self.empty):
            return Strip.blank(width, self._tone(""))
        cell = self.empty[index]
        text, tone = cell if isinstance(cell, tuple) else (cell, "")
        mark = Segment("▌ " if self.has_focus and not index else "  ", self._tone("mark"))
        segment = Segment(sized(text, max(1, width - 3)), self._tone(tone))
        return Strip([mark, segment]).adjust_cell_length(width, self._tone(""))
