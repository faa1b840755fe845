"""The badge of a profile: its name on its colour, so that nobody spends on the wrong one."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from shortlist.tui.kit.words import plain

# Ink and ground of each, readable on the dark and the light themes alike (4.5:1 and more).
_TRUE: Final = {
    "blue": "#ffffff on #2f62c9",
    "teal": "#ffffff on #0c7466",
    "violet": "#ffffff on #7549bd",
    "pink": "#ffffff on #ad3479",
    "green": "#ffffff on #3b761d",
    "orange": "#ffffff on #a84c06",
}
_ANSI: Final = {
    "blue": "ansi_bright_white on ansi_blue",
    "teal": "ansi_black on ansi_cyan",
    "violet": "ansi_bright_white on ansi_magenta",
    "pink": "ansi_black on ansi_bright_magenta",
    "green": "ansi_black on ansi_green",
    "orange": "ansi_black on ansi_yellow",
}


def badge(name: str, color: str, *, ansi: bool = False, most: int = 24) -> Content:
    """The name on its colour; bold alone where there is none, as for this machine's service."""
    shown = plain(name, most)
    style = (_ANSI if ansi else _TRUE).get(color)
    if not shown or style is None:
        return Content.styled(shown, "bold")
    return Content.styled(f" {shown} ", f"bold {style}")
