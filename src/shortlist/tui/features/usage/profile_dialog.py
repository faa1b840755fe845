"""The dialog that chooses a profile: the service of this machine, or a saved one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from shortlist.desk.profiles import LOCAL
from shortlist.tui.kit.badge import badge
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.resting_cursor import Options
from shortlist.tui.kit.words import count, plain

if TYPE_CHECKING:
    from shortlist.desk.profiles import Profile


class ChooseProfile(Dialog[str]):
    """Answers the name of a profile."""

    AUTO_FOCUS = "#profiles"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("profiles.down", "profiles.up", "profiles.use", "dialog.close"),
    ]

    def __init__(
        self,
        saved: Sequence[Profile],
        here: str,
        under_way: Mapping[str, int],
        begin_with: Callable[[str], bool],
    ) -> None:
        """`here` is in view; `under_way`: requests on the wire in each one opened before.
        `begin_with` writes down which one a start begins with, and tells whether it could."""
        super().__init__()
        self._here, self._under_way, self._begin_with = here, under_way, begin_with
        self._first = next((p.name for p in saved if p.current), LOCAL)
        self._lines = [(LOCAL, "", "this machine")]
        self._lines += [(p.name, p.color, p.base_url) for p in saved]

    def compose(self) -> ComposeResult:
        with self.frame("Profiles", fixed=True):
            yield Options(
                *(Option(self._line(*line)) for line in self._lines),
                id="profiles",
                markup=False,
            )
            enter = key_of(self, "dialog.enter")
            words = f"{enter}: for this run of the app. What was asked elsewhere goes on there."
            if len(self._lines) == 1:
                words = "Save one with: shortlist profiles add NAME --base-url URL"
            yield Label(words, classes="label", markup=False, id="profile-words")

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "profiles.use", "dialog.leave")
        return hints(self, *own, dialog_enter="go there", dialog_leave="stay")

    def _line(self, name: str, color: str, where: str) -> Content:
        notes = []
        if name == self._here:
            notes.append("in view")
        elif name in self._under_way:
            busy = self._under_way[name]
            notes.append(f"open, {count(busy, 'request')} on the way" if busy else "open")
        if name == self._first:
            notes.append("begins")
        note = ", ".join(notes)
        shown = badge(name, color, ansi=self.app.current_theme.ansi)
        return Content.assemble(
            shown,
            " " * max(2, 22 - shown.cell_length),
            (plain(where, 80), "$quiet-text"),
            (f"  {note}" if note else "", "$lead"),
        )

    def on_mount(self) -> None:
        names = [name for name, _, _ in self._lines]
        if self._here in names:
            self.query_one(OptionList).highlighted = names.index(self._here)

    def action_move(self, step: int) -> None:
        self.query_one(Options).move(step)

    def action_use(self) -> None:
        """Begin with the one under the cursor from now on; the one in view stays."""
        options = self.query_one(OptionList)
        if options.highlighted is None:
            return
        name = self._lines[options.highlighted][0]
        if self._begin_with(name):
            self._first = name
            for index, line in enumerate(self._lines):
                options.replace_option_prompt_at_index(index, self._line(*line))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._lines[event.option_index][0])
