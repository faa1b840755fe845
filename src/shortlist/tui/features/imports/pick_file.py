"""Which file: a path that is typed, with what the folder holds that goes on so below it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.desk.file_import import FILE_ENDINGS
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.words import plain

_MOST: Final = 2_000
"""Names of a folder that are looked at."""
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


class Place(NamedTuple):
    """A folder, or a file that can be brought in."""

    path: Path
    folder: bool
    size: int

    @property
    def name(self) -> str:
        return self.path.name + "/" * self.folder


class _Places(Table, can_focus=False):
    """What is chosen from while one types above it."""


class PickFile(Dialog[Path]):
    """Answers a file, or a folder that is a network's export."""

    AUTO_FOCUS = "#path"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = [*keys("pick.up", "pick.down", "import.take")]

    def __init__(self, begin: Path) -> None:
        super().__init__()
        self._begin = begin

    def compose(self) -> ComposeResult:
        columns = [
            Column("name", "Name", _named, 20, 60),
            Column("size", "Size", lambda p: ("" if p.folder else _size(p.size), "dim"), 8, 8),
        ]
        with Vertical(classes="dialog wide palette") as box:
            box.border_title = "Bring in a file of people"
            yield Field(f"{_short(self._begin)}/", id="path", select_on_focus=False)
            yield _Places(columns, key=lambda place: place.path, id="places")
            yield Static(
                "CSV, JSON, vCard, Parquet; a network's export as .zip or as its folder.",
                classes="label",
                markup=False,
            )

    def on_mount(self) -> None:
        self._list()

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "pick.up+pick.down", "import.take", "dialog.leave")
        return hints(self, *own, dialog_enter="open", pick_down="choose")

    def is_changed(self) -> bool:
        return False

    @property
    def _typed(self) -> tuple[Path, str]:
        """The folder that is typed, and the beginning of a name in it."""
        folder, _, begun = self.query_one("#path", Input).value.rpartition("/")
        return Path(f"{folder}/").expanduser(), begun

    def _list(self) -> None:
        folder, begun = self._typed
        table = self.query_one(_Places)
        try:
            shown = _places(folder, begun)
            table.empty = ["Nothing here can be brought in.", ("../ is the folder above.", "dim")]
        except OSError as error:
            shown = []
            table.empty = [f"{plain(folder, 60)}: {plain(error.strerror, 80)}"]
        table.show(shown, keep=False)

    def on_input_changed(self) -> None:
        self._list()

    def action_move(self, step: int) -> None:
        table = self.query_one(_Places)
        if step > 0:
            table.action_down()
        else:
            table.action_up()

    def action_take(self) -> None:
        """Complete the path by the name under the cursor."""
        here: Place | None = self.query_one(_Places).current
        if here is not None:
            field = self.query_one("#path", Input)
            field.value = _short(here.path) + "/" * here.folder
            field.action_end()

    def on_input_submitted(self) -> None:
        """A file is the answer, as is a folder that is an export; into any other one goes."""
        self._open(self.query_one(_Places).current)

    def on_table_opened(self, event: Table.Opened) -> None:
        self._open(event.row)

    def _open(self, here: Place | None) -> None:
        typed = Path(self.query_one("#path", Input).value).expanduser()
        if here is None:
            if typed.is_file():
                self.dismiss(typed)
            return
        if here.folder and not (here.path / "Connections.csv").is_file():
            self.action_take()
        else:
            self.dismiss(here.path)


def _places(folder: Path, begun: str) -> list[Place]:
    """Folders first; hidden ones only where that is typed. Raises `OSError`."""
    found = [Place(folder.parent / "..", True, 0)] if begun == ".." else []
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries):
            name = entry.name.casefold()
            if number >= _MOST or not name.startswith(begun.casefold()):
                continue
            if entry.name.startswith(".") and not begun.startswith("."):
                continue
            try:
                is_folder = entry.is_dir()
                size = 0 if is_folder else entry.stat().st_size
            except OSError:
                continue
            if is_folder or name.removesuffix(".gz").endswith(FILE_ENDINGS):
                found.append(Place(Path(entry.path), is_folder, size))
    return sorted(found, key=lambda place: (not place.folder, place.path.name.casefold()))


def _named(place: Place) -> Cell:
    return plain(place.name, 200), "accent" if place.folder else ""


def _size(size: float) -> str:
    for unit in _UNITS:
        if size < 1_000 or unit == _UNITS[-1]:
            break
        size /= 1_000
    return f"{size:,.0f} {unit}"


def _short(path: Path) -> str:
    """With `~` for where one is at home."""
    given, home = str(path), str(Path.home())
    return (
        f"~{given.removeprefix(home)}" if given == home or given.startswith(home + "/") else given
    )
