"""The dialog that says which field of a person a column of a file is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from shortlist.desk.file_import import LEAVE_OUT
from shortlist.tui.kit.dialogs.pick import PickDialog, PickTable
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.table import Column
from shortlist.tui.kit.words import in_words, plain

_FIRST: Final = (
    *("name", "first_name", "last_name", "title", "company", "location", "city", "country"),
    *("work_email", "email", "phone", "profile_url"),
)
"""What columns are most."""


class ChooseField(PickDialog[str]):
    """Answers a field; the empty one is what the heading says by itself."""

    AUTO_FOCUS = "#sought"
    BINDINGS: ClassVar[list[BindingType]] = [*keys("pick.up", "pick.down")]

    def __init__(self, column: str, fields: Sequence[str], said: bool, likely: str = "") -> None:
        """`said`: whether it was said before what the column is; `likely`: what it may be."""
        super().__init__()
        first = [name for name in _FIRST if name in fields]
        rest = [name for name in fields if name not in first]
        self._column = column
        self._fields = [*([""] if said else []), *first, *rest]
        if LEAVE_OUT in fields:
            self._fields.remove(LEAVE_OUT)
            self._fields.insert(0, LEAVE_OUT)
        if likely in self._fields:
            self._fields.remove(likely)
            self._fields.insert(0, likely)

    def compose(self) -> ComposeResult:
        with self.frame("What a column is", fixed=True):
            yield Static(Content.styled(plain(self._column, 80), "bold"), markup=False)
            yield Field(placeholder="part of a name", id="sought")
            yield PickTable(
                [Column("field", "", lambda name: field_words(name), 20, 60)],
                key=lambda name: name,
                id="fields",
            )

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "pick.up+pick.down", "dialog.leave")
        return hints(self, *own, dialog_enter="it is this", pick_down="choose")

    def sift(self, typed: str) -> None:
        table, sought = self.rows, typed.casefold().strip()
        table.styles.height = 10
        table.empty = ["No field is called that."]
        table.show([n for n in self._fields if sought in field_words(n).casefold()], keep=False)


def field_words(name: str) -> str:
    """A field in words."""
    if name == LEAVE_OUT:
        return "no field: leave it out"
    return in_words(name, 40) if name else "what its heading says"
