"""Fields of work and parts of a business: what each is called, and what tells who works in it."""

from __future__ import annotations

from functools import cache

from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import rows


@cache
def fields() -> dict[str, tuple[str, ...]]:
    """Key of a term for a field of work or a part of a business, to what tells that somebody works
    in it, as values of facets: the part, of the first of a family its other parts; occupations, and
    groups of them; industries of an employer."""
    found: dict[str, dict[str, None]] = {}

    def add(terms: str, *values: str) -> None:
        for term in filter(None, terms.split(";")):
            found.setdefault(tables.key(term), {}).update(dict.fromkeys(values))

    named = {row["concept"]: row for row in rows("subjects.tsv")}
    for concept, row in named.items():
        family = [each for each, other in named.items() if other["broader"] == row["broader"]]
        held = family if family[0] == concept else [*tables.with_kinds(concept)]
        groups = (group for each in held for group in named[each]["groups"].split())
        if concept != "general":
            parts = (f"concept={each}" for each in held)
            add(row["terms"], *parts, *(f"occ={each}" for each in groups))
    for row in rows("fields.tsv"):
        occupations = [f"occ={each}" for each in row["occupations"].split()]
        add(row["terms"], *occupations, *(f"sector={each}" for each in row["industries"].split()))
        # Of a part of a business it is that: who is in marketing is a marketer.
        part = [each for each in found.get(tables.key(row["field"]), ()) if "concept=" in each]
        for term in filter(None, row["people"].split(";")):
            add(term, *(occupations or part), f"trade={tables.key(term)}")
    for term, industries in tables.industry_terms().items():
        if term not in found:
            add(term, *(f"sector={each}" for each in industries))
    for term, trades in tables.practices().items():
        for trade in trades:
            main = [f"occ={each}" for each in tables.preferred().get(trade, ())]
            found.setdefault(term, {}).update(dict.fromkeys((f"trade={trade}", *main)))
    return {term: tuple(values) for term, values in found.items()}


@cache
def labels() -> dict[str, str]:
    """Key of a term for a field of work, to what the field is called first."""
    found = {term: tables.subject_labels()[concept] for term, concept in tables.subjects().items()}
    for row in rows("fields.tsv"):
        found |= {tables.key(term): row["field"] for term in row["terms"].split(";") if term}
    # Of an industry it is the employer's; the others as they are written.
    found |= dict.fromkeys(
        tables.practices().keys() - tables.industry_terms().keys() - found.keys(), ""
    )
    return found | {term: term for term in peoples()}


@cache
def peoples() -> frozenset[str]:
    """Keys of what everybody in a field of work is called: `public servant`, `scientist`."""
    named = (row["people"].split(";") for row in rows("fields.tsv"))
    return frozenset(tables.key(each) for people in named for each in people if each)
