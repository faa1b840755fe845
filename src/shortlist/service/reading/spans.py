"""Spans: what a piece of a text may mean."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """One meaning of the words from `start` to `end` of a question."""

    start: int
    end: int
    kind: str
    """`role`, `place`, `organisation`, `industry`, `skill`, `language`, `school`, `degree`,
    `certification`, `size`, `time` …"""
    values: tuple[str, ...]
    """Ids of the kind; any of them is meant. Of another facet than the kind's own: `facet=value`,
    `facet~stems` of a phrase in a value, `facet+stems` of words in one statement, `facet*` of any
    value. `facet=value & facet=values`: both, any of the second."""
    label: str
    """In words, for a person to read."""
    strength: float
    """How sure, a word: 1 is a plain name of it."""
    near: tuple[str, ...] = ()
    """Ids that come close."""
    says: str = ""
    """As a criterion, where the kind alone does not say it: `Sits on an education committee`."""

    def is_beside(self, taken: Collection[int]) -> bool:
        """Whether none of its words is among those `taken`."""
        return not any(at in taken for at in range(self.start, self.end))

    @property
    def weight(self) -> float:
        """What covering these words so is worth to the chooser; a longer piece beats its parts."""
        size = self.end - self.start
        return self.strength * float(size**1.15)
