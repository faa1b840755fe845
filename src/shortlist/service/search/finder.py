"""The finder: it understands a query, retrieves people from the index, and ranks them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

import numpy as np

from shortlist.contract.extensions import Facet
from shortlist.contract.limits import TERM_HOLDS
from shortlist.contract.search import Counted, SearchPlan, SearchType
from shortlist.service.index.port import Filters, IndexTimeout, PeopleIndex, Record
from shortlist.service.index.retrieval import Ask, Channel, Retriever, Where
from shortlist.service.reading import descriptions
from shortlist.service.reading.port import LocalReader, Reader
from shortlist.service.reading.question import read
from shortlist.service.search import names, ranking
from shortlist.service.search.conditions import Understood, all_of
from shortlist.service.search.confidence import confidences
from shortlist.service.search.counting import conditions_of, count, left_out
from shortlist.service.search.criteria import as_plan, derived
from shortlist.service.search.described import with_described
from shortlist.service.search.facets import facet
from shortlist.service.search.names import PersonName
from shortlist.service.search.port import (
    CANDIDATES_MOST,
    Candidate,
    FoundPeople,
    FrozenCriterion,
    Hit,
)
from shortlist.service.search.understanding import understand
from shortlist.service.search.vocabulary import Vocabulary

_NAMES_LOOKED_AT: Final = 64
ALIKE_LEAST: Final = 0.42
"""The cosine from which on a record means something of a query that it says no word of: of 80
texts that are about nobody, no record of two corpora comes as near."""
_READ_EVERY_TABLE: Final = (
    "enginears near Boston who speak German",
    "ingenieros en México que dominan Java",
    "who keeps intruders out of computers",
)
_OTHERS_MOST: Final = 1000
"""How many of whom something does not hold, or is not known, are candidates of a Set."""
_OVERFETCH: Final = 3
_OVERFETCH_LEAST: Final = 45
"""Of few that are asked for, the first are those that would be the first of many."""


class WholeIndex(PeopleIndex, Retriever, Protocol):
    """The people index, whole: `EmbeddedIndex` is one."""


class IndexFinder:
    """A `Finder` on one index. Thread-safe; the vocabulary is read again when the index changes."""

    def __init__(self, index: WholeIndex, reader: Reader | None = None) -> None:
        self._index = index
        self.reader: Reader = reader or LocalReader()
        self._lock = threading.Lock()
        self._vocabulary: tuple[int, Vocabulary] | None = None
        # One search at a time: it computes, mostly in Python, and of eight that compute side by
        # side in a process each takes longer than the eight do one after the other.
        self._turns = threading.Semaphore(1)

    @property
    def vocabulary(self) -> Vocabulary:
        generation = self._index.generation
        with self._lock:
            if self._vocabulary is None or self._vocabulary[0] != generation:
                self._vocabulary = generation, Vocabulary(self._index)
            return self._vocabulary[1]

    def warm(self) -> None:
        """Reads the vocabulary and the tables, so that the first search does not wait for them."""
        self.vocabulary.warm()
        for query in _READ_EVERY_TABLE:
            self.understand(query, Filters())

    def understand(self, query: str | None, filters: Filters) -> Understood:
        """What is understood of a query, as conditions; each word that was not, in `remainder`."""
        understood = understand(query, filters, self.vocabulary, self.reader)
        if self._index.model != descriptions.MODEL:
            return understood  # of other vectors no description is known
        return with_described(understood, self.vocabulary, self._index)

    def ahead(self, texts: Sequence[str], seconds: float) -> None:
        """Where a model reads what people type: have `texts` read in one question to it, in at
        most `seconds`, so that nobody waits for it later."""
        if not self.reader.asks:
            return
        vocabulary = self.vocabulary
        general = [text for text in texts if not read(text, vocabulary).packed]
        self.reader.ahead(general, seconds)

    def named(self, understood: Understood) -> Record | None:
        """The record of the person that a query most likely names; None when it names nobody."""
        found = self._named(understood)
        return found[0].record if found else None

    def plan(self, query: str, filters: Filters) -> SearchPlan:
        understood = self.understand(query, filters)
        return as_plan(understood, self.named(understood))

    def counted(self, criteria: Sequence[FrozenCriterion], query: str = "") -> Counted | None:
        """As `Finder.counted`."""
        understood = self.understand(query, Filters()) if query else None
        beside = left_out(understood, criteria, self.vocabulary) if understood else ()
        return count(self._index, self.vocabulary, criteria, beside)

    def _plan(self, understood: Understood) -> SearchPlan:
        """The plan of a search that names nobody, with how many meet its criteria."""
        demanded = [FrozenCriterion("", text, spec) for text, spec in derived(understood, None)]
        return as_plan(understood).model_copy(update={"counted": self.counted(demanded)})

    def facet(self, name: str, begins: str, filters: Filters, limit: int) -> Facet:
        return facet(self._index, self.vocabulary, name, begins, filters, limit)

    def find(
        self,
        query: str | None,
        filters: Filters,
        *,
        type: SearchType,
        limit: int,
        timeout_seconds: float,
    ) -> FoundPeople:
        # Others search meanwhile: whoever reads it may be slow.
        until = time.monotonic() + timeout_seconds
        self.ahead([query or ""], timeout_seconds / 2)
        if not self._turns.acquire(timeout=max(until - time.monotonic(), 0.001)):
            raise IndexTimeout("other searches took all the time there was")
        try:
            return self._find(query, filters, type, limit)
        finally:
            self._turns.release()

    def _find(
        self, query: str | None, filters: Filters, type: SearchType, limit: int
    ) -> FoundPeople:
        understood = self.understand(query, filters)
        named = self._named(understood)
        if named:
            plan = as_plan(understood, named[0].record)
            return FoundPeople(plan=plan, hits=self._each_once(named)[:limit])
        most = max(limit * _OVERFETCH, _OVERFETCH_LEAST)
        wanted = limit if type == "instant" else min(most, 150)
        return self._ranked(understood, max(wanted, limit), limit)

    def _ranked(self, understood: Understood, wanted: int, limit: int) -> FoundPeople:
        people, pool = ranking.ranked(self._index, understood, self.vocabulary, wanted)
        pool = pool.at(ranking.meets_something(understood, pool, ALIKE_LEAST)).at(slice(wanted))
        ids = people.ids(pool.rows)
        records = self._index.get(ids)
        sure = confidences(understood, pool)
        told = zip(ids, pool.scores.tolist(), sure, _terms_met(understood, pool), strict=True)
        hits = [Hit(records[i], *ranked) for i, *ranked in told if i in records]
        shown = self._each_once(hits)[:limit]
        return FoundPeople(self._plan(understood), shown)

    def candidates(self, query: str, criteria: Sequence[FrozenCriterion]) -> list[Candidate]:
        conditions = conditions_of(criteria)
        understood = self.understand(query, Filters())
        named: dict[str, float] = {}
        if any("name" in (criterion.spec or {}) for criterion in criteria):
            named = {hit.person_id: hit.confidence for hit in self._named(understood)}
        said = (c.label for c in conditions if c.kind == "words")
        text = " ".join([query, *(c.description for c in criteria if c.spec is None), *said])
        asked = replace(understood, conditions=tuple(conditions), text=text)
        people, pool = ranking.ranked(self._index, asked, self.vocabulary, CANDIDATES_MOST)
        # Everybody of whom all holds, and of the others the best: a Set reads each one's record.
        demanded = [at for at, each in enumerate(conditions) if each.kind != "words"]
        holds = (pool.met[demanded] >= TERM_HOLDS).all(axis=0) & bool(demanded)
        pool = pool.at(holds | (np.cumsum(~holds) <= _OTHERS_MOST))
        for out in left_out(understood, criteria, self.vocabulary):
            pool = pool.at(~people.holds(out)[pool.rows])
        sure = zip(people.ids(pool.rows), confidences(asked, pool), strict=True)
        found = named | {i: likely for i, likely in sure if i not in named}
        most = list(found)[:CANDIDATES_MOST]
        return [Candidate(i, found[i]) for i in self._once(self._index.get(most))]

    def _named(self, understood: Understood) -> list[Hit]:
        """The people a query names, best first; empty when it names nobody."""
        if not understood.name:
            return []
        query = names.query_words(understood.name)
        unread = understood.loose | {word for word in query if word.endswith(".")}
        if len(query) > names.ALONE_MOST and unread.isdisjoint(query):
            return []
        where = self._enforced(understood)
        alone = " ".join(word for word in query if word in unread)
        texts = dict.fromkeys([understood.name, *([alone] if " " in alone else [])])
        asks = [Ask(Channel.NAMES, _NAMES_LOOKED_AT, text=text, where=where) for text in texts]
        answers = self._index.retrieve(asks)
        ids = dict.fromkeys(person_id for answer in answers for person_id, _ in answer)
        records = self._index.get(list(ids))
        matches = {i: names.match(query, PersonName.of(each)) for i, each in records.items()}
        if not any(names.is_named(found, query, unread) for found in matches.values()):
            return []
        likely = {i: each for i, each in records.items() if matches[i].score >= 0.5}
        return names.ranked(understood, query, matches, likely)

    def _enforced(self, understood: Understood) -> Where | None:
        return all_of([c for c in understood.conditions if c.enforced], self.vocabulary)

    def _each_once(self, hits: Sequence[Hit]) -> list[Hit]:
        """Each person once, at their best place."""
        kept = set(self._once(hit.person_id for hit in hits))
        return [hit for hit in hits if hit.person_id in kept]

    def _once(self, person_ids: Iterable[str]) -> list[str]:
        """`person_ids` without later records of somebody who came before."""
        seen: set[str] = set()
        kept = []
        for person_id in person_ids:
            if person_id not in seen:
                seen.update(self._index.same_as(person_id))
                kept.append(person_id)
        return kept


def _terms_met(understood: Understood, pool: ranking.Pool) -> list[tuple[float, ...]]:
    """How far each term that the plan shows holds, of each of `pool`."""
    rows = iter(pool.met)
    everybody = np.ones(len(pool.rows))
    shown = [everybody if each.enforced else next(rows) for each in understood.conditions]
    if not shown:
        return [()] * len(pool.rows)
    return [tuple(each) for each in np.round(np.array(shown), 3).T.tolist()]


def open_finder(index: WholeIndex, reader: Reader | None = None) -> IndexFinder:
    """The finder on `index`; `reader` reads its questions, else tables do."""
    return IndexFinder(index, reader)
