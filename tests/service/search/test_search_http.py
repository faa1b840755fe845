"""`POST /v1/search` on a running service (interface, sections 2.1 and 4.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, envelope, running_service

from shortlist.contract.search import SearchResponse


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("search") / "data"
    with running_service(data, config='[workspace]\nplan = "scale"\n', people=RECORDS) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with service.client() as client:
        yield client


def search(client: httpx.Client, headers: dict[str, str] | None = None, **body) -> httpx.Response:
    return client.post("/v1/search", json=body, headers=headers)


class TestResults:
    """Sections 2.1 and 4.1: what comes back."""

    @pytest.mark.parametrize("type_", ["instant", "fast", "auto", "deep"])
    def test_every_type_finds_people(self, client, type_):
        answer = search(client, query="state senators in Minnesota", type=type_, num_results=5)
        assert answer.status_code == 200, answer.text
        told = SearchResponse.model_validate(answer.json())
        assert 1 <= len(told.data.results) <= 5
        assert told.data.request is not None
        assert told.data.request.type == type_
        assert told.data.request.synthetic is False
        assert (told.data.grounding is not None) == (type_ in ("auto", "deep"))
        for result in told.data.results:
            person = result.person
            assert person.person_id in {record["id"] for record in RECORDS}
            assert person.resolution_source == "service_people_index"
            assert person.identity_verified is False
            assert person.contact_status == "requires_enrichment"
            assert person.confidence is not None
            assert 0 <= person.confidence <= 1

    def test_defaults(self, client):
        told = search(client, query="engineer").json()
        assert told["data"]["request"]["type"] == "auto"
        assert told["data"]["request"]["num_results"] == 10
        assert len(told["data"]["results"]) <= 10

    def test_only_the_fields_asked_for(self, client):
        told = search(client, query="engineer", contents={"fields": ["profile", "title"]}).json()
        person = told["data"]["results"][0]["person"]
        always = {
            "person_id",
            "resolution_source",
            "identity_verified",
            "confidence",
            "contact_status",
        }
        assert set(person) == always | {"profile_url", "title"}

    def test_no_contact_value_is_ever_in_it(self, client):
        answer = search(
            client,
            query="senator email",
            num_results=150,
            type="deep",
            contents={"fields": ["name", "profile", "title", "company", "location", "summary"]},
        )
        assert answer.json()["data"]["results"]
        assert "@" not in answer.text

    def test_filters_alone_are_enough_and_are_enforced(self, client):
        told = search(client, filters={"company": "Alder Bank"}, num_results=150).json()
        companies = {result["person"]["company"] for result in told["data"]["results"]}
        assert companies == {"Alder Bank"}

    def test_deep_always_has_pages_and_auto_when_results_are_thin(self, client):
        deep = search(client, query="state senators", type="deep").json()["data"]["grounding"]
        assert deep["status"] == "complete"
        assert deep["results"][0]["url"].startswith("https://")
        full = search(client, query="state senators", type="auto").json()["data"]["grounding"]
        assert full == {"status": "not_needed", "results": []}


class TestRefusals:
    """Section 4.1, search errors, and the limits of section 8."""

    @pytest.mark.parametrize(
        ("body", "code", "field"),
        [
            ({}, "query_required", "query"),
            ({"query": "   "}, "query_required", "query"),
            ({"query": None, "filters": {}}, "query_required", "query"),
            ({"filters": {"title": " "}}, "query_required", "query"),
            ({"query": "x", "category": "companies"}, "unsupported_category", "category"),
            (
                {"query": "x", "filters": {"radius_km": 5}},
                "unsupported_filters",
                "filters.radius_km",
            ),
            ({"query": "x", "filters": {"tenure": None}}, "unsupported_filters", "filters.tenure"),
            ({"query": "x", "filters": {"colour": "red"}}, "unsupported_filters", "filters.colour"),
            ({"query": "x", "filters": {"title": 3}}, "validation_failed", "filters.title"),
            ({"query": "x", "filters": {"title": "y" * 201}}, "validation_failed", "filters.title"),
            ({"query": "x", "filters": []}, "validation_failed", "filters"),
            ({"query": "x", "num_results": 0}, "validation_failed", "num_results"),
            ({"query": "x", "num_results": 151}, "validation_failed", "num_results"),
            ({"query": "x", "num_results": "10"}, "validation_failed", "num_results"),
            ({"query": "x", "num_results": True}, "validation_failed", "num_results"),
            ({"query": "x", "num_results": 1.5}, "validation_failed", "num_results"),
            ({"query": "x", "type": "neural"}, "validation_failed", "type"),
            ({"query": "x" * 4001}, "validation_failed", "query"),
            ({"query": 7}, "validation_failed", "query"),
            (
                {"query": "x", "contents": {"fields": ["email"]}},
                "validation_failed",
                "contents.fields",
            ),
        ],
        ids=lambda value: json.dumps(value)[:40] if isinstance(value, dict) else None,
    )
    def test_each_has_its_code_and_names_the_field(self, client, body, code, field):
        error = envelope(search(client, **body), 422, code)
        assert error["field"] == field

    def test_an_unsupported_filter_is_named(self, client):
        error = envelope(
            search(client, query="x", filters={"company_size": "50"}), 422, "unsupported_filters"
        )
        assert "company_size" in error["message"]

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"{",
            b"[]",
            b'"query"',
            b"null",
            b'{"query": NaN}',
            b'{"query": "\\ud800"}',
            b'{"query": "a\\u0000b"}',
            b'{"query": "\xff"}',
            b"[" * 60_000,
            b'{"query":' + b"[" * 2_000 + b"]" * 2_000 + b"}",
        ],
        ids=lambda raw: repr(raw[:20]),
    )
    def test_a_body_that_is_no_search(self, client, raw):
        answer = client.post(
            "/v1/search", content=raw, headers={"Content-Type": "application/json"}
        )
        envelope(answer, 422, "validation_failed")

    def test_a_body_that_is_not_json(self, client):
        answer = client.post("/v1/search", data={"query": "x"})
        assert envelope(answer, 422, "validation_failed")["field"] == "Content-Type"

    @pytest.mark.parametrize(
        "query",
        [
            '"',
            "'; DROP TABLE people; --",
            "AND OR NOT",
            "*",
            "(((",
            "\u202e\u200d",
            "🦊" * 500,
            "\\",
        ],
    )
    def test_odd_queries_are_only_words(self, client, query):
        assert search(client, query=query).status_code == 200

    @pytest.mark.parametrize("name", ["title", "seniority", "company", "industry", "location"])
    @pytest.mark.parametrize("value", ["of", "'s", "a" * 200, "Россия", "株式会社", "قاضي judge"])
    def test_odd_filters_find_nobody(self, client, name, value):
        told = search(client, filters={name: value}, num_results=150).json()
        assert told["data"]["results"] == []
        assert told["meta"]["credits_charged"] == 0

    @pytest.mark.parametrize("name", ["title", "seniority", "company", "industry", "location"])
    @pytest.mark.parametrize("value", ["¶¯*", "%", "—", "!!!", "\u202e", "😀", "&", "The"])
    @pytest.mark.parametrize("query", [None, "nurses"])
    def test_filters_that_say_nothing_are_refused(self, client, name, value, query):
        told = envelope(
            search(client, query=query, filters={name: value}), 422, "validation_failed"
        )
        assert told["field"] == f"filters.{name}"

    def test_the_scope_is_needed(self, service):
        made = service.create_key(scopes=("people:enrich", "account:read"))
        with service.client(made["key"]) as client:
            envelope(search(client, query="x"), 403, "insufficient_scope")


class TestCharges:
    """1 ACU per 10 results, rounded up; none when there are none; rejected calls never."""

    def used(self, client: httpx.Client) -> float:
        return client.get("/v1/account/usage").json()["data"]["credits"]["used"]

    def test_by_results(self, client):
        before = self.used(client)
        eleven = search(client, filters={"location": "Norway"}, num_results=11).json()
        assert len(eleven["data"]["results"]) == 11
        assert eleven["meta"]["credits_charged"] == 2
        none = search(client, filters={"company": "No Such Company Anywhere"}).json()
        assert none["data"]["results"] == []
        assert none["meta"]["credits_charged"] == 0
        search(client)
        usage = client.get("/v1/account/usage").json()["data"]
        assert usage["credits"]["used"] == before + 2
        assert usage["history"][0]["search"] == usage["credits"]["used"]
        assert none["meta"]["remaining_credits"] == usage["credits"]["available"]

    def test_a_days_budget(self, service):
        made = service.create_key(daily_budget=2)
        with service.client(made["key"]) as client:
            norway = {"location": "Norway"}
            assert search(client, filters=norway, num_results=11).status_code == 200
            key = {"Idempotency-Key": "budget"}
            error = envelope(search(client, key, query="engineer"), 402, "daily_budget_exceeded")
            assert (error["required_credits"], error["available_credits"]) == (1, 0)
            usage = client.get("/v1/account/usage").json()["data"]["api_key"]["daily"]
            assert (usage["used"], usage["remaining"]) == (2, 0)
