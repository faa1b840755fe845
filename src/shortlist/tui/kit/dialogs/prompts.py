"""Dialogs that ask for one line of text, or for a name."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Label, Static

from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.words import plain

LONGEST_NAME = 80


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


class NamePrompt(Dialog[str]):
    """Answers a name that is not empty. `enter` gives it; one that is taken is said."""

    AUTO_FOCUS = "#name"

    def __init__(
        self, title: str, about: str, verb: str, proposed: str, taken: Collection[str] = ()
    ) -> None:
        super().__init__()
        self._title, self._about, self._verb = title, about, verb
        self._proposed, self._taken = proposed, taken

    def compose(self) -> ComposeResult:
        with self.frame(self._title):
            yield Static(plain(self._about, 300), classes="label", markup=False)
            yield Field(plain(self._proposed, LONGEST_NAME), id="name", max_length=LONGEST_NAME)
            yield Static(id="told", classes="label", markup=False)

    def keys_told(self) -> Sequence[Content]:
        return hints(self, "dialog.enter", "dialog.leave", dialog_enter=self._verb.lower())

    def on_input_changed(self, event: Input.Changed) -> None:
        taken = event.value.strip() in self._taken
        words = "There is one of this name: it will be replaced." if taken else ""
        self.query_one("#told", Static).update(words)

    def submit(self) -> None:
        name = plain(self.query_one("#name", Input).value).strip()
        if name:
            self.dismiss(name)
        else:
            self.query_one("#told", Static).update("Give it a name.")
