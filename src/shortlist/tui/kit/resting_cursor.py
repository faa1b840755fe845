"""The terminal's own cursor rests on what is current, for who follows it by ear or by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widgets import OptionList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.content import Content
    from textual.widget import Widget

    _Base = Widget
else:
    _Base = object


class RestingCursor(_Base):
    """Mixed into a widget that marks one of its lines, or of its parts: it says where that is."""

    @property
    def place_of_cursor(self) -> Offset:
        """Where what is current begins, in cells of this widget."""
        return Offset(0, 0)

    def rest_cursor(self) -> None:
        """Put the terminal's cursor there, while this has the focus and no dialog lies over it."""
        # The app may end, or this go, before it is told that this got the focus.
        if self.has_focus and self.is_attached and self.screen.is_active:
            self.app.cursor_position = self.content_region.offset + self.place_of_cursor

    def on_focus(self) -> None:
        # After the app, which knows only where the widget is.
        self.call_after_refresh(self.rest_cursor)

    def render_lines(self, crop: Region) -> list[Strip]:
        self.rest_cursor()
        return super().render_lines(crop)


class Options(RestingCursor, OptionList):
    """A list of options of one line each."""

    @property
    def place_of_cursor(self) -> Offset:
        return Offset(0, (self.highlighted or 0) - int(self.scroll_offset.y))

    def show(self, lines: Sequence[Content], *, top: bool = False) -> None:
        """Other options in place of those before; the same place, or with `top` the first one, is
        highlighted."""
        at = 0 if top else self.highlighted or 0
        self.set_options(lines)
        self.highlighted = min(at, len(lines) - 1) if lines else None

    def move(self, step: int) -> None:
        """Highlight the next option, or with a `step` below 0 the one before."""
        (self.action_cursor_down if step > 0 else self.action_cursor_up)()
