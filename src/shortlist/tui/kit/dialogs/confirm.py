"""A dialog that asks one question with two answers."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.kit.dialogs.base import Dialog, SpendButton, buttons
from shortlist.tui.kit.hints import hints


class Confirm(Dialog[bool]):
    """Answers True when confirmed. The confirming button waits out a double press."""

    AUTO_FOCUS = "#yes"

    def __init__(self, title: str, content: Content, yes: str, no: str) -> None:
        super().__init__()
        self._title, self._content, self._yes, self._no = title, content, yes, no

    def compose(self) -> ComposeResult:
        with self.frame(self._title):
            yield Static(self._content, markup=False)
            yield from buttons(SpendButton(self._yes, id="yes"), ("no", self._no))

    def keys_told(self) -> Sequence[Content]:
        labels = {"dialog_enter": self.on_button(), "go_next": "the other"}
        return hints(self, "dialog.enter", "go.next", "dialog.leave", **labels)

    def pressed(self, id_: str) -> None:
        self.dismiss(id_ == "yes")
