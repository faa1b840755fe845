"""Ranking of people at work: by what they meet of a question, then by words and meaning.

The floor is the plain fusion of BM25 and meaning over everything a record says: a question of which
nothing was understood gets just that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.retrieval import Ask, Candidates, Channel, Retriever, Rows, Truths
from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.lexicon.text import words as words_of
from shortlist.service.search.conditions import DOUBTED, Condition, Understood, all_of
from shortlist.service.search.vocabulary import Vocabulary

_POOL_EACH: Final = 300
"""People whom words, and meaning, bring each."""
_LIFTED: Final = 4
"""How many times as many the conditions bring."""
NEAR: Final = 0.4
"""What who comes close to a condition earns of its weight."""
DOUBTFUL: Final = 0.85
"""What whose record doubts that they still are there earns of it."""
DESCRIBED: Final = 1.0
"""What who has a title that a question may describe earns."""
WORDS_WEIGHT: Final = 1.0
MEANING_WEIGHT: Final = 2.0
"""What the best match in words, and a cosine of 1, count beside a condition of weight 1: of those
tried the best on two corpora together (`python -m benchmarks.quality`)."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The people worth ranking, and what is known of each: arrays of one length."""

    rows: Rows
    words: NDArray[np.float64]
    """BM25, over the best of them: 0 to 1."""
    meaning: NDArray[np.float64]
    """The cosine; 0 where somebody has no vector yet."""
    met: NDArray[np.float64]
    """One row a condition: 1 met, `NEAR` close, 0 not or unknown."""
    scores: NDArray[np.float64]

    def at(self, these: Any) -> Pool:
        """Of them, `these`: a slice, places in order, or whether each."""
        return Pool(
            self.rows[these],
            self.words[these],
            self.meaning[these],
            self.met[:, these],
            self.scores[these],
        )


def ranked(
    index: Retriever, understood: Understood, vocabulary: Vocabulary, wanted: int
) -> tuple[Candidates, Pool]:
    """The best of everybody, best first, in rows of the candidates; at least those that words or
    meaning find."""
    enforced = all_of([c for c in understood.conditions if c.enforced], vocabulary)
    free = [c for c in understood.conditions if not c.enforced]
    asks = _asks(index, understood)
    size = max(_POOL_EACH, wanted)
    lifts = [w for c in free for w in (c.where(vocabulary), c.where_near(vocabulary)) if w]
    described = understood.perhaps and understood.perhaps.where(vocabulary)
    lifts += [described] if described else []
    people = index.candidates(enforced, lifts, asks, size)
    allowed = people.holds(enforced)
    met = np.zeros((len(free), len(allowed)))
    for at, condition in enumerate(free):
        met[at] = degree(condition, people, vocabulary)
    lift = np.array([c.weight for c in free]) @ met
    if described:
        lift = lift + DESCRIBED * people.holds(described)
    found = [_lifted(lift, allowed, size if understood.text else len(allowed))]
    found += [
        rows
        for rows, _ in index.ranked(
            people, [replace(ask, limit=size, where=enforced) for ask in asks]
        )
    ]
    rows = np.unique(np.concatenate(found)).astype(np.int32)
    words, meaning = _scores(index, people, asks, rows)
    scores = lift[rows] + WORDS_WEIGHT * words + MEANING_WEIGHT * meaning
    pool = Pool(rows, words, meaning, met[:, rows], scores)
    return people, pool.at(np.argsort(-scores, kind="stable"))


def _lifted(lift: NDArray[np.float64], allowed: Truths, size: int) -> Rows:
    """The people whom the conditions lift most; of a question without any, whoever is allowed."""
    among = np.flatnonzero(allowed & (lift > 0)) if lift.any() else np.flatnonzero(allowed)
    most = min(len(among), _LIFTED * size)
    if most < len(among):
        among = among[np.argpartition(-lift[among], most - 1)[:most]]
    return np.sort(among).astype(np.int32)


def _asks(index: Retriever, understood: Understood) -> list[Ask]:
    """Words and meaning of the question, the words with the trades that it may describe; none
    without words."""
    if not understood.text:
        return []
    titles = [understood.perhaps.label] if understood.perhaps else []
    text = " ".join((understood.text, *titles))
    telling = " ".join(word for word in words_of(text) if word not in STOPWORDS)
    return [
        Ask(Channel.WORDS, 0, text=telling or text),
        Ask(Channel.MEANING, 0, vector=index.embed([understood.text])[0]),
    ]


def _scores(
    index: Retriever, people: Candidates, asks: Sequence[Ask], rows: Rows
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """BM25 over its best, and the cosine, of each of `rows`."""
    found = np.zeros((2, len(rows)))
    if asks and len(rows):
        own = [replace(ask, limit=len(rows), where=rows) for ask in asks]
        for at, (held, scores) in enumerate(index.ranked(people, own)):
            found[at, np.searchsorted(rows, held)] = scores
    return found[0] / max(found[0].max(initial=0.0), 1e-9), found[1]


def meets_something(understood: Understood, pool: Pool, alike_least: float) -> NDArray[np.bool_]:
    """Who meets something that was said, says a word of it, or means much the same."""
    free = [c for c in understood.conditions if not c.enforced]
    if len(free) < len(understood.conditions) or not understood.text:
        # Who passes a filter meets what was asked for.
        return np.ones(len(pool.rows), dtype=np.bool_)
    wanted = [at for at, c in enumerate(free) if not c.negated] or list(range(len(free)))
    some = (pool.met[wanted] > 0).any(axis=0) if wanted else np.zeros(len(pool.rows), np.bool_)
    return some | (pool.words > 0) | (pool.meaning >= alike_least)


def degree(condition: Condition, people: Candidates, vocabulary: Vocabulary) -> NDArray[np.float64]:
    """How far `condition` holds for each of them, 0 to 1."""
    holds = people.holds(condition.where(vocabulary))
    if condition.negated:
        return holds.astype(np.float64)
    if condition.kind == "words":
        return _shares(condition, holds, people, vocabulary)
    found = np.where(holds, 1.0, 0.0)
    near = condition.where_near(vocabulary)
    if near is not None:
        found = np.maximum(found, NEAR * people.holds(near))
    if condition.now:
        found = np.where(people.holds(DOUBTED), DOUBTFUL * found, found)
    return found


def _shares(
    condition: Condition, holds: NDArray[np.bool_], people: Candidates, vocabulary: Vocabulary
) -> NDArray[np.float64]:
    counts = vocabulary.values("word")
    total = 0.0
    shares = np.zeros(len(holds))
    there = max(people.people, 2)
    for clause in condition.near:
        weight = math.log(there / (1 + counts.get(clause.words[0], 0)))
        total += weight
        shares += weight * people.holds(clause.where(vocabulary))
    if total:
        shares = 0.8 * shares / total
    return np.maximum(shares, holds.astype(np.float64))
