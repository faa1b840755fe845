"""Who a record lets hold a public office: roles of government need a public organisation in it.

A `Sales Representative` is no legislator, and a `Senator` of a reunion committee none either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import fold
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.tables import pattern_of, words_for
from shortlist.service.reading.record_parts import text_of
from shortlist.service.reading.titles import written_out

_SAYS: Final = {
    kind: re.compile(pattern_of(kind))
    for kind in ("industry", "public", "local", "perhaps_public", "domain", "says_itself")
}
"""What an industry is called where people hold public office, a public organisation whatever else
is known of it, one of a town or county, one where nothing else is known, and its domain; and titles
that name the organisation themselves."""
_FACTS: Final = words_for("fact_of_office")
"""Facts that only records of public office have."""
SUCCESSORS: Final = words_for("fact_of_a_successor")
"""Facts that tell who has the post of a record now."""
_OF_A_STATE: Final = words_for("family_of_a_state")
"""Families of offices that no town or county has."""


class Publicness(Enum):
    """Whether an organisation of a record is a public one."""

    PUBLIC = "public"
    LOCAL = "local"
    UNKNOWN = "unknown"
    PRIVATE = "private"


class HeldRoles(NamedTuple):
    """The roles of a title, and those that it may mean where nothing says what it is of."""

    roles: tuple[str, ...]
    perhaps: tuple[str, ...]


def standing(company: str, industries: str, domain: str, facts: Mapping[str, Any]) -> Publicness:
    """What kind of organisation somebody is at, by its name, industry and domain and by `facts`."""
    name, industry = fold(company).replace(".", ""), fold(industries)
    told = any(facts.get(each) for each in _FACTS)
    if _SAYS["local"].search(name) and not told:
        return Publicness.LOCAL
    perhaps = not industry and _SAYS["perhaps_public"].search(name)
    said = (("industry", industry), ("public", name), ("domain", domain.lower()))
    if told or perhaps or any(_SAYS[kind].search(text) for kind, text in said):
        return Publicness.PUBLIC
    return Publicness.PRIVATE if industry else Publicness.UNKNOWN


def of(record: Record, details: Mapping[str, Any]) -> Publicness:
    """That of the organisation of `record`, whose `facts` are `details`."""
    company, industry, sub_industry, domain = (
        text_of(record.get(name))
        for name in ("company", "industry", "sub_industry", "company_domain")
    )
    return standing(company, f"{industry} {sub_industry}".strip(), domain, details)


def held(title: str, at: Publicness) -> HeldRoles:
    """The roles that `title` says of somebody at such an organisation."""
    said = roles.roles_of(title)
    if at is Publicness.LOCAL:  # a county's auditor is none of a state
        said = tuple(r for r in said if _OF_A_STATE.isdisjoint((r, *roles.wider([r]))))
    itself = at is Publicness.UNKNOWN and _SAYS["says_itself"].search(written_out(title))
    if itself or at in (Publicness.LOCAL, Publicness.PUBLIC):
        return HeldRoles(said, ())
    others = tuple(role for role in said if role not in roles.OFFICES)
    offices = tuple(role for role in said if role in roles.OFFICES)
    return HeldRoles(others, offices if at is Publicness.UNKNOWN else ())
