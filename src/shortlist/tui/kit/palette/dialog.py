"""The command palette: a line to type in, and what fits it, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from shortlist.tui.kit.debounce import Debounced
from shortlist.tui.kit.dialogs.pick import PickDialog, PickTable
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.palette.entries import Entry, list_entries, sift_entries
from shortlist.tui.kit.table import Column, Table

_ROOM_FOR_HELP: Final = 110
"""Cells from which what an act does stands beside its name; else it is told of one alone."""


class _Match(PickTable, can_focus=False):
    def on_click(self, event: events.Click) -> None:
        """A click does it; what may cost credits at once takes a double click."""
        super().on_click(event)
        if event.y and event.chain == 1 and self.current and not self.current.spends:
            self.post_message(self.Opened(self, self.current))


class Palette(PickDialog[Entry]):
    """Answers what was chosen; it is done once the palette has closed."""

    AUTO_FOCUS = "#typed"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = keys(
        "palette.down", "palette.up", "palette.page_down", "palette.page_up", "palette.close"
    )

    def __init__(self, place: Screen[Any]) -> None:
        super().__init__()
        self._place = place
        self._entries: list[Entry] = []
        self._worn = ""
        """The theme that was worn when this opened, and is worn again unless one is chosen."""
        self._preview = Debounced(self, self._show_theme)

    def compose(self) -> ComposeResult:
        columns = [
            Column("name", "", lambda e: e.name, 20, 44),
            Column("key", "", lambda e: (e.key, "accent"), 6, 10, rank=2, right=True),
        ]
        if wide := self.app.size.width >= _ROOM_FOR_HELP:
            columns.insert(1, Column("help", "", lambda e: (e.help, "dim"), 20, 60, rank=1))
        with self.frame("Commands", "wide palette", fixed=True):
            yield Field(placeholder="type part of a name, such as sets: new", id="typed")
            yield _Match(columns, key=lambda entry: entry.name, id="hits")
            if not wide:
                yield Static(id="help", classes="label", markup=False)

    def on_mount(self) -> None:
        self._worn = self.app.theme
        self._entries = list_entries(self.app, self._place)

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "palette.down+palette.up", "dialog.leave")
        return hints(self, *own, dialog_enter="do it", palette_up="choose")

    def sift(self, typed: str) -> None:
        table = self.rows
        table.empty = ["Nothing is called that.", ("A shorter word finds more.", "dim")]
        table.show(sift_entries(self._entries, typed), keep=False)

    def on_table_moved(self, event: Table.Moved) -> None:
        for line in self.query("#help").results(Static):
            line.update(event.row.help if event.row is not None else "")
        self._preview.soon()

    def _show_theme(self) -> None:
        """Wear the theme that the cursor is on, and elsewhere the one that was worn."""
        here: Entry | None = self.rows.current
        wanted = (here.theme if here is not None else "") or self._worn
        if self.is_current and self.app.theme != wanted:
            self.app.theme = wanted

    def on_unmount(self) -> None:
        """However it closes, what was only looked at is taken off again."""
        if self.app.theme != self._worn and self._worn in self.app.available_themes:
            self.app.theme = self._worn

    def pick(self, row: Entry | None) -> None:
        if row is not None:
            if row.theme:
                self._worn = self.app.theme = row.theme
            self.dismiss(row)
