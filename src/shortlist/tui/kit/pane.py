"""Panes and pages of text: what wraps stays under its value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from shortlist.tui.kit.hints import ClickableText


class Pane(VerticalScroll, can_focus=True):
    """A scrolling page of text beside or below a list; what wraps stays under its value."""

    def __init__(self, *, id: str | None = None, classes: str | None = "pane") -> None:
        super().__init__(id=id, classes=classes)
        self._page = HangingText()

    def compose(self) -> ComposeResult:
        yield self._page

    @property
    def text_width(self) -> int:
        """Cells a line may take; one is kept for the scroll bar."""
        return max(10, self.content_size.width - 1)

    def show(self, content: Content, *, top: bool = True) -> None:
        self._page.show(content)
        if top:
            self.scroll_to(y=0, animate=False, immediate=True)


class HangingText(ClickableText):
    """Text that is laid out anew when its width changes; what wraps stays under its value."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", markup=False, id=id)
        self._text = Content("")
        self._laid_out_for = 0

    def show(self, text: Content) -> None:
        self._text = text
        self._lay_out(self.content_size.width)

    def on_resize(self) -> None:
        if self.content_size.width != self._laid_out_for:
            self._lay_out(self.content_size.width)

    def _lay_out(self, width: int) -> None:
        self._laid_out_for = width
        text = with_hanging_indent(self._text, width) if width else self._text
        self.update(text, layout=not width)
        if width:
            # Nothing around it is laid out anew where it is as high as before. Told as a style: a
            # height that Textual finds out is kept through a change before it came to lay out.
            self.styles.height = text.get_height({}, width) + self.gutter.height


_LABELLED = re.compile(r" *(?:[^ ]+(?: [^ ]+)*)? {2,}(?:[●○│] {2})?(?=[^ ])|✗ ")
_WIDEST_LABEL = 26
_MARK = re.compile(r"[✓✗?!○·] ")


def with_hanging_indent(text: Content, width: int) -> Content:
    """`text` wrapped to `width`; a line that begins with a label, or is indented, goes on there."""
    lines: list[Content] = []
    for line in text.split(allow_blank=True):
        found = _LABELLED.match(line.plain)
        at = found.end() if found else 0
        if at > min(_WIDEST_LABEL, width // 2):
            # What begins with a mark, and then says much: it goes on behind the mark.
            at = len("✓ ") if _MARK.match(line.plain) else 0
        if line.cell_length <= width or not at:
            lines.append(line)
            continue
        label, value = line.divide([at])
        first, *rest = value.wrap(width - at)
        lines += [label + first, *(each.pad_left(at) for each in rest)]
    return Content("\n").join(lines)


def underlined(text: Content, words: Sequence[str]) -> Content:
    """The text with the words that were asked for underlined, wherever they are, in any case."""
    if words:
        found = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
        for match in found.finditer(text.plain):
            text = text.stylize("bold underline", *match.span())
    return text
