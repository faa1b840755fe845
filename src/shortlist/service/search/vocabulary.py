"""The vocabulary of an index: the values of its facets, and the names that linkers ask it for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

import numpy as np

from shortlist.service.index.retrieval import Retriever
from shortlist.service.lexicon.alphabets import with_one_letter
from shortlist.service.lexicon.organisations import SHORT, acronym
from shortlist.service.lexicon.phrases import Phrase, plain, says
from shortlist.service.lexicon.places import COUNTRIES, NAMED_ALIKE, STATES
from shortlist.service.lexicon.text import STOPWORDS, listed, stem, stems
from shortlist.service.reading.descriptions import Numbers, named
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import words_for

_Key = TypeVar("_Key")
VALUES_MOST: Final = 50_000
"""Values kept of one facet, the most frequent ones."""
_LONGEST: Final = 9
_REGIONS_MOST: Final = 8
_CERTIFICATIONS_MOST: Final = 12
"""Of more that hold the same words, these say nothing of which one is meant."""
_ASKED_BY_PHRASE: Final = listed(
    "company title committee industry department project skill party award subject"
)
_OF_A_FAMILY: Final = words_for("company_family")
_ANYBODYS: Final = words_for("any_organisation") | {
    word for name in (*STATES, *COUNTRIES) for word in name.lower().split()
}
"""Words that say nothing of which organisation is meant."""


class Vocabulary:
    """A `reading.gazetteer.Gazetteer` of one generation of an index. Read lazily, then kept."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever
        self._values: dict[str, dict[str, int]] = {}
        self._holding: dict[tuple[str, tuple[Phrase, ...]], tuple[str, ...]] = {}
        self._within: dict[str, dict[int, list[str]]] = {}
        self._with_stem: dict[str, dict[str, list[str]]] = {}
        self._of_stems: dict[str, dict[Phrase, list[str]]] = {}
        self._lock = threading.Lock()
        self.written: dict[tuple[str, str], str] = {}
        """How people write a value of a facet, as far as that was looked up (`search.facets`)."""
        self.asked_for: dict[str, tuple[Sequence[Any], Sequence[Any]]] = {}
        """A title, to the clauses that a question of it asks for and those that come near, as far
        as that was looked up (`search.described`)."""

    def values(self, facet: str) -> dict[str, int]:
        """As `Gazetteer.values`, most people first."""
        if facet not in self._values:
            with self._lock:
                if facet not in self._values:
                    pairs = self._retriever.facet(facet, VALUES_MOST)
                    self._values[facet] = {str(value): count for value, count in pairs}
        return self._values[facet]

    def within(self, facet: str, depth: int) -> tuple[str, ...]:
        """The places of `facet` that lie in so many others."""
        if facet not in self._within:
            self._within[facet] = _grouped((p.count("/"), p) for p in self.values(facet))
        return tuple(self._within[facet].get(depth, ()))

    def holding(self, facet: str, phrases: Sequence[Phrase]) -> tuple[str, ...]:
        """As `Gazetteer.holding`."""
        asked = facet, tuple(phrases)
        if asked not in self._holding:
            self._holding[asked] = tuple(
                dict.fromkeys(
                    value
                    for phrase in phrases
                    if phrase  # a text without a letter or digit has no words to hold
                    for value in self._values_with(facet, phrase)
                    if says(value, phrase)
                )
            )
        return self._holding[asked]

    def _values_with(self, facet: str, phrase: Phrase) -> Sequence[str]:
        """The values of `facet` that have the word of `phrase` that the fewest have."""
        wanted = [word for word in plain(phrase) if word not in STOPWORDS] or phrase[:1]
        return min((self._by_stem(facet).get(word, ()) for word in wanted), key=len)

    def _by_stem(self, facet: str) -> dict[str, list[str]]:
        if facet not in self._with_stem:
            self._with_stem[facet] = _by_word(self.values(facet), stems)
        return self._with_stem[facet]

    def spelt(self, facet: str, stems: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.spelt`."""
        if facet not in self._of_stems:
            pairs = ((tuple(map(stem, value.split())), value) for value in self.values(facet))
            self._of_stems[facet] = _grouped(pairs)
        return tuple(self._of_stems[facet].get(stems, ()))

    # --- organisations ----------------------------------------------------------------------

    def organisations(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.organisations`, best first: by a name, its acronym, or a distinctive part
        of it."""
        found = self._organisations.get(words, ())
        name = " ".join(words)
        return tuple(dict.fromkeys((*found, *self._family(name)))) if name in found else found

    def employed(self, organisations: tuple[str, ...]) -> int:
        """As `Gazetteer.employed`."""
        counts = self.values("company")
        return sum(counts.get(each, 0) for each in organisations)

    def schools(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.schools`."""
        return self._schools.get(words, ())

    def _family(self, name: str) -> list[str]:
        """`tesco stores` and `tesco bank` of `tesco`: what the same name goes on to."""
        return [
            other
            for other in self._by_stem("company").get(stem(name.split(" ", 1)[0]), ())
            if other.startswith(f"{name} ")
            and _OF_A_FAMILY.issuperset(other.removeprefix(name).split())
        ]

    @cached_property
    def _organisations(self) -> dict[Phrase, tuple[str, ...]]:
        found = _by_name(self.values("past_company") | self.values("company"))
        for short, name in SHORT.items():
            if keys := found.get(tuple(name.split())):
                found[(short,)] = tuple(dict.fromkeys((*keys, *found.get((short,), ()))))
        return found

    @cached_property
    def _schools(self) -> dict[Phrase, tuple[str, ...]]:
        return _by_name(self.values("school"))

    # --- what people know -------------------------------------------------------------------

    def skills(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.skills`."""
        return self.spelt("skill", tuple(map(stem, words)))

    def certifications(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.certifications`; none of words that most of them have."""
        found = _with_all(self._certifications, [tables.key(word) for word in words])
        return found if len(found) <= _CERTIFICATIONS_MOST else ()

    @cached_property
    def _certifications(self) -> dict[str, list[str]]:
        return _by_word(self.values("certification"), str.split)

    @cached_property
    def trades_held(self) -> Numbers:
        """The share of everybody here who has each of `descriptions.trades`."""
        trades, titles = self.values("trade"), self.values("title")
        held = [
            max(trades.get(name, 0) for name in names)
            or sum(titles[each] for each in self.holding("title", (stems(title),)))
            for title, names in named().items()
        ]
        return np.array(held, dtype=np.float64) / max(self._retriever.count(), 1)

    # --- places -----------------------------------------------------------------------------

    def places(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.places`: by the last part of a path, or the name that its region has in
        another language."""
        return self._places.get(words, ())

    def regions_with(self, words: Phrase) -> tuple[str, ...]:
        """As `Gazetteer.regions_with`; none of words that many have."""
        found = _with_all(self._regions, words)
        return found if len(found) <= _REGIONS_MOST else ()

    @cached_property
    def _places(self) -> dict[Phrase, tuple[str, ...]]:
        found: dict[Phrase, list[str]] = {}
        for path in self.values("place"):
            country, *inner = path.split("/")
            if inner:
                alike = NAMED_ALIKE.get((country, inner[0]), ()) if len(inner) == 1 else ()
                for name in dict.fromkeys((inner[-1], *alike)):
                    found.setdefault(tuple(name.split()), []).append(path)
        return _with_one_letter({words: tuple(paths) for words, paths in found.items() if words})

    @cached_property
    def _regions(self) -> dict[str, list[str]]:
        return _by_word(self.within("place", 1), lambda path: path.split("/")[1].split())

    def warm(self) -> None:
        """Reads all that queries are read against, so that no search waits for it."""
        for facet in _ASKED_BY_PHRASE:
            self._by_stem(facet)
        _ = self._organisations, self._schools, self._places
        for facet in (
            *("district", "county", "appointed_by", "occupation", "role", "chamber", "word"),
            *("business", "title_word", "trade", "certification", "past_company"),
        ):
            self.values(facet)


def _grouped(pairs: Iterable[tuple[_Key, str]]) -> dict[_Key, list[str]]:
    found: dict[_Key, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def _by_word(values: Iterable[str], words: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """Each of the `words` of a value, to the values that have it."""
    return _grouped((word, value) for value in values for word in dict.fromkeys(words(value)))


def _with_all(by_word: Mapping[str, Sequence[str]], words: Sequence[str]) -> tuple[str, ...]:
    """The values that have each of `words`, in alphabetical order."""
    held = [set(by_word.get(word, ())) for word in words]
    return tuple(sorted(set.intersection(*held))) if held else ()


def _by_name(names: dict[str, int]) -> dict[Phrase, tuple[str, ...]]:
    found: dict[Phrase, dict[str, None]] = {}
    for name in names:
        found.setdefault(tuple(name.split()), {})[name] = None
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


def _acronyms(names: Iterable[str]) -> dict[str, str]:
    """The initials that one name alone has."""
    found: dict[str, list[str]] = {}
    for name in names:
        if short := acronym(name):
            found.setdefault(short, []).append(name)
    return {short: held[0] for short, held in found.items() if len(held) == 1}


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
        or (len(part) < 6 and set(part) <= _ANYBODYS | STOPWORDS)
        or all(len(word) == 1 for word in part)
    )
