"""`GET /v1/sets/count`: how many people criteria leave, before there is a Set of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, running_service
from tests.service.sets.sse import follow

CRITERIA = ["Is based in Germany", "Is head of engineering"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("counted") / "data"
    with running_service(
        data, config='[workspace]\nplan = "scale"\n', people=list(RECORDS)
    ) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with service.client() as client:
        yield client


def counted(
    client: httpx.Client, *criteria: str, query: str = "engineers in Germany"
) -> dict[str, Any]:
    answer = client.get("/v1/sets/count", params={"query": query, "criterion": list(criteria)})
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["credits_charged"] == 0
    told: dict[str, Any] = answer.json()["data"]
    return told


@pytest.mark.parametrize(
    ("query", "criteria"),
    [("engineers in Germany", CRITERIA), ("engineers", CRITERIA[:1])],  # one repeats no role
)
def test_a_set_of_the_same_criteria_admits_as_many(client, query: str, criteria: list[str]):
    told = counted(client, *criteria, query=query)
    assert told["together"]["met"] and len(told["each"]) == len(criteria)
    assert told["together"]["met"] < min(each["met"] for each in told["each"])
    given = {"query": query, "criteria": criteria, "count": 500}
    made = client.post("/v1/sets", json={"search": given}).json()
    assert follow(client, made["id"]).types[-1] == "set.idle"
    found = client.get(f"/v1/sets/{made['id']}").json()
    assert found["item_count"] == told["together"]["met"]
    assert found["searches"][0]["counted"] == told["together"]


def test_each_is_counted_by_itself_and_what_no_field_decides_is_not(client):
    one, nothing = counted(client, CRITERIA[0], "zzyzx gloop")["each"]
    alone = counted(client, CRITERIA[0], query="anybody")
    assert one == alone["together"]
    engineers = counted(client, CRITERIA[0], query="engineers")
    assert engineers["together"]["met"] < one["met"]  # the query's own are no criterion
    unticked = counted(client, CRITERIA[0], query="engineers in Germany")
    assert unticked["together"]["met"] == one["met"]  # one of its own is
    assert nothing is None or nothing["met"] in (None, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"query": "engineers"},
        {"query": " ", "criterion": ["Is engineer"]},
        {"query": "engineers", "criterion": [" "]},
        {"query": "engineers", "criterion": ["Is engineer"] * 11},
        {"query": "engineers", "criterion": ["e" * 501]},
    ],
)
def test_what_no_set_would_take_is_refused(client, wrong):
    assert client.get("/v1/sets/count", params=wrong).status_code == 422


def test_it_says_that_it_counts_and_a_key_without_the_scope_does_not_ask(service, client):
    assert "counts" in client.get("/v1/account/usage").json()["meta"]["offers"]
    made = service.create_key(scopes=("account:read",))
    with service.client(made["key"]) as other:
        asked = {"query": "engineers", "criterion": ["Is engineer"]}
        assert other.get("/v1/sets/count", params=asked).status_code == 403
