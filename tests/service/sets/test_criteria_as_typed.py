"""Criteria as a person types them, and whom each admits (4.2).

Some people here have certifications and skills of words that sentences are put together with:
what an index holds turns no frame of a sentence into a demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies
from tests.service.sets.admitting import admitted_by

from shortlist.service.sets.judge import BuiltInJudge, open_judge

ODD = {
    "certifications": ["Street Works & Signing", "Team Leads Award", "Employer Health Badge"],
    "skills": ["Teaching", "Ticketing", "Basedness"],
}
PEOPLE: list[dict[str, Any]] = [
    {"id": "odd", "title": "Paver", **ODD},
    {"id": "club", "title": "Physio", "company_industry": "Sports clubs"},
    {"id": "freight", "title": "Clerk", "company_industry": "Freight forwarding"},
    {"id": "charity", "title": "Caseworker", "company_industry": "Charity"},
    {"id": "cheese", "title": "Affineur", "summary": "Makes cheese and ages it in a cave."},
    {"id": "beer", "title": "Brewer", "company_industry": "Brewing"},
    {"id": "wind", "title": "Rigger", "company_industry": "Wind energy"},
    {"id": "agency", "title": "Copywriter", "summary": "Works at an agency in town."},
    {"id": "director", "title": "HR Director"},
    {"id": "chief", "title": "Chief Financial Officer"},
    {"id": "manager", "title": "Account Manager"},
    {"id": "four", "title": "Porter", "languages": ["English", "French", "German", "Dutch"]},
    {"id": "two", "title": "Porter", "languages": ["English", "French"]},
    {"id": "new", "title": "Janitor", "company": "Alder",
     "history": [{"title": "Janitor", "company": "Alder", "start": "2023"}]},
    {"id": "old", "title": "Janitor", "company": "Alder",
     "history": [{"title": "Janitor", "company": "Alder", "start": "2009"}]},
    {"id": "gone", "title": "Janitor", "company": "Alder", "status": "former",
     "history": [{"title": "Janitor", "company": "Alder", "start": "2008"}]},
    {"id": "steel", "title": "Steel Construction Fitter"},
    {"id": "sonar", "title": "Surveyor", "summary": "Multibeam echosounders, mostly."},
    {"id": "dental", "title": "Dental Technician"},
    {"id": "rn", "title": "Night Nurse"},
    {"id": "structural", "title": "Senior Structural Engineer"},
    {"id": "registrar", "title": "Registrar", "company": "Universität Hamburg"},
    {"id": "founder", "title": "Co-founder", "company": "Alder"},
    {"id": "solar", "title": "HVAC Technician"},
    {"id": "hamburg", "title": "Tailor", "city": "Hamburg", "country": "Deutschland"},
    {"id": "swansea", "title": "Tailor", "city": "Swansea", "country": "United Kingdom"},
    {"id": "boston", "title": "Tailor", "city": "Boston", "country": "United States"},
]  # fmt: skip


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltInJudge]:
    made = make_small_index(tmp_path_factory.mktemp("typed"), somebodies(PEOPLE))
    yield open_judge(made.index)
    made.close()


@pytest.mark.parametrize(
    ("criterion", "admitted"),
    [
        ("Works for a sports club", {"club"}),
        ("Works in logistics", {"freight"}),
        ("Works in steel construction", {"steel"}),
        ("Is a multibeam surveyor", {"sonar"}),
        ("Is in a senior post or above", {"director", "chief", "founder"}),
        ("Works for a charity or NGO", {"charity"}),
        ("Employer is in wind energy", {"wind"}),
        ("Makes beer, cheese or wine", {"beer", "cheese"}),
        ("Works in energy (wind, solar, nuclear)", {"wind"}),
        ("Is at director level or above", {"director", "chief", "founder"}),
        ("Is a manager or above", {"director", "chief", "manager", "founder"}),
        ("Leads a team", {"director", "chief", "manager"}),
        ("Is a C-level executive", {"chief", "founder"}),
        ("Has at least three languages", {"four"}),
        ("Speaks two or more languages", {"four", "two"}),
        ("Started the current job in 2020 or later", {"new"}),
        ("In the present role since before 2015", {"old"}),
        ("Started the current job in 2010 or earlier", {"old"}),
        ("Lives in Germany", {"hamburg"}),
        ("Is based in Wales", {"swansea"}),
        ("Lives anywhere but the United States", {"hamburg", "swansea"}),
        ("Does not work at an agency", set()),
        ("Works in nursing", {"rn"}),
        ("Works in engineering", {"structural"}),
        ("Employer is a university", {"registrar"}),
        ("Founded or owns the company", {"founder"}),
    ],
)
def test_a_criterion_admits_who_meets_it(
    judge: BuiltInJudge, criterion: str, admitted: set[str]
) -> None:
    assert admitted_by(judge, criterion, PEOPLE) == admitted


@pytest.mark.parametrize(
    ("criterion", "turned_away"),
    [
        ("Does not mention ticketing", {"odd"}),
        ("Does not mention a cave", {"cheese"}),
    ],
)
def test_whose_record_says_no_word_of_something_does_not_mention_it(
    judge: BuiltInJudge, criterion: str, turned_away: set[str]
) -> None:
    everybody = {person["id"] for person in PEOPLE}
    assert admitted_by(judge, criterion, PEOPLE) == everybody - turned_away


def test_what_occupation_somebody_has_is_asked_in_many_words(judge: BuiltInJudge) -> None:
    admitted = admitted_by(judge, "Works in an occupation that is not nursing", PEOPLE)
    assert {"structural", "dental"} <= admitted
    assert "rn" not in admitted
