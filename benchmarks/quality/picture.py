"""What confidence says beside what is true, as a small SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

_SIDE: Final = 220
_LEFT, _TOP, _GAP, _FOOT = 44, 44, 60, 52
_INK, _BAR, _FAINT = "#333", "#4c78a8", "#bbb"

Bins = Sequence[Mapping[str, Any]]
"""As `measures.bins` gives them."""


def picture(corpora: Mapping[str, Bins]) -> str:
    """A diagram for each corpus: of the people shown with a confidence, the share that is an exact
    answer, a bar for each tenth, and above it how many they are; on the dashed line both agree."""
    width = _LEFT + len(corpora) * (_SIDE + _GAP)
    height = _TOP + _SIDE + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11" fill="{_INK}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for at, (name, bins) in enumerate(corpora.items()):
        parts += _diagram(name, bins, _LEFT + at * (_SIDE + _GAP))
    return "\n".join([*parts, "</svg>", ""])


def _diagram(name: str, bins: Bins, left: float) -> list[str]:
    bottom = _TOP + _SIDE
    wide = _SIDE / max(1, len(bins))
    parts = [
        f'<text x="{left + _SIDE / 2}" y="{_TOP - 22}" font-size="13" text-anchor="middle">'
        f"{escape(name)}</text>",
        f'<rect x="{left}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" '
        f'stroke="{_FAINT}"/>',
    ]
    for at, each in enumerate(bins):
        if not each["people"]:
            continue
        high = each["right"] * _SIDE
        x = left + at * wide
        parts += [
            f'<rect x="{x + 1:.1f}" y="{bottom - high:.1f}" width="{wide - 2:.1f}" '
            f'height="{high:.1f}" fill="{_BAR}"/>',
            f'<text x="{x + wide / 2:.1f}" y="{_TOP - 5}" '
            f'font-size="8" text-anchor="middle">{each["people"]}</text>',
        ]
    parts.append(
        f'<path d="M{left} {bottom}L{left + _SIDE} {_TOP}" stroke="{_INK}" '
        f'stroke-dasharray="4 3" fill="none"/>'
    )
    for tenths in (0, 5, 10):
        along = _SIDE * tenths / 10
        parts += [
            f'<text x="{left + along}" y="{bottom + 15}" text-anchor="middle">{tenths / 10}</text>',
            f'<text x="{left - 6}" y="{bottom - along + 4}" text-anchor="end">{tenths / 10}</text>',
        ]
    middle = left + _SIDE / 2
    parts.append(
        f'<text x="{middle}" y="{bottom + 34}" text-anchor="middle">'
        "confidence; bars: share that is right</text>"
    )
    return parts
