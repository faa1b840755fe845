"""A mixin of screens that keeps the focus somewhere: what had it may go, be hidden, or lose its
rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    _Base = Screen[Any]
else:
    _Base = object


class FocusKeeper(_Base):
    """Mixed into a screen: when nothing on it has the focus any more, its first place takes it."""

    _had_focus = False

    def watch_focused(self, focused: Widget | None) -> None:
        self._had_focus = self._had_focus or focused is not None
        self._hold_soon()

    def on_resize(self) -> None:
        self._hold_soon()

    def _hold_soon(self) -> None:
        # Where the focus goes first is the screen's own.
        if self._had_focus and self.is_running:
            self.call_after_refresh(self._hold_focus)

    def _hold_focus(self) -> None:
        # A terminal that is itself out of focus gives it back to where it was.
        if not self.is_current or not self.app.app_focus:
            return
        there = self.focus_chain
        if there and self.focused not in there:
            self.set_focus(self.first_place())

    def first_place(self) -> Widget:
        """Where the focus goes."""
        return self.focus_chain[0]
