"""One question asked: of search, of a Set, and of what search is measured against."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

import numpy as np
from benchmarks.quality.baselines import Bm25, best, everything_said, fused
from benchmarks.quality.corpora import EXACT, NOBODY, SET, Query, criteria_of
from benchmarks.quality.measures import ndcg, recall

from shortlist.contract.search import SearchPlan, SearchType
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters, Record
from shortlist.service.index.retrieval import Vectors
from shortlist.service.search.finder import IndexFinder
from shortlist.service.sets.judge import BuiltInJudge

FILTERS: Final = Filters()
SETS: Final = ("list", "semantic", "filter", SET, NOBODY)
"""The kinds of questions that a Set is made of."""
SHOWN: Final = 10
DEPTH: Final = 50
Embed = Callable[[Sequence[str]], Vectors]
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class SetFound:
    """Whom a Set without a bound on its count would admit."""

    admitted: frozenset[str]
    exact: frozenset[str]
    review: int
    """People left for review."""

    @property
    def precision(self) -> float:
        """Of the admitted; 0 where nobody is."""
        return len(self.admitted & self.exact) / max(1, len(self.admitted))

    @property
    def recall(self) -> float:
        """Of the exact answer."""
        return len(self.admitted & self.exact) / max(1, len(self.exact))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one question."""

    qid: str
    kind: str
    query: str
    plan: SearchPlan
    ndcg: float
    recall: float
    words: float
    """nDCG@10 of BM25."""
    fused: float
    """nDCG@10 of BM25 with meaning."""
    reading_ms: float
    """Processor time of understanding it for the first time."""
    search_ms: float
    """Processor time of the search, reading included."""
    confidence: list[tuple[float, bool]] = field(default_factory=list)
    """Of the people shown first: what search is sure of, and whether they are an exact answer."""
    set: SetFound | None = None


class Floor:
    """BM25, alone and with meaning, over the people of one index."""

    def __init__(self, people: list[Record], vectors: Vectors, embed: Embed) -> None:
        """`vectors`: one row for each of `people`."""
        self._ids = [str(person["id"]) for person in people]
        self._words = Bm25([everything_said(person) for person in people])
        self._vectors = vectors
        self._embed = embed

    def first(self, text: str) -> tuple[list[str], list[str]]:
        """The ids of the first people by words, and by words and meaning."""
        by_words = self._words.scores(text)
        cosines = (self._vectors @ self._embed([text])[0]).astype(np.float64)
        both = fused(by_words, cosines)
        return best(by_words, self._ids, SHOWN), best(both, self._ids, SHOWN)


class Asker:
    """Asks questions of one index."""

    def __init__(
        self, index: EmbeddedIndex, finder: IndexFinder, judge: BuiltInJudge, floor: Floor
    ) -> None:
        self._index, self._finder, self._judge, self._floor = index, finder, judge, floor

    def ask(self, query: Query, type_: SearchType) -> Answer:
        text, grades = query["query"], query["relevant"]
        _, reading_ms = _timed(lambda: self._finder.understand(text, FILTERS))
        found, search_ms = _timed(
            lambda: self._finder.find(text, FILTERS, type=type_, limit=DEPTH, timeout_seconds=60)
        )
        ranked = [hit.person_id for hit in found.hits]
        by_words, by_both = self._floor.first(text)
        return Answer(
            qid=query["qid"],
            kind=query["kind"],
            query=text,
            plan=found.plan,
            ndcg=ndcg(ranked, grades),
            recall=recall(ranked, grades),
            words=ndcg(by_words, grades),
            fused=ndcg(by_both, grades),
            reading_ms=reading_ms,
            search_ms=search_ms,
            confidence=[
                (hit.confidence, grades.get(hit.person_id) == EXACT) for hit in found.hits[:SHOWN]
            ],
            set=self._set(query) if query["kind"] in SETS else None,
        )

    def _set(self, query: Query) -> SetFound:
        criteria = self._judge.criteria(query["query"], criteria_of(query))
        ids = [each.person_id for each in self._finder.candidates(query["query"], criteria)]
        records = self._index.get(ids)
        admitted, review = set(), 0
        answers = self._judge.check(criteria, list(records.values()))
        for person_id, verdicts in zip(records, answers, strict=True):
            states = {verdict.status for verdict in verdicts}
            if states == {"satisfied"}:
                admitted.add(person_id)
            elif "unsatisfied" not in states:
                review += 1
        exact = {person_id for person_id, grade in query["relevant"].items() if grade == EXACT}
        return SetFound(frozenset(admitted), frozenset(exact), review)


def _timed(work: Callable[[], Given]) -> tuple[Given, float]:
    """What `work` gives, and the processor time that it took, in milliseconds."""
    started = time.process_time()
    given = work()
    return given, (time.process_time() - started) * 1000
