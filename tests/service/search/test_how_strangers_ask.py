"""Fragments, lists, asides and everyday verbs find whom they mean, and nobody beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.search.conditions import all_of
from shortlist.service.search.finder import open_finder
from shortlist.service.search.names import PersonName, match, query_words
from shortlist.service.sets.judge import open_judge

MBB = [{"title": "Consultant", "company": "McKinsey", "start": "2012", "end": "2016"}]
PEOPLE: list[dict[str, Any]] = [
    {"id": "berliner", "title": "Tax Adviser", "location": "Paris, France",
     "education": [{"school": "Universität Mannheim"}]},
    {"id": "texan", "title": "Tax Adviser", "location": "Berlin, Germany",
     "education": [{"school": "University of Texas at Austin"}]},
    {"id": "account", "title": "Account Manager"},
    {"id": "accounting", "title": "Accounting Manager"},
    {"id": "welder", "title": "Welder"},
    {"id": "maintenance", "title": "Maintenance Technician"},
    {"id": "hotel", "title": "General Manager", "company": "Alder", "company_industry": "Hotels"},
    {"id": "night", "title": "Receptionist", "company": "Alder", "company_industry": "Hotels"},
    {"id": "recruiter", "title": "Recruiter", "summary": "Finds software engineers."},
    {"id": "other recruiter", "title": "Recruiter", "summary": "Finds chefs."},
    {"id": "go", "title": "Backend Developer", "skills": ["Go"]},
    {"id": "rust", "title": "Backend Developer", "summary": "Writes Rust by day."},
    {"id": "java", "title": "Backend Developer", "skills": ["Java", "Python"]},
    {"id": "island", "title": "Backend Developer", "location": "Jakarta, Java, Indonesia"},
    {"id": "fiction", "title": "Translator", "location": "Leeds, United Kingdom",
     "skills": ["Japanese fiction"]},
    {"id": "japan", "title": "Translator", "location": "Osaka, Japan"},
    {"id": "dutch", "title": "Editor", "languages": ["Dutch"], "industry": "Publishing"},
    {"id": "vet", "title": "Tierarzt", "location": "Zürich, Schweiz"},
    {"id": "other vet", "title": "Tierarzt", "location": "Graz, Österreich"},
    {"id": "third vet", "title": "Tierarzt", "location": "Ulm, Deutschland"},
    {"id": "agronomist", "title": "Agronomist", "industry": "Agriculture"},
    {"id": "aid", "title": "Agronomist", "industry": "Non-profit organization management"},
    {"id": "left mbb", "title": "Executive Director", "company": "Kind", "industry": "Charity",
     "history": MBB},
    {"id": "at mbb", "title": "Executive Director", "company": "McKinsey"},
    {"id": "old captain", "title": "Ship Captain", "status": "former"},
    {"id": "captain", "title": "Ship Captain", "status": "current"},
    {"id": "electrical", "title": "Electrical Engineer"},
    {"id": "mechanical", "title": "Mechanical Engineer"},
    {"id": "maths", "title": "Math Teacher"},
    {"id": "music", "title": "Music Teacher"},
    {"id": "veteran", "title": "Fleet Manager", "industry": "Logistics",
     "history": [{"title": "Sergeant", "company": "US Army", "industry": "Military"}]},
    {"id": "acca", "title": "Bookkeeper", "certifications": ["ACCA"]},
    {"id": "cpa", "title": "Bookkeeper", "certifications": ["CPA"]},
    {"id": "both", "title": "Midwife", "languages": ["French", "English"]},
    {"id": "one", "title": "Midwife", "languages": ["English"], "location": "Lyon, France"},
    {"id": "owner", "title": "Owner", "company": "Fir"},
    {"id": "van", "title": "Joiner", "summary": "Own van, own tools."},
    {"id": "type", "title": "Type Designer"},
    {"id": "lead", "title": "Team Lead, Customer Support", "languages": ["German"]},
    {"id": "freight", "title": "Customs Broker", "company": "Kuehne + Nagel"},
    {"id": "other freight", "title": "Customs Broker", "company": "Maersk"},
    {"id": "hull", "title": "Stonemason", "country": "United Kingdom",
     "summary": "Based in Hull."},
    {"id": "malmo", "title": "Stonemason", "location": "Malmö, Sverige"},
    {"id": "linz", "title": "Stonemason", "location": "Linz, AT"},
    {"id": "post", "title": "Stonemason", "country": "Ireland",
     "history": [{"title": "Stonemason", "company": "Elm", "location": "Cork", "start": "2019"}]},
    {"id": "early", "title": "Farrier", "company": "Yard", "history": [
        {"title": "Farrier", "company": "Yard", "start": "2021"},
        {"title": "Farrier", "company": "Forge", "start": "2009", "end": "2021"}]},
    {"id": "late", "title": "Farrier", "company": "Forge",
     "history": [{"title": "Farrier", "company": "Forge", "start": "2021"}]},
    {"id": "ex bank", "title": "Data Engineer", "company": "Oak", "history": [
        {"title": "Data Engineer", "company": "Riyadh Bank", "start": "2010", "end": "2017"}]},
    {"id": "later ex bank", "title": "Data Engineer", "company": "Oak", "history": [
        {"title": "Data Engineer", "company": "Riyadh Bank", "start": "2010", "end": "2023"}]},
    {"id": "bees", "title": "Beekeeper"},
    {"id": "idle", "title": "Stage Manager", "status": "former",
     "summary": "Free since 2025 and seeking a new post."},
    {"id": "busy", "title": "Stage Manager", "status": "current"},
    {"id": "pilot", "title": "Airline Pilot", "company": "Elm Air",
     "history": [{"title": "Airline Pilot", "company": "Ryanair", "end": "2019"}]},
    {"id": "other pilot", "title": "Airline Pilot", "company": "Ryanair"},
    {"id": "polish", "title": "Court Interpreter", "languages": ["Polish"], "country": "Ireland"},
    {"id": "in poland", "title": "Court Interpreter", "languages": ["Czech"], "country": "Poland"},
    {"id": "kiwi", "title": "Winemaker", "location": "Santiago, Chile", "history": [
        {"title": "Winemaker", "company": "Elm", "location": "Nelson, New Zealand"}]},
    {"id": "upholsterer", "title": "Upholsterer"},
    {"id": "workshop", "title": "Upholstery Workshop Manager"},
    {"id": "live", "title": "Helper", "location": "Recife, Brazil",
     "summary": "Live sound on weekends."},
    {"id": "quiet", "title": "Helper", "location": "Recife, Brazil"},
    {"id": "head chef", "title": "Head Chef", "location": "Pune, India"},
    {"id": "commis", "title": "Commis Chef", "location": "Pune, India"},
    {"id": "now at", "title": "Airline Pilot at Fir Air",
     "history": [{"title": "Airline Pilot", "company": "Fir Air", "end": "2019"}]},
    {"id": "diploma", "title": "Sommelier", "certifications": ["WSET Diploma"]},
    {"id": "level 2", "title": "Sommelier", "certifications": ["WSET Level 2"]},
    {"id": "was there", "title": "Baker", "location": "Leeds, United Kingdom",
     "history": [{"title": "Baker", "company": "Elm", "location": "Kyoto, Japan"}]},
    {"id": "still there", "title": "Baker", "location": "Kyoto, Japan"},
    {"id": "chilean", "title": "Winemaker", "location": "Santiago, Chile"},
    {"id": "angolan", "title": "Notary", "location": "Luanda, Angola"},
    {"id": "notary", "title": "Notary", "location": "Madrid, Spain"},
    {"id": "hotelier", "title": "Sommelier", "company": "Elm", "company_industry": "Hotels"},
    {"id": "waiter", "title": "Sommelier", "company": "Fir", "company_industry": "Restaurants"},
    {"id": "physio", "title": "Doctor of Physical Therapy"},
    {"id": "doctor", "title": "Doctor", "location": "Ghent, Belgium"},
    {"id": "small biotech", "title": "Actuary", "industry": "Biotech", "company_size": "10-40",
     "location": "Leeds, United Kingdom"},
    {"id": "big biotech", "title": "Actuary", "industry": "Biotech", "company_size": "5000+"},
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    made = make_small_index(tmp_path_factory.mktemp("strangers"), somebodies(PEOPLE))
    yield made.index
    made.close()


def meeting(index: EmbeddedIndex, query: str) -> set[str]:
    """Who meets everything that was understood of a query; nothing of it may be unread."""
    finder = open_finder(index)
    understood = finder.understand(query, Filters())
    assert not understood.unread, understood.unread
    where = all_of(understood.conditions, finder.vocabulary)
    assert where is not None, "nothing was understood"
    return set(index.scan(where, 100))


def test_who_meets_the_little_that_was_understood_is_not_likely_meant(
    index: EmbeddedIndex,
) -> None:
    finder = open_finder(index)

    def surest(query: str) -> float:
        answer = finder.find(query, Filters(), type="fast", limit=5, timeout_seconds=60)
        return max(hit.confidence for hit in answer.hits)

    assert surest("welders") > 0.5
    assert surest("welders, wibble-wobble, and flibbert of quonk") < 0.5


def test_a_set_looks_at_those_who_say_what_was_not_understood(index: EmbeddedIndex) -> None:
    finder = open_finder(index)
    criteria = open_judge(index, finder).criteria("live sound", ["Is based in Brazil"])
    assert {each.person_id for each in finder.candidates("live sound", criteria)} == {"live"}


@pytest.mark.parametrize(
    ("query", "who"),
    [
        ("tax advisers who studied in Germany", {"berliner"}),
        ("US-educated tax advisers", {"texan"}),
        ("people with a degree from a German university", {"berliner"}),
        ("account managers", {"account"}),
        ("doctors", {"doctor"}),
        ("doctors but not theremin in Belgium", {"doctor"}),
        ("actuaries at a large biotech", {"big biotech"}),
        ("actuaries not currently based in Leeds", set()),
        ("stonemasons not currently in Malmö", {"hull", "linz", "post"}),
        ("actuaries of a small biotech in Leeds", {"small biotech"}),
        ("accounting managers", {"accounting"}),
        ("welders", {"welder"}),
        ("people who run hotels", {"hotel"}),
        ("recruiters who hire engineers", {"recruiter"}),
        ("recruiters hiring engineers", {"recruiter"}),
        ("backend developers with Go or Rust", {"go", "rust"}),
        ("people with Python, Java", {"java"}),
        ("translators of Japanese fiction", {"fiction"}),
        ("Japanese translators", {"japan"}),
        ("Dutch speakers in publishing", {"dutch"}),
        ("Tierärzte in Österreich oder der Schweiz", {"vet", "other vet"}),
        ("agronomists, but no NGO staff", {"agronomist"}),
        ("MBB alumni who run a charity today", {"left mbb"}),
        ("retired ship captains", {"old captain"}),
        ("ship captains", {"captain"}),
        ("electrical and mechanical engineers", {"electrical", "mechanical"}),
        ("people who teach maths", {"maths"}),
        ("military veterans now in logistics", {"veteran"}),
        ("Holds CPA, ACCA or ACA", {"acca", "cpa"}),
        ("midwives who can work in French and English", {"both"}),
        ("Owns the business", {"owner"}),
        ("type designers", {"type"}),
        ("team leads in customer support, must have German", {"lead"}),
        ("customs brokers at kuehne + nagel", {"freight"}),
        ("Customs brokers, Kuehne+Nagel", {"freight"}),
        ("stonemasons in Hull", {"hull"}),
        ("stonemasons in Sweden", {"malmo"}),
        ("stonemasons in Austria, the UK or Sweden", {"hull", "malmo", "linz"}),
        ("stonemasons in Cork", {"post"}),
        ("farriers who only started in 2019 or later", {"late"}),
        ("farriers, less than ten years in the job", {"early", "late"}),
        ("farriers, more than ten years in the job", {"early"}),
        ("data engineers who left a bank before 2020", {"ex bank"}),
        ("people in beekeeping", {"bees"}),
        ("head chefs in India", {"head chef"}),
        ("people in upholstery", {"upholsterer", "workshop"}),
        ("airline pilots formerly with Fir Air", set()),
        ("sommeliers with a WSET Diploma", {"diploma"}),
        ("bakers who have worked in Japan", {"was there", "still there"}),
        ("bakers who worked in Japan before and now live somewhere else", {"was there"}),
        ("stage managers who are out of work", {"idle"}),
        ("stage managers", {"busy"}),
        ("airline pilots formerly with Ryanair", {"pilot"}),
        ("court interpreters for Polish", {"polish"}),
        ("enólogos en Chile que antes hayan trabajado en Nueva Zelanda", {"kiwi"}),
        ("notaries in a Portuguese-speaking country", {"angolan"}),
        ("sommeliers at hotels rather than restaurants", {"hotelier"}),
    ],
)
def test_those_are_found_who_are_meant(index: EmbeddedIndex, query: str, who: set[str]) -> None:
    assert meeting(index, query) == who


def test_a_list_that_is_denied_is_decided_by_no_word_of_it(index: EmbeddedIndex) -> None:
    query = "doctors, not theremins or zithers"
    denied = open_finder(index).understand(query, Filters()).conditions[-1]
    assert (denied.negated, denied.unmentioned) == (True, True)


@pytest.mark.parametrize(
    ("query", "years"),
    [
        ("who joined in 2024 or 2025", (20240101, 20251231)),
        ("who joined in 2024", (20240101, 20241231)),
    ],
)
def test_an_or_between_years_is_a_range(
    index: EmbeddedIndex, query: str, years: tuple[int, int]
) -> None:
    [time] = open_finder(index).understand(query, Filters()).conditions
    assert [(clause.at_least, clause.at_most) for clause in time.clauses] == [years]


def test_veterans_of_no_employer_are_not_left_out_of_a_question(index: EmbeddedIndex) -> None:
    understood = open_finder(index).understand("Berlin veterans", Filters())
    said = [*understood.unread, *(each.text for each in understood.conditions)]
    assert any("veterans" in each for each in said)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Abdul Rahman Alzadjali", "Abdulrahman Al Zadjali"),
        ("Kristof Pryzbylski", "Krzysztof Przybylski"),
        ("Joseph Rossi", "Giuseppe Rossi"),
    ],
)
def test_a_name_is_one_however_it_is_cut_or_called_elsewhere(said: str, name: str) -> None:
    assert match(query_words(said), PersonName.of({"name": name})).score > 0.9
