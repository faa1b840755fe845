"""`GET /v1/facets`: what a filter can be given, and whom it finds, on a running service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, running_service

from shortlist.contract.extensions import Facet
from shortlist.contract.limits import FACETS, FILTERS_SERVED

LEARNED = [
    {
        "id": f"learned-{number}",
        "name": f"Somebody {number}",
        "dataset": "invented",
        "title": "Data Engineer",
        "company": "Wren GmbH",
        "location": place,
        "city": place.split(", ")[0],
        "country": place.split(", ")[1],
        "skills": ["Python", "dbt"][: number % 2 + 1],
        "languages": ["German", "French"][number % 2 :],
        "education": [{"school": "University of Basel"}],
    }
    for number, place in enumerate(["Berlin, Germany"] * 3 + ["Bern, Switzerland"] * 2)
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("facets") / "data"
    people = [*RECORDS, *LEARNED]
    with running_service(data, config='[workspace]\nplan = "scale"\n', people=people) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with service.client() as client:
        yield client


def facet(client: httpx.Client, name: str, begins: str = "", **more: Any) -> Facet:
    answer = client.get("/v1/facets", params={"name": name, "begins": begins, **more})
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["credits_charged"] == 0
    return Facet.model_validate(answer.json()["data"])


def told(found: Facet) -> list[tuple[str, int | None]]:
    return [(one.value, one.people) for one in found.values]


def test_what_begins_so_is_told_as_it_is_spelt_with_how_many_have_it(client):
    assert told(facet(client, "location", "Ber")) == [
        ("Berlin, Germany", 3),
        ("Bern, Switzerland", 2),
    ]
    assert told(facet(client, "company", "wr")) == [("Wren GmbH", 5)]
    assert told(facet(client, "title", "engineer")) == [
        ("Head of Engineering", 10),
        ("Data Engineer", 5),
    ]
    assert told(facet(client, "title", "data engineers")) == [("Data Engineer", 5)]
    assert told(facet(client, "skill", "py")) == [("Python", 5)]
    assert told(facet(client, "language")) == [("French", 5), ("German", 3)]
    assert told(facet(client, "school", "basel")) == [("University of Basel", 5)]


def test_other_filters_leave_fewer(client):
    there = facet(client, "location", "", title="data engineer")
    assert told(there)[:2] == [("Germany", 3), ("Berlin, Germany", 3)]
    assert there.people == 5
    assert told(facet(client, "skill", "dbt", location="Bern")) == [("dbt", 1)]
    assert told(facet(client, "company", "alder", location="Bern")) == []


@pytest.mark.parametrize("name", FILTERS_SERVED)
def test_each_value_finds_as_many_as_it_says(client, name):
    values = facet(client, name, limit=50).values
    assert values
    for one in values:
        body = {"filters": {name: one.value}, "num_results": 150, "type": "instant"}
        found = client.post("/v1/search", json=body).json()["data"]["results"]
        assert len(found) == one.people, one


def test_seniority_is_a_closed_list_and_says_what_else_is_taken_for_each(client):
    found = facet(client, "seniority", "c-suite")
    assert found.closed and not found.more
    assert found.values[0].value == "c_level" and "c-suite" in found.values[0].also
    everything = {record["seniority"] for record in RECORDS}
    assert {one.value for one in found.values} == everything
    assert {one.value for one in facet(client, "seniority", "xyzzy").values} == everything


def test_more_than_are_wanted_are_said_to_be_there(client):
    some = facet(client, "company", limit=2)
    assert len(some.values) == 2 and some.more
    assert not facet(client, "company", limit=50).more


@pytest.mark.parametrize(
    "wrong",
    [{"name": "shoe_size"}, {}, {"name": "title", "limit": 51}, {"name": "title", "limit": 0}],
)
def test_what_is_no_facet_is_refused(client, wrong):
    answer = client.get("/v1/facets", params=wrong)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "validation_failed")


@pytest.mark.parametrize("name", FACETS)
@pytest.mark.parametrize("begins", ['"', "\u202e", "=", "%", "東", "(((", "a" * 200])
def test_whatever_is_typed_is_an_answer(client, name, begins):
    assert facet(client, name, begins).begins == begins


def test_a_service_says_that_it_has_them_where_the_account_is_read(client):
    assert client.get("/v1/account/usage").json()["meta"]["offers"] == ["facets", "counts"]
    assert "offers" not in client.post("/v1/search", json={"query": "nurse"}).json()["meta"]


def test_a_key_that_may_not_search_may_not_count_either(service):
    made = service.create_key(scopes=("account:read",))
    with service.client(made["key"]) as other:
        assert other.get("/v1/facets", params={"name": "title"}).status_code == 403
