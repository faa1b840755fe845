"""A widget that chooses one of a few on one line, by the arrows, by space or by a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static

from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.resting_cursor import RestingCursor
from shortlist.tui.kit.text_parts import Part


class Choice(RestingCursor, Static, can_focus=True):
    """`‹ csv ›  json  xlsx`: what is chosen is told by more than its colour."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("choice.previous", "choice.next"),
    ]

    class Changed(DataMessage):
        choice: Choice

    def __init__(self, options: Sequence[str], chosen: int = 0, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._options, self.chosen = list(options), chosen

    @property
    def value(self) -> str:
        return self._options[self.chosen]

    @property
    def place_of_cursor(self) -> Offset:
        return Offset(sum(cell_len(each) + 4 for each in self._options[: self.chosen]) + 2, 0)

    def on_mount(self) -> None:
        self._draw()

    def choose(self, index: int) -> None:
        """Take one, and say so where it is another."""
        if index != self.chosen:
            self.chosen = index
            self._draw()
            self.post_message(self.Changed(self))

    def watch_has_focus(self, focused: bool) -> None:
        super().watch_has_focus(focused)
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        here = "bold $cursor-ink on $cursor-ground" if self.has_focus else "bold"
        parts: list[Part] = []
        for index, option in enumerate(self._options):
            chosen = index == self.chosen
            parts += [(f"‹ {option} ›", here) if chosen else (f"  {option}  ", "$quiet-text")]
        self.update(Content.assemble(*parts))

    def action_step(self, step: int) -> None:
        self.choose((self.chosen + step) % len(self._options))

    def on_click(self, event: events.Click) -> None:
        start = 0
        for index, option in enumerate(self._options):
            start += cell_len(option) + 4
            if event.x < start:
                self.choose(index)
                return
