"""Finding people: the query is understood, asked of the index, and its answers ranked."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from shortlist.contract.search import SearchPlan, SearchType
from shortlist.service.index.card import Card
from shortlist.service.index.port import Filters, IndexTimeout, PeopleIndex, Record
from shortlist.service.index.retrieval import (
    Ask,
    Channel,
    Everyone,
    Group,
    Ranked,
    Retriever,
    Where,
)
from shortlist.service.lexicon.text import STOPWORDS, words
from shortlist.service.reading.vocabulary import tables
from shortlist.service.search import blend, names, rank
from shortlist.service.search.answers import Answers, Question
from shortlist.service.search.cards import Cards, once
from shortlist.service.search.conditions import (
    DOUBTED,
    SATISFIED,
    Condition,
    Understood,
    all_of,
    facts_of,
)
from shortlist.service.search.gazetteer import IndexGazetteer
from shortlist.service.search.general import understand_general
from shortlist.service.search.nearest import NearestTopic
from shortlist.service.search.office import is_of_office
from shortlist.service.search.plan import as_plan, understand
from shortlist.service.search.port import CANDIDATES_MOST, Candidate, Found, FrozenCriterion, Hit
from shortlist.service.search.rank import Retrieved
from shortlist.service.search.telling import Telling
from shortlist.service.search.verdicts import Verdicts, meets_something, verdicts
from shortlist.service.search.vocabulary import Vocabulary
from shortlist.service.search.ways import Pool, Way, as_one, ways_of

_NAMES_LOOKED_AT: Final = 64
_INITIALLED_MOST: Final = 3
_CANDIDATES_NEAR: Final = 200
ALIKE_LEAST: Final = 0.42
"""The cosine from which on a record means something of a query that it says no word of: of 80
texts that are about nobody, no record of two corpora comes as near."""
_OVERFETCH: Final = 3
_OVERFETCH_LEAST: Final = 45
"""Of few that are asked for, the first are those that would be the first of many."""


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
        self._names: IndexGazetteer | None = None
        self._pool = Pool()
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
        tables.load()

    def understand(self, query: str | None, filters: Filters) -> Understood:
        """What is understood of a query, as conditions; its `remainder` is weighed."""
        understood = self.read(query, filters)
        if understood.at_work or not (understood.unread or understood.purpose):
            return understood
        left = self._telling.words(understood.text, understood.unread)
        return replace(understood, remainder=left or understood.purpose)

    def read(self, query: str | None, filters: Filters) -> Understood:
        """As `understand`, each word that was not understood in its `remainder`."""
        vocabulary = self.vocabulary
        understood = understand(query, filters, vocabulary, self._nearest)
        if is_of_office(understood, vocabulary):
            return understood
        contacts = [each for each in understood.conditions if each.kind == "contact"]
        gazetteer = self._gazetteer(vocabulary)
        at_work = understand_general(query, filters, vocabulary, gazetteer, contacts)
        return replace(
            at_work,
            name=understood.name,
            loose=understood.loose,
            known=understood.known,
            count=understood.count,
        )

    def _gazetteer(self, vocabulary: Vocabulary) -> IndexGazetteer:
        with self._lock:
            if self._names is None or self._names.vocabulary is not vocabulary:
                self._names = IndexGazetteer(vocabulary)
            return self._names

    def named(self, understood: Understood) -> Record | None:
        """The record of the person that a query most likely names; None when it names nobody."""
        found = self._named(understood)
        return self._index.get([found[0].person_id]).get(found[0].person_id) if found else None

    def plan(self, query: str, filters: Filters) -> SearchPlan:
        understood = self.understand(query, filters)
        return as_plan(understood, self.named(understood))

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
            best = named[0].person_id
            plan = as_plan(understood, self._index.get([best]).get(best))
            return Found(plan=plan, hits=self._each_once(named)[:limit])
        most = max(limit * _OVERFETCH, _OVERFETCH_LEAST)
        wanted = limit if type == "instant" else min(most, 150)
        everyone = self._index.everyone
        if understood.at_work:
            return self._find_at_work(everyone, understood, max(wanted, limit), limit)
        found = self._retrieve(everyone, understood, max(wanted, limit))
        answers = self._verdicts(understood, everyone.among(found.rows))
        some = meets_something(understood, answers) | self._says_some(everyone, understood, found)
        found, answers = found.where(some), [answer.where(some) for answer in answers]
        cards = self._cards.at(everyone, found.rows)
        hits = rank.hits(understood, found, cards, answers, thorough=type != "instant")
        if several := rank.holding(understood, hits):
            hits = rank.latest_first(hits, self._index.get(several))
        return Found(plan=as_plan(understood), hits=self._each_once(hits)[:limit])

    def _find_at_work(
        self, everyone: Everyone, understood: Understood, wanted: int, limit: int
    ) -> Found:
        pool = blend.ranked(self._index, everyone, understood, self.vocabulary, wanted)
        pool = pool.at(blend.meets_something(understood, pool, ALIKE_LEAST)).at(slice(wanted))
        cards = self._cards.at(everyone, pool.rows)
        if understood.known:
            # `Knows Haskell`: nobody is meant for being called so.
            called = [
                c is not None and not understood.known.isdisjoint(c.name_words) for c in cards
            ]
            pool = pool.without_words(np.array(called, dtype=np.bool_))
            cards = self._cards.at(everyone, pool.rows)
        sure = blend.confidences(understood, pool)
        told = zip(cards, pool.scores.tolist(), sure, strict=True)
        hits = [Hit(card.person_id, score, likely, card) for card, score, likely in told if card]
        if {each.kind for each in understood.conditions} == {"role", "organisation"}:
            held = [
                hit.person_id
                for hit, all_met in zip(hits, pool.met.T, strict=False)
                if all_met.all()
            ]
            if 1 < len(held) <= rank.HOLDERS_MOST:
                hits = rank.latest_first(hits, self._index.get(held))
        return Found(plan=as_plan(understood), hits=self._each_once(hits)[:limit])

    def candidates(self, query: str, criteria: Sequence[FrozenCriterion]) -> list[Candidate]:
        conditions = [
            Condition.of(spec, criterion.description)
            for criterion in criteria
            for spec in (criterion.spec or {}).get("all", ())
        ]
        said = (c.label for c in conditions if c.kind == "words")
        text = " ".join([query, *(c.description for c in criteria if c.spec is None), *said])
        found: dict[str, None] = {}
        vocabulary = self.vocabulary
        # What no record has to say turns nobody away before it is checked.
        demanded = [each for each in conditions if each.kind != "words"]
        where = all_of(demanded, vocabulary)
        vector = self._index.embed([text])[0]
        everyone = self._index.everyone
        best, best_scores = self._fused(everyone, text, vector, where, 1000)
        scores = dict(zip(everyone.ids(best), best_scores.tolist(), strict=True))
        if any("name" in (criterion.spec or {}) for criterion in criteria):
            named = self._named(self.understand(query, Filters()))
            found.update(dict.fromkeys(hit.person_id for hit in named))
        found.update(dict.fromkeys(scores))
        if where is not None:
            found.update(dict.fromkeys(self._index.scan(where, CANDIDATES_MOST)))
            for at in range(len(demanded)):
                rest = all_of([*demanded[:at], *demanded[at + 1 :]], vocabulary)
                near, _ = self._fused(
                    everyone, text, vector, rest, _CANDIDATES_NEAR // len(demanded)
                )
                found.update(dict.fromkeys(everyone.ids(near)))
        most = list(found)[:CANDIDATES_MOST]
        # Whose record doubts itself that they still are there comes after the others.
        doubted = self._index.group(most).holds(DOUBTED)
        most = [most[at] for at in np.argsort(doubted, kind="stable")]
        ordered = once(most, self._cards.of(most), self._index)
        understood = replace(self.understand(query, Filters()), conditions=tuple(conditions))
        group = self._index.group(ordered)
        confidences = rank.confidences(
            understood,
            np.array([scores.get(i, 0.0) for i in ordered]),
            self._verdicts(understood, group),
        )
        return [Candidate(i, sure) for i, sure in zip(ordered, confidences, strict=True)]

    def _verdicts(self, understood: Understood, group: Group) -> list[Verdicts]:
        return [verdicts(each, group, self.vocabulary) for each in understood.conditions]

    def _named(self, understood: Understood) -> list[Hit]:
        """The people a query names, best first; empty when it names nobody."""
        if not understood.name:
            return []
        unread = understood.loose - understood.known
        query = names.query_words(understood.name)
        unread |= {word for word in query if word.endswith(".")}
        if not names.may_name(query, unread, understood.name):
            return []
        where = self._enforced(understood)
        alone = " ".join(word for word in query if word in unread)
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
        likely = names.worth_matching(query, unread, cards.values())
        if not any(names.is_named(names.match(query, card), query, unread) for card in likely):
            return self._initialled(understood, query, cards)
        matches = {i: names.match(query, card) for i, card in cards.items()}
        records = self._index.get([i for i, found in matches.items() if found.score >= 0.5])
        return rank.named(understood, query, matches, records, cards)

    def _initialled(
        self, understood: Understood, query: tuple[str, ...], cards: Mapping[str, Card]
    ) -> list[Hit]:
        """`Judge T. Moorre, Alabama`: the few with that initial of whom all the rest is true."""
        said = [condition for condition in understood.conditions if not condition.implied]
        if not said or all(len(word.removesuffix(".")) > 1 for word in query):
            return []
        matches = {i: names.match(query, card) for i, card in cards.items()}
        likely = [i for i, found in matches.items() if names.initialled(found, query)]
        records = {
            i: record
            for i, record in self._index.get(likely).items()
            if all(each.check(facts_of(record))[0] == SATISFIED for each in said)
        }
        if not 0 < len(records) <= _INITIALLED_MOST:
            return []
        return rank.named(understood, query, matches, records, cards)

    def _enforced(self, understood: Understood) -> Where | None:
        return all_of([c for c in understood.conditions if c.enforced], self.vocabulary)

    def _retrieve(self, everyone: Everyone, understood: Understood, wanted: int) -> Retrieved:
        """At most `wanted`: those who satisfy everything, then those who come close."""
        text = understood.text
        vector = self._index.embed([text])[0] if text else None
        text = understood.wording
        if not understood.conditions:
            rows, scores = self._fused(everyone, text, vector, None, wanted)
            return Retrieved(rows, scores, scores)
        ways = ways_of(understood, self.vocabulary)
        answered, pooled = self._pooled(everyone, text, vector, ways, wanted)
        rows, scores, fused = pooled.rows, pooled.scores, pooled.fused
        for at in range(answered, len(ways)):
            if len(rows) >= wanted:
                break
            share, parts = ways[at]
            more, more_scores = self._fused(everyone, text, vector, as_one(parts), wanted)
            new = ~np.isin(more, rows)
            rows = np.concatenate([rows, more[new]])
            scores = np.concatenate([scores, more_scores[new] + share])
            fused = np.concatenate([fused, more_scores[new]])
        best = np.argsort(-scores, kind="stable")[:wanted]
        return Retrieved(rows[best], scores[best], fused[best])

    def _says_some(
        self, everyone: Everyone, understood: Understood, found: Retrieved
    ) -> NDArray[np.bool_]:
        """Who of those found says a word of the query, or something that means much the same."""
        if not understood.text or not len(found.rows):
            return np.zeros(len(found.rows), dtype=np.bool_)
        telling = " ".join(word for word in words(understood.wording) if word not in STOPWORDS)
        vector = self._index.embed([understood.text])[0]
        rows, most = np.sort(found.rows), len(found.rows)
        (by_words, _), (by_meaning, cosines) = self._index.ranked(
            everyone,
            [
                Ask(Channel.WORDS, most, text=telling, where=rows),
                Ask(Channel.MEANING, most, vector=vector, where=rows),
            ],
        )
        near = by_meaning[np.asarray(cosines) >= ALIKE_LEAST]
        return np.isin(found.rows, np.concatenate([by_words, near]))

    def _pooled(
        self, everyone: Everyone, text: str, vector: Any, ways: Sequence[Way], wanted: int
    ) -> tuple[int, Retrieved]:
        """How many of `ways` are few people together, and those people: one retrieval of them all,
        whose order within each way is that of a retrieval of that way alone."""
        shares, rows, within = self._pool.few(everyone, () if vector is None else ways, wanted)
        if not shares:
            return 0, Retrieved(rows, np.zeros(0), np.zeros(0))
        found = self._index.ranked(
            everyone,
            [
                Ask(Channel.WORDS, len(rows), text=text, where=rows),
                Ask(Channel.MEANING, len(rows), vector=vector, where=rows),
            ],
        )
        orders = [np.searchsorted(rows, each) for each, _ in found]
        # Of few people many say the words equally well: meaning tells who of them comes first.
        likeness = np.zeros(len(rows))
        likeness[orders[1]] = found[1][1]
        said = np.round(found[0][1], 5)
        orders[0] = orders[0][np.lexsort((-likeness[orders[0]], -said))]
        scores = rank.fuse(within, orders, wanted)
        there = scores > 0
        there[0] |= within[0]  # who satisfies everything is found, whatever they say
        first = there.argmax(axis=0)
        some = there.any(axis=0)
        fused = scores[first, np.arange(len(rows))]
        scored = np.array(shares)[first] + fused
        return len(shares), Retrieved(rows[some], scored[some], fused[some])

    def _each_once(self, hits: Sequence[Hit]) -> list[Hit]:
        """Each person once, at their best place."""
        cards = {hit.person_id: hit.card for hit in hits}
        kept = set(once(cards, cards, self._index))
        return [hit for hit in hits if hit.person_id in kept]

    def _fused(
        self, everyone: Everyone, text: str, vector: Any, where: Where | None, limit: int
    ) -> Ranked:
        """Words and meaning in one order; scores stay below 0.1."""
        if vector is None:
            rows = everyone.rows(self._index.scan(where, limit))
            return rows, np.zeros(len(rows))
        (by_words, _), (by_meaning, _) = self._index.ranked(
            everyone,
            [
                Ask(Channel.WORDS, limit, text=text, where=where),
                Ask(Channel.MEANING, limit, vector=vector, where=where),
            ],
        )
        rows = np.union1d(by_words, by_meaning)
        orders = [np.searchsorted(rows, each) for each in (by_words, by_meaning)]
        scores = rank.fuse(np.ones((1, len(rows)), dtype=np.bool_), orders, limit)[0]
        best = np.argsort(-scores, kind="stable")
        return rows[best], scores[best]


def open_finder(index: Index) -> IndexFinder:
    """The finder on `index`."""
    return IndexFinder(index)


def text_of(record: Record) -> str:
    """What a record says of a person, for reading words in it."""
    parts = (record.get(name) for name in ("name", "title", "company", "department", "summary"))
    return " ".join(str(part) for part in parts if part)
