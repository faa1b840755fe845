"""The dialog of an export: who, where to, in which format, and with what."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.suggester import Suggester
from textual.widgets import Button, Input, Label, Static

from shortlist.desk.exports import FORMATS, require_library
from shortlist.desk.places import DeskError
from shortlist.tui.kit.choice import Choice
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS, Dialog, buttons
from shortlist.tui.kit.export_rows import Contacts, Shape
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.words import count, number, people, plain

if TYPE_CHECKING:
    from shortlist.tui.kit.export_rows import Group

_CSV: Final = ("plain", "for spreadsheets")
"""For spreadsheets it begins with the mark that has them read it as UTF-8."""
_CONTACTS: Final[tuple[Contacts, ...]] = ("shown", "masked", "without")


@dataclass(frozen=True, slots=True)
class ExportOrder:
    path: Path
    format: str
    group: Group
    shape: Shape


class PathSuggester(Suggester):
    """The first file or folder whose name goes on from what is typed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._folder = folder

    async def get_suggestion(self, value: str) -> str | None:
        return await asyncio.to_thread(self._complete, value)

    def _complete(self, value: str) -> str | None:
        head, slash, begun = value.rpartition("/")
        if not begun:
            return None
        place = self._folder / Path(head + slash or ".").expanduser()
        try:
            names = sorted(entry.name for entry in os.scandir(place))
        except OSError:
            return None
        fits = next((n for n in names if n.startswith(begun) and n.isprintable()), None)
        if fits is None:
            return None
        return head + slash + fits + ("/" if (place / fits).is_dir() else "")


def _line(name: str, choice: Choice) -> ComposeResult:
    with Horizontal(classes="choice"):
        yield Label(name, classes="name", markup=False)
        yield choice


class Export(Dialog[ExportOrder]):
    """Answers what to write. A file that is there is written over only when that is said twice."""

    AUTO_FOCUS = "#path"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("export.next", "export.previous", "export.write"),
    ]

    def __init__(
        self,
        groups: Sequence[Group],
        folder: Path,
        *,
        name: str = "people",
        masks: bool = False,
    ) -> None:
        """`groups`: who, or what, can be written, the likeliest first; `name` of the file."""
        super().__init__()
        self._groups, self._folder, self._masks = list(groups), folder, masks
        self._file_name = name
        self._armed: Path | None = None
        self._armed_at = 0.0

    def compose(self) -> ComposeResult:
        with self.frame("Write to a file", "export"):
            words = [
                f"all {group.words}"
                if group.count is None
                else f"{number(group.count)} {group.words}"
                for group in self._groups
            ]
            yield from _line("Who", Choice(words, id="group"))
            yield from _line("Format", Choice(FORMATS, id="format"))
            if not self._groups[0].unit:
                yield from _line("Sources", Choice(["with", "without"], id="sources"))
                yield from _line("Contacts", Choice(_CONTACTS, int(self._masks), id="contacts"))
            yield from _line("CSV", Choice(_CSV, id="csv"))
            yield Label("Path; → completes it", classes="label", markup=False)
            yield Field(
                str(self._folder / f"{self._file_name}.csv"),
                id="path",
                suggester=PathSuggester(self._folder),
                select_on_focus=False,
            )
            yield Static(id="note", markup=False)
            yield from buttons(("write", "Write"), ("leave", "Leave"))

    def on_mount(self) -> None:
        self._draw()
        self.call_after_refresh(self._show_name)

    def keys_told(self) -> Sequence[Content]:
        choice = self.focused
        chosen = hints(choice, "choice.previous+choice.next") if isinstance(choice, Choice) else []
        return [
            *hints(self, "export.previous+export.next"),
            *chosen,
            *hints(self, "export.write", "dialog.leave"),
        ]

    def _show_name(self) -> None:
        """The end of the path is what one looks for, however long it is."""
        field = self.query_one("#path", Input)
        field.action_home()
        field.action_end()

    # What is chosen

    @property
    def _group(self) -> Group:
        return self._groups[self.query_one("#group", Choice).chosen]

    @property
    def _path(self) -> Path:
        path = Path(self.query_one("#path", Input).value.strip()).expanduser()
        return path if path.is_absolute() else self._folder / path

    @property
    def _format(self) -> str:
        return self._path.suffix.lower().lstrip(".")

    def _problem(self) -> str:
        """Why it cannot be written like this; empty when it can."""
        path = self._path
        if self._format not in FORMATS:
            return f"The path ends with one of: {', '.join('.' + f for f in FORMATS)}"
        if not path.parent.is_dir():
            return f"There is no folder {plain(path.parent, 200)}"
        if path.is_dir():
            return "There is a folder of that name."
        if path.is_symlink():
            return "There is a link of that name; it is not followed. Choose another name."
        if not os.access(path.parent, os.W_OK):
            return f"Nothing can be written in {plain(path.parent, 200)}"
        try:
            require_library(self._format)
        except DeskError as error:
            return plain(error, 300)
        return ""

    def on_input_changed(self) -> None:
        if self.query("#note"):
            if self._format in FORMATS:
                self.query_one("#format", Choice).choose(FORMATS.index(self._format))
            self._draw()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        if event.choice.id == "format" and self._format != event.choice.value:
            field = self.query_one("#path", Input)
            head, dot, ending = field.value.rpartition(".")
            stem = head if dot and "/" not in ending else field.value
            field.value = f"{stem}.{event.choice.value}"
        self._draw()

    @property
    def _enter(self) -> str:
        return key_of(self, "export.write") or "Write"

    def _draw(self) -> None:
        problem, path = self._problem(), self._path
        over = not problem and path.exists()
        if problem:
            note = Content.styled(problem, "$warn")
        elif over and self._armed == path:
            words = f"{self._enter} once more writes over the file that is there."
            note = Content.styled(words, "$warn")
        elif over:
            words = f"A file of that name is there: {self._enter} asks once more."
            note = Content.styled(words, "$warn")
        else:
            group = self._group
            some = group.count
            what = count(some or 0, group.unit) if group.unit else people(some or 0)
            what = "everybody" if some is None else what
            words = f"{self._enter} writes {what}, {group.words}."
            note = Content.styled(words, "$quiet-text")
        self.query_one("#csv", Choice).parent.display = self._format == "csv"  # type: ignore[union-attr]
        self.query_one("#note", Static).update(note)
        self.query_one("#write", Button).disabled = bool(problem)

    # Deciding

    def submit(self) -> None:
        self.action_write()

    def action_write(self) -> None:
        if self._problem():
            return
        path, now = self._path, monotonic()
        if path.exists() and (self._armed != path or now - self._armed_at < QUIET_SECONDS):
            # The first press asks; one that follows at once is the same press, held.
            self._armed, self._armed_at = path, now
            self._draw()
            return
        marked = bool(self.query_one("#csv", Choice).chosen)
        shape = Shape(for_spreadsheets=marked)
        if not self._group.unit:
            shape = Shape(
                for_spreadsheets=marked,
                sources=self.query_one("#sources", Choice).value == "with",
                contacts=_CONTACTS[self.query_one("#contacts", Choice).chosen],
            )
        self.dismiss(ExportOrder(path, self._format, self._group, shape))
