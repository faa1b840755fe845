"""The size of a terminal, also of one that tells none: a serial console, or one in a container."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from textual.screen import Screen

_USUAL: Final = {"COLUMNS": 80, "LINES": 24}


def tell_size() -> None:
    """Make `COLUMNS` and `LINES`, which Textual and Rich believe first, say what is so.

    They are gone where the terminal tells its size, which may have changed since they were set.
    Else they stay, and are 80 and 24 where they say nothing.
    """
    told = os.terminal_size((0, 0))
    with suppress(OSError, ValueError, AttributeError):
        told = os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]
    for (name, usual), size in zip(_USUAL.items(), told, strict=True):
        given = os.environ.get(name, "")
        if size:
            os.environ.pop(name, None)
        elif not given.isdecimal() or not int(given):
            os.environ[name] = str(usual)


def sized(screen: Screen[Any]) -> None:
    """Give a screen the classes that go with the terminal's size before its first layout, which
    is then the one that stays."""
    app = screen.app
    width, height = app.size
    for value, points in (
        (width, app.HORIZONTAL_BREAKPOINTS or ()),
        (height, app.VERTICAL_BREAKPOINTS or ()),
    ):
        fitting = [name for least, name in points or () if value >= least]
        screen.add_class(*fitting[-1:], update=False)
