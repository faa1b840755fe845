"""What is understood and found on the sample, which whoever starts the service searches first."""

from __future__ import annotations

import pytest

from shortlist.service.index.port import Filters, Record
from shortlist.service.search.finder import IndexFinder
from shortlist.service.search.port import Hit


def record_of(finder: IndexFinder, hit: Hit) -> Record:
    return finder._index.get([hit.person_id])[hit.person_id]


@pytest.mark.parametrize(
    ("query", "terms", "remainder"),
    [
        (
            "heads of engineering at fintech companies in Berlin",
            {"role": "head of engineering", "place": "Berlin, Germany", "industry": "fintech"},
            "",
        ),
        (
            "machine learning engineers at health companies",
            {"role": "machine learning engineer", "industry": "health companies"},
            "",
        ),
        ("founders of climate startups", {"role": "founder", "words": "climate startups"}, ""),
        ("supply chain professionals in India", {"place": "India", "field": "supply chain"}, ""),
        ("vice presidents of sales in Germany", {"role": "vice president of sales"}, ""),
        (
            "UX researchers at game studios",
            {"role": "user experience researcher", "industry": "game studios"},
            "",
        ),
        ("people who work in renewable energy", {"industry": "renewable energy"}, ""),
        (
            "backend developers with Go or Rust",
            {"skill": "Go or Rust", "role": "backend developer"},
            "",
        ),
        (
            "project managers in construction",
            {"role": "project manager", "industry": "construction"},
            "",
        ),
        (
            "operations leaders in logistics",
            {"role": "operations leader", "industry": "logistics"},
            "",
        ),
        ("designers with figma experience", {"role": "designer", "skill": "figma"}, ""),
    ],
)
def test_ordinary_questions_are_understood(
    sample: IndexFinder, query: str, terms: dict[str, str], remainder: str
) -> None:
    plan = sample.plan(query, Filters())
    said = {term.kind: term.value for term in plan.terms}
    assert terms.items() <= said.items()
    assert "company" not in said
    assert plan.remainder == remainder


@pytest.mark.parametrize(
    ("query", "title", "industry"),
    [
        ("heads of engineering at software companies", "Engineering", "Software & internet"),
        ("VP of sales at SaaS companies", "Sales", "Software & internet"),
        ("sales reps in Texas", "Sales Rep", ""),
        ("nurses with ICU experience", "ICU", "Hospitals & health care"),
        ("Krankenschwestern in Maine", "Nurse", "Hospitals & health care"),
        ("directores financieros en el Reino Unido", "Finance Director", ""),
        ("HR directors in London, not recruiters", "Director", ""),
    ],
)
def test_the_first_is_who_was_asked_for(
    sample: IndexFinder, query: str, title: str, industry: str
) -> None:
    best = _find(sample, query)[0]
    assert title in record_of(sample, best)["title"]
    assert record_of(sample, best)["industry"].startswith(industry)
    assert best.confidence > 0.8


def test_where_nobody_fits_the_role_and_the_place_count_most(sample: IndexFinder) -> None:
    hits = _find(sample, "CFOs at funeral homes in the United States")
    assert all(hit.confidence < 0.5 for hit in hits)
    assert all("inanc" in record_of(sample, hit)["title"] for hit in hits[:2])
    assert "United States" in record_of(sample, hits[0])["location"]


def _find(finder: IndexFinder, query: str) -> list[Hit]:
    return finder.find(query, Filters(), type="fast", limit=5, timeout_seconds=60).hits


def test_hospitality_is_not_health(sample: IndexFinder) -> None:
    hits = _find(sample, "heads of marketing at health companies")
    sure = {record_of(sample, hit)["industry"] for hit in hits if hit.confidence > 0.5}
    assert not any("ospitality" in industry for industry in sure)


def test_what_only_begins_as_a_trade_is_none(sample: IndexFinder) -> None:
    plan = sample.plan("account executives in Madrid", Filters())
    assert "accountant" not in {term.value for term in plan.terms}


@pytest.mark.parametrize(
    "query",
    [
        "people in Switzerland who know Python",
        "know Python",
    ],
)
def test_a_skill_is_no_surname(sample: IndexFinder, query: str) -> None:
    first = record_of(sample, _find(sample, query)[0])
    assert "Python" in str(first["skills"])
    assert first["last_name"] != "Python"
    named = _find(sample, "Nadine Python")
    assert record_of(sample, named[0])["name"] == "Nadine Python"
