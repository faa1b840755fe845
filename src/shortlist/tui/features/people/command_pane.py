"""The dialog that shows what a program of one's own prints, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.words import plain, prose

if TYPE_CHECKING:
    from shortlist.desk.commands import Command, Output

_MOST_CHARS: Final = 300_000


class CommandPane(Dialog[None]):
    """What a program of one's own says. It runs beside the app; leaving stops it."""

    WIDEST = 100
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("own.stop", "person.down", "person.up", "dialog.close"),
    ]

    def __init__(self, command: Command, name: str, stop: Callable[[], None]) -> None:
        super().__init__()
        self.command, self._person_name, self._stop = command, name, stop
        self._told: Output | str | None = None
        self._stopped = False

    def compose(self) -> ComposeResult:
        with self.frame(plain(self.command.label, 60), "page", reads=True):
            yield Static(id="run", markup=False)
            yield Static(id="page", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        first = ["own.stop"] if self._runs else []
        moves = "person.down+person.up"
        labels = {"person_up": "move", "dialog_leave": "close"}
        return hints(self, *first, moves, "dialog.leave", **labels)

    @property
    def _runs(self) -> bool:
        return self._told is None and not self._stopped

    def end(self, told: Output | str) -> None:
        """It has ended, or could not be run."""
        self._told = told
        self._draw()
        self.draw_foot()

    def _draw(self) -> None:
        told, text = self._told, ""
        if self._stopped:
            state = ("■ stopped", "$warn")
        elif told is None:
            state = (f"◐ {plain(self.command.run[0], 60)} runs", "bold $lead")
        elif isinstance(told, str):
            state = (f"✗ {plain(told, 400)}", "$bad")
        else:
            text = told.text
            if told.ended:
                state = (f"! ended: {told.ended}", "$warn")
            else:
                good = told.code == 0
                state = (
                    f"{'✓' if good else '✗'} exit code {told.code}",
                    "$good" if good else "$bad",
                )
        self.query_one("#run", Static).update(
            Content.assemble(state, (f"  on {self._person_name}\n", "$quiet-text"))
        )
        ended = told is not None and not isinstance(told, str)
        page = Content(prose(text, _MOST_CHARS))
        if ended and not text.strip():
            page = Content.styled("It said nothing.", "$quiet-text")
        self.query_one("#page", Static).update(page)

    def action_stop(self) -> None:
        if self._runs:
            self._stopped = True
            self._stop()
            self._draw()
            self.draw_foot()

    def action_scroll(self, step: int) -> None:
        self.query_one(".page", VerticalScroll).scroll_relative(y=step * 2, animate=False)

    def action_leave(self) -> None:
        self._stop()
        self.dismiss(None)
