"""Section 8, sentence by sentence (the route families: `tests/service/network`)."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import update
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.directory import PEOPLE, database, fill
from tests.service.server import RunningService, running_service, within_a_minute

from shortlist.service.db.schema import workspaces


def test_s8_people_per_set_search(api: Said):
    created = api.post("/v1/sets", {"search": {"query": "nurse"}})
    assert created.status_code == 201
    assert created.json()["search"]["count"] == 25
    api.post(f"/v1/sets/{created.json()['id']}/cancel", None)
    for count in (0, 501, -1, 1.5, "25"):
        body = {"search": {"query": "nurse", "count": count}}
        refused(api.post("/v1/sets", body), 422, "validation_failed")
    created = api.post("/v1/sets", {"search": {"query": "nurse", "count": 500}})
    assert created.status_code == 201
    assert created.json()["pricing"]["estimated_credits"] == 50
    api.post(f"/v1/sets/{created.json()['id']}/cancel", None)


@pytest.mark.parametrize("credits", [0, -1, 1.5, "5", True])
def test_s8_a_budget_is_a_positive_integer(api: Said, credits):
    body = {"search": {"query": "nurse"}, "budget": {"credits": credits}}
    refused(api.post("/v1/sets", body), 422, "validation_failed")


def test_s8_items_page_size(api: Said):
    created = api.post("/v1/sets", {"search": {"query": "nurse", "count": 1}}).json()
    assert api.http.get(f"{created['items_url']}?limit=200").status_code == 200
    for limit in (0, 201, "x"):
        refused(api.http.get(f"{created['items_url']}?limit={limit}"), 422, "validation_failed")


@pytest.mark.parametrize("size", [128 * 1024 + 1, 1024 * 1024])
def test_s8_the_size_that_yields_413(api: Said, size):
    refused(api.http.post("/v1/search", content=b" " * size), 413, "validation_failed")
    body = b'{"query":"nurse"' + b" " * (128 * 1024 - 17) + b"}"
    assert api.http.post("/v1/search", content=body).status_code == 200


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service whose limits are those of its plan."""
    data_dir = fill(tmp_path_factory.mktemp("plain") / "data", PEOPLE)
    with running_service(data_dir) as running:
        yield running.wait_ready()


def set_plan(service: RunningService, plan: str) -> None:
    """Another plan, and nothing requested yet."""
    with database(service.data_dir) as connection:
        connection.execute(update(workspaces).values(plan=plan))
        connection.exec_driver_sql("delete from rate_windows")


def charged(service: RunningService) -> int:
    """ACU that its workspace has spent."""
    with database(service.data_dir) as connection:
        total = connection.exec_driver_sql("select coalesce(sum(amount), 0) from ledger").scalar()
    return int(total)


@pytest.mark.parametrize(
    ("plan", "limit"), [("free", 10), ("payg", 30), ("pro", 300), ("scale", 1_000)]
)
def test_s8_rates_of_plans_and_of_keys(plain: RunningService, plan, limit):
    set_plan(plain, plan)
    with plain.client() as client:
        assert client.get("/v1/sets").headers["ratelimit-limit"] == str(limit)
        # The lowest bucket that applies: a key's own limit raises nothing.
        for own in (5_000, 7):
            with Said(plain, client).as_key(rate_limit=own) as other:
                told = other.http.get("/v1/sets").headers["ratelimit-limit"]
                assert told == str(min(own, limit))


def test_s8_every_429_says_when_and_bills_nothing(plain: RunningService):
    with plain.client() as client:
        api = Said(plain, client)

        def ask() -> tuple[list[str], list[httpx.Response], int]:
            set_plan(plain, "free")
            keys, before = [fresh() for _ in range(14)], charged(plain)
            answers = [api.search(key, query="engineer") for key in keys]
            return keys, answers, charged(plain) - before

        keys, answers, paid = within_a_minute(ask)
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 4
        for answer in answers[10:]:
            error = refused(answer, 429, "rate_limited")
            assert error["retry_after_seconds"] == int(answer.headers["retry-after"]) > 0
        assert paid == 10
        # A refused request took no key: it can be sent again later.
        set_plan(plain, "free")
        assert api.search(keys[-1], query="engineer").status_code == 200


def test_s8_an_override_raises_the_organization_limit(api: Said):
    assert api.http.get("/v1/sets").headers["ratelimit-limit"] == "100000"


def test_s8_enrichment_has_no_route_cap(api: Said):
    statuses = {api.enrich().status_code for _ in range(80)}
    assert statuses == {422}


def test_s8_rejected_calls_are_never_billed(api: Said):
    before = api.used()
    for body in ({}, {"query": "x", "num_results": 151}, {"query": "x", "category": "y"}):
        assert api.post("/v1/search", body).status_code == 422
    assert api.enrich(fields=["phone"]).status_code == 422
    assert api.post("/v1/person", {}).status_code == 422
    assert api.http.get("/v1/none").status_code == 404
    assert api.used() == before
