"""Counts of the people a search found who would pass the criteria of a Set: free, and before
anything is spent. Pure.

It is what fields of their records say now. A Set checks more people, and on the text what no field
decides; of that nothing is said here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import TERM_HOLDS

if TYPE_CHECKING:
    from shortlist.contract.search import Counted


@dataclass(frozen=True, slots=True)
class PassCounts:
    """Who of those that were found passes which criterion."""

    of: int = 0
    """Of so many that is known."""
    who: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """By the criterion, folded, the places of those who pass."""
    demanded: frozenset[str] = frozenset()
    """The criteria that the search made of its query and filters, folded."""
    counted: Counted | None = None
    """How many people of the whole index meet all of these; `None` where nobody counted."""

    def whole(self, criteria: Sequence[str]) -> Counted | None:
        """How many people of the whole index meet `criteria`, where these are the search's."""
        same = frozenset(map(_folded, criteria)) == self.demanded
        return self.counted if same else None

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


def count_passes(
    criteria: Sequence[str],
    places: Sequence[int | None],
    met: Sequence[Sequence[float] | None],
    counted: Counted | None = None,
) -> PassCounts:
    """From a plan's criteria, the place there of the one that each of its terms makes, of each
    person how far each term holds of them (`None`: not looked at), and what the plan counts."""
    looked_at = [shares for shares in met if shares is not None]
    who = {
        _folded(criteria[place]): frozenset(
            n for n, shares in enumerate(looked_at) if at < len(shares) and shares[at] >= TERM_HOLDS
        )
        for at, place in enumerate(places)
        if place is not None and 0 <= place < len(criteria)
    }
    return PassCounts(len(looked_at), who, frozenset(map(_folded, criteria)), counted)


def read_pass_counts(answer: Any) -> PassCounts:
    """Of an answer as it is kept, in JSON."""
    data = answer.get("data") if isinstance(answer, dict) else None
    plan: Any = data
    for name in ("request", "plan"):
        plan = plan.get(name) if isinstance(plan, dict) else None
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(plan, dict) or not isinstance(results, list):
        return PassCounts()
    criteria = [str(each) for each in _list(plan.get("criteria"))]
    terms = [each if isinstance(each, dict) else {} for each in _list(plan.get("terms"))]
    places = [n if type(n := each.get("criterion")) is int else None for each in terms]
    met = [_shares(each.get("met")) for each in results if isinstance(each, dict)]
    return count_passes(criteria, places, met, _counted(plan.get("counted")))


def _counted(told: Any) -> Counted | None:
    from shortlist.contract.search import Counted

    return Counted.model_validate(told) if isinstance(told, dict) else None


def _shares(value: Any) -> list[float] | None:
    if not isinstance(value, list) or not all(type(each) in (int, float) for each in value):
        return None
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _folded(criterion: str) -> str:
    return " ".join(criterion.casefold().split())
