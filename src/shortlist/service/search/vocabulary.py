"""The index's own vocabulary: the values of its facets, for reading queries against."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from shortlist.service.index.retrieval import All, AnyOf, Retriever, Where
from shortlist.service.lexicon.alphabets import with_one_letter
from shortlist.service.lexicon.organisations import SHORT, acronym, organisation_key
from shortlist.service.lexicon.phrases import Phrase, says
from shortlist.service.lexicon.places import COUNTRIES, NAMED_ALIKE, STATES
from shortlist.service.lexicon.text import STOPWORDS, stem, stems

VALUES_MOST: Final = 50_000
"""Values kept of one facet, the most frequent ones."""
_LONGEST: Final = 9
SUFFIXES: Final = frozenset(
    {"labs", "lab", "technologies", "technology", "software", "systems", "international", "global"}
    | {"networks", "solutions", "industries", "enterprises", "brands", "laboratories", "platforms"}
)
_COMMON: Final = """
us united states national american general state department office bureau of for the and in at on
court courts university college city cities county government group international first house senate
representatives delegates assembly financial bank corporation services company north south east west
new northern southern eastern western central gulf great lakes member members legislature judge
"""
_PLACES: Final = frozenset(
    word for name in (*STATES, *COUNTRIES) for word in name.lower().split()
) | frozenset(_COMMON.split())


class Vocabulary:
    """The values of the facets at one generation of the index. Read lazily, then kept."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever
        self._values: dict[str, dict[str, int]] = {}
        self._holding: dict[tuple[str, tuple[Phrase, ...]], tuple[str, ...]] = {}
        self._within: dict[str, dict[int, tuple[str, ...]]] = {}
        self._lock = threading.Lock()
        self.spelt: dict[tuple[str, str], str] = {}
        """How people write a value of a facet, as far as that was looked up (`search.facets`)."""
        self.demanded: dict[tuple[str, str], Where | None] = {}
        """Whom a filter finds that is given a value, as far as that was asked (`search.facets`)."""

    def values(self, key: str) -> dict[str, int]:
        """The values of a facet and how many people have each, most first."""
        if key not in self._values:
            with self._lock:
                if key not in self._values:
                    pairs = self._retriever.facet(key, VALUES_MOST)
                    self._values[key] = {str(value): count for value, count in pairs}
        return self._values[key]

    def within(self, key: str, depth: int) -> tuple[str, ...]:
        """The places of the facet `key` that lie in so many others."""
        by_depth = self._within.get(key)
        if by_depth is None:
            found: dict[int, list[str]] = {}
            for path in self.values(key):
                found.setdefault(path.count("/"), []).append(path)
            by_depth = self._within[key] = {d: tuple(paths) for d, paths in found.items()}
        return by_depth.get(depth, ())

    def holding(self, key: str, phrases: Sequence[Phrase]) -> tuple[str, ...]:
        """The values of a facet that hold one of `phrases`."""
        asked = key, tuple(phrases)
        if asked not in self._holding:
            self._holding[asked] = tuple(
                dict.fromkeys(
                    value
                    for phrase in phrases
                    if phrase  # a text without a letter or digit has no words to hold
                    for value in self._with_stem(key, phrase[0])
                    if says(value, phrase)
                )
            )
        return self._holding[asked]

    def _with_stem(self, key: str, wanted: str) -> list[str]:
        cache: dict[str, dict[str, list[str]]] = self.__dict__.setdefault("_with", {})
        if key not in cache:
            index: dict[str, list[str]] = {}
            for value in self.values(key):
                for word in dict.fromkeys(stems(value)):
                    index.setdefault(word, []).append(value)
            cache[key] = index
        return cache[key].get(wanted, [])

    def phrase_index(self, key: str) -> dict[Phrase, tuple[str, ...]]:
        """Stems of a value, to the values spelt so."""
        cache: dict[str, dict[Phrase, tuple[str, ...]]] = self.__dict__.setdefault("_by_stems", {})
        if key not in cache:
            cache[key] = _by_stems(self.values(key))
        return cache[key]

    @cached_property
    def organisations(self) -> dict[Phrase, tuple[str, ...]]:
        """Words of a name, its acronym, or a distinctive part of it, to organisation keys."""
        found = self._by_name(self.values("past_company") | self.values("company"))
        for short, name in SHORT.items():
            if keys := found.get(tuple(name.split())):
                found[(short,)] = tuple(dict.fromkeys((*keys, *found.get((short,), ()))))
        return found

    @cached_property
    def schools(self) -> dict[Phrase, tuple[str, ...]]:
        """As `organisations`, of where people were educated."""
        return self._by_name(self.values("school"))

    @cached_property
    def seats(self) -> dict[Phrase, tuple[str, ...]]:
        """The words of a named electoral district, to its key."""
        names = (name for name in self.values("district") if not any(map(str.isdigit, name)))
        return {tuple(name.split()): (name,) for name in names}

    @cached_property
    def counties(self) -> dict[Phrase, tuple[str, ...]]:
        """The words of a county's name without `county`, to the values spelt so."""
        found: dict[Phrase, list[str]] = {}
        for name in self.values("county"):
            words = tuple(name.split())
            found.setdefault(words[:-1] if words[-1] in ("county", "parish") else words, []).append(
                name
            )
        return {words: tuple(values) for words, values in found.items() if words}

    def _by_name(self, names: dict[str, int]) -> dict[Phrase, tuple[str, ...]]:
        found: dict[Phrase, dict[str, None]] = {}
        for name in names:
            found.setdefault(tuple(name.split()), {})[name] = None
        for name in names:
            base = name.split()
            while len(base) > 1 and base[-1] in SUFFIXES:
                base.pop()
            found.setdefault(tuple(base), {})[name] = None
        for short, name in _acronyms(names).items():
            found.setdefault((short,), {}).setdefault(name)
        for name in names:
            if name.startswith("department of "):
                rest = name.removeprefix("department of ").removeprefix("the ")
                found.setdefault((*rest.split(), "department"), {}).setdefault(name)
        whole = set(found)
        parts: dict[Phrase, dict[str, None]] = {}
        for name in list(names)[:20_000]:
            words = name.split()
            for size in range(1, min(len(words), _LONGEST + 1)):
                for at in range(len(words) - size + 1):
                    part = tuple(words[at : at + size])
                    if (size == 1 and at > 0) or part in whole or _plain(part):
                        continue
                    parts.setdefault(part, {})[name] = None
        for part, held in parts.items():
            if len(held) <= 12 or (len(part) > 1 and len(held) <= 120):
                found.setdefault(part, {}).update(held)
        return _with_one_letter({words: tuple(keys) for words, keys in found.items()})

    @cached_property
    def place_names(self) -> dict[Phrase, tuple[str, ...]]:
        """Words of the last part of a place's path, and the names that its region has in other
        languages, to the paths that end so, most people first."""
        found: dict[Phrase, list[str]] = {}
        for path in self.values("place"):
            country, *inner = path.split("/")
            if inner:
                alike = NAMED_ALIKE.get((country, inner[0]), ()) if len(inner) == 1 else ()
                for name in dict.fromkeys((inner[-1], *alike)):
                    found.setdefault(tuple(name.split()), []).append(path)
        return _with_one_letter({words: tuple(paths) for words, paths in found.items() if words})

    def govern(self, paths: Sequence[str]) -> bool:
        """Whether the index has many more ministers than legislators in these places."""
        there = AnyOf("place", tuple(paths))
        ministers, legislators = (
            self._retriever.count(All((there, AnyOf("role", (role,)))))
            for role in ("minister", "legislator")
        )
        return ministers > 4 * legislators

    def warm(self) -> None:
        """Reads all that queries are read against, so that no search waits for it."""
        for key in (
            *("company", "title", "committee", "industry", "department", "project", "skill"),
            *("party", "award", "subject"),
        ):
            self._with_stem(key, "")
        for key in ("skill", "party", "project"):
            self.phrase_index(key)
        _ = self.organisations, self.schools, self.place_names, self.seats, self.counties
        for key in ("county", "district", "appointed_by", "occupation", "role", "chamber", "word"):
            self.values(key)
        for key in ("business", "title_word", "trade", "certification", "past_company"):
            self.values(key)

    def organisation(self, name: str) -> tuple[str, ...]:
        """The organisations that a given name may mean, best first; empty when none."""
        words = tuple(organisation_key(name).split())
        return self.organisations.get(words, ())


_ONE_OF_MANY: Final = re.compile(
    r"(?:us )?(?:city|council|government|embassy|permanent mission|central bank|regents"
    r"|district court|court) |.*\b(?:senate|house of representatives|state assembly)$"
)
"""Every place has one: nobody calls the council of the District of Columbia the CDC."""


def _acronyms(names: Iterable[str]) -> dict[str, str]:
    """The initials that one name alone has."""
    found: dict[str, list[str]] = {}
    for name in names:
        if (short := acronym(name)) and not _ONE_OF_MANY.match(name):
            found.setdefault(short, []).append(name)
    return {short: held[0] for short, held in found.items() if len(held) == 1}


def _by_stems(values: Iterable[str]) -> dict[Phrase, tuple[str, ...]]:
    found: dict[Phrase, dict[str, None]] = {}
    for value in values:
        found.setdefault(tuple(stem(word) for word in value.split()), {})[value] = None
    return {words: tuple(keys) for words, keys in found.items() if words}


def _with_one_letter(found: dict[Phrase, tuple[str, ...]]) -> dict[Phrase, tuple[str, ...]]:
    """`found`, and `Muller` for `Mueller` where nobody is called so."""
    spelt: dict[Phrase, tuple[str, ...]] = {}
    for words, values in found.items():
        other = tuple(map(with_one_letter, words))
        if other != words and other not in found:
            spelt[other] = (*spelt.get(other, ()), *values)
    return found | spelt


def _plain(part: Phrase) -> bool:
    """Whether these words say nothing of which organisation it is."""
    return (
        part[0] in STOPWORDS
        or part[-1] in STOPWORDS
        or (len(part) < 6 and set(part) <= _PLACES | STOPWORDS)
    )
