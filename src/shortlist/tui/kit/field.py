"""A field to type in, which paints one line for a letter and takes a burst of keys in order."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Key
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widgets import Input

from shortlist.tui.kit.line_styles import LineStyles


class Field(LineStyles, Input):
    """An input of a width that what is typed does not change: nothing has to be laid out anew."""

    virtual_size = Reactive(Size(0, 0), layout=False)

    async def on_key(self, event: Key) -> None:
        """Act on a key that is no letter now, and not once it has gone up to the app and come back
        as an action: letters right behind it would be taken before it."""
        if self.check_consume_key(event.key, event.character):
            return
        bound = self.screen.active_bindings.get(event.key)
        mine = bound.binding if bound is not None and bound.node is self else None
        if mine is not None and await self.app.run_action(mine.action, self):
            event.stop()
            event.prevent_default()

    def render_lines(self, crop: Region) -> list[Strip]:
        line = self._being_typed()
        return super().render_lines(crop) if line is None else [line.crop(crop.x, crop.right)]

    def _being_typed(self) -> Strip | None:
        """The line while plain text is typed into it, which as a text laid out and styled would be
        most of the work for a letter; `None` where there is more to it than text and a cursor."""
        value, (width, height), padding = self.value, self.outer_size, self.styles.padding
        length = cell_len(value)
        if not (
            self.has_focus
            and value.isprintable()
            and 0 < length < width - padding.width
            and self.selection.is_empty
            and not (self.highlighter or self.password or self.suggester)
            and not self.scroll_offset.x
            and height == 1
            and padding == self.styles.gutter
        ):
            return None
        base, at = self.tone(), self.cursor_position
        # Textual's own: whether the cursor is seen or blinks just now, it tells by no other name.
        cursor = self.tone("input--cursor") if self._cursor_visible else base
        text = value + " " * (width - padding.width - length)
        before, after = Segment(text[:at], base), Segment(text[at + 1 :], base)
        return self.padded([before, Segment(text[at], cursor), after])
