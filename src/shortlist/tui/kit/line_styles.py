"""A mixin for widgets that paint their own lines: their styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.widget import Widget as _Base
else:
    _Base = object  # Textual would look for the styles of a widget's first base, and of no other


class LineStyles(_Base):
    """Mixed into a widget, before Textual's own. It knows its styles as they reach the terminal:
    looked up once, and not for each line."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self._tones: dict[str, Style] = {}
        super().__init__(*given, **named)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._tones.clear()

    def tone(self, component: str = "") -> Style:
        """The style of a component class of the widget over its own, or its own."""
        style = self._tones.get(component)
        if style is None:
            style = self.rich_style
            if component:
                style += self.get_component_rich_style(component)
            # What Textual's filters make of a style, once, and not of each line again.
            for line_filter in self.get_line_filters():
                ((_, filtered, _),) = line_filter.apply(
                    [Segment("", style)], self.background_colors[1]
                )
                style = filtered or style
            self._tones[component] = style
        return style

    def padded(self, content: list[Segment]) -> Strip:
        """A line of the widget: these behind its padding, and blanks to its end."""
        width, blank = self.outer_size.width, Style(bgcolor=self.tone().bgcolor)
        pieces = [Segment(" " * self.styles.padding.left, blank), *content]
        pieces.append(Segment(" " * (width - sum(piece.cell_length for piece in pieces)), blank))
        return Strip([piece for piece in pieces if piece.text], width)
