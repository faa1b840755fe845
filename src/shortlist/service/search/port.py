"""The interface of finders and judges to the endpoints and the Sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from shortlist.contract.extensions import Facet
from shortlist.contract.search import Counted, SearchPlan, SearchType
from shortlist.contract.sets import Verification
from shortlist.service.index.port import Filters, Record

CANDIDATES_MOST: Final = 3000
"""Of those who may be what a Set looks for, so many are worth checking, the likeliest."""


ADMITTED_LEAST: Final = 0.85
"""How likely, at least, somebody is what was asked for who meets every criterion of a Set by words
of their record: as measured of those whose words are furthest from the question's."""


class Hit(NamedTuple):
    """One person found."""

    record: Record
    score: float
    """Orders hits of one query; on no scale."""
    confidence: float
    """0 to 1: how likely this person is what was asked for."""
    met: tuple[float, ...] = ()
    """How far each of the first terms of the plan holds, 0 to 1, in their order; none where that
    was not looked at."""

    @property
    def person_id(self) -> str:
        return str(self.record["id"])


@dataclass(frozen=True, slots=True)
class FoundPeople:
    """The answer of one search."""

    plan: SearchPlan
    hits: list[Hit]
    """Best first, at most as many as asked for."""


@dataclass(frozen=True, slots=True)
class FrozenCriterion:
    """A criterion as a Set's search freezes it at creation."""

    id: str
    """`c1`, `c2`, …"""
    description: str
    spec: dict[str, Any] | None
    """How it is decided on fields (JSON-ready); None: decided on the text."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Someone worth checking for a Set."""

    person_id: str
    confidence: float
    """The normalized retrieval score (2.1), from 0 to 1."""


class Finder(Protocol):
    """Understands queries and finds people. Synchronous and thread-safe.

    Raises `IndexUnavailable` or `IndexTimeout`; partial answers are never given (4.1, rule 1).
    """

    def plan(self, query: str, filters: Filters) -> SearchPlan:
        """What is understood of `query`."""
        ...

    def counted(self, criteria: Sequence[FrozenCriterion], query: str = "") -> Counted | None:
        """How many people of the index meet all `criteria` by fields, whom `query` does not leave
        out; None where that is not told."""
        ...

    def facet(self, name: str, begins: str, filters: Filters, limit: int) -> Facet:
        """At most `limit` values of one of `limits.FACETS` that begin so, and how many people each
        finds of those whom the other filters find."""
        ...

    def find(
        self,
        query: str | None,
        filters: Filters,
        *,
        type: SearchType,
        limit: int,
        timeout_seconds: float,
    ) -> FoundPeople:
        """At most `limit` people, best first."""
        ...

    def candidates(self, query: str, criteria: Sequence[FrozenCriterion]) -> list[Candidate]:
        """Everyone worth checking for a Set, most likely admitted first; nobody whom a field denies
        what `query` asks for, where none of the criteria is one of its own."""
        ...


class Judge(Protocol):
    """Decides criteria. What the record does not say is `unclear`, never `satisfied`."""

    def criteria(self, query: str, given: Sequence[str] | None) -> list[FrozenCriterion]:
        """The criteria of a Set's search: `given` as they are, else derived from `query`."""
        ...

    def check(
        self, criteria: Sequence[FrozenCriterion], records: Sequence[Record]
    ) -> list[list[Verification]]:
        """One verdict per criterion, in order, for each record, in order."""
        ...
