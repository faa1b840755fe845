"""What is understood of a query, on a small directory's own vocabulary."""

from __future__ import annotations

import pytest

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "Republican state senators from Minnesota on an education committee",
            {
                ("party", "Republican"),
                ("role", "state senator"),
                ("place", "Minnesota, United States"),
                ("committee", "education committee"),
            },
        ),
        (
            "health ministers of the Nordic countries",
            {("role", "minister"), ("place", "Nordic countries"), ("topic", "health")},
        ),
        (
            "top money people at chip makers",
            {("role", "chief financial officer"), ("topic", "chip makers")},
        ),
        (
            "who runs engineering at Tern Software",
            {("role", "head of engineering"), ("organisation", "Tern Software")},
        ),
        (
            "former Minnesota senators",
            {
                ("status", "former"),
                ("place", "Minnesota, United States"),
                ("role", "state senator"),
            },
        ),
        (
            "CEOs in Palo Alto",
            {("role", "chief executive"), ("place", "Palo Alto, California, United States")},
        ),
        (
            "CEO of Palo Verde Water",
            {("role", "chief executive"), ("organisation", "Palo Verde Water")},
        ),
        (
            "12 CFOs in California",
            {
                ("count", "12"),
                ("role", "chief financial officer"),
                ("place", "California, United States"),
            },
        ),
    ],
)
def test_terms_of_a_query(finder: IndexFinder, query: str, expected: set[tuple[str, str]]) -> None:
    plan = finder.plan(query, Filters())
    assert {(term.kind, term.value) for term in plan.terms} == expected


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("senators who are not on the education committee", "committee"),
        ("CFOs not in California", "place"),
        ("senators without an e-mail address", "contact"),
        ("legislators except Republicans", "party"),
    ],
)
def test_negation_belongs_to_what_follows_it(finder: IndexFinder, query: str, kind: str) -> None:
    plan = finder.plan(query, Filters())
    assert [term.kind for term in plan.terms if term.negated] == [kind]


def test_words_that_nobody_understands_are_left_for_meaning(finder: IndexFinder) -> None:
    plan = finder.plan("ambidextrous zeppelin enthusiasts", Filters())
    assert plan.terms == []
    assert plan.remainder == "ambidextrous zeppelin enthusiasts"


def test_a_misspelt_name_is_a_name(finder: IndexFinder) -> None:
    plan = finder.plan("Rosalynd Achtenberg", Filters())
    assert plan.kind == "name"
    assert [(term.kind, term.value) for term in plan.terms] == [("name", "Rosalind Achterberg")]


@pytest.mark.parametrize(
    "query", ["", " ", "?", "'", "🙂", "a", "(((", "not", "or", "1", "x" * 4000, "\u202e"]
)
def test_no_query_breaks_the_reading(finder: IndexFinder, query: str) -> None:
    finder.plan(query, Filters())
