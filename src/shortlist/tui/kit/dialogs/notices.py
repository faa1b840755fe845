"""The dialog that lists what was told above the keys, with its time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.news import MARKS, Notice
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.words import plain

_TONES = {"warning": "warn", "error": "bad"}


class Notices(Dialog[None]):
    """Newest first; what is told while it is open comes in."""

    AUTO_FOCUS = "#notices"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = [*keys("notices.copy", "dialog.close")]

    def compose(self) -> ComposeResult:
        columns = [
            Column("at", "Time", lambda n: (n.at.astimezone().strftime("%H:%M:%S"), "dim"), 8, 8),
            Column("told", "Told", _told, 20, 200),
        ]
        with self.frame("What was told", "wide notices", fixed=True):
            yield Table(columns, key=lambda notice: notice.number, id="notices")
            with VerticalScroll(id="whole", can_focus=False):
                yield Static(id="told", markup=False)

    def on_mount(self) -> None:
        self._total = -1
        self._look()
        self.set_interval(0.5, self._look)

    def _look(self) -> None:
        """Draw again when something was told since."""
        if self._total == self.app.news.total:
            return
        self._total = self.app.news.total
        table = self.query_one(Table)
        table.empty = ["Nothing was told yet.", ("What is told above the keys stays here.", "dim")]
        told = list(self.app.news.told)
        table.styles.height = max(4, min(len(told) + 1, 16))
        table.show(told)

    def keys_told(self) -> Sequence[Content]:
        return hints(self, "notices.copy", "dialog.leave", dialog_leave="close")

    def on_table_moved(self, event: Table.Moved) -> None:
        notice: Notice | None = event.row
        self.query_one("#told", Static).update(Content(notice.text if notice else ""))

    def action_copy(self) -> None:
        notice: Notice | None = self.query_one(Table).current
        if notice is not None:
            self.app.copy(notice.text, "What was told")


def _told(notice: Notice) -> Cell:
    mark = MARKS.get(notice.severity, " ")
    return f"{mark} {plain(notice.text, 400)}", _TONES.get(notice.severity, "")
