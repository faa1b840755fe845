"""Finding people: the query is understood, asked of the index, and its answers ranked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, compress
from typing import Any, Final, Protocol

from shortlist.contract.search import SearchPlan, SearchType
from shortlist.service.index.port import Filters, IndexTimeout, PeopleIndex, Record
from shortlist.service.index.retrieval import All, Ask, Channel, Retriever, Some, Where
from shortlist.service.lexicon.text import words
from shortlist.service.search import names, rank
from shortlist.service.search.answers import Answers, Question
from shortlist.service.search.cards import Cards, once
from shortlist.service.search.conditions import Condition, Understood, all_of
from shortlist.service.search.nearest import NearestTopic
from shortlist.service.search.plan import as_plan, understand
from shortlist.service.search.port import Candidate, Found, FrozenCriterion, Hit
from shortlist.service.search.telling import Telling
from shortlist.service.search.verdicts import Verdicts, verdicts
from shortlist.service.search.vocabulary import Vocabulary

_NAMES_LOOKED_AT: Final = 64
_CANDIDATES_MOST: Final = 3000
_CANDIDATES_NEAR: Final = 200
_OVERFETCH: Final = 3
_OVERFETCH_LEAST: Final = 45
"""Of few that are asked for, the first are those that would be the first of many."""
_POOLED_MOST: Final = 800
"""People among whom several ways of asking are answered by one retrieval."""
_COMBINED_MOST: Final = 5
_WEAKER_MOST: Final = 24
"""Bounds on how many ways of asking for less are tried."""


class Index(PeopleIndex, Retriever, Protocol):
    """The people index, whole: `EmbeddedIndex` is one."""


class IndexFinder:
    """A `Finder` on one index. Thread-safe; the vocabulary is read again when the index changes."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._vocabulary: tuple[int, Vocabulary] | None = None
        self._cards = Cards(index)
        self._telling = Telling(index.embed)
        self._nearest = NearestTopic(index.embed)
        self._answers = Answers()
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
        """Reads the vocabulary, so that the first search does not wait for it."""
        self.vocabulary.warm()

    def understand(self, query: str | None, filters: Filters) -> Understood:
        """What is understood of a query, as conditions."""
        understood = understand(query, filters, self.vocabulary, self._nearest)
        if not understood.unread:
            return understood
        left = self._telling.words(understood.text, understood.unread)
        return replace(understood, remainder=left)

    def named(self, understood: Understood) -> Record | None:
        """The record of the person that a query most likely names; None when it names nobody."""
        found = self._named(understood)
        return self._index.get([found[0].person_id]).get(found[0].person_id) if found else None

    def plan(self, query: str, filters: Filters) -> SearchPlan:
        understood = self.understand(query, filters)
        named = self._named(understood)
        return as_plan(understood, named[0].card.name if named else None)

    def find(
        self,
        query: str | None,
        filters: Filters,
        *,
        type: SearchType,
        limit: int,
        timeout_seconds: float,
    ) -> Found:
        question = Question(query, filters, type, limit)
        found = self._answers.get(self._index.generation, question)
        if found is not None:
            return found
        if not self._turns.acquire(timeout=timeout_seconds):
            raise IndexTimeout("other searches took all the time there was")
        try:
            # Read before asking: an answer that an import overtakes is not kept as the newer one's.
            generation = self._index.generation
            # Whoever went before may have asked the same.
            found = self._answers.get(generation, question)
            if found is None:
                found = self._find(question)
                self._answers.put(generation, question, found)
            return found
        finally:
            self._turns.release()

    def _find(self, question: Question) -> Found:
        query, filters, type, limit = question
        understood = self.understand(query, filters)
        named = self._named(understood)
        if named:
            plan = as_plan(understood, named[0].card.name)
            return Found(plan=plan, hits=_each_once(named)[:limit])
        most = max(limit * _OVERFETCH, _OVERFETCH_LEAST)
        wanted = limit if type == "instant" else min(most, 150)
        scored = self._retrieve(understood, max(wanted, limit))
        ids = [person_id for person_id, _ in scored]
        cards, answers = self._cards.of(ids), self._verdicts(understood, ids)
        hits = rank.hits(understood, scored, cards, answers, thorough=type != "instant")
        return Found(plan=as_plan(understood), hits=_each_once(hits)[:limit])

    def candidates(self, query: str, criteria: Sequence[FrozenCriterion]) -> list[Candidate]:
        conditions = [
            Condition.of(spec, criterion.description)
            for criterion in criteria
            for spec in (criterion.spec or {}).get("all", ())
        ]
        text = " ".join([query, *(c.description for c in criteria if c.spec is None)])
        found: dict[str, None] = {}
        vocabulary = self.vocabulary
        where = all_of(conditions, vocabulary)
        vector = self._index.embed([text])[0]
        in_order = self._fused(text, vector, where, 1000)
        if any("name" in (criterion.spec or {}) for criterion in criteria):
            named = self._named(self.understand(query, Filters()))
            found.update(dict.fromkeys(hit.person_id for hit in named))
        found.update(dict.fromkeys(person_id for person_id, _ in in_order))
        if where is not None:
            found.update(dict.fromkeys(self._index.scan(where, _CANDIDATES_MOST)))
            for at in range(len(conditions)):
                rest = all_of([*conditions[:at], *conditions[at + 1 :]], vocabulary)
                near = self._fused(text, vector, rest, _CANDIDATES_NEAR // len(conditions))
                found.update(dict.fromkeys(person_id for person_id, _ in near))
        most = list(found)[:_CANDIDATES_MOST]
        ordered = once(most, self._cards.of(most))
        understood = replace(self.understand(query, Filters()), conditions=tuple(conditions))
        scores = dict(in_order)
        confidences = rank.confidences(
            understood, [scores.get(i, 0.0) for i in ordered], self._verdicts(understood, ordered)
        )
        return [Candidate(i, sure) for i, sure in zip(ordered, confidences, strict=True)]

    def _verdicts(self, understood: Understood, person_ids: Sequence[str]) -> list[Verdicts]:
        group = self._index.group(person_ids)
        return [verdicts(each, group, self.vocabulary) for each in understood.conditions]

    def _named(self, understood: Understood) -> list[Hit]:
        """The people a query names, best first; empty when it names nobody."""
        if not understood.name:
            return []
        query = words(understood.name)
        if not names.may_name(query, understood.loose):
            return []
        where = self._enforced(understood)
        alone = " ".join(word for word in query if word in understood.loose)
        # Of `Franklin Fermin minister`, the first word may be read as a place, and is a name.
        begun = " ".join(query[:2]) if query and query[0] not in alone.split() else ""
        texts = dict.fromkeys(
            [understood.name, *(text for text in (alone, begun if alone else "") if " " in text)]
        )
        asks = [Ask(Channel.NAMES, _NAMES_LOOKED_AT, text=text, where=where) for text in texts]
        if " " in alone and understood.conditions:
            # A badly misspelt name is still found among those the rest of the query fits.
            fitting = all_of(understood.conditions, self.vocabulary)
            asks.append(Ask(Channel.NAMES, _NAMES_LOOKED_AT, text=alone, where=fitting))
        answers = self._index.retrieve(asks)
        ids = dict.fromkeys(person_id for answer in answers for person_id, _ in answer)
        cards = self._cards.of(list(ids))
        unread = understood.loose
        likely = names.worth_matching(query, unread, cards.values())
        if not any(names.is_named(names.match(query, card), query, unread) for card in likely):
            return []
        matches = {i: names.match(query, card) for i, card in cards.items()}
        records = self._index.get([i for i, found in matches.items() if found.score >= 0.5])
        return rank.named(understood, query, matches, records, cards)

    def _enforced(self, understood: Understood) -> Where | None:
        return all_of([c for c in understood.conditions if c.enforced], self.vocabulary)

    def _retrieve(self, understood: Understood, wanted: int) -> list[tuple[str, float]]:
        """(person_id, score): those who satisfy everything, then those who come close."""
        vocabulary = self.vocabulary
        conditions = understood.conditions
        text = understood.text
        vector = self._index.embed([text])[0] if text else None
        if not conditions:
            return self._fused(text, vector, None, wanted)
        parts = [(1.0, all_of(conditions, vocabulary)), *self._weaker(understood)]
        pool = self._pooled(text, vector, [part for _, part in parts], wanted)
        found: dict[str, float] = {}
        for at, (base, part) in enumerate(parts):
            fused = pool[at] if at < len(pool) else self._fused(text, vector, part, wanted)
            for person_id, score in fused:
                found.setdefault(person_id, base + score)
            if at == 0 and len(found) < wanted:
                found |= {i: 1.0 for i in self._index.scan(part, wanted) if i not in found}
            if len(found) >= wanted:
                break
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:wanted]

    def _pooled(
        self, text: str, vector: Any, parts: Sequence[Where | None], wanted: int
    ) -> list[list[tuple[str, float]]]:
        """`_fused` for the first of `parts`, as many as are few people together: one retrieval of
        them all, whose order within each part is that of a retrieval of the part."""
        few: list[Where] = []
        for part, together in self._index.reach(parts if text else ()):
            if part is None or together > _POOLED_MOST:
                break
            few.append(part)
            if together >= wanted:
                break
        if not few:
            return []
        where = Some(tuple(few))
        by_words, by_meaning = self._index.retrieve(
            [
                Ask(Channel.WORDS, _POOLED_MOST, text=text, where=where),
                Ask(Channel.MEANING, _POOLED_MOST, vector=vector, where=where),
            ]
        )
        groups = [self._index.group([i for i, _ in found]) for found in (by_words, by_meaning)]
        fused = []
        for part in few:
            in_words, in_meaning = (group.holds(part).tolist() for group in groups)
            fused.append(
                rank.fuse(
                    list(compress(by_words, in_words))[:wanted],
                    list(compress(by_meaning, in_meaning))[:wanted],
                )
            )
        return fused

    def _weaker(self, understood: Understood) -> list[tuple[float, Where | None]]:
        """(share of the weight kept, filter): one condition made weaker or left out, then two or
        more, the lightest first; at last only what was given as a filter."""
        vocabulary = self.vocabulary
        conditions = understood.conditions
        weights = [condition.weight for condition in conditions]
        weight = sum(weights)
        free = [at for at, condition in enumerate(conditions) if not condition.enforced]
        # The share that is kept, which conditions are left out, and what stands for them.
        ways: list[tuple[float, tuple[int, ...], Where | None]] = []
        for at in free:
            near = conditions[at].where_near(vocabulary)
            if near is not None:
                ways.append((1.0 - 0.5 * weights[at] / weight, (at,), near))
            ways.append((1.0 - weights[at] / weight, (at,), None))
        said = [at for at in free if not conditions[at].implied][:_COMBINED_MOST]
        for size in range(2, len(said)):
            for left_out in combinations(said, size):
                kept = sum(each for at, each in enumerate(weights) if at not in left_out)
                ways.append((kept / weight, left_out, None))
        ways.sort(key=lambda way: -way[0])
        wheres = [condition.where(vocabulary) for condition in conditions]
        weaker: list[tuple[float, Where | None]] = []
        for share, left_out, near in ways[:_WEAKER_MOST]:
            parts = [where for at, where in enumerate(wheres) if at not in left_out]
            weaker.append((share, _together(parts if near is None else [near, *parts])))
        return [*weaker, (0.0, self._enforced(understood))]

    def _fused(
        self, text: str, vector: Any, where: Where | None, limit: int
    ) -> list[tuple[str, float]]:
        """Words and meaning in one order; scores stay below 0.1."""
        if not text:
            return [(person_id, 0.0) for person_id in self._index.scan(where, limit)]
        by_words, by_meaning = self._index.retrieve(
            [
                Ask(Channel.WORDS, limit, text=text, where=where),
                Ask(Channel.MEANING, limit, vector=vector, where=where),
            ]
        )
        return rank.fuse(by_words, by_meaning)


def _together(parts: Sequence[Where]) -> Where | None:
    return parts[0] if len(parts) == 1 else All(tuple(parts)) if parts else None


def _each_once(hits: Sequence[Hit]) -> list[Hit]:
    """Each person once, at their best place."""
    kept = set(once([hit.person_id for hit in hits], {hit.person_id: hit.card for hit in hits}))
    return [hit for hit in hits if hit.person_id in kept]


def open_finder(index: Index) -> IndexFinder:
    """The finder on `index`."""
    return IndexFinder(index)


def text_of(record: Record) -> str:
    """What a record says of a person, for reading words in it."""
    parts = (record.get(name) for name in ("name", "title", "company", "department", "summary"))
    return " ".join(str(part) for part in parts if part)
