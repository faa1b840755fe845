"""How colours look to people who see some of them alike, and how far apart two colours are."""

from __future__ import annotations

import math
from typing import Final

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

# Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", severity 1.0: on linear RGB.
SIMULATED: Final[dict[str, Matrix]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Rgb] = (0.95047, 1.0, 1.08883)


def linear(color: str) -> Rgb:
    """`#rrggbb` as linear RGB, 0 to 1."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue


def _times(matrix: Matrix, rgb: Rgb) -> Rgb:
    red, green, blue = (sum(m * v for m, v in zip(row, rgb, strict=True)) for row in matrix)
    return red, green, blue


def seen_with(sight: str, color: str) -> Rgb:
    """A colour as it is seen with a sight of `SIMULATED`, or with any other as it is."""
    rgb = linear(color)
    if sight in SIMULATED:
        rgb = _times(SIMULATED[sight], rgb)
    red, green, blue = (min(1.0, max(0.0, value)) for value in rgb)
    return red, green, blue


def _lab(rgb: Rgb) -> Rgb:
    def curve(value: float) -> float:
        return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    x, y, z = (curve(v / white) for v, white in zip(_times(_TO_XYZ, rgb), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(sight: str, one: str, other: str) -> float:
    """How far apart two colours are seen: Euclidean in CIELAB; about 2.3 is just noticed."""
    return math.dist(_lab(seen_with(sight, one)), _lab(seen_with(sight, other)))
