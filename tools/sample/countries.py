"""Where the people of the sample live and what people are called there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the sample."""

    name: str
    weight: int
    """How many of a hundred or so people live there."""
    cities: tuple[tuple[str, str], ...]
    """(city, region)."""
    given: tuple[str, ...]
    family: tuple[str, ...]
    dialling: str
    language: str


def _words(text: str) -> tuple[str, ...]:
    """Names, apart by spaces; within a name an underscore is one."""
    return tuple(word.replace("_", " ") for word in text.split())


def _country(line: str) -> Country:
    """Of `name | weight | dialling code | language | City:Region; … | given | family names`."""
    name, weight, dialling, language, cities, given, family = line.split("|")
    return Country(
        name=name,
        weight=int(weight),
        cities=tuple((c, r) for c, _, r in (city.partition(":") for city in cities.split(";"))),
        given=_words(given),
        family=_words(family),
        dialling=dialling,
        language=language,
    )


COUNTRIES = tuple(
    _country(line)
    for line in Path(__file__).with_name("countries.txt").read_text("utf-8").splitlines()
)
