"""The dialog that shows the changes from one Set to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.features.sets.changes import SetChanges, change_lines, names_of
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.words import ago, people

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet

Next = Literal["again", "combine"]


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
            yield Pane(id="changes", classes=None)

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

    def _draw(self) -> None:
        told = Content.styled("Reading the people of both…", "$lead")
        if self.changes is not None:
            told = Content("\n").join(change_lines(self.changes))
        self.query_one(Pane).show(told, top=False)

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
        self.query_one(Pane).scroll_down(animate=False)

    def action_up(self) -> None:
        self.query_one(Pane).scroll_up(animate=False)

    def action_page_down(self) -> None:
        self.query_one(Pane).scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.query_one(Pane).scroll_page_up(animate=False)

    def action_again(self) -> None:
        self.dismiss("again")

    def action_combine(self) -> None:
        self.dismiss("combine")
