"""Places and what contains them.

A place is a path: `us`, `us/minnesota`, `us/minnesota/minneapolis`. Countries come from ISO 3166
(`pycountry`). What else they and their people are called, and regions of the world and of the
United States, are lines of `places.tsv`, after the geoscheme of the United Nations and the
divisions of the Census Bureau, with everyday groupings and regions by tradition beside them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pycountry

from shortlist.service.lexicon.alphabets import spellings, together
from shortlist.service.lexicon.text import key
from shortlist.tables import read_table

_LINES: Final = read_table(Path(__file__).with_suffix(".tsv"))


def _read() -> dict[str, list[tuple[str, str]]]:
    """By kind, the key of each name and its places, as they stand."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, places, names in _LINES:
        found.setdefault(kind, []).extend((key(name), places) for name in names.split("|"))
    return found


_TABLE: Final = _read()


def _country_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for country in pycountry.countries:
        code = country.alpha_2.lower()
        for attribute in ("name", "common_name", "official_name"):
            name = getattr(country, attribute, None)
            if name:
                names.setdefault(key(name), code)
                names.setdefault(key(name.split(",")[0]), code)
        names.setdefault(country.alpha_3.lower(), code) if country.alpha_3 in (
            "USA",
            "UAE",
        ) else None
    return names | dict(_TABLE["country"])


def _states() -> dict[str, str]:
    """Codes and names of US states and territories, to their path."""
    found: dict[str, str] = {}
    united_states: Any = pycountry.subdivisions
    for division in united_states.get(country_code="US") or ():
        path = f"us/{key(division.name)}"
        found[division.code[3:]] = path
        found[key(division.name)] = path
    found["virgin islands"] = found["us virgin islands"] = "us/virgin islands"
    return found


COUNTRIES: Final = _country_names()
"""Key of a name of a country, to its code."""
DEMONYMS: Final = dict(_TABLE["people"])
STATES: Final = _states()
"""Upper-case code or key of the name of a US state, to its path."""
REGIONS: Final = {name: tuple(places.split("|")) for name, places in _TABLE["region"]}
"""Key of a region's name, to the places in it."""
NATIONS: Final = {
    "england": "gb/england",
    "scotland": "gb/scotland",
    "wales": "gb/wales",
    "northern ireland": "gb/northern ireland",
}
ALIASES: Final = dict(_TABLE["alias"])
WIDER: Final = {f"{wide.partition('/')[0]}/{name}": wide for name, wide in _TABLE["within"]}
"""A region, to the one that holds it: most lists of the United Kingdom name no England."""
LAND_OF: Final = dict(_TABLE["part"])
"""Key of a region that is none of a country's own divisions, or no more, to that country."""


def _same() -> dict[tuple[str, str], tuple[str, ...]]:
    groups: dict[tuple[str, str], tuple[str, ...]] = {}
    for kind, country, names in _LINES:
        if kind == "same":
            said = tuple(dict.fromkeys(map(key, names.split("|"))))
            groups.update(dict.fromkeys(((country, name) for name in said), said))
    return groups


NAMED_ALIKE: Final = _same()
"""A country's code and the key of a region's name, to all names that the region has in other
languages: `Bayern` is `Bavaria`."""


@lru_cache(maxsize=20_000)
def country_code(name: str) -> str | None:
    """The code of a country by any of its names, such as `us`; None when it is not one."""
    folded = key(name)
    return COUNTRIES.get(folded) or COUNTRIES.get(folded.removeprefix("the "))


@lru_cache(maxsize=50_000)
def paths_of(city: str | None, region: str | None, country: str | None) -> tuple[str, ...]:
    """The places a person is in, widest first, from the fields of a record."""
    code = country_code(country) if country else None
    if code is None and region and key(region) in STATES:
        code = "us"
    slug = key(city) if city else ""
    if code is None:
        code = key(country) if country else ""
        if not code:
            return (f"?/{slug}",) if slug else ()
    found = [code]
    region_path = code
    if region and (region_slug := key(region)):
        region_path = f"{code}/{region_slug}"
        found.append(region_path)
    if slug:
        found.append(f"{region_path}/{'new york' if slug == 'new york city' else slug}")
    return tuple(found)


@lru_cache(maxsize=20_000)
def paths_of_text(location: str) -> tuple[str, ...]:
    """The places of one location string, such as `Saint Paul, Minnesota, United States`."""
    parts = [part.strip() for part in location.split(",") if key(part)]
    if not parts:
        return ()
    code = country_code(parts[-1])
    if code is not None:
        rest = parts[:-1]
        if not rest:
            return (code,)
        if len(rest) == 1:
            if code == "us" and (state := STATES.get(rest[0]) or STATES.get(key(rest[0]))):
                return ("us", state)
            return (code, f"{code}/{key(rest[0])}", f"{code}//{key(rest[0])}")
        return paths_of(rest[-2], rest[-1], parts[-1])
    state = STATES.get(parts[-1]) or STATES.get(key(parts[-1]))
    if state is not None:
        city = f"{state}/{key(parts[-2])}" if len(parts) > 1 else None
        return ("us", state, city) if city else ("us", state)
    return tuple(f"?/{key(part)}" for part in parts)


def paths_spelt(city: str, region: str, country: str) -> tuple[str, ...]:
    """The places a person is in by those fields of a record, by each way to spell them."""
    fields = zip(*(_spelt_alike(part) for part in (city, region, country)), strict=True)
    found = [path for each in fields for path in paths_of(*(part or None for part in each))]
    return tuple(dict.fromkeys(found))


def _spelt_alike(text: str) -> tuple[str, str]:
    said = spellings(text)
    return said[0], said[-1]


def label(path: str) -> str:
    """A place in words: `Minneapolis, Minnesota, United States`."""
    parts = path.split("/")
    country = pycountry.countries.get(alpha_2=parts[0].upper()) if len(parts[0]) == 2 else None
    head = (getattr(country, "common_name", None) or country.name) if country else ""
    names = [together(part.title()) for part in reversed(parts[1:]) if part]
    return ", ".join(
        [*names, head] if head and parts[0] != "?" else names or [together(parts[0].title())]
    )


def contains(wide: str, narrow: str) -> bool:
    """Whether `narrow` is `wide` or lies in it."""
    return narrow == wide or narrow.startswith(wide + "/")
