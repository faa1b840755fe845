"""Companies that are known by name: what they and their people are called, groups, industries."""

from __future__ import annotations

from functools import cache

from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import rows


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """Key of a name for a group of companies, to their names."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows("company_groups.tsv"):
        for term in (row["group"], *row["terms"].split(";")):
            found.setdefault(tables.key(term), tuple(row["members"].split(";")))
    return found


@cache
def industries() -> dict[str, tuple[str, ...]]:
    """Key of the name of a well-known company, alone or of a group, to its industries."""
    found: dict[str, tuple[str, ...]] = {}
    for table, column in (
        ("company_groups.tsv", "members"),
        ("company_industries.tsv", "companies"),
    ):
        for row in rows(table):
            for name in map(tables.key, row[column].split(";")):
                ids = (*found.get(name, ()), *row["industries"].split())
                found[name] = tuple(dict.fromkeys(ids))
    return found


@cache
def people() -> dict[str, tuple[tuple[str, ...], bool]]:
    """Key of what a company, or its people, are called, to its names and whether they left."""
    called = {"aliases": False, "employees_called": False, "former_employees_called": True}
    found: dict[str, tuple[tuple[str, ...], bool]] = {}
    for row in rows("company_people.tsv"):
        names = (row["company"], *filter(None, row["aliases"].split(";")))
        for column, left in called.items():
            for name in filter(None, row[column].split(";")):
                found.setdefault(tables.key(name), (names, left))
    return found


@cache
def companies() -> dict[str, str]:
    """Key of each name of a company that is told of by itself or as one of a group, to the first
    of its names."""
    alone = {name: names[0] for names, _ in people().values() for name in names}
    grouped = {name: name for members in groups().values() for name in members}
    return {tables.key(name): company for name, company in (grouped | alone).items()}
