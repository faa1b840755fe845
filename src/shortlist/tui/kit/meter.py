"""Meters and bars of text. Their parts differ in shape as well as in colour."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

FULL, HELD, FREE = "━", "╍", "─"
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def meter(width: int, whole: float, *parts: tuple[float, str, str]) -> Content:
    """A line of `width` cells; each part is an amount of `whole`, its character and its style."""
    pieces: list[tuple[str, str]] = []
    used, total = 0, 0.0
    for amount, character, style in parts:
        total += max(0.0, amount)
        end = min(width, round(width * total / whole)) if whole > 0 else 0
        # The smallest amount that is not nothing shows as something.
        end = max(end, used + 1) if amount > 0 and used < width else end
        pieces.append((character * (end - used), style))
        used = end
    pieces.append((FREE * (width - used), "$rule"))
    return Content.assemble(*(piece for piece in pieces if piece[0]))


def curve(values: Sequence[float | None], style: str = "$lead") -> Content:
    """One line of bars, one cell for each value, the highest full; a dot where none is known."""
    highest = max((value for value in values if value is not None), default=0) or 1
    pieces = []
    for value in values:
        if value is None:
            pieces.append(("·", "$rule"))
        else:
            eighth = max(1, min(8, round(8 * value / highest)))
            pieces.append((_EIGHTHS[eighth], style if value > 0 else "$rule"))
    return Content.assemble(*pieces)
