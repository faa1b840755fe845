"""A `Where` as one of Qdrant's filters, in the words of either of its libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shortlist.service.index.points import Among, point_id
from shortlist.service.index.retrieval import All, AnyOf, Between, Exists, Ids, Not, Some, Where
from shortlist.service.index.view import token

__all__ = ["Dialect"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a library writes a filter, and the conditions in it."""

    filter: Callable[..., Any]
    """Takes `must`, `should` or `must_not`, each a list of conditions and filters."""
    ids: Callable[[Sequence[int]], Any]
    """The point has one of these numbers; none has where there are none."""
    tokens: Callable[[Sequence[str]], Any]
    """The point has one of these worded facets."""
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
        return self.filter(must=[self._condition(where)])

    def _condition(self, where: Where) -> Any:
        match where:
            case AnyOf(key, values):
                return self.tokens([token(key, value) for value in values])
            case Between(key, at_least, at_most):
                return self.between(key, at_least, at_most)
            case Exists(key):
                return self.tokens([token(key, "")])
            case Ids(person_ids):
                return self.ids([point_id(person_id) for person_id in person_ids])
            case All(parts):
                return self.filter(must=[self._condition(part) for part in parts])
            case Some(()):
                return self.ids(())  # none of nothing holds
            case Some(parts):
                return self.filter(should=[self._condition(part) for part in parts])
            case Not(part):
                return self.filter(must_not=[self._condition(part)])
