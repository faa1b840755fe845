"""How many people meet criteria, counted by the fields of everybody's records at once.

Each condition is answered for everybody as `Condition.check` answers it, strictly, for one record:
who meets it, and whom a field denies it. Of whoever is left the record does not say. Nobody's
record is read, so that words which must stand side by side in one decide nothing here. Somebody of
several records counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from shortlist.contract.search import Counted
from shortlist.service.index.retrieval import AnyOf, Everyone, Exists, Some, Truths, Where
from shortlist.service.search.conditions import (
    DOUBTED,
    INCOMPLETE,
    LEFT,
    LISTED,
    PERHAPS,
    SAID_BY,
    Clause,
    Condition,
)
from shortlist.service.search.port import FrozenCriterion

if TYPE_CHECKING:
    from shortlist.service.search.finder import Index
    from shortlist.service.search.vocabulary import Vocabulary

Holds: TypeAlias = Callable[[Where], Truths]
_PLACES = ("place", "home")


def count(
    index: Index, vocabulary: Vocabulary, criteria: Sequence[FrozenCriterion]
) -> Counted | None:
    """How many meet all `criteria`; None where no field decides anything of them, and where they
    are about one person by name, who is looked up and not counted."""
    specs = [criterion.spec or {} for criterion in criteria]
    conditions = [Condition.of(each, "") for spec in specs for each in spec.get("all", ())]
    if not conditions or any("name" in spec for spec in specs):
        return None
    everyone = index.everyone
    answers = [_answered(each, everyone.holds, vocabulary) for each in conditions]
    possible = everyone.holds(None) & ~np.logical_or.reduce([each.denied for each in answers])
    met = possible & np.logical_and.reduce([each.met for each in answers])
    perhaps = possible & ~met
    # Whom nothing but the order of their words keeps from meeting it.
    unread = perhaps & np.logical_and.reduce([each.met | each.unread for each in answers])
    worded = any(not spec or "said" in spec for spec in specs) or bool(unread.any())
    who = _once(index, everyone, met)
    others = _once(index, everyone, perhaps) - who
    if worded:
        # Where no field denies it to anybody, there is nothing to say.
        bounded = np.count_nonzero(possible) < np.count_nonzero(everyone.holds(None))
        return Counted(met=None, open=len(who | others)) if bounded else None
    return Counted(met=len(who), open=len(others))


@dataclass(frozen=True, slots=True)
class _Answered:
    """One condition, of everybody; of who is in none of these the record does not say."""

    met: Truths
    denied: Truths
    unread: Truths
    """They have all the words: whether these stand side by side was not looked at."""


def _answered(condition: Condition, holds: Holds, vocabulary: Vocabulary) -> _Answered:
    found = _any(condition.clauses, holds, vocabulary)
    loose = tuple(clause for clause in condition.clauses if len(clause.words) > 1)
    firm = tuple(clause for clause in condition.clauses if clause not in loose)
    whole = _any(firm, holds, vocabulary) if loose else found
    against = _against(condition, holds, vocabulary) & ~found
    nobody = np.zeros_like(found)
    unread = found & ~whole
    if condition.now and not condition.lasting:
        doubted = holds(DOUBTED)
        whole, unread = whole & ~doubted, unread & ~doubted
    if condition.guessed:
        whole, unread = nobody, nobody
    met, denied = (against, whole) if condition.negated else (whole, against)
    if condition.now:
        left = holds(LEFT)
        met, denied, unread = met & ~left, denied | left, unread & ~left
    return _Answered(met, denied, unread)


def _any(clauses: Sequence[Clause], holds: Holds, vocabulary: Vocabulary) -> Truths:
    return holds(Some(tuple(clause.where(vocabulary) for clause in clauses)))


def _against(condition: Condition, holds: Holds, vocabulary: Vocabulary) -> Truths:
    """Whose record speaks against it, where it does not hold (`Condition._against`)."""
    key = condition.clauses[0].key
    key = LISTED.get(key, key)
    if key == "has":
        return holds(Some((Exists("has"), Exists("dataset"), Exists("title"))))
    known = holds(Exists(key))
    if key in SAID_BY:
        known = known | holds(Exists(SAID_BY[key]))
    if any(clause.key in INCOMPLETE for clause in condition.clauses):
        return np.zeros_like(known)
    if key in _PLACES:
        asked = [v for c in condition.clauses for v in c.values if c.key == key]
        return known & ~_within_reach(key, [str(value) for value in asked], holds, vocabulary)
    if key == "status":
        known = known & ~holds(DOUBTED)
    for held, perhaps in PERHAPS.items():
        if values := tuple(v for c in condition.clauses for v in c.values if c.key == held):
            known = known & ~holds(AnyOf(perhaps, values))
    return known


def _within_reach(key: str, asked: Sequence[str], holds: Holds, vocabulary: Vocabulary) -> Truths:
    """Of whom the narrowest place that is known has one of those `asked` in it: they may be
    there."""
    wider = {
        value.rsplit("/", parts)[0] for value in asked for parts in range(1, value.count("/") + 1)
    }
    reach = np.zeros_like(holds(Exists(key)))
    by_depth: dict[int, list[str]] = {}
    for value in wider:
        by_depth.setdefault(value.count("/"), []).append(value)
    for depth, values in by_depth.items():
        narrower = tuple(v for v in vocabulary.values(key) if v.count("/") > depth)
        reach |= holds(AnyOf(key, tuple(values))) & ~holds(AnyOf(key, narrower))
    return reach


def _once(index: Index, everyone: Everyone, who: Truths) -> set[str]:
    """The people of these rows, each by the first of their records."""
    ids = everyone.ids(np.flatnonzero(who).astype(np.int32))
    return {
        min(person_id, *same) if (same := index.same_as(person_id)) else person_id
        for person_id in ids
    }
