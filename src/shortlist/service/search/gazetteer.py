"""The index's own names, for the linkers."""

from __future__ import annotations

from functools import cached_property

from shortlist.service.lexicon.text import stem
from shortlist.service.reading.vocabulary import tables
from shortlist.service.search.vocabulary import Vocabulary


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
        return self.vocabulary.organisations.get(words, ())

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
