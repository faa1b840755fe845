"""Public life: offices and their holders, committees, seats, parties, appointments, subjects.

Consulted only where the people of an index have such facets: a public role needs a public
organisation, and a question of it needs people who hold one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.lattice import choose
from shortlist.service.reading.linkers import retirement
from shortlist.service.reading.packs.port import Packed
from shortlist.service.reading.packs.public_office import (
    committees,
    public_facts,
    roles,
    span_rules,
    subjects,
    times,
)
from shortlist.service.reading.parts import Number
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_LINKERS = (roles.link, committees.link, public_facts.link, subjects.link)
settle = times.settle


def applies(gazetteer: Gazetteer) -> bool:
    """Whether anybody in the index is of public life."""
    held = gazetteer.values("role")
    most = max((held[office] for office in roles.OFFICES if office in held), default=0)
    return most > 0 and most * _FEWEST >= sum(gazetteer.values("title").values())


_FEWEST: Final = 200
"""Of so many people one holds an office, at the least: a title or two that seem one are no field
of the index."""


def read(
    words: Sequence[Token],
    spans: Sequence[Span],
    bounds: tuple[Number, ...],
    taken: Collection[int],
    gazetteer: Gazetteer,
) -> Packed:
    """`words` read with what they may mean in public life beside `spans`, what they may mean
    anywhere; nothing where words of `bounds` are `taken`."""
    own = (each for each in _link(words, gazetteer) if each.is_beside(taken))
    every = [*spans, *own]
    every = span_rules.narrow(every, choose(every, len(words)), words, gazetteer)
    chosen = span_rules.fit(choose(every, len(words)), words, gazetteer)
    packed = Packed(
        tuple(chosen),
        bounds,
        tuple(span_rules.implied(chosen)),
        frozenset(span_rules.said_by(words, chosen)),
    )
    if not span_rules.is_about(chosen):
        return packed
    # Of offices it is known who holds them no more.
    chosen = [span for span in chosen if span.kind != retirement.KIND]
    return packed._replace(
        chosen=tuple(chosen),
        bounds=times.dated(bounds, words),
        about=True,
        held=span_rules.is_held(chosen),
    )


def _link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    for linker in _LINKERS:
        yield from linker(words, gazetteer)
