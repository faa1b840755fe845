"""The dialog that asks for another API key when the one at hand is refused."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Label, Static

from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.words import plain
from shortlist.tui.live.state import Trouble
from shortlist.tui.live.troubles import trouble_content


class KeyPrompt(Dialog[str]):
    """Answers the key. It is never shown, and stays in this run of the app."""

    AUTO_FOCUS = "#key"

    def __init__(self, trouble: Trouble, profile: str) -> None:
        super().__init__()
        self._trouble, self._profile = trouble, profile

    def compose(self) -> ComposeResult:
        with self.frame("Another API key"):
            yield Static(
                Content.assemble(trouble_content(self._trouble), "\n"), markup=False, id="trouble"
            )
            words = f"A key for {plain(self._profile, 60)}, for this run of the app alone"
            yield Label(words, classes="label", markup=False)
            yield Field(id="key", password=True, max_length=512)
            yield from buttons(("use", "Use it"), ("leave", "Go on reading"))

    def keys_told(self) -> Sequence[Content]:
        labels = {"dialog_enter": self.on_button() or "use it", "dialog_leave": "go on reading"}
        return hints(self, "dialog.enter", "dialog.leave", **labels)

    def submit(self) -> None:
        key = self.query_one("#key", Input).value.strip()
        if key:
            self.dismiss(key)
