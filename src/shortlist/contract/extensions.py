"""What a service may have beside the interface: values of filters with their counts
(`GET /v1/facets`), and the counts of people who meet criteria before a Set is made
(`GET /v1/sets/count`).

A service that has them says so where an account is read (`meta.offers`). Of nobody else are counts
asked; nor are values, unless a person asks for them.
"""

from __future__ import annotations

from pydantic import Field

from shortlist.contract.base import Wire
from shortlist.contract.envelope import Meta
from shortlist.contract.search import Counted


class FacetValue(Wire):
    """One value that a filter, or the query, can take."""

    value: str
    """As records spell it: given as the filter it finds `people`."""
    people: int | None = None
    """How many have it, of those who meet the other filters; null where nobody counted."""
    also: list[str] = Field(default_factory=list)
    """Other words for it, of a closed list."""


class Facet(Wire):
    """The values of one facet that begin as was typed, the likeliest first."""

    name: str
    """One of `limits.FACETS`."""
    begins: str = ""
    values: list[FacetValue] = Field(default_factory=list)
    closed: bool = False
    """`values` are all that there are, whatever was typed: nothing else finds anybody."""
    more: bool = False
    """Further values begin so."""
    people: int | None = None
    """How many people meet the other filters."""


class FacetResponse(Wire):
    data: Facet
    meta: Meta = Field(default_factory=Meta)


class CountedCriteria(Wire):
    """Whom a Set of these criteria would admit, of the whole index."""

    together: Counted | None = None
    """Who meets all of them; null where no field decides anything of them."""
    each: list[Counted | None] = Field(default_factory=list)
    """Who meets each by itself, in the order in which they were given."""


class CountResponse(Wire):
    data: CountedCriteria
    meta: Meta = Field(default_factory=Meta)
