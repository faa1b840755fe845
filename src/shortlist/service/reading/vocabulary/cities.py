"""Cities of 100,000 people and more: what they are called, and which lie near each other."""

from __future__ import annotations

from functools import cache
from math import asin, cos, radians, sin, sqrt
from typing import Final

from shortlist.service.reading.vocabulary.tables import compiled, key
from shortlist.service.reading.vocabulary.words import rows


def cities() -> dict[str, tuple[str, str]]:
    """Key of a city of 100,000 people and more, to its country's code and its name."""
    found: dict[str, tuple[str, str]] = compiled()["cities"]
    return found


def aliases() -> dict[str, str]:
    """Another name of such a city, folded, to its key."""
    found: dict[str, str] = compiled()["city_aliases"]
    return found


@cache
def initials() -> frozenset[str]:
    """Names of cities by their first letters: `nyc`."""
    whole = ((alias, cities()[city][1]) for alias, city in aliases().items())
    return frozenset(
        alias for alias, name in whole if alias == "".join(word[0] for word in key(name).split())
    )


def known(code: str, name: str) -> str:
    """The key of the city that is called so, folded, in a country; empty where none is known."""
    said = key(name)
    city = said if said in cities() else aliases().get(name, "")
    return city if city and cities()[city][0] == code else ""


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """Key of such a city, to its other names, folded."""
    found: dict[str, list[str]] = {}
    for alias, city in aliases().items():
        found.setdefault(city, []).append(alias)
    return {city: tuple(aliases) for city, aliases in found.items()}


@cache
def coordinates() -> dict[tuple[str, str], tuple[float, float]]:
    """A city as its country's code and its key, to its latitude and longitude in degrees; of
    several that are called so, to those of the largest."""
    return {
        (row["country"].lower(), key(row["name"])): (float(row["lat"]), float(row["lon"]))
        for row in sorted(rows("cities.tsv.gz"), key=lambda row: int(row["population"]))
    }


@cache
def around(code: str, city: str, km: int) -> tuple[tuple[str, str], ...]:
    """The cities at most `km` from one, nearest first, as country's code and key, without it."""
    centre = coordinates().get((code, city))
    if centre is None:
        return ()
    away = {
        other: _km(centre, at)
        for other, at in coordinates().items()
        if abs(at[0] - centre[0]) * _KM_A_DEGREE <= km
    }
    near = sorted((far, other) for other, far in away.items() if far <= km)
    return tuple(other for _, other in near if other != (code, city))


_KM_A_DEGREE: Final = 110.5
"""Of latitude, at the least."""


def _km(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance of two points on the Earth (haversine)."""
    (north, east), (north2, east2) = (map(radians, each) for each in (one, other))
    half = sin((north2 - north) / 2) ** 2 + cos(north) * cos(north2) * sin((east2 - east) / 2) ** 2
    return 2 * 6371 * asin(sqrt(half))
