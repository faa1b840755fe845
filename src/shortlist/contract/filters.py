"""The filters of a search (interface, section 4.1) and their names in commands and queries."""

from __future__ import annotations

from typing import Final, NamedTuple


class Filter(NamedTuple):
    """One key of `filters`."""

    whose: str
    """Whom it finds, after `people`."""
    example: str
    """A value of it, as it is typed."""
    said: str
    """How a question says a value, for which `{}` stands."""
    leads: bool = False
    """A question begins with it."""


FILTERS: Final = {
    "title": Filter("with this title", '"VP Engineering"', "{}", leads=True),
    "seniority": Filter("of this seniority", "director", "{}", leads=True),
    "company": Filter("at this company", "Siemens", "at {}"),
    "industry": Filter("in this industry", "fintech", "in {}"),
    "location": Filter("in this place", "Berlin", "in {}"),
}
"""By their names, in the order in which they are shown."""
