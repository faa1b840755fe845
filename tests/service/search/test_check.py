"""Whom a condition finds as a filter are those of whom `Condition.check` says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.service.search.directory import DIRECTORY

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters, Record
from shortlist.service.index.retrieval import All, Ids
from shortlist.service.index.sample.load import sample_records
from shortlist.service.search.conditions import (
    SATISFIED,
    UNCLEAR,
    UNSATISFIED,
    Clause,
    Condition,
    Facts,
    facts_of,
)
from shortlist.service.search.finder import IndexFinder

# Of a number the index keeps the first, where a record says several: `until` is such a one.
QUERIES = (
    "Republican senators from Minnesota on an education committee",
    "state representatives who are not Democrats",
    "chief financial officers at airlines with a work email",
    "committee chairs in Duluth, Minnesota",
    "former governors of Texas",
    "heads of engineering at software companies in Berlin",
    "machine learning engineers at health companies in Europe",
    "senior software engineers who know Kubernetes with a phone number",
    "legislators first elected since 2020",
    "people who worked at Northwind before and studied at a university",
    "policy analysts working on climate, not in Canada",
)
LIVERPOOL = {"city": "Liverpool", "region": "North West England", "country": "UK"}
ODD = (
    Condition("place", "", "", (Clause("place", values=("us/minnesota/duluth", "de/berlin")),)),
    Condition("place", "", "", (Clause("home", values=("us/minnesota/duluth",)),), negated=True),
    Condition("status", "", "", (Clause("status", values=("former",)),)),
    Condition("contact", "", "", (Clause("has", values=("phone",)),)),
    Condition("contact", "", "", (Clause("has", values=("phone",)),), negated=True),
    Condition("role", "", "", (Clause("role", values=("governor",)),)),
    Condition(
        "role", "", "", (Clause("post", values=("c_level:security", "c_level:administration")),)
    ),
    Condition("committee", "", "", (Clause("chairs", phrases=("educ",)),)),
    Condition("skill", "", "", (Clause("skill", phrases=("python",)),), negated=True),
    Condition("time", "", "", (Clause("since", at_least=20190101),)),
    Condition("time", "", "", (Clause("since", at_most=20151231),), negated=True),
    Condition(
        "role",
        "",
        "",
        (Clause("title_word", words=("senat", "state")),),
        (Clause("chamber", values=("upper",)),),
    ),
)


def _comes_near(condition: Condition, facts: Facts) -> bool:
    return not condition.negated and any(clause.facts(facts) for clause in condition.near)


def compare(
    finder: IndexFinder, conditions: Sequence[Condition], records: Sequence[Record]
) -> set[str]:
    """Checks every condition on every record both ways; the verdicts that occurred."""
    seen: set[str] = set()
    known = [(record, facts_of(record)) for record in records]
    for condition in conditions:
        holds = set(finder._index.scan(condition.where(finder.vocabulary)))
        near = condition.where_near(finder.vocabulary)
        close = set(finder._index.scan(near)) if near is not None else holds
        for record, facts in known:
            verdict, found = condition.check(facts)
            # Whose record doubts it, or says too little to deny it, is found and not admitted.
            doubted = condition.negated or any(fact.value == "unverified" for fact in found)
            allowed = {SATISFIED, UNCLEAR} if doubted else {SATISFIED}
            fits = verdict in allowed if record["id"] in holds else verdict != SATISFIED
            assert fits, (condition, record)
            if near is not None and _comes_near(condition, facts):
                assert record["id"] in close, (condition, record)
            seen.add(verdict)
    return seen


def understood(finder: IndexFinder) -> list[Condition]:
    return [c for query in QUERIES for c in finder.understand(query, Filters()).conditions]


def test_they_agree_on_the_directory(directory: EmbeddedIndex, finder: IndexFinder) -> None:
    near = tuple(
        replace(c, near=(Clause("place", values=("us",)), Clause("status", values=("current",))))
        for c in ODD
    )
    conditions = [*understood(finder), *ODD, *near]
    assert compare(finder, conditions, DIRECTORY) == {SATISFIED, UNCLEAR, UNSATISFIED}


def test_they_agree_on_the_sample(sample: IndexFinder) -> None:
    conditions = [*understood(sample), *ODD]
    seen = compare(sample, conditions, sample_records()[::7])
    assert seen == {SATISFIED, UNCLEAR, UNSATISFIED}


@pytest.mark.parametrize("condition", ODD)
def test_of_who_is_not_there_nothing_holds(finder: IndexFinder, condition: Condition) -> None:
    nobody = All((Ids(("nobody",)), condition.where(finder.vocabulary)))
    assert finder._index.count(nobody) == 0


@pytest.mark.parametrize(
    ("said", "asked", "status"),
    [
        # What a record does not say is not denied.
        ({"location": "Cambridge"}, "gb/england/leeds", UNCLEAR),
        ({"city": "Herning", "country": "Denmark"}, "dk/jutland", UNCLEAR),
        ({"location": "Portland, United States"}, "us/maine", UNCLEAR),
        ({"location": "Portland, United States"}, "us/maine/portland", UNCLEAR),
        ({"location": "Bavaria"}, "de//munich", UNCLEAR),
        ({"location": "Oddplace, Denmark"}, "dk//herning", UNCLEAR),
        ({"city": "Bangalore", "country": "India"}, "in/karnataka/bengaluru", SATISFIED),
        ({"region": "Bayern", "country": "Germany"}, "de/bavaria", SATISFIED),
        # What surely lies elsewhere is.
        ({"location": "Kilkenny"}, "gb", UNSATISFIED),
        ({"location": "Munich, Germany"}, "de/hesse", UNSATISFIED),
        ({"location": "Munich, Germany"}, "de/hesse/frankfurt", UNSATISFIED),
        ({"location": "Wallonia"}, "be/flanders", UNSATISFIED),
        ({"city": "Herning", "country": "Denmark"}, "dk//aarhus", UNSATISFIED),
        ({"location": "Portland, ME"}, "us/oregon/portland", UNSATISFIED),
        ({"city": "Berlin", "country": "Germany"}, "de//munich", UNSATISFIED),
        (LIVERPOOL, "gb/scotland", UNSATISFIED),
        (LIVERPOOL, "gb/london", UNSATISFIED),
        (LIVERPOOL, "gb/england", SATISFIED),
        ({"region": "Scotland", "country": "UK"}, "gb/england", UNSATISFIED),
        ({"location": "Bengaluru"}, "in/karnataka", SATISFIED),
        ({"location": "Greater Boston Area"}, "us/massachusetts/boston", SATISFIED),
    ],
)
def test_only_who_surely_is_elsewhere_is_denied_to_be_in_a_place(
    said: Record, asked: str, status: str
) -> None:
    condition = Condition("place", "", "", (Clause("place", values=(asked,)),))
    assert condition.check(facts_of({"title": "Nurse", **said}))[0] == status
