"""Where to, in which format, and how many."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Label, Static

from shortlist.tui.dialogs.parts import Dialog
from shortlist.tui.words import people, plain

FORMATS = ("csv", "json", "xlsx", "parquet")


@dataclass(frozen=True, slots=True)
class ExportOrder:
    path: Path
    format: str
    selection: bool
    """The selection; otherwise all that is shown."""


class Export(Dialog[ExportOrder]):
    """Answers where to write. A file that is there is named before it is written over."""

    AUTO_FOCUS = "#path"

    def __init__(
        self,
        selected: int,
        shown: int,
        folder: Path,
        all_words: str = "",
        name: str = "people",
    ) -> None:
        super().__init__()
        self._selected, self._shown, self._folder = selected, shown, folder
        self._selection = selected > 0
        self._name = name
        self._all_words = all_words or f"all {people(shown)} shown"

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as box:
            box.border_title = "Write to a file"
            yield Static(id="who", markup=False)
            yield Label(
                "Path; its ending says the format: csv, json, xlsx, parquet",
                classes="label",
                markup=False,
            )
            yield Input(str(self._folder / f"{self._name}.csv"), id="path", select_on_focus=False)
            yield Static(id="note", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Write", id="write", compact=True)
                if self._selected:
                    yield Button("Selection or all", id="which", compact=True)
                yield Button("Leave", id="leave", compact=True)

    def on_mount(self) -> None:
        self._draw()

    def on_input_changed(self) -> None:
        if self.query("#note"):
            self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._write()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "leave":
            self.dismiss(None)
        elif event.button.id == "which":
            self._selection = not self._selection
            self._draw()
        else:
            self._write()

    @property
    def _path(self) -> Path:
        text = self.query_one("#path", Input).value.strip()
        path = Path(text).expanduser()
        return path if path.is_absolute() else self._folder / path

    def _problem(self) -> str:
        path = self._path
        if path.suffix.lower().lstrip(".") not in FORMATS:
            return f"The path ends with one of: {', '.join('.' + f for f in FORMATS)}"
        if not path.parent.is_dir():
            return f"There is no folder {plain(path.parent, 200)}"
        return ""

    def _write(self) -> None:
        if not self._problem():
            path = self._path
            format_ = path.suffix.lower().lstrip(".")
            self.dismiss(ExportOrder(path, format_, self._selection))

    def _draw(self) -> None:
        who = f"the {people(self._selected)} selected" if self._selection else self._all_words
        self.query_one("#who", Static).update(Content.assemble("Writes ", (who, "bold"), ".\n"))
        problem = self._problem()
        if problem:
            note = Content.styled(problem, "$warn")
        elif self._path.exists():
            note = Content.styled("A file of that name is there and is written over.", "$warn")
        else:
            note = Content.styled("enter writes it.", "$quiet-text")
        self.query_one("#note", Static).update(note)
        self.query_one("#write", Button).disabled = bool(problem)
