"""Text marked with the mouse, in widgets that make their own lines."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


def marked(strip: Strip, span: tuple[int, int], style: Style) -> Strip:
    """`strip` with the characters of `span` in `style`; an end below 0 is that of the line."""
    text = strip.text
    start, end = span
    first = cell_len(text[:start])
    last = strip.cell_length if end < 0 else cell_len(text[:end])
    if first >= last:
        return strip
    within = strip.crop(first, last)
    shown = [Segment(part, (own or Style()) + style) for part, own, _ in within]
    return Strip.join([strip.crop(0, first), Strip(shown), strip.crop(last)])
