"""The dialog for a note and tags of one person, or of several. They stay on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, Static, TextArea

from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.words import number, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person


@dataclass(frozen=True, slots=True)
class Remark:
    note: str
    tags: list[str]

    def applied_to(self, own: Mapping[str, Any], before: Remark) -> Remark:
        """What one person has once this was given for all, where `before` stood for all.

        Tags and a note that differ from person to person stay; what is written then comes below.
        """
        tags = [str(tag) for tag in own.get("tags") or ()]
        kept = [tag for tag in tags if tag not in before.tags or tag in self.tags]
        kept += [tag for tag in self.tags if tag not in kept]
        note = prose(own.get("note")).strip()
        if note == before.note:
            note = self.note
        elif self.note:
            note = f"{note}\n{self.note}"
        return Remark(note, kept)


def shared(remarks: Sequence[Mapping[str, Any]]) -> Remark:
    """The tags that all have, and the note where it is the same of all."""
    tags = [[str(tag) for tag in each.get("tags") or ()] for each in remarks]
    notes = {prose(each.get("note")).strip() for each in remarks}
    common = [tag for tag in tags[0] if all(tag in each for each in tags)] if tags else []
    return Remark(notes.pop() if len(notes) == 1 else "", common)


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
        chosen: Sequence[Person],
        known: Remark,
        tags: Sequence[str],
        shortlists: Sequence[str],
    ) -> None:
        """`tags` are those in use, for completion."""
        super().__init__()
        self._chosen, self._known = chosen, known
        self._all_tags, self._shortlists = tags, shortlists

    def compose(self) -> ComposeResult:
        names = [plain(person.name, 80) or "Name not given" for person in self._chosen[:3]]
        more = len(self._chosen) - len(names)
        who = ", ".join(names) + (f" and {number(more)} more" if more else "")
        several = len(self._chosen) > 1
        on = ", ".join(plain(name, 40) for name in self._shortlists)
        with self.frame("Note and tags"):
            words = f"\non {on}\n" if on else "\n"
            yield Static(Content.assemble((who, "bold"), (words, "$quiet-text")), markup=False)
            yield Label(
                "Tags that all have" if several else "Tags, with spaces between",
                classes="label",
                markup=False,
            )
            yield Field(
                " ".join(self._known.tags),
                id="tags",
                placeholder="warm berlin",
                suggester=SuggestFromList(self._all_tags, case_sensitive=False),
                select_on_focus=False,
            )
            title = "Note; another that somebody has stays above it" if several else "Note"
            yield Label(title, classes="label", markup=False)
            yield Note(self._known.note, tab_behavior="focus")
            yield from buttons(("keep", "Keep"), ("leave", "Leave"))

    def keys_told(self) -> Sequence[Content]:
        leave = hints(self, "dialog.leave")
        if isinstance(self.focused, Note):
            return [*hints(self.focused, "note.keep", "note.line"), *leave]
        verb = self.on_button() or "keep"
        return [*hints(self, "dialog.enter", "go.next", dialog_enter=verb), *leave]

    def submit(self) -> None:
        self.action_keep()

    def action_keep(self) -> None:
        typed = plain(self.query_one("#tags", Input).value).replace(",", " ").split()
        tags = list(dict.fromkeys(tag.lstrip("#") for tag in typed if tag.lstrip("#")))
        note = prose(self.query_one(Note).text).strip()
        self.dismiss(Remark(note, tags))
