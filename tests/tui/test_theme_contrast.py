"""The themes that ship can be read: 4.5:1 for text, whatever it stands on."""

from __future__ import annotations

import pytest

from shortlist.tui.kit import themes

SHIPPED = ("calm", "paper", "contrast")
INKS = ("foreground", "lead", "good", "warn", "bad", "quiet", "quiet-text")
PAIRS = (
    ("cursor-ink", "cursor-ground"),
    ("tab-ink", "tab-ground"),
    ("badge-ink", "badge-ground"),
    ("ground", "warn"),
)


def luminance(color: str) -> float:
    """Relative luminance of `#rrggbb`, as the accessibility guidelines reckon it."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_text_of_a_theme_can_be_read(name: str) -> None:
    theme = themes.load(themes.names()[name])
    colors = {**theme.variables, "foreground": theme.foreground or ""}
    for ink, on in (*((ink, on) for ink in INKS for on in ("ground", "raised")), *PAIRS):
        found = ratio(colors[ink], colors[on])
        assert found >= 4.5, f"{name}: {ink} on {on} is {found:.1f}:1"


def test_each_theme_that_ships_is_looked_at() -> None:
    # The one of the terminal's own colours has none to measure.
    assert set(themes.names()) == {*SHIPPED, "terminal"}
