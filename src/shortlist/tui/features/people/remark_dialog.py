"""A note and tags of one person. They stay on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Label, Static, TextArea

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.words import plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person


@dataclass(frozen=True, slots=True)
class Remark:
    note: str
    tags: list[str]


class Note(TextArea):
    """Text of several lines, in which enter keeps and alt+enter begins a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("note.keep", "note.line"),
    ]

    def action_line(self) -> None:
        self.insert("\n")


class RemarkDialog(Dialog[Remark]):
    """Answers both as they stand; empty fields take away what was kept."""

    AUTO_FOCUS = "#tags"

    def __init__(
        self,
        person: Person,
        known: Mapping[str, Any],
        tags: Sequence[str],
        shortlists: Sequence[str],
    ) -> None:
        """`tags` are those in use, for completion."""
        super().__init__()
        self._person, self._known = person, known
        self._all_tags, self._shortlists = tags, shortlists

    def compose(self) -> ComposeResult:
        who = [plain(self._person.name, 80) or "Name not given"]
        on = ", ".join(plain(name, 40) for name in self._shortlists)
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = "Note and tags"
            words = f"\non {on}\n" if on else "\n"
            yield Static(Content.assemble((who[0], "bold"), (words, "$quiet-text")), markup=False)
            yield Label("Tags, with spaces between", classes="label", markup=False)
            yield Field(
                " ".join(str(tag) for tag in self._known.get("tags") or ()),
                id="tags",
                placeholder="warm berlin",
                suggester=SuggestFromList(self._all_tags, case_sensitive=False),
                select_on_focus=False,
            )
            yield Label("Note", classes="label", markup=False)
            yield Note(prose(self._known.get("note")), tab_behavior="focus")
            with Horizontal(classes="buttons"):
                yield Button("Keep", id="keep", compact=True)
                yield Button("Leave", id="leave", compact=True)

    def keys_told(self) -> Sequence[Content]:
        leave = hints(self, "dialog.leave")
        if isinstance(self.focused, Note):
            return [*hints(self.focused, "note.keep", "note.line"), *leave]
        verb = self.on_button() or "keep"
        return [*hints(self, "dialog.enter", "go.next", dialog_enter=verb), *leave]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "keep":
            self.action_keep()
        else:
            self.dismiss(None)

    def action_keep(self) -> None:
        typed = plain(self.query_one("#tags", Input).value).replace(",", " ").split()
        tags = list(dict.fromkeys(tag.lstrip("#") for tag in typed if tag.lstrip("#")))
        note = prose(self.query_one(Note).text).strip()
        self.dismiss(Remark(note, tags))
