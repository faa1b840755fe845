"""The query model of retrieval: channels to retrieve by, and filters on facets.

Pure definitions; `embedded.py` answers them in process. Everything is synchronous and
thread-safe: callers run it in a worker thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Spelt as text: the service listens before anybody needs numpy.
Vectors: TypeAlias = "NDArray[np.float32]"
"""Shape (n, dimension), L2-normalised."""

Truths: TypeAlias = "NDArray[np.bool_]"
"""One a person, in the order asked."""

Rows: TypeAlias = "NDArray[np.int32]"
"""Places of people among some `Candidates`."""

Scores: TypeAlias = "NDArray[np.float64]"
"""One a person, in the order asked."""

Ranked: TypeAlias = tuple[Rows, Scores]
"""People and their scores, best first."""


class Channel(StrEnum):
    """One way to retrieve people."""

    MEANING = "meaning"
    """Nearest by embedding; scores are cosines."""
    WORDS = "words"
    """BM25 over everything a record says."""
    NAMES = "names"
    """Character trigrams of names: finds misspelt ones."""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The facet `key` has at least one of `values`."""

    key: str
    values: tuple[str | int | bool, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """The whole-number facet `key` lies within the bounds, both included."""

    key: str
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Exists:
    """The facet `key` is known."""

    key: str


@dataclass(frozen=True, slots=True)
class Ids:
    """One of these people."""

    person_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds."""

    parts: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part holds."""

    parts: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`part` does not hold; a person whose facet is unknown passes."""

    part: Where


Where = AnyOf | Between | Exists | Ids | All | Some | Not


@dataclass(frozen=True, slots=True)
class Ask:
    """One retrieval. MEANING takes `text` or its `vector`; the others take `text`."""

    channel: Channel
    limit: int
    text: str | None = None
    vector: Sequence[float] | NDArray[np.float32] | None = None
    where: Where | Rows | None = None
    """Who may be found; rows are of the candidates, in order (`Retriever.ranked`)."""


Scored = list[tuple[str, float]]
"""(person_id, score), best first."""


class Candidates(Protocol):
    """People among whom are all that are worth ranking, each a row: all there are, or those whom a
    cluster names. They never change; what changed is in other ones."""

    @property
    def people(self) -> int:
        """How many people the index holds."""
        ...

    def __len__(self) -> int:
        """How many rows there are; of some of them the person is gone."""
        ...

    def holds(self, where: Where | None) -> Truths:
        """For each row, whether `where` holds and the person is there."""
        ...

    def ids(self, rows: Rows) -> list[str]:
        """The persons of `rows`."""
        ...


class Retriever(Protocol):
    """Raises `IndexUnavailable`; never answers in part (interface, section 4.1, rule 1)."""

    @property
    def generation(self) -> int:
        """Grows whenever what is searched changed: caches of vocabulary go by it."""
        ...

    def retrieve(self, asks: Sequence[Ask]) -> list[Scored]:
        """All `asks` in one batch; one list each, in order."""
        ...

    def count(self, where: Where | None = None) -> int:
        """How many people `where` holds for."""
        ...

    def candidates(
        self, where: Where | None, lifts: Sequence[Where], asks: Sequence[Ask], limit: int
    ) -> Candidates:
        """Of those whom `where` holds for, as of now: whom most of `lifts` hold for, and whom
        `asks` find, some `limit` by each."""
        ...

    def ranked(self, candidates: Candidates, asks: Sequence[Ask]) -> list[Ranked]:
        """As `retrieve`, in the rows of `candidates`; MEANING takes its vector."""
        ...

    def scan(self, where: Where | None = None, limit: int | None = None) -> list[str]:
        """The ids of everyone `where` holds for, in no meaningful but a stable order."""
        ...

    def facet(
        self, key: str, limit: int = 1000, where: Where | None = None
    ) -> list[tuple[str, int]]:
        """The values of the facet `key` and how many people have each, most first."""
        ...

    @property
    def model(self) -> str:
        """The name of the model of the index's vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts` by the model of the index."""
        ...
