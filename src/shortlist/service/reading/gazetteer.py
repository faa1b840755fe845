"""What the people of an index say of themselves: the names that no table can know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Gazetteer(Protocol):
    """The places, organisations, titles, skills and schools of an index, by their words."""

    def places(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The paths of places of this name, most people first."""
        ...

    def regions_with(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The paths of regions whose name holds these words among others."""
        ...

    def organisations(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of organisations that these words may name."""
        ...

    def employed(self, organisations: tuple[str, ...]) -> int:
        """How many people are at these organisations."""
        ...

    def schools(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """As `organisations`, of where people were educated."""
        ...

    def skills(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The skills that are spelt so."""
        ...

    def certifications(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The certifications whose name holds these words."""
        ...

    def values(self, facet: str) -> Mapping[str, int]:
        """The values of a facet and how many people have each; empty where nobody has any."""
        ...

    def holding(self, facet: str, phrases: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
        """The values of the facet that hold one of these phrases of stems."""
        ...

    def spelt(self, facet: str, stems: tuple[str, ...]) -> tuple[str, ...]:
        """The values of the facet that have just these stems."""
        ...
