"""A dialog that asks for one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Label

from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints


class LinePrompt(Dialog[str]):
    """Answers the line as it was left, which may be empty; nothing when it was left with esc."""

    AUTO_FOCUS = "#line"

    def __init__(self, title: str, label: str, text: str = "", *, longest: int = 500) -> None:
        super().__init__()
        self._title, self._label, self._text, self._longest = title, label, text, longest

    def compose(self) -> ComposeResult:
        with self.frame(self._title):
            yield Label(self._label, classes="label", markup=False)
            yield Field(self._text, id="line", select_on_focus=False, max_length=self._longest)
            yield from buttons(("keep", "Keep"), ("leave", "Leave"))

    def keys_told(self) -> Sequence[Content]:
        verb = self.on_button() or "keep"
        return hints(self, "dialog.enter", "dialog.leave", dialog_enter=verb)

    def submit(self) -> None:
        self.dismiss(self.query_one("#line", Input).value.strip())
