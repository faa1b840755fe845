"""When a question is one about public office, which the readers of office understand.

They are a pack: asked only where people of the index hold what they read.
"""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.search.conditions import Clause, Understood
from shortlist.service.search.vocabulary import Vocabulary

_FACETS: Final = frozenset(
    {"committee", "chairs", "vice_chairs", "ranks", "chamber", "party", "district", "county"}
    | {"appointed_by", "appointing_party", "appointment", "senior_since", "award", "project"}
    | {"occupation", "department"}
)
"""Facets that only records of public life have."""
_ROLES: Final = roles.PUBLIC | {
    wider for role in roles.ROLES.values() if role.id in roles.PUBLIC for wider in role.wider
}


def is_of_office(understood: Understood, vocabulary: Vocabulary) -> bool:
    """Whether what was read is of public office, and people of the index hold such offices."""
    return _has_office(vocabulary) and any(
        _is_public(clause)
        for condition in understood.conditions
        if not condition.implied and not condition.enforced
        for clause in condition.clauses
    )


def _has_office(vocabulary: Vocabulary) -> bool:
    """Whether anybody in the index holds a public office."""
    if any(vocabulary.values(key) for key in ("committee", "party", "chamber")):
        return True
    return not roles.OFFICES.isdisjoint(vocabulary.values("role"))


def _is_public(clause: Clause) -> bool:
    if clause.key in _FACETS:
        return True
    if clause.key in ("role", "past_role"):
        return not _ROLES.isdisjoint(clause.values)
    return any(map(_is_public, clause.also))
