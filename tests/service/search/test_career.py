"""The parts of a record that an answer, a Set and a dossier show: known keys, no contact values."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from shortlist.service.person.dossier import Findings, compose
from shortlist.service.search.career import career_of
from shortlist.service.search.results import person_of
from shortlist.service.sets import views

RECORD: dict[str, Any] = {
    "id": "p1",
    "name": "Ana Ruiz",
    "history": [
        {"title": "Clerk", "company": "Tern", "start": "2012-04-30", "summary": "Did much."},
        "odd",
    ],
    "education": [{"school": "University of Leeds", "degree": "BSc", "end": 2009, "note": {}}],
    "skills": ["SAP", {"name": "Excel"}, "Call +44 20 7946 0958", 7.5],
    "languages": [{"name": "German", "level": "native"}, "English"],
    "certifications": [{"name": "CIPP", "issuer": "CIPP UK", "start": "2015-06-01"}],
    "company_size": "51-200",
    "facts": {"languages": ["Spanish"]},
}
SHOWN: dict[str, Any] = {
    "history": [{"title": "Clerk", "company": "Tern", "start": "2012-04-30"}],
    "education": [{"school": "University of Leeds", "degree": "BSc", "end": "2009"}],
    "languages": [{"name": "German", "level": "native"}, "English", "Spanish"],
    "certifications": [{"name": "CIPP", "issuer": "CIPP UK", "start": "2015-06-01"}],
    "company_size": "51-200",
}


def test_each_part_as_it_is_known_and_without_contacts() -> None:
    shown = career_of(RECORD)
    skills = shown.pop("skills")
    assert shown == SHOWN
    assert skills[:2] == ["SAP", "Excel"] and "7946" not in str(skills)


def test_a_search_gives_those_that_were_asked_for() -> None:
    person = person_of(RECORD, 0.5, ("name", "education", "company_size", "company_industry"))
    assert person["education"] == SHOWN["education"]
    assert person["company_size"] == "51-200"
    assert "company_industry" not in person and "skills" not in person


def test_an_item_of_a_set_and_a_dossier_have_them() -> None:
    wire = views.person_of(RECORD, 1).to_wire()
    assert {name: wire[name] for name in SHOWN} == SHOWN
    assert "company_industry" not in wire
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    work = compose(Findings(RECORD, (), (), (), True, False, moment)).professional
    assert work.languages == SHOWN["languages"]
    assert work.certifications == SHOWN["certifications"]
    assert (work.company_size, work.company_industry) == ("51-200", None)
