"""What lies behind a dialog goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen


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
