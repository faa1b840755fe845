"""Counting the people who meet criteria before a Set is made: `GET /v1/sets/count`.

The interface has no such endpoint. A service that has it says so where an account is read
(`meta.offers`), and of nobody else is it asked.
"""

from __future__ import annotations

from pydantic import Field

from shortlist.contract.base import Wire
from shortlist.contract.envelope import Meta
from shortlist.contract.search import Counted


class CountedCriteria(Wire):
    """Whom a Set of these criteria would admit, of the whole index."""

    together: Counted | None = None
    """Who meets all of them; null where no field decides anything of them."""
    each: list[Counted | None] = Field(default_factory=list)
    """Who meets each by itself, in the order in which they were given."""


class CountResponse(Wire):
    data: CountedCriteria
    meta: Meta = Field(default_factory=Meta)
