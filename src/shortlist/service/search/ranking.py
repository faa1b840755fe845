"""Ranking of people: by what they meet of a question, by words and by meaning, as was learned.

The weights lie in `ranking.json`. `python -m benchmarks.quality.fit` fits them on graded corpora,
checks them leaving one corpus out, and writes the file. The floor is the fusion of BM25 and meaning
over everything a record says: a question of which nothing was understood gets just that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from shortlist.contract.limits import TERM_HOLDS
from shortlist.service.index.retrieval import Ask, Candidates, Channel, Retriever, Rows, Truths
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.lexicon.text import words as words_of
from shortlist.service.search.answers import answered
from shortlist.service.search.conditions import DOUBTED, Condition, Understood, all_of
from shortlist.service.search.vocabulary import Vocabulary

Numbers = NDArray[np.float64]
WEIGHTS: Final = Path(__file__).with_name("ranking.json")
FEATURES: Final = (
    *("role", "organisation", "place", "words", "other", "negated"),
    *("denied", "all_met", "least_met", "described", "said", "meaning"),
)
"""What is weighed, never below zero:

`role` … `other`: how far conditions of the kind hold, added up; `negated`: those that deny
something. `denied`: minus how many conditions a field denies. `all_met`: every condition holds.
`least_met`: how far the one holds that holds least. `described`: a title that the question may
describe. `said`: BM25, over the best. `meaning`: the cosine."""
_GROUPS: Final = {
    "role": "role", "field": "role", "organisation": "organisation", "place": "place",
    "words": "words",
}  # fmt: skip
"""The feature of a kind of conditions; of the others, `other`."""
_NAMING: Final = frozenset(
    {"role", "field", "industry", "organisation", "place", "skill", "language"}
    | {"school", "subject", "certification"}
)
"""Kinds of conditions whose label is what records say."""
_POOL_EACH: Final = 300
"""People whom words, and meaning, bring each."""
_LIFTED: Final = 4
"""How many times as many the conditions bring."""
NEAR: Final = 0.4
"""How far a condition holds of who comes close to it."""
DOUBTFUL: Final = 0.85
"""How far it does of whose record doubts that they still are there."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The people worth ranking, and what is known of each: arrays of one length."""

    rows: Rows
    words: Numbers
    """BM25, over the best of them: 0 to 1."""
    meaning: Numbers
    """The cosine; 0 where somebody has no vector yet."""
    met: Numbers
    """One row a condition: 1 met, `NEAR` close, 0 not or unknown."""
    denied: Numbers
    """How many conditions a field denies."""
    described: NDArray[np.bool_]
    """Who has a title that the question may describe."""
    scores: Numbers

    @property
    def least_met(self) -> Numbers:
        """How far the condition holds that holds least; 0 without conditions."""
        return self.met.min(axis=0) if len(self.met) else np.zeros(len(self.rows))

    def at(self, these: Any) -> Pool:
        """Of them, `these`: a slice, places in order, or whether each."""
        return Pool(
            self.rows[these],
            self.words[these],
            self.meaning[these],
            self.met[:, these],
            self.denied[these],
            self.described[these],
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
    perhaps = understood.perhaps and understood.perhaps.where(vocabulary)
    people = index.candidates(enforced, [*lifts, *([perhaps] if perhaps else [])], asks, size)
    allowed = people.holds(enforced)
    everybody = np.arange(len(allowed), dtype=np.int32)
    nothing = np.zeros(len(allowed))
    met, denied = np.zeros((len(free), len(allowed))), nothing.copy()
    for at, condition in enumerate(free):
        met[at] = degree(condition, people, vocabulary)
        denied += people.holds(answered(condition, vocabulary).denied)
    described = people.holds(perhaps) if perhaps else nothing.astype(np.bool_)
    pool = Pool(everybody, nothing, nothing, met, denied, described, nothing)
    found = [_lifted(free, pool, allowed, size if understood.text else len(allowed))]
    found += [
        rows
        for rows, _ in index.ranked(
            people, [replace(ask, limit=size, where=enforced) for ask in asks]
        )
    ]
    rows = np.unique(np.concatenate(found)).astype(np.int32)
    words, meaning = _scores(index, people, asks, rows)
    pool = replace(pool.at(rows), words=words, meaning=meaning)
    pool = replace(pool, scores=features(free, pool) @ _fitted())
    return people, pool.at(np.argsort(-pool.scores, kind="stable"))


def features(free: Sequence[Condition], pool: Pool) -> Numbers:
    """One row for each of `pool`, one column for each of `FEATURES`; `free`: the conditions that it
    was met of."""
    columns: dict[str, Numbers] = dict.fromkeys(FEATURES, np.zeros(len(pool.rows)))
    for condition, met in zip(free, pool.met, strict=True):
        name = "negated" if condition.negated else _GROUPS.get(condition.kind, "other")
        columns[name] = columns[name] + met
    least = pool.least_met
    columns |= {"least_met": least, "all_met": np.where(least >= TERM_HOLDS, 1.0, 0.0)}
    columns |= {"denied": -pool.denied, "described": pool.described.astype(np.float64)}
    columns |= {"said": pool.words, "meaning": pool.meaning}
    return np.column_stack([columns[name] for name in FEATURES])


@cache
def _fitted() -> Numbers:
    kept = orjson.loads(WEIGHTS.read_bytes())
    return np.array([kept[name] for name in FEATURES])


def _lifted(free: Sequence[Condition], everybody: Pool, allowed: Truths, size: int) -> Rows:
    """The people whom the conditions lift most; of a question of which nobody meets anything,
    whoever is allowed."""
    some = (everybody.met > 0).any(axis=0) | everybody.described
    among = np.flatnonzero(allowed & some) if some.any() else np.flatnonzero(allowed)
    most = min(len(among), _LIFTED * size)
    if most < len(among):
        lift = features(free, everybody.at(among)) @ _fitted()
        among = among[np.argpartition(-lift, most - 1)[:most]]
    return np.sort(among).astype(np.int32)


def _asks(index: Retriever, understood: Understood) -> list[Ask]:
    """Words and meaning of the question and of what it was understood as; none without words."""
    if not understood.text:
        return []
    text = in_full(understood)
    titles = [understood.perhaps.label] if understood.perhaps else []
    said = " ".join((text, *titles))
    telling = " ".join(word for word in words_of(said) if word not in STOPWORDS)
    return [
        Ask(Channel.WORDS, 0, text=telling or said),
        Ask(Channel.MEANING, 0, vector=index.embed([text])[0]),
    ]


def in_full(understood: Understood) -> str:
    """The question with what it was understood as, in words that it has not: `chercheurs UX à
    Paris` asks for user experience researchers, and records say so."""
    said = set(stems(understood.text))
    named = (
        each.label.split(",")[0]
        for each in understood.conditions
        if each.kind in _NAMING and not (each.negated or each.enforced)
    )
    words = dict.fromkeys(word for label in named for word in words_of(label) if word != "or")
    return " ".join(
        (understood.text, *(word for word in words if not said.issuperset(stems(word))))
    )


def _scores(
    index: Retriever, people: Candidates, asks: Sequence[Ask], rows: Rows
) -> tuple[Numbers, Numbers]:
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


def degree(condition: Condition, people: Candidates, vocabulary: Vocabulary) -> Numbers:
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
) -> Numbers:
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
