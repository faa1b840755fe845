"""Ranking and confidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from shortlist.service.index.card import Card
from shortlist.service.index.port import Record
from shortlist.service.index.retrieval import Rows, Scores, Truths
from shortlist.service.lexicon.text import STOPWORDS, words
from shortlist.service.search.conditions import (
    SATISFIED,
    UNCLEAR,
    UNSATISFIED,
    Condition,
    Understood,
    facts_of,
)
from shortlist.service.search.names import SURE, NameMatch
from shortlist.service.search.port import Hit
from shortlist.service.search.verdicts import Verdicts

FUSION = (0.7, 0.3)
"""The weights of words and of meaning."""
HOLDERS_MOST: Final = 10
"""People who hold one post, up to whom it is asked who was seen in it last."""
_CLOSE: Final = 0.5
"""What part of a condition's weight who comes close, or may meet it, earns."""
_CLOSE_ROLE: Final = 0.1
"""The same of a role: a chief financial officer elsewhere is nearer than an accountant here."""
_BETWEEN: Final = 0.1
"""What words and meaning count for among people who miss something, who must not overtake those
who meet everything."""
_RRF: Final = 20
_SCALE: Final = 0.1
MET: Final = {"facts": 0.97, "words": 0.93, "thesaurus": 0.92, "likeness": 0.85}
"""The share of exact answers among people who meet everything, by how the query was read."""
LEFT_OUT: Final = {"facts": 0.2, "words": 0.6, "thesaurus": 0.6, "likeness": 0.4}
"""The same where words that say something were not understood."""
PERHAPS: Final = 0.04
"""The same among people of whom the record does not say."""
DOUBTED: Final = 0.45
"""The same among people who meet all that was said, and whose record doubts that they still do."""
MISSED: Final = {"facts": 0.02, "words": 0.06, "thesaurus": 0.14, "likeness": 0.25}
"""The same among people who miss something."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """People who were retrieved, best first: their rows, scores and, of that, the share of words
    and meaning, from 0 to 0.1."""

    rows: Rows
    scores: Scores
    fused: Scores

    def where(self, these: Truths) -> Retrieved:
        """Of them, `these`."""
        return Retrieved(self.rows[these], self.scores[these], self.fused[these])


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
    found: Retrieved,
    cards: Sequence[Card | None],
    answers: Sequence[Verdicts],
    *,
    thorough: bool,
) -> list[Hit]:
    """The people found, in order, each with their confidence; `cards` and, one a condition,
    `answers`: of the same people. Who has no card is left out."""
    scores = found.scores
    sure = confidences(understood, scores, answers)
    total = sum(condition.weight for condition in understood.conditions)
    final = scores
    if thorough and total:
        earned = np.zeros(len(scores))
        for condition, answer in zip(understood.conditions, answers, strict=True):
            close = _CLOSE_ROLE if condition.kind == "role" else _CLOSE
            part = np.maximum(answer.near * close, answer.unclear * _CLOSE)
            earned += np.where(answer.satisfied, 1.0, part) * condition.weight
        whole = earned >= total - 1e-9
        final = earned / total + found.fused * np.where(whole, 1.0, _BETWEEN)
    if understood.known:
        called = [
            card is not None and not understood.known.isdisjoint(card.name_words) for card in cards
        ]
        final = np.where(called, np.maximum(final - _SCALE, 0.0), final)
    told = zip(cards, final.tolist(), sure, strict=True)
    ranked = [Hit(card.person_id, score, likely, card) for card, score, likely in told if card]
    ranked.sort(key=attrgetter("person_id"))
    ranked.sort(key=attrgetter("score"), reverse=True)  # who scores alike stays in that order
    return ranked


def holding(understood: Understood, hits: Sequence[Hit]) -> list[str]:
    """Of a query for one post at one organisation, the few who hold it, where they are several."""
    kinds = {condition.kind for condition in understood.conditions}
    if understood.kind != "role" or "organisation" not in kinds:
        return []
    held = [hit.person_id for hit in hits if hit.score >= 1.0]
    return held if 1 < len(held) <= HOLDERS_MOST else []


def latest_first(hits: Sequence[Hit], records: Mapping[str, Record]) -> list[Hit]:
    """`hits`, of whom those of `records` hold one post: who was last seen in it more than a year
    before another most likely had it before, and nobody wrote that they left."""
    seen = {person_id: str(record.get("as_of") or "") for person_id, record in records.items()}
    newest = max(seen.values(), default="")
    if not newest[:4].isdigit():
        return list(hits)
    year_before = f"{int(newest[:4]) - 1:04}{newest[4:]}"

    def overtaken(hit: Hit) -> bool:
        return "" < seen.get(hit.person_id, "") < year_before

    found = [hit._replace(score=1.0) if overtaken(hit) else hit for hit in hits]
    return sorted(found, key=lambda hit: -hit.score)


def confidences(understood: Understood, scores: Scores, answers: Sequence[Verdicts]) -> list[float]:
    """How likely each person is what was asked for; `scores` are those of retrieval, `answers` the
    verdicts on them, one a condition."""
    if not answers:
        return [confidence(understood, set(), score) for score in scores.tolist()]
    missed = np.zeros(len(scores), dtype=np.bool_)
    met = np.ones(len(scores), dtype=np.bool_)
    said = met.copy()
    for condition, answer in zip(understood.conditions, answers, strict=True):
        met &= answer.satisfied
        missed |= ~answer.satisfied & ~answer.unclear
        said &= answer.satisfied | condition.lets_unknown
    each = ({SATISFIED}, {UNCLEAR}, {UNSATISFIED})
    yes, perhaps, no = (confidence(understood, verdicts, 0.0) for verdicts in each)
    doubted = np.where(said, min(yes, DOUBTED), perhaps)
    told: list[float] = np.where(met, yes, np.where(missed, no, doubted)).tolist()
    return told


def confidence(understood: Understood, verdicts: set[str], score: float) -> float:
    """How likely a person is what was asked for.

    Measured on graded queries by how the people match, not by query; `benchmarks/quality` measures
    it again.
    """
    if not verdicts:
        return round(min(0.5, 5.0 * score), 3)
    how = _how(understood.conditions)
    if UNSATISFIED in verdicts:
        return MISSED[how]
    if verdicts != {SATISFIED}:
        return PERHAPS
    unread = understood.remainder.split()
    if unread and all(c.implied or c.kind in ("place", "status") for c in understood.conditions):
        return 0.4  # whom they look for was not understood
    if sum(1 for word in unread if word[:1].isupper()) > 1:
        return 0.2  # most likely a name that nobody here has
    return LEFT_OUT[how] if unread else MET[how]


def _how(conditions: Sequence[Condition]) -> str:
    """By what a query was read, the least sure of it: by likeness of meaning, by other words than
    the records', by their own, or without a subject."""
    if any(condition.guessed for condition in conditions):
        return "likeness"
    if any(condition.translated for condition in conditions):
        return "thesaurus"
    return "words" if any(condition.kind == "topic" for condition in conditions) else "facts"


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
