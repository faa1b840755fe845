"""One question with two answers."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from shortlist.tui.kit.dialogs.base import Dialog, SpendButton
from shortlist.tui.kit.hints import hints


class Confirm(Dialog[bool]):
    """Answers True when confirmed. The confirming button waits out a double press."""

    AUTO_FOCUS = "#yes"

    def __init__(self, title: str, content: Content, yes: str, no: str) -> None:
        super().__init__()
        self._title, self._content, self._yes, self._no = title, content, yes, no

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = Content(self._title)
            yield Static(self._content, markup=False)
            with Horizontal(classes="buttons"):
                yield SpendButton(self._yes, id="yes")
                yield Button(self._no, id="no", compact=True)

    def keys_told(self) -> Sequence[Content]:
        labels = {"dialog_enter": self.on_button(), "go_next": "the other"}
        return hints(self, "dialog.enter", "go.next", "dialog.leave", **labels)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")
