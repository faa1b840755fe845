"""The lines of a table, made when they come into sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from shortlist.tui.kit.columns import GAP, Cell, Column, Row, fit_columns, sized

GUTTER: Final = 3
SAMPLE: Final = 200
"""Rows that widths are taken from."""


class PaintedLines(ScrollView):
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
        self._tones: dict[str, Style] = {}
        """Styles by name, looked up once."""
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

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._tones.clear()

    # Drawing

    def _fit(self) -> None:
        bar = int(self._has_bar)
        room = self.size.width - GUTTER - bar - 1 + GAP
        if room <= 0:
            return
        sample = [self.read(row) for row in self.rows[:SAMPLE]]
        self._measured = len(sample)
        self._shape = fit_columns(self.columns, sample, room)

    def _tone(self, name: str) -> Style:
        """The style of a component class of the table over its own, or its own."""
        style = self._tones.get(name)
        if style is None:
            own = self.get_component_rich_style(f"table--{name}") if name else Style.null()
            style = self._tones[name] = self.rich_style + own
        return style

    def render_line(self, y: int) -> Strip:
        line, number = self._made(y, self.size.width), self._number(y)
        if (selection := self.text_selection) is not None:
            span = selection.get_span(number)
            if span is not None:
                style = self.screen.get_component_rich_style("screen--selection")
                line = _with_mark(line, span, style)
        return line.apply_offsets(0, number)

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

    def _made(self, y: int, width: int) -> Strip:
        if y == 0:
            return self._head(width)
        if not self.rows:
            return self._empty_line(y, width)
        line = self._number(y) - 1
        if line >= self.line_count:
            return Strip.blank(width, self._tone(""))
        index = self.row_on(line)
        if index is None:
            return self._rule_line(width)
        row = self.rows[index]
        has_mark = self.marked is not None and self.marked(self.key(row))
        return self._line(row, index == self.cursor, has_mark, width)

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
        told = " " * GUTTER
        for column, cell_width in self._shape:
            title = column.title
            if self.sorted_by and self.sorted_by[0] == column.key:
                title += " ↓" if self.sorted_by[1] else " ↑"
            told += sized(title, cell_width, column.right) + " " * GAP
        return Strip([Segment(told, style)]).adjust_cell_length(width, style)

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


def _with_mark(strip: Strip, span: tuple[int, int], style: Style) -> Strip:
    """`strip` with the characters of `span` in `style`; an end below 0 is that of the line."""
    text = strip.text
    start, end = span
    first = cell_len(text[:start])
    last = strip.cell_length if end < 0 else cell_len(text[:end])
    if first >= last:
        return strip
    within = strip.crop(first, last)
    shown = [Segment(part, (own or Style()) + style) for part, own, _ in within]
    return Strip.join([strip.crop(0, first), Strip(shown), strip.crop(last)])
