"""`Condition.check` for many people at once, by the facets of the index instead of their records.

The rules are those of `conditions`; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shortlist.service.index.retrieval import All, AnyOf, Exists, Group, Some, Truths
from shortlist.service.search.conditions import (
    DOUBTED,
    INCOMPLETE,
    LEFT,
    LISTED,
    SAID_BY,
    Condition,
    Understood,
)
from shortlist.service.search.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How one condition goes for each of a group; what is neither of the first two is not so."""

    satisfied: Truths
    unclear: Truths
    near: Truths
    """Comes close, whatever the verdict."""

    def where(self, these: Truths) -> Verdicts:
        """Those on `these` of the group."""
        return Verdicts(self.satisfied[these], self.unclear[these], self.near[these])


def meets_something(understood: Understood, answers: Sequence[Verdicts]) -> Truths | bool:
    """Who meets something that was said, or comes close to it; where people are asked for by what
    they are not alone, who is not that. `answers`: the verdicts, one a condition."""
    said = [
        (condition.negated, answer)
        for condition, answer in zip(understood.conditions, answers, strict=True)
        if not condition.implied
    ]
    wanted = [answer for negated, answer in said if not negated] or [a for _, a in said]
    return np.logical_or.reduce([a.satisfied | a.near for a in wanted]) if wanted else False


def verdicts(condition: Condition, group: Group, vocabulary: Vocabulary) -> Verdicts:
    """The verdicts on `group`, in its order."""
    met = group.holds(Some(tuple(clause.where(vocabulary) for clause in condition.clauses)))
    against = _against(condition, group, ~met)
    if condition.lets_unknown:
        met = met | ~group.holds(Exists("status"))
    if condition.negated:
        return Verdicts(~met & against, ~met & ~against, np.zeros_like(met))
    if condition.now:
        left, doubted = group.holds(LEFT), group.holds(DOUBTED)
        against = against & ~met | left
        met = met & ~left & ~doubted
    near = np.zeros_like(met)
    if condition.near:
        near = group.holds(Some(tuple(clause.where(vocabulary) for clause in condition.near)))
    return Verdicts(met, ~met & ~against, near)


def _against(condition: Condition, group: Group, unmet: Truths) -> Truths:
    """Whether the record says anything that speaks against it; right where it is `unmet`."""
    key = LISTED.get(condition.clauses[0].key, condition.clauses[0].key)
    if key == "has":
        return group.holds(All(()))  # everyone who is there
    if key in INCOMPLETE:
        return np.zeros(len(group), dtype=np.bool_)
    known = group.holds(Some(tuple(Exists(k) for k in (key, SAID_BY.get(key)) if k)))
    if key in ("place", "home"):
        asked = [v for clause in condition.clauses if clause.key == key for v in clause.values]
        around = tuple(dict.fromkeys(path for value in asked for path in _around(value)))
        wide = np.flatnonzero(unmet & group.holds(AnyOf(key, around)))
        for at, paths in zip(wide.tolist(), group.values(key, wide.tolist()), strict=True):
            deepest = max(paths, key=lambda path: path.count("/"))
            if any(value.startswith(f"{deepest}/") for value in asked):
                known[at] = False
    if key == "role":
        asked = [v for clause in condition.clauses if clause.key == key for v in clause.values]
        known &= ~group.holds(AnyOf("perhaps_role", tuple(asked)))
    if key == "status":
        known &= ~group.holds(AnyOf("status", ("unverified",)))
    return known


def _around(path: str) -> Sequence[str]:
    """The places that `path` lies in."""
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]
