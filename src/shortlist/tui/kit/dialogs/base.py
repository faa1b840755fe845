"""The base of all dialogs: a frame, buttons, keys that close it, and a button that spends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, TextArea

from shortlist.tui.kit.focus import FocusKeeper
from shortlist.tui.kit.hints import hints, line_of
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.terminal.size import sized

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp

Answer = TypeVar("Answer")
QUIET_SECONDS: Final = 0.5


class Dialog(FocusKeeper, ModalScreen["Answer | None"], Generic[Answer]):
    """Asks one thing above a screen. `esc` leaves it, and nothing has happened."""

    # Whole: dialogs of features are in other folders.
    CSS_PATH = str(Path(__file__).with_name("dialogs.tcss"))
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("dialog.enter", "dialog.leave", "dialog.previous", "dialog.next", "app.help"),
        *keys("select.text"),
    ]

    app: ShortlistApp
    spends: ClassVar[bool] = False
    """Whether `enter` may spend credits without asking first."""
    WIDEST: ClassVar[int] = 72
    """Cells that its frame has at most."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: list[str] = []

    def on_compose(self) -> None:
        sized(self)

    def frame(
        self, title: str, kind: str = "", *, reads: bool = False, fixed: bool = False
    ) -> Widget:
        """The frame around all of it, with its title; `kind`: more classes of it. It scrolls, by
        its keys too with `reads`; or is `fixed`, where what is in it scrolls."""
        box = Vertical() if fixed else VerticalScroll(can_focus=reads)
        box.border_title = Content(title)
        return box.add_class("dialog", *kind.split())

    # The foot of the frame

    def keys_told(self) -> Sequence[Content]:
        """What the foot of the frame says: hints, the likeliest first, how to leave last."""
        return hints(self, "dialog.enter", "dialog.leave")

    def draw_foot(self) -> None:
        """Tell the keys that work where the focus is, as many as the frame has room for."""
        for frame in self.query(".dialog"):
            room = min(self.WIDEST, int(self.app.size.width * 0.94)) - 6
            frame.border_subtitle = line_of(self.keys_told(), room)

    def on_mount(self) -> None:
        self._texts = self._written()
        self.draw_foot()

    def on_resize(self) -> None:
        self.draw_foot()
        wake_behind(self)

    def on_descendant_focus(self) -> None:
        self.draw_foot()

    def on_button(self) -> str:
        """What the button in focus does, for the foot of the frame; empty when none has it."""
        button = self.focused
        if not isinstance(button, Button):
            return ""
        verb = str(button.label).partition(" · ")[0]
        return verb[:1].lower() + verb[1:]

    # The mouse beside the frame

    def _written(self) -> list[str]:
        fields = [field.value for field in self.query(Input)]
        return [*fields, *(area.text for area in self.query(TextArea))]

    def is_changed(self) -> bool:
        """Whether something was typed or chosen here that leaving would lose."""
        return self._written() != self._texts

    def on_click(self, event: events.Click) -> None:
        """A click beside the frame leaves, as `esc` does; not where that would lose something, nor
        with the second half of the double click that opened this."""
        beside = self.get_widget_at(event.screen_x, event.screen_y)[0] is self
        if not beside or event.chain > 1:
            return
        if self.is_changed():
            leave = key_of(self, "dialog.leave")
            self.app.say(f"What was changed here is not kept yet: {leave} leaves it.")
        else:
            self.action_leave()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "leave":
            self.dismiss(None)
        else:
            self.pressed(event.button.id or "")

    def on_input_submitted(self) -> None:
        self.submit()

    def pressed(self, id_: str) -> None:
        """What a button does, by its id; the one called `leave` leaves."""
        del id_
        self.submit()

    def submit(self) -> None:
        """What `enter` does in a field, and the button that does not leave."""

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


def buttons(*given: Button | tuple[str, str]) -> ComposeResult:
    """A row of buttons; a plain one by its id and its label."""
    with Horizontal(classes="buttons"):
        for each in given:
            yield Button(each[1], id=each[0], compact=True) if isinstance(each, tuple) else each


class SpendButton(Button):
    """The button that costs something.

    A key pressed twice, or held, must not reach it: after it gets the focus, and after each press
    that came too early, it waits for half a second of quiet. Nor does the second half of a double
    click on what lay there before.
    """

    spends = True

    def __init__(
        self, label: str, *, id: str | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(label, id=id, compact=True, classes="spend")
        self._clock = clock
        self._made_at = self._quiet_since = clock()

    def on_click(self, event: events.Click) -> None:
        if self._clock() - self._made_at < QUIET_SECONDS or event.button != 1:
            event.stop()
            event.prevent_default()

    def on_focus(self) -> None:
        self._quiet_since = self._clock()

    def action_press(self) -> None:
        now = self._clock()
        early = now - self._quiet_since < QUIET_SECONDS
        self._quiet_since = now
        if not early:
            super().action_press()


def wake_behind(dialog: Screen[Any]) -> None:
    """Have the screens that `dialog` covers draw, and do, what waits for their next refresh.

    For when the dialog gets its size, also its first: Textual then lays out the screens behind it,
    and so stops the timer by which they were about to refresh. What waits for that, as the start of
    the app does, would wait until something else happens to them.
    """

    def wake() -> None:
        for screen in dialog.app.screen_stack[:-1]:
            screen.check_idle()

    dialog.call_later(wake)
