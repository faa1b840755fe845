"""What dialogs share: a frame, keys that close it, and a button that cannot be hit by mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final, Generic, TypeVar

from textual.binding import BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList

from shortlist.tui.keys import keys
from shortlist.tui.terminal.painter import Painter, sized

Answer = TypeVar("Answer")
QUIET_SECONDS: Final = 0.5


class Dialog(ModalScreen["Answer | None"], Generic[Answer]):
    """Asks one thing above a screen. `esc` leaves it, and nothing has happened."""

    # Whole, for dialogs that live in other rooms.
    CSS_PATH = str(Path(__file__).with_name("dialogs.tcss"))
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("dialog.enter", "dialog.leave", "dialog.previous", "dialog.next", "app.help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._compositor = Painter()

    def on_compose(self) -> None:
        sized(self)

    def on_button(self) -> str:
        """What the button in focus does, for the foot of the frame; empty when none has it."""
        button = self.focused
        if not isinstance(button, Button):
            return ""
        verb = str(button.label).partition(" · ")[0]
        return verb[:1].lower() + verb[1:]

    def foot(self, told: str, widest: int = 72) -> Content:
        """As many of these hints, parted by ` · `, as the foot of a frame at most `widest` wide
        has room for; the last, how to leave, is always among them."""
        *hints, leave = told.split(" · ")
        room = min(widest, int(self.app.size.width * 0.94)) - 6
        while hints and len(" · ".join((*hints, leave))) > room:
            hints.pop()
        return Content(" · ".join((*hints, leave)))

    async def action_enter(self) -> None:
        """What `enter` does in a field, a list and on a button, for whichever key is bound."""
        focused = self.focused
        if isinstance(focused, Input):
            await focused.action_submit()
        elif isinstance(focused, OptionList):
            focused.action_select()
        elif isinstance(focused, Button):
            focused.action_press()

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
