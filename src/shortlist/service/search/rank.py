"""Ranking and confidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from shortlist.service.index.port import Record
from shortlist.service.index.retrieval import Scores, Truths
from shortlist.service.lexicon.text import STOPWORDS, words
from shortlist.service.search.cards import Card
from shortlist.service.search.conditions import (
    SATISFIED,
    UNCLEAR,
    UNSATISFIED,
    Understood,
    facts_of,
)
from shortlist.service.search.names import SURE, NameMatch
from shortlist.service.search.port import Hit
from shortlist.service.search.verdicts import Verdicts

FUSION = (0.7, 0.3)
"""The weights of words and of meaning; `python -m benchmarks.quality --ablate` varies them."""
_RRF: Final = 20
_SCALE: Final = 0.1


def fuse(members: Truths, orders: Sequence[NDArray[np.intp]], wanted: int) -> Scores:
    """Reciprocal ranks by words and by meaning, on a scale from 0 to 0.1, for several groups of
    people at once: shape (groups, people), 0 where somebody is not in a group or not found.

    `members`: who is in each group, of that shape; `orders`: the places of those found, best
    first, by words and by meaning; the first `wanted` of each group count.
    """
    scores = np.zeros(members.shape)
    for weight, order in zip(FUSION, orders, strict=True):
        inside = members[:, order]
        place = np.cumsum(inside, axis=1) - 1
        scores[:, order] += np.where(inside & (place < wanted), weight / (_RRF + place), 0.0)
    return scores * (_SCALE * _RRF)


def hits(
    understood: Understood,
    scores: Scores,
    cards: Sequence[Card | None],
    answers: Sequence[Verdicts],
    *,
    thorough: bool,
) -> list[Hit]:
    """The people found, in order, each with their confidence; `scores` of retrieval, best first,
    `cards` and, one a condition, `answers`: of the same people. Who has no card is left out."""
    sure = confidences(understood, scores, answers)
    total = sum(condition.weight for condition in understood.conditions)
    final = scores
    if thorough and total:
        earned = np.zeros(len(scores))
        for condition, answer in zip(understood.conditions, answers, strict=True):
            part = np.where(answer.near | answer.unclear, 0.5, 0.0)
            earned += np.where(answer.satisfied, 1.0, part) * condition.weight
        fusion = np.where(scores >= 1.0, scores % 1.0, scores)
        final = earned / total + np.minimum(fusion, _SCALE)
    told = zip(cards, final.tolist(), sure, strict=True)
    found = [Hit(card.person_id, score, likely, card) for card, score, likely in told if card]
    return sorted(found, key=lambda hit: (-hit.score, hit.person_id))


def confidences(understood: Understood, scores: Scores, answers: Sequence[Verdicts]) -> list[float]:
    """How likely each person is what was asked for; `scores` are those of retrieval, `answers` the
    verdicts on them, one a condition."""
    if not answers:
        return [confidence(understood, set(), score) for score in scores.tolist()]
    missed = np.zeros(len(scores), dtype=np.bool_)
    met = np.ones(len(scores), dtype=np.bool_)
    for answer in answers:
        met &= answer.satisfied
        missed |= ~answer.satisfied & ~answer.unclear
    said = ({SATISFIED}, {UNCLEAR}, {UNSATISFIED})
    yes, perhaps, no = (confidence(understood, verdicts, 0.0) for verdicts in said)
    told: list[float] = np.where(met, yes, np.where(missed, no, perhaps)).tolist()
    return told


def confidence(understood: Understood, verdicts: set[str], score: float) -> float:
    """How likely a person is what was asked for.

    Measured on graded queries: of people who meet all that was understood, 97 % were exact answers
    while at most two words were left unread, 93 % with three and 60 % with more; of those who miss
    something, none. `benchmarks/quality` measures it again.
    """
    unread = understood.remainder.split()
    if not verdicts:
        return round(min(0.5, 5.0 * score), 3)
    if UNSATISFIED in verdicts:
        return 0.03
    if any(condition.guessed for condition in understood.conditions):
        return 0.55 if verdicts == {SATISFIED} else 0.2
    if verdicts != {SATISFIED}:
        return 0.3
    if unread and all(c.implied or c.kind in ("place", "status") for c in understood.conditions):
        return 0.4  # whom they look for was not understood
    if sum(1 for word in unread if word[:1].isupper()) > 1:
        return 0.2  # most likely a name that nobody here has
    return (0.97, 0.97, 0.96, 0.93)[len(unread)] if len(unread) < 4 else 0.6


def named(
    understood: Understood,
    query: tuple[str, ...],
    matches: Mapping[str, NameMatch],
    records: Mapping[str, Record],
    cards: Mapping[str, Card],
) -> list[Hit]:
    """People whose names the query may mean, the best first."""
    scored: list[tuple[float, str]] = []
    for person_id, record in records.items():
        match = matches[person_id]
        score = match.score
        if len(understood.loose) > 1:
            # Of `Carol Rojas Government of Costa Rica`, Costa is nobody's name.
            score -= 0.1 * sum(1 for at in match.matched if query[at] not in understood.loose)
        facts = facts_of(record)
        for condition in understood.conditions:
            if condition.implied:
                score += 0.02 * (condition.check(facts)[0] == SATISFIED)
            elif condition.check(facts)[0] == SATISFIED:
                score += 0.08
        hints = [
            word
            for at, word in enumerate(query)
            if at not in match.matched and word not in STOPWORDS
        ]
        said = words(" ".join(str(record.get(n) or "") for n in ("title", "company", "summary")))
        for hint in hints:
            if any(fuzz.ratio(hint, word) >= 86 for word in said):
                score += 0.05
        scored.append((score, person_id))
    scored.sort(key=lambda item: (-item[0], item[1]))
    best = scored[0][0] if scored else 0.0
    return [
        Hit(person_id, round(score, 4), _sure_of_name(score, best), cards[person_id])
        for score, person_id in scored
    ]


def _sure_of_name(score: float, best: float) -> float:
    """The best match of a name is almost always meant; who comes after, hardly ever."""
    if score < SURE:
        return 0.02
    return 0.97 if best - score < 0.001 else round(max(0.02, 0.4 - 4.0 * (best - score)), 3)
