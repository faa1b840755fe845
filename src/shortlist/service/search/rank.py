"""Ranking of people of one name."""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz import fuzz

from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import STOPWORDS, words
from shortlist.service.search.conditions import (
    SATISFIED,
    Understood,
    facts_of,
)
from shortlist.service.search.names import SURE, NameMatch
from shortlist.service.search.port import Hit


def named(
    understood: Understood,
    query: tuple[str, ...],
    matches: Mapping[str, NameMatch],
    records: Mapping[str, Record],
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
        Hit(records[person_id], round(score, 4), _sure_of_name(score, best))
        for score, person_id in scored
    ]


def _sure_of_name(score: float, best: float) -> float:
    """The best match of a name is almost always meant; who comes after, hardly ever."""
    if score < SURE:
        return 0.02
    return 0.97 if best - score < 0.001 else round(max(0.02, 0.4 - 4.0 * (best - score)), 3)
