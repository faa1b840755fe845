"""One line of text, asked for."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Label

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints


class LinePrompt(Dialog[str]):
    """Answers the line as it was left, which may be empty; nothing when it was left with esc."""

    AUTO_FOCUS = "#line"

    def __init__(self, title: str, label: str, text: str = "", *, longest: int = 500) -> None:
        super().__init__()
        self._title, self._label, self._text, self._longest = title, label, text, longest

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = Content(self._title)
            yield Label(self._label, classes="label", markup=False)
            yield Field(self._text, id="line", select_on_focus=False, max_length=self._longest)
            with Horizontal(classes="buttons"):
                yield Button("Keep", id="keep", compact=True)
                yield Button("Leave", id="leave", compact=True)

    def keys_told(self) -> Sequence[Content]:
        verb = self.on_button() or "keep"
        return hints(self, "dialog.enter", "dialog.leave", dialog_enter=verb)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        kept = event.button.id == "keep"
        self.dismiss(self.query_one("#line", Input).value.strip() if kept else None)
