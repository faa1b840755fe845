"""The dialog that lists who is left out on this machine, and lets them in again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.contract.times import parse_time
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.filter_line import FilterLine
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.table import Column, Table
from shortlist.tui.kit.words import day, number, people, plain

if TYPE_CHECKING:
    from shortlist.desk.left_out import LeftOutEntry

_KINDS = {"id": "person id", "page": "profile page", "mail": "e-mail"}


class LeftOutPeople(FilterLine, Dialog[None]):
    """The whole list, newest first. Who is let in again comes back with undo."""

    AUTO_FOCUS = "#left-out"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("left_out.let_in", "left_out.undo", "go.query", "dialog.close", go_query="filter"),
    ]

    def compose(self) -> ComposeResult:
        columns = [
            Column("name", "Name", lambda e: plain(e.name) or (_known_by(e), "dim"), 16, 30),
            Column("reason", "Why", lambda e: plain(e.reason) or ("–", "dim"), 12, 40),
            Column("at", "Since", lambda e: (day(parse_time(e.at)), "dim"), 10, 12),
            Column("known", "Known by", lambda e: (_known_by(e), "dim"), 10, 36, 1),
        ]
        with self.frame("Left out on this machine", "wide", fixed=True):
            yield Field(placeholder="filter: a name, a reason, an id", id="those")
            yield Table(columns, key=lambda entry: entry.anchors, id="left-out")
            yield Static(id="told", classes="label", markup=False)

    def on_mount(self) -> None:
        self.query_one("#those", Input).display = False
        self.draw_rows()

    def keys_told(self) -> Sequence[Content]:
        own = ("left_out.let_in", "left_out.undo", "go.query", "dialog.leave")
        return hints(self, *own, go_query="filter", dialog_leave="close")

    def draw_rows(self) -> None:
        listed, table = self.app.tracker.left_out.read(), self.query_one(Table)
        entries = listed.entries() if listed is not None else []
        shown = self.fitting(entries, _text)
        table.empty = (
            ["Nothing matches.", (f"{people(len(entries))} left out in all.", "dim")]
            if entries
            else ["Nobody is left out.", ("O on a list leaves people out on this machine.", "dim")]
        )
        table.styles.height = max(4, min(len(shown) + 1, 16))
        table.show(shown)
        whole = f"{people(len(entries))} left out"
        part = f"{number(len(shown))} shown · " if len(shown) < len(entries) else ""
        undo = self.app.left_out.let_in_lately
        last = f" · let in again: {plain(undo[-1].name, 40) or _known_by(undo[-1])}" if undo else ""
        self.query_one("#told", Static).update(f"{part}{whole}{last}")

    def action_let_in(self) -> None:
        entry: LeftOutEntry | None = self.query_one(Table).current
        if entry is not None:
            self.app.left_out.let_in_again(entry)
            self.draw_rows()

    def action_undo(self) -> None:
        if self.app.left_out.leave_out_again() is not None:
            self.draw_rows()

    def action_leave(self) -> None:
        """Out of the filter first, then away."""
        if not self.leave_filter():
            self.dismiss(None)


def _known_by(entry: LeftOutEntry) -> str:
    """The strongest of what they are known by."""
    kinds = list(_KINDS)
    parts = [anchor.partition(":") for anchor in entry.anchors]
    kind, _, value = min(parts, key=lambda part: kinds.index(part[0]) if part[0] in kinds else 9)
    return f"{_KINDS.get(kind, kind)} {plain(value, 200)}"


def _text(entry: LeftOutEntry) -> str:
    return " ".join((entry.name, entry.reason, *entry.anchors)).casefold()
