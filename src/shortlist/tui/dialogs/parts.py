"""What dialogs share: a frame, keys that close it, and a button that cannot be hit by mistake."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar, Final, Generic, TypeVar

from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Button

from shortlist.tui.keys import keys

Answer = TypeVar("Answer")
QUIET_SECONDS: Final = 0.5


class Dialog(ModalScreen["Answer | None"], Generic[Answer]):
    """Asks one thing above a screen. `esc` leaves it, and nothing has happened."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("dialog.leave", "dialog.previous", "dialog.next", "app.help"),
    ]

    def action_leave(self) -> None:
        self.dismiss(None)


class Spend(Button):
    """The button that costs something.

    A key pressed twice, or held, must not reach it: after it gets the focus, and after each press
    that came too early, it waits for half a second of quiet.
    """

    def __init__(
        self, label: str, *, id: str | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(label, id=id, compact=True, classes="spend")
        self._clock = clock
        self._quiet_since = clock()

    def on_focus(self) -> None:
        self._quiet_since = self._clock()

    def action_press(self) -> None:
        now = self._clock()
        early = now - self._quiet_since < QUIET_SECONDS
        self._quiet_since = now
        if not early:
            super().action_press()
