"""A widget of lines that change often: only those that differ are painted again."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from shortlist.tui.kit.text_marks import marked


class Page(ScrollView, can_focus=True):
    """Lines of styled text, each at most as wide as the page (`text_width`)."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Content] = []
        self._styles: dict[str, Style] = {}

    @property
    def text_width(self) -> int:
        """Cells a line may take; one is kept for the scroll bar."""
        return max(10, self.content_size.width - 1)

    @property
    def plain(self) -> str:
        """The whole page as text."""
        return "\n".join(line.plain for line in self._lines)

    def show(self, lines: Sequence[Content], *, top: bool = False) -> None:
        """Show `lines` in place of those before; with `top`, from the first one."""
        before, self._lines = self._lines, list(lines)
        if top and self.scroll_offset.y:
            self.scroll_to(y=0, animate=False, immediate=True)
        if len(before) != len(lines):
            self.virtual_size = Size(self.size.width, len(lines))
            self.refresh()
            return
        offset, height = self.scroll_offset.y, self.size.height
        for y, (old, new) in enumerate(zip(before, self._lines, strict=True)):
            if not old.is_same(new) and offset <= y < offset + height:
                self.refresh(Region(0, y - offset, self.size.width, 1))

    def on_resize(self, event: events.Resize) -> None:
        self.virtual_size = Size(event.size.width, len(self._lines))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        index = y + self.scroll_offset.y
        base = self.visual_style
        if index >= len(self._lines):
            return Strip.blank(width, base.rich_style)
        # Lines are cut already: none of the wrapping and linking of a whole text is needed.
        parts = self._lines[index].render(base, end="", parse_style=self._style)
        segments = [Segment(text, (base + style).rich_style) for text, style in parts]
        strip = Strip(segments).adjust_cell_length(width, base.rich_style)
        if (selection := self.text_selection) is not None:
            span = selection.get_span(index)
            if span is not None:
                style = self.screen.get_component_rich_style("screen--selection")
                strip = marked(strip, span, style)
        return strip.apply_offsets(0, index)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What the mouse has marked."""
        return selection.extract(self.plain), "\n"

    def text_select_all(self) -> None:
        """A double click marks nothing: lines change under it."""

    def _style(self, style: str | Style) -> Style:
        """A style by its name, looked up once."""
        if isinstance(style, Style):
            return style
        found = self._styles.get(style)
        if found is None:
            found = self._styles[style] = Style.parse(style, self.app.theme_variables)
        return found
