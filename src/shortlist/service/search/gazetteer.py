"""The gazetteer of an index: its own names, for the linkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from shortlist.service.lexicon.text import listed, stem
from shortlist.service.reading.vocabulary import tables
from shortlist.service.search.vocabulary import SUFFIXES, Vocabulary

_OF_A_FAMILY: Final = SUFFIXES | listed(
    """
    uk usa us europe european emea asia pacific apac india ireland britain america americas north
    canada australia germany france singapore japan china services service stores store retail
    property consultants consulting management operations online digital cloud capital ventures
    partners bank insurance engineering research trading logistics distribution holding europe
    london scotland england wales and of
    """
)
"""What the name of a company goes on to where a part of it has a name of its own."""


class IndexGazetteer:
    """A `reading.gazetteer.Gazetteer` over the facets of one generation of an index."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def places(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.place_names.get(words, ())

    @cached_property
    def _regions(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.vocabulary.values("place"):
            if path.count("/") == 1:
                for word in path.split("/")[1].split():
                    found.setdefault(word, []).append(path)
        return found

    def regions_with(self, words: tuple[str, ...]) -> tuple[str, ...]:
        held = [set(self._regions.get(word, ())) for word in words]
        both = set.intersection(*held) if held else set()
        return tuple(sorted(both)) if len(both) <= 8 else ()

    def organisations(self, words: tuple[str, ...]) -> tuple[str, ...]:
        found = self.vocabulary.organisations.get(words, ())
        name = " ".join(words)
        return tuple(dict.fromkeys((*found, *self._family(name)))) if name in found else found

    @cached_property
    def _by_first_word(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key in self.vocabulary.values("company"):
            found.setdefault(key.split(" ", 1)[0], []).append(key)
        return found

    def _family(self, name: str) -> list[str]:
        """`tesco stores` and `tesco bank` of `tesco`: what the same name goes on to."""
        others = self._by_first_word.get(name.split(" ", 1)[0], ())
        return [
            other
            for other in others
            if other.startswith(f"{name} ")
            and _OF_A_FAMILY.issuperset(other.removeprefix(name).split())
        ]

    def employed(self, organisations: tuple[str, ...]) -> int:
        counts = self.vocabulary.values("company")
        return sum(counts.get(each, 0) for each in organisations)

    def schools(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.schools.get(words, ())

    def skills(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.phrase_index("skill").get(tuple(stem(w) for w in words), ())

    @cached_property
    def _certificates(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self.vocabulary.values("certification"):
            for word in name.split():
                found.setdefault(word, []).append(name)
        return found

    def certifications(self, words: tuple[str, ...]) -> tuple[str, ...]:
        held = [set(self._certificates.get(tables.key(word), ())) for word in words]
        both = set.intersection(*held) if held else set()
        return tuple(sorted(both)) if 0 < len(both) <= 12 else ()

    def trade(self, name: str) -> int:
        values = self.vocabulary.values("trade")
        return values.get(name, 0)

    def word(self, stem: str) -> int:
        return self.vocabulary.values("word").get(stem, 0)

    def values(self, facet: str) -> Mapping[str, int]:
        return self.vocabulary.values(facet)

    def holding(self, facet: str, phrases: Sequence[tuple[str, ...]]) -> bool:
        return bool(self.vocabulary.holding(facet, phrases))

    def spelt(self, facet: str, stems: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.phrase_index(facet).get(stems, ())

    def counties(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.counties.get(words, ())

    def seats(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.vocabulary.seats.get(words, ())

    def governed(self, places: Sequence[str]) -> bool:
        return self.vocabulary.govern(places)
