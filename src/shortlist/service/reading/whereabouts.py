"""Where somebody is, by the one text that a record has for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from shortlist.service.lexicon import places
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.text import fold, key
from shortlist.service.reading.vocabulary import cities
from shortlist.service.reading.vocabulary.tables import compiled, country_names
from shortlist.service.reading.vocabulary.words import pattern, words_for

_BEFORE: Final = words_for("area_before")
_AFTER: Final = words_for("area_after")
_TWO_CITIES: Final = re.compile(r"\s*[-–/&]\s*")


_HOW_THERE: Final = re.compile(pattern("how_there"))
"""How somebody works there: `Lima / hybrid`, `Bradford (remote)`."""
_COUNTRY_IN_BRACKETS: Final = re.compile(r" ?\(([A-Z]{2})\)$")


def _spelt_out(code: re.Match[str]) -> str:
    """The name of the country whose code stands in brackets; one that is a state's too is that
    state's, but behind a city of the country: `Boston (MA)` is in no Morocco."""
    country, city = code[1].lower(), code.string[: code.start()].rpartition(",")[2]
    if code[1] in places.STATES and not cities.known(country, fold(city.strip())):
        return f", {code[1]}"
    name = places.label(country)
    return f", {name}" if places.country_code(name) else code[0]


def paths_of_location(location: str) -> tuple[str, ...]:
    """The places that `location` names, by each way to spell it: what it says of itself, and what
    its names tell of the country and the region."""
    return tuple(dict.fromkeys(path for each in spellings(location) for path in _paths(each)))


@lru_cache(maxsize=20_000)
def _paths(location: str) -> tuple[str, ...]:
    location = _COUNTRY_IN_BRACKETS.sub(_spelt_out, _HOW_THERE.sub("", location))
    location = _in_english(location)
    said = places.paths_of_text(location)
    parts = [part.strip() for part in location.split(",") if key(part)]
    if not parts or said[0].startswith("?/"):
        return (*said, *_alone(parts))
    code = said[0]
    region = 1 + (places.country_code(parts[-1]) is not None)
    if len(parts) == 1 or (len(parts) == 2 and said[-1] in places.STATES.values()):
        return said
    if len(parts) == region:
        return _inside(code, parts[0]) or said
    known = (name for name in _names(parts[-1 - region]) if f"{code} {name}" in _tables()[1])
    town = next(known, "")
    within, name = said[-1].rsplit("/", 1)[0], _slug(town)
    if not town or within.endswith(f"/{name}"):
        return said  # `Colorado City, Colorado`
    return (*said[:-1], f"{within}/{name}")


def _in_english(location: str) -> str:
    """`location` with a country that it ends in by its English name: `Graz, Österreich`."""
    before, comma, country = location.rpartition(",")
    named = country_names().get(key(country))
    if named is None or not named[1] or places.country_code(country.strip()):
        return location
    return f"{before}{comma} {places.label(named[0])}".strip()


def _alone(parts: list[str]) -> tuple[str, ...]:
    """What names without a country tell."""
    if not parts:
        return ()
    for name in _names(parts[-1]):
        if path := _CALLED.get(name):
            return _with_wider(path)
        stripped = name != key(parts[-1])
        if stripped and (code := places.country_code(name)):
            return (code,)
        code = _tables()[0].get(name, "")
        if not code:
            continue
        found = _told(code, name) or (code,)
        region = found[1] if len(found) == 2 and found[1].count("/") == 1 else ""
        if region and len(parts) > 1:
            return (*found, f"{region}/{key(parts[-2])}")
        return found
    return ()


def _inside(code: str, text: str) -> tuple[str, ...]:
    """What `text` tells beside its country; empty where no table knows it."""
    for name in _names(text):
        if path := _CALLED.get(name) if code == "us" else None:
            return _with_wider(path)
        if found := _told(code, name):
            return found
    return ()


def _told(code: str, name: str) -> tuple[str, ...]:
    kind, region, other, _ = _entry(code, name)
    names = [_slug(each) for each in (name, other) if each]
    if kind == "region":
        return code, *(f"{code}/{each}" for each in names)
    if kind != "town":
        return ()
    within = [f"{code}/{region}", *(f"{code}/{region}/{each}" for each in names)] if region else []
    # Who asks where nobody lives asks for the city of no known region.
    return code, *within, *(f"{code}//{each}" for each in names)


def is_elsewhere(said: Sequence[str], asked: str) -> bool:
    """Whether a record that says these places denies to be in `asked`: that it does not say where
    somebody is, or how exactly, denies nothing."""
    known = [path for path in said if not path.startswith("?")]
    country = asked.split("/")[0]
    if country == "?":
        cities_ = {path.split("/")[2] for path in known if path.count("/") > 1}
        return bool(cities_) and asked.removeprefix("?/") not in cities_
    own = [path for path in known if path.split("/")[0] == country]
    if not own:
        return bool(known)
    regions, towns = _regions_and_towns(country, own)
    wanted, city = _regions_and_towns(country, [asked])
    if _are_apart(country, regions, wanted):
        return True
    return bool(towns and city) and not towns & city


def _regions_and_towns(country: str, paths: Sequence[str]) -> tuple[set[str], set[str]]:
    """The regions and the towns of `paths`, all of one country; of a name that no table knows, and
    that may be either, none."""
    regions: set[str] = set()
    towns: set[str] = set()
    for path in paths:
        _, region, town = (*path.split("/"), "", "")[:3]
        if town and not region and f"{country}/{town}" in paths:
            continue  # as `Oddplace, Denmark` is read, as a region and as a city
        if town:
            towns.add(cities.known(country, town) or town)
            # Where the region is no division, as Yorkshire is none, the town tells the division.
            told = "" if _rank(country, region) == DIVISION else _entry(country, town).region
            regions |= {region, told} - {""}
        elif region and f"{country}//{region}" not in paths:
            known = _entry(country, region)
            inner = any(other.startswith(f"{path}/") for other in paths)
            if known.kind == "town" and not known.rank and not inner:
                towns.add(cities.known(country, region) or region)
                regions |= {known.region} - {""}
            else:
                regions |= {region} | ({known.region} - {""} if not inner else set())
    return regions, towns


def _are_apart(country: str, regions: set[str], wanted: set[str]) -> bool:
    """Whether regions of one rank are told that are not the same: Herning is in the region of
    Central Denmark, and may be in Jutland."""
    for rank in {_rank(country, region) for region in regions}:
        own = [each for each in regions if _rank(country, each) == rank]
        others = {each for each in wanted if _rank(country, each) == rank}
        if others and not any(others & _alike(country, each) for each in own):
            return True
    return False


def _rank(country: str, region: str) -> str:
    """Whether a region is one of the divisions of its country, or of another kind."""
    if f"{country}/{region}" in _STATES:
        return DIVISION
    return _entry(country, region).rank


_STATES: Final = frozenset(places.STATES.values())
DIVISION: Final = "1"


def _alike(country: str, region: str) -> set[str]:
    """A region by each name that is known."""
    other = _entry(country, region).other
    return {region, *places.NAMED_ALIKE.get((country, region), ()), *([other] if other else ())}


class _Entry(NamedTuple):
    """What a name is in a country."""

    kind: str = ""
    """`town`, `region` or nothing that is known."""
    region: str = ""
    """The key of the region that a town is in; empty where that is not sure."""
    other: str = ""
    """The main name."""
    rank: str = ""
    """Of a region of this name, which may be beside a town: `DIVISION`, or another number."""


_UNKNOWN: Final = _Entry()


def _entry(country: str, name: str) -> _Entry:
    line = _tables()[1].get(f"{country} {name}")
    return _Entry(*line.split("|")) if line else _UNKNOWN


def _names(text: str) -> Iterator[str]:
    """The keys that `text` may be known by: its own, and without words for the area around it."""
    whole = key(text)
    yield from (names := list(_without_area(whole)))
    if len(names) > 1 and len(two := _TWO_CITIES.split(text)) > 1:
        yield from _without_area(key(two[0]))


def _without_area(name: str) -> Iterator[str]:
    yield name
    words = name.split()
    while len(words) > 1:
        if words[-1] in _AFTER:
            words = words[:-1]
        elif words[0] in _BEFORE:
            words = words[1:]
        else:
            return
        yield " ".join(words)


def _slug(name: str) -> str:
    return "new york" if name == "new york city" else name


def _with_wider(path: str) -> tuple[str, ...]:
    steps = path.split("/")
    return tuple("/".join(steps[:size]) for size in range(1, len(steps) + 1))


@cache
def _tables() -> tuple[dict[str, str], dict[str, str]]:
    """The name of a place, to the country that it tells alone; a country's code with it, to what
    it is there."""
    alone, inside = (compiled()["whereabouts"][name] for name in ("alone", "inside"))
    return (
        dict(zip(alone["keys"].split("\n"), alone["ids"].split("\n"), strict=True)),
        dict(zip(inside["keys"].split("\n"), inside["ids"].split("\n"), strict=True)),
    )


_CALLED: Final = {name: path for said, path in places.ALIASES.items() if len(name := key(said)) > 2}
