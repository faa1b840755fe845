"""A `Where` as one of Qdrant's filters, in the words of either of its libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shortlist.service.index.points import Among, point_id
from shortlist.service.index.retrieval import All, AnyOf, Between, Exists, Ids, Not, Some, Where


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a library writes a filter, and the conditions in it."""

    filter: Callable[..., Any]
    """Takes `must`, `should` or `must_not`, each a list of conditions and filters."""
    ids: Callable[[Sequence[int]], Any]
    """The point has one of these numbers; none has where there are none."""
    worded: Callable[[Sequence[AnyOf | Exists]], Any]
    """One at least of these holds, of which there is one at least, and values in each."""
    between: Callable[[str, int | None, int | None], Any]
    """The number of a facet lies within the bounds, both included."""

    def among(self, among: Among | None) -> Any | None:
        """The filter that finds those alone; `None` finds everybody."""
        if among is None:
            return None
        if among.listed is not None:
            return self.filter(must=[self.ids(among.listed)])
        return None if among.where is None else self.where(among.where)

    def where(self, where: Where) -> Any:
        """The filter that finds those `where` holds for."""
        return self.filter(must=[self.condition(part) for part in musts(where)])

    def condition(self, where: Where) -> Any:
        """As `where`, to be one of several."""
        match where:
            case AnyOf(values=()):
                return self.ids(())  # none of nothing holds
            case AnyOf() | Exists():
                return self.worded([where])
            case Between(key, at_least, at_most):
                return self.between(key, at_least, at_most)
            case Ids(person_ids):
                return self.ids([point_id(person_id) for person_id in person_ids])
            case All(parts):
                return self.filter(must=[self.condition(part) for part in parts])
            case Some(parts):
                # Where all worded facets are one text, any of them is one condition.
                worded = [part for part in parts if isinstance(part, AnyOf) and part.values]
                others = [self.condition(part) for part in parts if not isinstance(part, AnyOf)]
                conditions = [*([self.worded(worded)] if worded else []), *others]
                if not conditions:
                    return self.ids(())
                # A filter within a filter is asked of everybody, where a condition has its list.
                return conditions[0] if len(conditions) == 1 else self.filter(should=conditions)
            case Not(part):
                return self.filter(must_not=[self.condition(part)])


def musts(where: Where) -> Iterator[Where]:
    """All that must hold where `where` does, one by one."""
    if isinstance(where, All):
        for part in where.parts:
            yield from musts(part)
    else:
        yield where
