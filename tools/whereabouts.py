"""What the name of a town or a region tells of where it lies, for `tools.vocabulary`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from shortlist.service.lexicon.places import LAND_OF, NAMED_ALIKE, STATES
from shortlist.service.lexicon.text import key
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import rows, words_for

_FAR_LARGER: Final = 5
"""How many times as many people as any namesake abroad has a place that its name alone tells."""
_FAR_LARGER_AT_HOME: Final = 20
"""As above, of namesakes in other regions of the same country."""
_REGION_SIZE: Final = 100_000
"""The people taken for those of a region of which no number is known."""
_GENERIC: Final = words_for("part_of_any_country")


@dataclass(slots=True)
class _Bearer:
    """All that bears one name in one country."""

    towns: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The key of a region, to the size and the name of its largest such town."""
    region: str = ""
    region_size: int = 0
    rank: str = ""
    """Of the region: 1 of a division of the country, 2 of another."""

    @property
    def size(self) -> int:
        return max([self.region_size, *(size for size, _ in self.towns.values())])


def whereabouts(aliases: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The key of a name to the country that it alone tells; and that of a country with it, to what
    it is there: `town` or `region`, the key of the region of a town, the main name where that is
    another, and the rank of a region of this name.

    `aliases`: as `city_aliases` has them."""
    bearers = _bearers(aliases)
    seats = _seats()
    alone: dict[str, str] = {}
    inside: dict[str, str] = {}
    for name, by_country in bearers.items():
        if all(word in _GENERIC or len(word) < 2 for word in name.split()):
            continue  # each second country has an `Eastern Province`
        if land := _far_largest({code: each.size for code, each in by_country.items()}):
            alone[name] = land
        for code, each in by_country.items():
            inside[f"{code} {name}"] = _told(name, each, seats.get((code, each.region), ""))
    return alone, inside


def _told(name: str, bearer: _Bearer, seat: str) -> str:
    """`seat`: the largest town of the region of this name: who says `Lisbon` means the city, who
    says `Quebec` the province of Montreal."""
    if not bearer.towns:
        return _line("region", "", name, bearer.region, bearer.rank)
    ranked = sorted(((*town, at) for at, town in bearer.towns.items()), reverse=True)
    size, called, region = ranked[0]
    if bearer.region_size > _FAR_LARGER * size and called != seat:
        return _line("region", "", name, bearer.region, bearer.rank)
    sure = len(ranked) == 1 or size >= _FAR_LARGER_AT_HOME * ranked[1][0]
    return _line("town", region if sure else "", name, called, bearer.rank)


def _line(kind: str, region: str, name: str, main: str, rank: str) -> str:
    return "|".join((kind, region, "" if main == name else main, rank))


def _far_largest(sizes: dict[str, int]) -> str:
    code = max(sizes, key=lambda each: sizes[each])
    rival = max((size for other, size in sizes.items() if other != code), default=0)
    return code if sizes[code] >= _FAR_LARGER * rival else ""


def _bearers(aliases: Mapping[str, str]) -> dict[str, dict[str, _Bearer]]:
    found: dict[str, dict[str, _Bearer]] = {}
    others: dict[str, list[str]] = {}
    for alias, city in aliases.items():
        others.setdefault(city, []).append(key(alias))
    largest: set[str] = set()
    for row in rows("towns.tsv.xz"):  # the largest first
        code, name = row["country"].lower(), key(row["name"])
        city = tables.key(row["name"])
        names = [name, *(key(alias) for alias in row["aliases"].split("|"))]
        if city not in largest:
            largest.add(city)
            names += others.get(city, ())
        for said in filter(None, dict.fromkeys(names)):
            bearer = found.setdefault(said, {}).setdefault(code, _Bearer())
            region = key(row["region"])
            bearer.towns.setdefault(region, (int(row["population"]), name))
    for code, name, size, said in _regions():
        bearer = found.setdefault(said, {}).setdefault(code, _Bearer())
        if (size or _REGION_SIZE) > bearer.region_size:
            bearer.region, bearer.region_size = name, size or _REGION_SIZE
            bearer.rank = "1" if size else "2"
    return found


def _seats() -> dict[tuple[str, str], str]:
    """A country's code and the key of a region, to the key of its largest town."""
    found: dict[tuple[str, str], str] = {}
    for row in rows("towns.tsv.xz"):
        found.setdefault((row["country"].lower(), key(row["region"])), key(row["name"]))
    return found


def _regions() -> Iterator[tuple[str, str, int, str]]:
    """Each name of a region: the country, the key of its main name, its size if that is known,
    and the key."""
    for row in rows("subdivisions.tsv.gz"):
        code, name = row["country"].lower(), key(row["name"])
        if code == "us":
            continue
        for said in dict.fromkeys((name, *map(key, row["names"].split("|")))):
            if said:
                yield code, name, int(row["population"] or 0), said
    for name, path in STATES.items():
        if not name.isupper():
            yield "us", path.split("/")[1], _STATE_SIZE, name
    for (code, name), names in NAMED_ALIKE.items():
        yield code, names[0], 0, name
    for name, code in LAND_OF.items():
        yield code, name, 0, name


_STATE_SIZE: Final = 1_000_000
