"""A line of the screen as it is sent: where the style changes, no more is said than what changes.

Textual says all of a style anew for each piece of a line, and takes it back after it: more than
half of what is sent for a line of a list. A terminal is handed 4 KB at a time, and on a busy
machine each time is a wait.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual.strip import SGR_STYLES, Strip

_RESET: Final = "\x1b[0m"
_SEEN_ON_BLANKS: Final = ~0b111
"""What a style can have, but for bold, dim and italic."""


def sent(strip: Strip, console: Console) -> str:
    """The text and the sequences that paint a line; it is kept with the strip."""
    if strip._render_cache is None:
        strip._render_cache = _made(strip, console._color_system or ColorSystem.TRUECOLOR)
    return strip._render_cache


def _made(strip: Strip, system: ColorSystem) -> str:
    parts: list[str] = []
    before: Style | None = None
    for text, style, control in strip:
        if control or (style is not None and style.link):
            return _stock(strip, system)
        if text.isspace() and _blank_alike(before, style):
            parts.append(text)
        elif text:
            parts += (_change(before, style, system), text)
            before = style
    return "".join([*parts, _change(before, None, system)])


def _stock(strip: Strip, system: ColorSystem) -> str:
    render = strip.render_style
    return "".join(
        text if style is None else render(style, text, system) for text, style, _ in strip
    )


@lru_cache(4096)
def _blank_alike(one: Style | None, other: Style | None) -> bool:
    """Whether blanks look the same in both."""
    if one is None or other is None:
        return one is other
    return one.bgcolor == other.bgcolor and not (
        (_attributes(one) | _attributes(other)) & _SEEN_ON_BLANKS
    )


@lru_cache(4096)
def _change(before: Style | None, after: Style | None, system: ColorSystem) -> str:
    """The sequence between two pieces of a line."""
    if before == after:
        return ""
    if after is None:
        return _RESET
    had, has = _attributes(before), _attributes(after)
    codes: list[str] = []
    if had & ~has:  # Each is taken back in a way of its own, and all of them in one.
        had, before, codes = 0, None, ["0"]
    codes += [code for bit, code in enumerate(SGR_STYLES) if has & ~had & 1 << bit]
    for name, plain in (("color", "39"), ("bgcolor", "49")):
        old, new = getattr(before, name, None), getattr(after, name, None)
        if old != new:
            codes += [plain] if new is None else _colour(new, system, name == "color")
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def _attributes(style: Style | None) -> int:
    return 0 if style is None else style._attributes & style._set_attributes


def _colour(colour: Color, system: ColorSystem, foreground: bool) -> tuple[str, ...]:
    return colour.downgrade(system).get_ansi_codes(foreground)
