"""Addresses of the web as text that opens them."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from shortlist.tui.kit.words import plain


def link(url: object, limit: int = 300) -> Content:
    """An address, which a click opens; other text is text."""
    whole = plain(url)
    shown = Content(plain(url, limit))
    if not whole.startswith(("https://", "http://")):
        return shown
    opens = Style.from_meta({"@click": ("app.open_link", (whole,))})
    return shown.stylize("underline").stylize(opens)
