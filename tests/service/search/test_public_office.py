"""Public offices: held by records of public organisations, and by no longer title."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.index.people import make_small_index
from tests.service.search.directory import DIRECTORY, person

from shortlist.service.index.facets import facets
from shortlist.service.index.port import Filters, Record
from shortlist.service.search.finder import IndexFinder
from shortlist.service.sets.judge import open_judge

ORDINARY = [
    person(71, "Ana Prado", "Sales Representative", "Acme Software", industry="Software"),
    person(72, "Bo Lind", "Brand Ambassador", "Nordic Drinks", industry="Beverages"),
    person(73, "Cy Moor", "Senior Internal Auditor", "Harbour Bank", industry="Banking"),
    person(74, "Di Vega", "House Manager", "Grand Hotel", industry="Hospitality"),
    person(75, "Ed Roy", "Executive Assistant to the CEO", "Acme Software", industry="Software"),
    person(76, "Fay Orr", "Chief Executive Officer", "Acme Software", industry="Software"),
    person(77, "Gus Pohl", "Ambassador", "Tap Foundation", industry="Software"),
]
ORDINARY_IDS = {record["id"] for record in ORDINARY}


def roles(record: Record) -> set[str]:
    found = facets(record)
    return {str(role) for role in found.get("role", ())}  # type: ignore[union-attr]


def bare(title: str, company: str = "", **more: str) -> Record:
    return {"id": "x", "name": "Kim Doe", "title": title, "company": company, **more}


@pytest.mark.parametrize(
    ("record", "role"),
    [
        (bare("State Representative", "Ohio House of Representatives"), "state_legislator"),
        (bare("State Representative", "Ohio", industry="State government"), "legislator"),
        (bare("Senator", "Lower Weir", company_domain="senate.gov"), "state_senator"),
        (bare("Member of Parliament"), "mp"),
        (bare("Mayor", "City of Ulm"), "mayor"),
        (bare("Council Member", "Houston City Council"), "council_member"),
        (bare("Auditor", "State of Ohio"), "state_executive"),
        (bare("Chief of Staff", "Acme", industry="Software"), "chief_of_staff"),
    ],
)
def test_a_public_organisation_lets_its_people_hold_an_office(record: Record, role: str) -> None:
    assert role in roles(record)


@pytest.mark.parametrize(
    "record",
    [
        bare("Senator", "Acme", industry="Software"),
        bare("Delegate", "Acme", industry="Software"),
        bare("Sales Representative", "City of Ulm", industry="Local government"),
        bare("Customer Service Representative", "State of Ohio"),
        bare("Auditor", "Acme", industry="Software"),
        bare("Judge", "Cookery Club"),
        bare("President", "Chess Club"),
        bare("Auditor", "Houston City Council", industry="Local government"),
        bare("Treasurer", "Town of Weir"),
        bare("Delegate", "Kent County Government"),
        bare("Senior Auditor", "State of Ohio"),
    ],
)
def test_without_one_and_inside_a_longer_title_there_is_none(record: Record) -> None:
    found = roles(record)
    assert not found & {
        "legislator",
        "state_legislator",
        "state_executive",
        "judge",
        "head_of_state",
    }


def test_where_nothing_says_what_it_is_of_an_office_is_perhaps_held() -> None:
    assert facets(bare("Judge", "Cookery Club")).get("perhaps_role") == ["judge"]
    assert "perhaps_role" not in facets(bare("Judge", "Acme", industry="Software"))


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexFinder]:
    made = make_small_index(tmp_path_factory.mktemp("offices"), [*DIRECTORY, *ORDINARY])
    yield IndexFinder(made.index)
    made.close()


def admitted(finder: IndexFinder, query: str) -> set[str]:
    judge = open_judge(finder._index, finder)
    criteria = judge.criteria(query, None)
    ids = [each.person_id for each in finder.candidates(query, criteria)]
    records = list(finder._index.get(ids).values())
    verdicts = judge.check(criteria, records)
    return {
        str(record["id"])
        for record, found in zip(records, verdicts, strict=True)
        if {each.status for each in found} == {"satisfied"}
    }


@pytest.mark.parametrize(
    "query", ["state legislators", "diplomats", "state executives", "ambassadors"]
)
def test_a_set_of_an_office_admits_no_ordinary_occupation(finder: IndexFinder, query: str) -> None:
    assert not admitted(finder, query) & ORDINARY_IDS


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("sales representatives", "p71"),
        ("brand ambassadors", "p72"),
        ("internal auditors", "p73"),
        ("executive assistants to CEOs", "p75"),
        ("executive assistant to the chief executive", "p75"),
    ],
)
def test_a_question_for_a_longer_title_asks_for_no_office(
    finder: IndexFinder, query: str, meant: str
) -> None:
    assert admitted(finder, query) == {meant}
    found = finder.find(query, Filters(), type="fast", limit=5, timeout_seconds=30)
    assert found.hits[0].person_id == meant
    others = [hit.confidence for hit in found.hits if hit.person_id != meant]
    assert all(sure < 0.5 for sure in others)


def test_a_house_that_modifies_another_noun_is_no_chamber(finder: IndexFinder) -> None:
    plan = finder.plan("house managers in hospitality", Filters())
    assert not {term.kind for term in plan.terms} & {"chamber", "committee"}
    assert not any("legislator" in term.value for term in plan.terms)


def test_whose_title_has_the_word_without_the_office_comes_near(finder: IndexFinder) -> None:
    found = finder.find("ambassadors", Filters(), type="fast", limit=9, timeout_seconds=30)
    by_id = {hit.person_id: hit.confidence for hit in found.hits}
    assert "p77" in by_id and by_id["p77"] < 0.45
