"""Where somebody is, by the one text that a record has for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from shortlist.service.lexicon import places
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.text import key
from shortlist.service.reading.vocabulary import cities, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_BEFORE: Final = words_for("area_before")
_AFTER: Final = words_for("area_after")
_TWO_CITIES: Final = re.compile(r"\s*[-–/&]\s*")
_HOW_THERE: Final = re.compile(pattern("how_there"))
"""How somebody works there: `Lima / hybrid`, `Bradford (remote)`."""
_STATES: Final = frozenset(places.STATES.values())
_DIVISION: Final = "1"


def paths_of_location(location: str) -> tuple[str, ...]:
    """The places that `location` names, by each way to spell it: what it says of itself, and what
    its names tell of the country and the region."""
    found = (path for each in spellings(location) for path in _paths(each))
    wide = ((places.WIDER.get(path, path), path) for path in found)
    return tuple(dict.fromkeys(path for each in wide for path in each))


_IN_BRACKETS: Final = re.compile(r" ?\(([A-Z]{2})\)$")


def _spelt_out(code: re.Match[str]) -> str:
    """`Kraków, Poland` for `Kraków (PL)`; a code that is a state's, too, is that state's."""
    name = code[1] if code[1] in places.STATES else places.label(code[1].lower())
    return f", {name}" if code[1] in places.STATES or places.country_code(name) else code[0]


_CODE: Final = re.compile(r", ?([A-Z]{2})$")


def _country_of(code: re.Match[str]) -> str:
    """`de` for `Hamburg, DE`; nothing for `Dover, DE`, which is in Delaware, and for what is no
    code of a country."""
    country = code[1].lower()
    town = code.string[: code.start()].rpartition(",")[2]
    there = any(_entry(country, name).kind == "town" for name in _names(town))
    is_country = places.country_code(places.label(country)) == country
    return country if is_country and (there or code[1] not in places.STATES) else ""


@lru_cache(maxsize=20_000)
def _paths(location: str) -> tuple[str, ...]:
    location = in_english(_IN_BRACKETS.sub(_spelt_out, _HOW_THERE.sub("", location)))
    if (written := _CODE.search(location)) and (country := _country_of(written)):
        location = f"{location[: written.start()]}, {places.label(country)}"
    said = places.paths_of_text(location)
    parts = [part.strip() for part in location.split(",") if key(part)]
    if not parts or said[0].startswith("?/"):
        return (*said, *_alone(parts))
    code = said[0]
    region = 1 + (places.country_code(parts[-1]) is not None)
    if len(parts) == 1 or (len(parts) == 2 and said[-1] in _STATES):
        return said
    if len(parts) == region:
        found = (_told(code, name) for name in _names(parts[0]))
        return next(filter(None, found), said)
    # `Area` and the like around a city left out, of which a table knows the rest.
    town = next((name for name in _names(parts[-1 - region]) if _entry(code, name).kind), "")
    within = said[-1].rsplit("/", 1)[0]
    if not town or within.endswith(f"/{town}"):
        return said  # `Colorado City, Colorado`
    return (*said[:-1], f"{within}/{town}")


def in_english(location: str) -> str:
    """`location` with a country that it ends in by its English name: `Graz, Österreich`."""
    before, comma, country = location.rpartition(",")
    named = tables.country_names().get(tables.key(country))
    if named is None or places.country_code(country.strip()):
        return location
    return f"{before}{comma} {places.label(named[0])}".strip()


def _alone(parts: list[str]) -> tuple[str, ...]:
    """What names without a country tell."""
    for name in _names(parts[-1]) if parts else ():
        code = places.country_code(name) or tables.countries_told().get(name, "")
        if not code:
            continue
        found = _told(code, name) or (code,)
        is_region = len(found) == 2 and len(parts) > 1
        return (*found, f"{found[1]}/{key(parts[-2])}") if is_region else found
    return ()


def _told(code: str, name: str) -> tuple[str, ...]:
    """What a name tells beside its country; empty where no table knows it."""
    entry = _entry(code, name)
    names = [each for each in (name, entry.other) if each]
    if entry.kind == "region":
        return code, *(f"{code}/{each}" for each in names)
    if entry.kind != "town":
        return ()
    within = f"{code}/{entry.region}"
    inside = [within, *(f"{within}/{each}" for each in names)] if entry.region else []
    # Who asks where nobody lives asks for the city of no known region.
    return code, *inside, *(f"{code}//{each}" for each in names)


def is_elsewhere(said: Sequence[str], asked: str) -> bool:
    """Whether a record that says these places denies to be in `asked`: that it does not say where
    somebody is, or how exactly, denies nothing."""
    known = [path for path in said if not path.startswith("?")]
    country = asked.split("/")[0]
    if country == "?":
        towns = {path.split("/")[2] for path in known if path.count("/") > 1}
        return bool(towns) and asked.removeprefix("?/") not in towns
    own = [path for path in known if path.split("/")[0] == country]
    if not own:
        return bool(known)
    (regions, towns), (wanted, town) = _regions_and_towns(own), _regions_and_towns([asked])
    # Herning is in the region of Central Denmark, and may be in Jutland.
    apart = any(regions[rank].isdisjoint(wanted[rank]) for rank in regions.keys() & wanted.keys())
    return apart or (bool(towns and town) and towns.isdisjoint(town))


def _regions_and_towns(paths: Sequence[str]) -> tuple[dict[str, set[str]], set[str]]:
    """The regions, by their rank and each name of theirs, and the towns of `paths`, all of one
    country; of a name that no table knows, and that may be either, none."""
    regions: dict[str, set[str]] = {}
    towns: set[str] = set()
    for path in paths:
        country, region, town = (*path.split("/"), "", "")[:3]
        told = [region]
        place = town if region or f"{country}/{town}" not in paths else ""
        if not town and not _rank(country, region) and _entry(country, region).kind == "town":
            place = region
        if place:
            towns.add(cities.known(country, place) or place)
            # Where the region is no division, as Yorkshire is none, the town tells the division.
            if _rank(country, region) != _DIVISION:
                told.append(_entry(country, place).region)
        elif len(paths) == 1 or all(not each.startswith(f"{path}/") for each in paths):
            told.append(_entry(country, region).region)
        for each in told:
            if rank := _rank(country, each):
                alike = places.NAMED_ALIKE.get((country, each), ())
                names = {each, *alike, _entry(country, each).other} - {""}
                regions.setdefault(rank, set()).update(names)
    return regions, towns


def _rank(country: str, region: str) -> str:
    """Whether a region is one of the divisions of its country, or of another kind."""
    return _DIVISION if f"{country}/{region}" in _STATES else _entry(country, region).rank


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
    line = _entries().get(f"{country} {name}")
    return _Entry(*line.split("|")) if line else _UNKNOWN


def _names(text: str) -> Iterator[str]:
    """The keys that `text` may be known by: its own, and without words for the area around it."""
    whole = key(text)
    yield from (names := list(_without_area(whole)))
    if len(names) > 1 and len(two := _TWO_CITIES.split(text)) > 1:
        yield from _without_area(key(two[0]))


def _without_area(name: str) -> Iterator[str]:
    words = name.split()
    while words:
        said = " ".join(words)
        yield "new york" if said == "new york city" else said
        if words[-1] in _AFTER:
            words = words[:-1]
        elif words[0] in _BEFORE:
            words = words[1:]
        else:
            return


@cache
def _entries() -> dict[str, str]:
    """A country's code with the name of a place, to what it is there."""
    inside = tables.compiled()["whereabouts"]["inside"]
    return dict(zip(inside["keys"].split("\n"), inside["ids"].split("\n"), strict=True))
