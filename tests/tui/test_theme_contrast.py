"""The themes that ship can be read: 4.5:1 for text, whatever it stands on."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from tests.tui.colour_vision import apart

from shortlist.tui.kit import themes

SHIPPED = ("calm", "paper", "contrast", "deuteranopia", "tritanopia")
TONES = ("lead", "good", "warn", "bad", "quiet", "foreground")
"""What stands beside each other, and says another thing by its colour."""
SIGHTS = ("normal", "deuteranopia", "protanopia", "tritanopia")
MADE_FOR = {
    "deuteranopia": ("normal", "deuteranopia", "protanopia"),
    "tritanopia": ("normal", "tritanopia"),
}
APART = 20.0
"""In CIELAB, several times what is just noticed."""
GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "app.md"
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


def nearest(name: str, sight: str) -> tuple[float, str, str]:
    """The two tones of a theme that are hardest to tell apart, and how far apart they are seen."""
    theme = themes.load(themes.names()[name])
    colors = {**theme.variables, "foreground": theme.foreground or ""}
    return min(
        (apart(sight, colors[one], colors[other]), one, other)
        for one, other in combinations(TONES, 2)
    )


@pytest.mark.parametrize(("name", "sight"), [(n, s) for n, of in MADE_FOR.items() for s in of])
def test_tones_are_told_apart_by_whom_the_theme_is_made_for(name: str, sight: str) -> None:
    far, one, other = nearest(name, sight)
    assert far >= APART, f"{name}, {sight}: {one} and {other} are {far:.0f} apart"


@pytest.mark.parametrize("name", SHIPPED)
def test_how_each_theme_is_seen_is_told_as_it_is(name: str) -> None:
    """Others are reported, not held: what they say by colour they say by a sign and a word too."""
    cells = []
    for sight in SIGHTS:
        far, one, other = nearest(name, sight)
        words = f" ({one}, {other})" if far < APART else ""
        cells.append(f"{far:.0f}{words}")
    line = f"| `{name}` | {' | '.join(cells)} |"
    assert line in GUIDE.read_text(encoding="utf-8").splitlines(), line


def test_the_simulation_leaves_greys_as_they_are_and_takes_a_hue_away() -> None:
    for sight in SIGHTS:
        assert apart(sight, "#808080", "#808080") == 0
        assert apart(sight, "#000000", "#ffffff") == pytest.approx(100, abs=1)
    for sight, one, other in (
        ("deuteranopia", "#8fc98f", "#ec8181"),
        ("tritanopia", "#8fb2f5", "#8fc98f"),
    ):
        assert apart(sight, one, other) < apart("normal", one, other) / 3
