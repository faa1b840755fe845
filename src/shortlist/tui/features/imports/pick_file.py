"""The dialog that picks the file to import, by typing its path."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.desk.file_import import FILE_ENDINGS
from shortlist.tui.kit.dialogs.pick import PickDialog, PickTable
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.table import Cell, Column
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


class PickFile(PickDialog[Path]):
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
        with self.frame("Bring in a file of people", "wide palette", fixed=True):
            yield Field(f"{_short(self._begin)}/", id="path", select_on_focus=False)
            yield PickTable(columns, key=lambda place: place.path, id="places")
            yield Static(
                "CSV, JSON, vCard, Parquet; a network's export as .zip or as its folder.",
                classes="label",
                markup=False,
            )

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "pick.up+pick.down", "import.take", "dialog.leave")
        return hints(self, *own, dialog_enter="open", pick_down="choose")

    def sift(self, typed: str) -> None:
        """The folder that is typed, and what in it begins so."""
        before, slash, begun = typed.rpartition("/")
        folder, table = Path(f"{before}/").expanduser() if slash else Path.cwd(), self.rows
        try:
            shown = _places(folder, begun)
            table.empty = [
                "Nothing here can be brought in.",
                ("A spreadsheet is saved as CSV first.", "dim"),
                ("../ is the folder above.", "dim"),
            ]
        except OSError as error:
            shown = []
            table.empty = [f"{plain(folder, 60)}: {plain(error.strerror, 80)}"]
        table.show(shown, keep=False)

    def action_take(self) -> None:
        """Complete the path by the name under the cursor."""
        here: Place | None = self.rows.current
        if here is not None:
            field = self.query_one("#path", Input)
            field.value = _short(here.path) + "/" * here.folder
            field.action_end()

    def pick(self, row: Place | None) -> None:
        """A file is the answer, as is a folder that is an export; into any other one goes."""
        typed = Path(self.query_one("#path", Input).value).expanduser()
        if row is None:
            if typed.is_file():
                self.dismiss(typed)
            return
        if row.folder and not (row.path / "Connections.csv").is_file():
            self.action_take()
        else:
            self.dismiss(row.path)


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
