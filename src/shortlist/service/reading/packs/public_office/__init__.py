"""Public life: offices and their holders, committees, seats, parties, appointments, subjects.

Consulted only where the people of an index have such facets: a public role needs a public
organisation, and a question of it needs people who hold one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import (
    committees,
    public_facts,
    roles,
    span_rules,
    subjects,
    times,
)
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_LINKERS = (roles.link, committees.link, public_facts.link, subjects.link)
fit = span_rules.fit
implied = span_rules.implied
narrow = span_rules.narrow
is_about = span_rules.is_about
is_held = span_rules.is_held
dated = times.dated
settle = times.settle
said_by = span_rules.said_by


def applies(gazetteer: Gazetteer) -> bool:
    """Whether anybody in the index is of public life."""
    held = gazetteer.values("role")
    most = max((held[office] for office in roles.OFFICES if office in held), default=0)
    return most > 0 and most * _FEWEST >= sum(gazetteer.values("title").values())


_FEWEST: Final = 200
"""Of so many people one holds an office, at the least: a title or two that seem one are no field
of the index."""


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What pieces of `words` may mean in public life."""
    for linker in _LINKERS:
        yield from linker(words, gazetteer)
