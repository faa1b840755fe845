"""Subjects by likeness of meaning, for the words that the thesaurus does not have.

The vectors of the thesaurus come with the package, as its tables do: `python -m
shortlist.service.search.nearest` makes them anew after a change of `lexicon/topic_tables.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.retrieval import Vectors
from shortlist.service.lexicon.text import fold
from shortlist.service.lexicon.topics import KINDS, Topic, spoken

ALIKE: Final = 0.6
"""The cosine between a phrase and a wording of a topic, from which on that topic is meant.

Of 90 phrases that the tables do not have, those above it were of that topic but for a handful."""
VECTORS: Final = Path(__file__).with_name("topic_vectors.npy")
_LEAST_CHARS: Final = 4
"""Shorter words that no table has are names, parts of them or acronyms: the model guesses."""
_MOST_CHARS: Final = 120
"""Longer ones are no subject, and take the model as long as they are."""
_SAME_MODEL: Final = 0.95
_KEPT: Final = 500


class Nearest(Protocol):
    """Finds the topic that a phrase means; None when none is near."""

    def __call__(self, phrase: str, kinds: Sequence[str]) -> Topic | None: ...


class NearestTopic:
    """`Nearest` by the model of an index; finds nothing with a model other than the built-in one,
    whose vectors are those of the package. Thread-safe."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors]) -> None:
        self._embed = embed
        self._lock = threading.Lock()
        self._remembered = lru_cache(maxsize=_KEPT)(self._find)

    def __call__(self, phrase: str, kinds: Sequence[str]) -> Topic | None:
        if not _LEAST_CHARS <= len(phrase) <= _MOST_CHARS or not is_readable(phrase):
            return None
        return self._remembered(phrase.lower(), tuple(kinds))

    def _find(self, phrase: str, kinds: tuple[str, ...]) -> Topic | None:
        with self._lock:
            known = self._known
        if not known:
            return None
        vector = self._embed([phrase])[0]
        best: tuple[float, Topic | None] = ALIKE, None
        for kind in kinds:
            topics, vectors = known[kind]
            likeness = vectors @ vector
            at = int(np.argmax(likeness))
            if likeness[at] >= best[0]:
                best = float(likeness[at]), topics[at]
        return best[1]

    @cached_property
    def _known(self) -> dict[str, tuple[list[Topic], Vectors]]:
        """The topics of each kind, a row for each wording; empty with another model."""
        table = np.load(VECTORS).astype(np.float32)
        table /= np.linalg.norm(table, axis=1, keepdims=True)
        found, start = {}, 0
        for kind in KINDS:
            pairs = spoken(kind)
            found[kind] = [topic for topic, _ in pairs], table[start : start + len(pairs)]
            start += len(pairs)
        first = self._embed([spoken(KINDS[0])[0][1]])[0]
        same = len(first) == table.shape[1] and float(first @ table[0]) > _SAME_MODEL
        return found if same and start == len(table) else {}


def is_readable(text: str) -> bool:
    """Whether `text` is in letters that the model was made for: of others it knows some, and takes
    words that it does not know for none."""
    return fold(text).isascii()


def wordings() -> list[str]:
    """All wordings of the tables, in the order of their vectors."""
    return [said for kind in KINDS for _, said in spoken(kind)]


def build() -> None:
    """Writes the vectors of all wordings, a byte a number."""
    vectors = MiniLm().embed(wordings())
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    np.save(VECTORS, np.round(vectors / largest * 127).astype(np.int8))


if __name__ == "__main__":
    build()
