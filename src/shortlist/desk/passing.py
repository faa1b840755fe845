"""How many of those whom a search found pass what a Set of the same question would check: free,
and before anything is spent. Pure.

It is what fields of their records say now. A Set checks more people, and on the text what no field
decides; of that nothing is said here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Passing", "passing", "passing_of"]


@dataclass(frozen=True, slots=True)
class Passing:
    """Who of those that were found passes which criterion."""

    of: int = 0
    """Of so many that is known."""
    who: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """By the criterion, folded, the places of those who pass."""

    def each(self, criterion: str) -> int | None:
        """How many pass one; `None` where that is not known."""
        held = self.who.get(_folded(criterion)) if self.of else None
        return None if held is None else len(held)

    def all(self, criteria: Sequence[str]) -> int | None:
        """How many pass each of `criteria`; `None` where of one that is not known."""
        held = [self.who.get(_folded(each)) for each in criteria]
        known = [each for each in held if each is not None]
        if not self.of or not known or len(known) < len(held):
            return None
        return len(frozenset.intersection(*known))


def passing(
    criteria: Sequence[str], decided: Sequence[int] | None, met: Sequence[Sequence[int] | None]
) -> Passing:
    """From a plan's criteria, the places of those that fields decide, and of each person the
    places of those that they meet (`None`: not looked at)."""
    looked_at = [places for places in met if places is not None]
    who = {
        _folded(criteria[place]): frozenset(n for n, each in enumerate(looked_at) if place in each)
        for place in decided or ()
        if 0 <= place < len(criteria)
    }
    return Passing(len(looked_at), who)


def passing_of(answer: Any) -> Passing:
    """Of an answer as it is kept, in JSON."""
    data = answer.get("data") if isinstance(answer, dict) else None
    plan: Any = data
    for name in ("request", "plan"):
        plan = plan.get(name) if isinstance(plan, dict) else None
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(plan, dict) or not isinstance(results, list):
        return Passing()
    criteria = [str(each) for each in _list(plan.get("criteria"))]
    met = [each.get("criteria_met") for each in results if isinstance(each, dict)]
    known = [each if isinstance(each, list) else None for each in met]
    return passing(criteria, [n for n in _list(plan.get("decided")) if type(n) is int], known)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _folded(criterion: str) -> str:
    return " ".join(criterion.casefold().split())
