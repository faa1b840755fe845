"""Who a record lets hold a public office: roles of government need a public organisation in it.

A `Sales Representative` is no legislator, and a `Senator` of a reunion committee none either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import fold, listed
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.titles import written_out

_INDUSTRY: Final = re.compile(
    r"\b(?:government|judiciary|legislat\w+|politic\w*|military|diploma\w+|armed forces"
    r"|law enforcement|administration of justice|executive office|international affairs"
    r"|public (?:administration|safety|policy|office|sector|service)|national security)\b"
)
"""What an industry is called where people hold public office."""
_BODY: Final = re.compile(
    r"\b(?:legislature|legislative|parliament|congress|senate|judiciary|embassy|ministry"
    r"|house of (?:representatives|delegates|commons|lords)|general (?:assembly|court)"
    r"|state assembly|national assembly|government|united nations|us (?:department|house)"
    r"|supreme court|court of|(?:district|circuit|county|municipal|superior) court"
    r"|(?:city|town|county|village) council|(?:state|commonwealth|republic|kingdom) of"
    r"|office of the (?:governor|attorney general|secretary of state|mayor))\b"
    r"|^(?:the )?(?:city|town|county|village|department) of\b"
)
"""What a public organisation is called, whatever else is known of it."""
_LOCAL: Final = re.compile(
    r"\b(?:city|county|town|village|borough|parish|municipal)"
    r" (?:council|administration|government|hall|board)\b"
    r"|^(?:the )?(?:city|town|county|village|borough|municipality) of\b|\bmunicipality\b"
)
"""What public organisations of a town or county are called."""
_OF_A_STATE: Final = frozenset({"state_executive", "state_legislator", "federal_legislator"})
"""Families of offices that none of those has."""
_PERHAPS_BODY: Final = re.compile(
    r"\b(?:council|court|county|federal|commission|republic|presidency|cabinet)\b"
)
"""The same where nothing else is known."""
_DOMAIN: Final = re.compile(
    r"(?:^|\.)(?:gov|mil|gob|gouv|parliament|europa)(?:\.|$)|^state\.|\.us$"
)
_FACTS: Final = listed(
    """
    district committees chamber leadership party represents appointing_president commission_date
    appointment_type pay_plan senior_status_since first_term_start
    """
)
"""Facts that only records of public office have."""
_SAYS_ITSELF: Final = re.compile(
    r"\b(?:us|united states|state) (?:senator|representative|delegate|assembly\w*|attorney)\b"
    r"|\bmember of (?:parliament|congress)\b|\bprime minister\b|\bhead of state\b"
    r"|\bpresident of the (?:republic|united states)\b|\bminister (?:of|for)\b"
    r"|\bsecretary of state\b|\battorney general\b|\blieutenant governor\b"
    r"|\b(?:governor|mayor) of\b|\bambassador to\b|\bsupreme court\b"
)
"""Titles that name the organisation themselves."""
_ANYWHERE: Final = listed(
    """
    head_of_state vice_president_state head_of_government governor state_treasurer auditor
    central_bank cabinet_secretary state_executive
    """
)
"""Offices whose titles clubs and companies have, too: without a public organisation they are not
even perhaps meant."""


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
    if any(facts.get(each) for each in _FACTS):
        return Publicness.PUBLIC
    if _LOCAL.search(name):
        return Publicness.LOCAL
    if _INDUSTRY.search(industry) or _BODY.search(name) or _DOMAIN.search(domain.lower()):
        return Publicness.PUBLIC
    if not industry and _PERHAPS_BODY.search(name):
        return Publicness.PUBLIC
    return Publicness.PRIVATE if industry else Publicness.UNKNOWN


def of(record: Record, details: Mapping[str, Any]) -> Publicness:
    """That of the organisation of `record`, whose `facts` are `details`."""
    company, *industries, domain = (
        value if isinstance(value := record.get(name), str) else ""
        for name in ("company", "industry", "sub_industry", "company_domain")
    )
    return standing(company, " ".join(industries).strip(), domain, details)


def held(title: str, at: Publicness) -> HeldRoles:
    """The roles that `title` says of somebody at such an organisation."""
    said = roles.roles_of(title)
    if at is Publicness.PUBLIC:
        return HeldRoles(said, ())
    if at is Publicness.LOCAL:
        return HeldRoles(_without_a_state(said), ())
    offices = tuple(role for role in said if role in roles.OFFICES)
    others = tuple(role for role in said if role not in roles.OFFICES)
    if at is Publicness.PRIVATE:
        return HeldRoles(others, ())
    if _SAYS_ITSELF.search(written_out(title)):
        return HeldRoles(said, ())
    return HeldRoles(others, tuple(role for role in offices if role not in _ANYWHERE))


def _without_a_state(held: Sequence[str]) -> tuple[str, ...]:
    """A county's auditor is none of a state."""
    gone = {role for role in held if _OF_A_STATE & {role, *_wider(role)}}
    gone |= {wide for role in gone for wide in _wider(role)}
    kept = [role for role in held if role not in gone]
    return tuple(dict.fromkeys(each for role in kept for each in (role, *_wider(role))))


def _wider(role: str) -> tuple[str, ...]:
    return roles.ROLES[role].wider if role in roles.ROLES else ()
