"""Questions of other trades and languages find whom they mean, however a record says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.search.conditions import all_of
from shortlist.service.search.finder import open_finder

SCHOOLS = {"industry": "Primary and secondary education", "company_industry": "Schools"}
LAW = {"industry": "Law practice"}
PEOPLE: list[dict[str, Any]] = [
    {"id": "head", "title": "Director", "company": "Lindgate House", **SCHOOLS},
    {"id": "school director", "title": "School Director", "company": "Oakfield"},
    {"id": "bank director", "title": "Director", "company": "Oak Bank", "industry": "Banking"},
    {"id": "haulier", "title": "Director", "company": "Orme", "industry": "Supply chain"},
    {"id": "finance", "title": "Director of Finance", "company": "Ashdale", **SCHOOLS},
    {"id": "gone", "title": "Director", "company": "Ravenhill", "status": "former", **SCHOOLS},
    {"id": "associate", "title": "Associate", "company": "Marr & Lowe", **LAW},
    {"id": "litigator", "title": "Senior Associate, Litigation", "company": "Thorne", **LAW},
    {"id": "partner", "title": "Partner", "company": "Thorne", **LAW},
    {"id": "managing", "title": "Managing Partner", "company": "Thorne", **LAW},
    {"id": "barrister", "title": "Barrister", "company": "Temple Row"},
    {"id": "cellist", "title": "Cellist", "company": "Northern Strings"},
    {"id": "owner", "title": "Owner", "company": "Bright Sparks", "industry": "Electrical work"},
    {"id": "munich", "title": "Electrician", "location": "Munich, Bavaria, Germany"},
    {"id": "augsburg", "title": "Elektrikerin", "location": "Augsburg, Bayern, Germany"},
    {"id": "nurse", "title": "Enfermera", "languages": ["English", "Spanish"]},
    {"id": "german nurse", "title": "Nurse", "languages": ["German"]},
    {"id": "engineer", "title": "Civil Engineer", "location": "Madrid, Spain"},
    {"id": "truck", "title": "Truck Driver", "location": "Porto, Portugal"},
    {"id": "lawyer", "title": "Avocat", "company": "L'Orme", "location": "Lyon, France"},
    {"id": "chemist", "title": "Patent Attorney", "education": [
        {"school": "Leeds", "degree": "PhD", "field": "Chemistry"}]},
    {"id": "gone on", "title": "Clerk", "company": "Fell", "history": [
        {"title": "Clerk", "company": "Thorne", "start": "2011-01-01", "end": "2015-01-01"}]},
    {"id": "icu", "title": "Nurse", "company": "ICU Medical International", "languages": []},
    {"id": "seven", "title": "Accountant", "history": [
        {"title": "Accountant", "company": "Orr", "start": "2001-01-01", "end": None}]},
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    made = make_small_index(tmp_path_factory.mktemp("trades"), somebodies(PEOPLE))
    yield made.index
    made.close()


def meeting(index: EmbeddedIndex, query: str) -> set[str]:
    """Who meets all that `query` asks for, by fields."""
    finder = open_finder(index)
    conditions = finder.understand(query, Filters()).conditions
    where = all_of(conditions, finder.vocabulary)
    return set(index.scan(where, 100)) if where else set()


@pytest.mark.parametrize(
    ("query", "who"),
    [
        ("school directors", {"head", "school director"}),
        ("former school directors", {"gone"}),
        ("associates at law firms", {"associate", "litigator"}),
        ("managing partners at law firms", {"managing"}),
        ("partners at law firms", {"managing", "partner"}),
        ("barristers", {"barrister"}),
        ("cellists", {"cellist"}),
        ("people who own electrical firms", {"owner"}),
        ("patent attorneys with a chemistry PhD", {"chemist"}),
        ("ICU nurses", set()),
        ("Elektriker in Bayern", {"munich", "augsburg"}),
        ("electricians in Bavaria", {"munich", "augsburg"}),
        ("électriciens en Bavière", {"munich", "augsburg"}),
        ("elettricisti in Baviera", {"munich", "augsburg"}),
        ("enfermeras que hablan inglés", {"nurse"}),
        ("Krankenschwestern mit Deutschkenntnissen", {"german nurse"}),
        ("ingenieros civiles en Madrid", {"engineer"}),
        ("motoristas de caminhão em Portugal", {"truck"}),
        ("avocats à Lyon", {"lawyer"}),
        ("avvocati a Lione", {"lawyer"}),
        ("supply chain directors", set()),
        ("Elektriker, aber nicht in Bayern", set()),
        (
            "Personen, die bei Thorne gearbeitet haben",
            {"litigator", "partner", "managing", "gone on"},
        ),
        ("quem trabalhou na Thorne", {"litigator", "partner", "managing", "gone on"}),
        ("verpleegkundigen die Duits spreken", {"german nurse"}),
        ("contadores con más de diez años de experiencia", {"seven"}),
        ("accountants met meer dan tien jaar ervaring", {"seven"}),
    ],
)
def test_those_are_found_who_are_meant(index: EmbeddedIndex, query: str, who: set[str]) -> None:
    assert meeting(index, query) == who


@pytest.mark.parametrize(
    "name", ["Hans Koch", "hans koch", "helping people", "Bauer, Jutta", "Pilar Herrero"]
)
def test_a_name_and_plain_english_are_not_translated(index: EmbeddedIndex, name: str) -> None:
    assert not open_finder(index).understand(name, Filters()).conditions
