"""What keeps the vectors of everyone: one point a person, in Qdrant Edge or in a Qdrant cluster.

Each point has up to three named vectors (meaning, words, names) and the facets as payload. A store
of points knows nothing of the database, and of the order of changes only how far it has seen them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import qdrant_edge as edge
from numpy.typing import NDArray

from shortlist.service.index.retrieval import Ask, Channel, Scores, Where
from shortlist.service.index.table import tokens_of
from shortlist.service.index.texts import name_grams, spelt_in_words
from shortlist.service.index.view import NUMBERS

AVERAGE_WORDS = 60
"""Of `words_text`, for BM25's length normalisation; measured on public records."""

ID = "person_id"
"""The payload key of a person's own id; points are numbered by its hash."""

TOKENS = "facets"
"""The payload key of all worded facets, as `key=value`, and `key` for one that is known at all.
One payload index for everything: each index of its own costs 15 ms and a dozen files."""

_BM25 = edge.Bm25(edge.Bm25Config(avg_len=AVERAGE_WORDS, ascii_folding=True))


@lru_cache(maxsize=50_000)
def point_id(person_id: str) -> int:
    """The number of a person's point: 63 bits of a hash, the same in every store."""
    digest = hashlib.blake2b(person_id.encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


Sparse = tuple[list[int], list[float]]
"""Indices and values."""


@dataclass(frozen=True, slots=True)
class Point:
    """One person, ready to be stored."""

    person_id: str
    tokens: list[str]
    """The worded facets."""
    numbers: dict[str, int]
    """The others."""
    sparse: dict[str, Sparse]
    """By channel, those that the person has."""
    vector: Sequence[float] | None
    change: int
    """The change of the database that this is from."""

    @classmethod
    def of(
        cls,
        person_id: str,
        words: str,
        name: str,
        facets: dict[str, Any],
        vector: Sequence[float] | None,
        change: int,
    ) -> Point:
        """The point of a person who is found by these words, this name and these facets."""
        said = _BM25.embed_document(spelt_in_words(words))
        sparse: dict[str, Sparse] = {str(Channel.WORDS): (list(said.indices), list(said.values))}
        if grams := name_grams(name):
            sparse[str(Channel.NAMES)] = (list(grams), list(grams.values()))
        numbers = {key: facets[key] for key in NUMBERS if key in facets}
        return cls(person_id, tokens_of(facets), numbers, sparse, vector, change)

    @property
    def number(self) -> int:
        """Of the point."""
        return point_id(self.person_id)


def sparse_of(ask: Ask) -> tuple[list[int], list[float]]:
    """The query of a WORDS or NAMES ask."""
    if ask.text is None:
        raise ValueError(f"a {ask.channel.name} ask needs its text")
    if ask.channel is Channel.WORDS:
        words = _BM25.embed_query(spelt_in_words(ask.text))
        return list(words.indices), list(words.values)
    grams = name_grams(ask.text)
    return list(grams), list(grams.values())


def dense_of(ask: Ask) -> list[float]:
    """The query of a MEANING ask."""
    if ask.vector is None:
        raise ValueError("a MEANING ask needs its vector here")
    numbers: list[float] = np.asarray(ask.vector, dtype=np.float32).tolist()
    return numbers


@dataclass(frozen=True, slots=True)
class Among:
    """Who may be found: those a filter holds for, or those listed, when they are few."""

    where: Where | None
    """None: those listed, whoever they are."""
    listed: Sequence[int] | None
    """The numbers of all points that `where` holds for."""


Nearest = tuple[NDArray[np.uint64], Scores]
"""The numbers of points and their scores, best first."""


def nearest(points: Sequence[Any]) -> Nearest:
    """The points that Qdrant found."""
    numbers = np.fromiter((point.id for point in points), dtype=np.uint64, count=len(points))
    return numbers, np.fromiter((point.score for point in points), np.float64, count=len(points))
