"""A dialog to choose by typing: a field, and below it a table of what fits, best first."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from textual.widgets import Input

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.table import Table

Answer = TypeVar("Answer")


class PickTable(Table, can_focus=False):
    """What is chosen from while one types above it."""


class PickDialog(Dialog[Answer], Generic[Answer]):
    """The field keeps the focus; keys of the dialog move through the table (`move`)."""

    def sift(self, typed: str) -> None:
        """Show in the table what fits."""
        raise NotImplementedError

    def pick(self, row: Any) -> None:
        """A row was chosen; `None` where nothing fits what is typed."""
        if row is not None:
            self.dismiss(row)

    @property
    def rows(self) -> PickTable:
        return self.query_one(PickTable)

    def on_mount(self) -> None:
        self.sift(self.query_one(Input).value)

    def is_changed(self) -> bool:
        """What is only sought is nothing that leaving would lose."""
        return False

    def on_input_changed(self, event: Input.Changed) -> None:
        self.sift(event.value)

    def submit(self) -> None:
        self.pick(self.rows.current)

    def on_table_opened(self, event: Table.Opened) -> None:
        self.pick(event.row)

    def action_move(self, step: int) -> None:
        self.rows.move_to(self.rows.cursor + step)

    def action_page(self, step: int) -> None:
        (self.rows.action_page_down if step > 0 else self.rows.action_page_up)()
