"""The clauses that a part of a question becomes: facets of a record and their values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.index.facet_schema import SCHEMA
from shortlist.service.lexicon.text import stems
from shortlist.service.reading.linkers.organisations import is_product
from shortlist.service.reading.parts import Part
from shortlist.service.reading.spelling import is_common
from shortlist.service.reading.vocabulary import tables
from shortlist.service.search.conditions import Clause

PAST: Final = {
    facet: f"past_{facet}"
    for facet in ("post", "trade", "leads", "occ", "concept", "company", "sector", "business")
}
"""Facets of what somebody is, to those of what they were."""
_FACET: Final = {"worked_in": "place", "organisation": "company", "industry": "sector"}
"""The facet of a kind's values, where it is not called as the kind."""
_FACETED: Final = re.compile(r"([a-z_]+)([=~+*])(.*)")
"""A value of another facet than that of the kind: `spans.Span.values`."""
_AND: Final = " & "
_GONE: Final = Clause("status", values=("former",))

Value = tuple[str, str, str]
"""A facet, how it is held, and the value."""


def clauses_of(part: Part) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """The ways to satisfy a part, and those to come near it."""
    values, near = values_of(part), [_faceted(part.kind, value) for value in part.near]
    if part.kind == "industry":
        wider = dict.fromkeys(tables.industries().get(value, "") for _, _, value in values)
        near += [("near_sector", "=", value) for facet, _, value in values if facet == "sector"]
        near += [("sector", "=", each) for each in wider if each]
    if part.kind == "organisation":
        near += [("past_company", "=", value) for value in part.values]
    if part.kind in ("skill", "certification"):
        for span in part.spans:
            said = "word", "+", " ".join(stems(span.label))
            # Who knows AWS need not be certified in it.
            known = part.kind == "certification" and is_product(span.label.lower().split())
            (near if known or is_common(span.label) else values).append(said)
    within = [_within(value, past=part.past) for value in part.values if _AND in value]
    if part.past:
        # A title says what somebody was where they left.
        clauses = [
            replace(each, also=(_GONE,)) if each.key == "title_word" else each
            for each in grouped(_then(values))
        ]
        return (*clauses, *within), grouped(_then(near))
    return (*grouped(values + _then(values) * part.ever), *within), grouped(near)


def _then(values: Sequence[Value]) -> list[Value]:
    """What holds of the past where `values` are of now."""
    return [(PAST.get(facet, facet), how, value) for facet, how, value in values]


def _within(value: str, *, past: bool) -> Clause:
    """`post=director:general & sector=schools`: both hold; of who was one, of who left there."""
    (post, _, held), (sector, _, industries) = (said.partition("=") for said in value.split(_AND))
    also = (Clause(sector, values=tuple(industries.split())),)
    if not past:
        return Clause(post, values=(held,), also=also)
    return Clause(PAST[post], values=(held,), also=(*also, _GONE))


def values_of(part: Part) -> list[Value]:
    """What a part demands, one of it; of a business also what it is called, and of an industry
    whose title says it: a streaming data engineer works in streaming."""
    values = [_faceted(part.kind, value) for value in part.values if _AND not in value]
    called = [" ".join(stems(span.label)) for span in part.spans]
    if part.kind == "industry" or any(facet == "sector" for facet, _, _ in values):
        values += [("business", "+", each) for each in called]
    if part.kind == "industry":
        values += [("title_word", "+", each) for each in called]
    return values


def _faceted(kind: str, value: str) -> Value:
    given = _FACETED.match(value)
    if given and given[1] in SCHEMA:
        return given[1], given[2], given[3]
    if kind == "subject":
        return "studied", "+", " ".join(stems(value))
    return _FACET.get(kind, kind), "=", value


def grouped(values: Sequence[Value]) -> tuple[Clause, ...]:
    """One clause for all values of a facet, and for all phrases; one for words of a statement."""
    found: dict[tuple[str, str], list[str]] = {}
    for facet, how, each in values:
        found.setdefault((facet, each if how == "+" else how), []).append(each)
    return tuple(_clause(facet, how, each) for (facet, how), each in found.items())


def _clause(facet: str, how: str, values: Sequence[str]) -> Clause:
    if how == "=":
        return Clause(facet, values=tuple(values))
    if how == "~":
        return Clause(facet, phrases=tuple(values))
    if how == "*":
        return Clause(facet, anything=True)
    return Clause(facet, words=tuple(values[0].split()))
