"""Values of filters with their counts: `GET /v1/facets`.

The interface has no such endpoint. A service that has it says so where an account is read
(`meta.offers`), and of nobody else is it asked unless a person asks for it.
"""

from __future__ import annotations

from pydantic import Field

from shortlist.contract.base import Wire
from shortlist.contract.envelope import Meta


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
