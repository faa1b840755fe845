"""The list of values under the fields of the filter picker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.words import plain

LINES: Final = 6
_WIDEST: Final = 400


class Value(NamedTuple):
    """One that can be taken: what it puts into the field, and what is said beside it."""

    text: str
    note: str = ""
    other: str = ""
    """Another word for it, which was typed."""


class ValueList(Widget):
    """A line that says what these are, and the values; none is chosen until one moves to it."""

    class Taken(DataMessage):
        """One was clicked."""

        value: Value

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._values: Sequence[Value] = ()
        self._head, self._told, self._tone = "", "", ""
        self._at, self._top = -1, 0

    @property
    def chosen(self) -> Value | None:
        return self._values[self._at] if 0 <= self._at < len(self._values) else None

    def show(
        self, head: str, values: Sequence[Value], told: str = "", tone: str = "$quiet-text"
    ) -> None:
        """`head` says whose values these are; `told` what else there is to say of them. What is
        chosen stays chosen while it is among them."""
        kept = self.chosen
        self._head, self._values, self._told, self._tone = head, values, told, tone
        self._at = next((n for n, one in enumerate(values) if kept and one.text == kept.text), -1)
        self._look()

    def let_go(self) -> None:
        """Choose none."""
        self._at = -1
        self._look()

    def move(self, step: int) -> bool:
        """Choose the next one; above the first none is chosen. Whether anything was moved to."""
        at = max(-1, min(self._at + step, len(self._values) - 1))
        moved, self._at = at != self._at, at
        self._look()
        return moved

    def _look(self) -> None:
        at = max(self._at, 0)
        self._top = max(0, min(max(self._top, at - LINES + 1), at, len(self._values) - LINES))
        self.refresh()

    def render(self) -> RenderResult:
        width = self.size.width
        told = Content.styled(plain(self._told, _WIDEST), self._tone)
        head = Content.styled(plain(self._head, 60), "bold")
        gap = max(2, width - head.cell_length - told.cell_length)
        lines = [Content.assemble(head, " " * gap, told).truncate(width, ellipsis=True)]
        shown = self._values[self._top : self._top + LINES]
        lines += [self._line(n, one) for n, one in enumerate(shown, self._top)]
        return Content("\n").join(lines)

    def _line(self, index: int, value: Value) -> Content:
        here = index == self._at
        width = self.size.width
        more = index == self._top + LINES - 1 and index < len(self._values) - 1
        note = plain(value.note, 40) + (" ↓" if more else "")
        other = f"  {plain(value.other, 30)}" if value.other else ""
        room = max(4, width - cell_len(note) - cell_len(other) - 4)
        mark = "▌" if here else " "
        text = Content(f"{mark} {plain(value.text, _WIDEST)}").truncate(room, ellipsis=True)
        gap = " " * max(1, width - text.cell_length - cell_len(other) - cell_len(note))
        quiet = "" if here else "$quiet-text"
        line = Content.assemble(text, (other, quiet), gap, (note, quiet))
        return line.stylize("$cursor-ink on $cursor-ground") if here else line

    def on_click(self, event: events.Click) -> None:
        event.stop()
        place = event.get_content_offset(self)
        at = self._top + place.y - 1 if place is not None and place.y > 0 else -1
        if 0 <= at < len(self._values):
            self.post_message(self.Taken(self._values[at]))
