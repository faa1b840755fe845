"""The dialog that shows the changes from one Set to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.features.sets.changes import SetChanges, change_lines, names_of
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.page import Page
from shortlist.tui.kit.words import ago, people

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet

Next = Literal["again", "combine"]


_INDENT: Final = 4
"""Cells that stand before what is told of a person; what wraps stays under it."""


def _hung(line: Content, width: int) -> list[Content]:
    if not line.plain:
        return [line]
    if not line.plain.startswith(" " * _INDENT):
        return line.wrap(width)
    first, *rest = line[_INDENT:].wrap(width - _INDENT - 2)
    return [first.pad_left(_INDENT), *(more.pad_left(_INDENT + 2) for more in rest)]


class ChangesDialog(Dialog[Next]):
    """Answers what to do next, or nothing. Nothing here asks the service for anything paid."""

    AUTO_FOCUS = "#changes"
    WIDEST = 120
    BINDINGS: ClassVar[list[BindingType]] = keys(
        "move.down", "move.up", "move.page_down", "move.page_up", "changes.again", "changes.combine"
    )

    def __init__(self, before: PeopleSet, after: PeopleSet) -> None:
        super().__init__()
        self.sets = [before, after]
        self.changes: SetChanges | None = None

    def compose(self) -> ComposeResult:
        with self.frame(f"What changed: {names_of(self.sets)}", "whole", fixed=True):
            yield Static(id="pair-of-sets", markup=False)
            yield Page(id="changes")

    def on_mount(self) -> None:
        told = [self._named(set_) for set_ in self.sets]
        line = Content.assemble("from ", (told[0], "bold"), " to ", (told[1], "bold"))
        self.query_one("#pair-of-sets", Static).update(line)
        self._draw()

    def _named(self, set_: PeopleSet) -> str:
        many = "" if set_.item_count is None else f", {people(set_.item_count)}"
        return f"{ago(set_.created_at, self.app.clock())}{many}"

    def load(self, changes: SetChanges) -> None:
        """The people of both have come."""
        self.changes = changes
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        page = self.query_one(Page)
        if self.changes is None:
            page.show([Content.styled("Reading the people of both…", "$lead")])
            return
        width = page.text_width
        lines: list[Content] = []
        for line in change_lines(self.changes):
            lines += _hung(line, width)
        page.show(lines)

    def keys_told(self) -> Sequence[Content]:
        return hints(
            self,
            "move.down+move.up",
            "changes.again",
            "changes.combine",
            "dialog.leave",
            move_up="scroll",
            dialog_leave="close",
        )

    def action_down(self) -> None:
        self.query_one(Page).scroll_down(animate=False)

    def action_up(self) -> None:
        self.query_one(Page).scroll_up(animate=False)

    def action_page_down(self) -> None:
        self.query_one(Page).scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.query_one(Page).scroll_page_up(animate=False)

    def action_again(self) -> None:
        self.dismiss("again")

    def action_combine(self) -> None:
        self.dismiss("combine")
