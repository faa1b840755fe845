"""What the service emits where the interface leaves a shape open."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from tests.service.enrich.providers import ContactProvider
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.asking import finished

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def ended(api: Said, set_id: str) -> dict[str, Any]:
    """A Set once its search has ended."""
    deadline = time.monotonic() + 60
    while True:
        found: dict[str, Any] = api.http.get(f"/v1/sets/{set_id}").json()
        if found["searches"][0]["finished_at"]:
            return found
        assert time.monotonic() < deadline
        time.sleep(0.03)


def nurses(api: Said, **search: Any) -> dict[str, Any]:
    body = {"search": {"query": "nurses in Norway", "count": 12, **search}}
    made = api.post("/v1/sets", body)
    assert made.status_code == 201, made.text
    return ended(api, made.json()["id"])


def test_shapes_the_envelope_of_a_search(api: Said):
    answer = api.search(query="nurse", type="instant", num_results=11)
    body = answer.json()
    assert set(body) == {"data", "meta"}
    assert set(body["data"]) == {"results", "search_time_ms", "request"}
    assert set(body["meta"]) == {"request_id", "credits_charged", "remaining_credits"}
    assert body["meta"]["request_id"] == answer.headers["x-request-id"]
    assert body["meta"]["credits_charged"] == 2
    more = {"met"}  # where it was looked at
    assert [set(result) - more for result in body["data"]["results"]] == [{"score", "person"}] * 11
    scores = [result["score"] for result in body["data"]["results"]]
    assert scores == sorted(scores, reverse=True)


def test_shapes_search_defaults(api: Said):
    asked = api.search(query="nurse").json()["data"]["request"]
    assert (asked["type"], asked["num_results"]) == ("auto", 10)
    default = {"person_id", "name", "title", "company", "location", "profile_url"}
    fixed = {"resolution_source", "identity_verified", "confidence", "contact_status"}
    for person in api.people(query="nurse"):
        assert set(person) == default | fixed
    assert api.search(query="x" * 4_000).status_code == 200
    refused(api.search(query="x" * 4_001), 422, "validation_failed")
    assert api.search(filters={"title": "x" * 200}).status_code == 200
    refused(api.search(filters={"title": "x" * 201}), 422, "validation_failed")


def test_shapes_every_field_of_a_person_can_be_asked_for(api: Said):
    every = ["name", "profile", "title", "company", "location", "seniority", "industry", "summary"]
    person = api.people(query="nurse", contents={"fields": every})[0]
    assert set(person) >= {*every, "profile_url"} - {"profile"}


def test_shapes_grounding(api: Said):
    grounding = api.search(query="nurse", type="deep").json()["data"]["grounding"]
    assert grounding["status"] in ("complete", "partial")
    for page in grounding["results"]:
        assert set(page) == {"url", "title", "snippet", "source", "observed_at", "person"}
    few = api.search(query="nurse", type="auto").json()["data"]["grounding"]
    assert few == {"status": "not_needed", "results": []}


def test_shapes_a_set_and_its_search(api: Said):
    found = nurses(api)
    assert set(found) >= {
        *("id", "object", "status", "searches", "item_count", "spent_credits", "budget"),
        *("pricing", "events_url", "items_url", "created_at", "updated_at"),
    }
    assert (found["object"], found["status"]) == ("set", "completed")
    [search] = found["searches"]
    assert set(search) >= {
        *("id", "query", "count", "status", "criteria", "behavior", "created_at"),
        *("finished_at", "stop_reason", "progress"),
    }
    assert set(search["progress"]) == {
        *("candidates", "checked", "admitted", "review", "rejected", "requested"),
        *("completion", "eta_seconds"),
    }
    for criterion in search["criteria"]:
        assert set(criterion) == {
            *("id", "description", "checked", "satisfied", "unclear", "rejected"),
        }
    assert found["item_count"] == 12
    assert found["spent_credits"] == 2
    for moment in (found["created_at"], search["created_at"], search["finished_at"]):
        assert TIME.fullmatch(moment)


def test_shapes_an_item(api: Said):
    found = nurses(api)
    item = api.http.get(found["items_url"]).json()["data"][0]
    assert set(item) == {
        *("id", "object", "set_id", "search_id", "status", "person", "verification"),
        *("score", "created_at"),
    }
    assert item["id"].startswith("item_")
    for verdict in item["verification"]:
        assert set(verdict) == {"criterion_id", "criterion", "status", "reasoning", "references"}
        assert verdict["status"] == "satisfied"
        for reference in verdict["references"]:
            assert set(reference) == {"url", "source", "quote", "observed_at"}


def test_shapes_lists_and_their_defaults(api: Said):
    found = nurses(api, count=60)
    page = api.http.get(found["items_url"]).json()
    assert set(page) == {"data", "next_cursor", "has_more"}
    assert (len(page["data"]), page["has_more"]) == (50, True)
    rest = api.http.get(found["items_url"], params={"cursor": page["next_cursor"]}).json()
    assert (len(rest["data"]), rest["next_cursor"], rest["has_more"]) == (10, None, False)
    for limit, status in ((1, 200), (100, 200), (101, 422), (0, 422)):
        assert api.http.get("/v1/sets", params={"limit": limit}).status_code == status


def test_shapes_cancel_twice(api: Said):
    found = nurses(api)
    for _ in range(2):
        answer = api.post(f"/v1/sets/{found['id']}/cancel", None)
        assert (answer.status_code, answer.json()) == (200, found)


def test_shapes_an_export(api: Said):
    found = nurses(api)
    table = api.http.get(f"/v1/sets/{found['id']}/export")
    assert table.text.splitlines()[0].startswith(
        "person_id,name,title,company,location,profile_url,confidence,status,criteria,admitted_at,"
        "criterion_1,criterion_1_verdict,"
    )
    told = api.http.get(f"/v1/sets/{found['id']}/export?format=json").json()
    assert told == {"set": found, "items": api.http.get(found["items_url"]).json()["data"]}
    refused(api.http.get(f"/v1/sets/{found['id']}/export?format=xml"), 422, "validation_failed")


def test_shapes_an_enrichment(api: Said, outside: ContactProvider):
    outside.answers = {"work_email": (200, {"value": "una@alone.example"})}
    answer = api.enrich(person_id="alone", fields=["work_email", "personal_email"]).json()
    assert set(answer["data"]) == {"work_email", "personal_email"}
    assert set(answer["data"]["work_email"]) == {
        *("value", "status", "confidence", "source", "last_seen"),
    }
    assert answer["meta"]["usage"] == {
        "billed": ["work_email"],
        "free": [],
        "not_found": ["personal_email"],
        "acu_used": 1,
    }
    assert answer["meta"]["warnings"] == []
    held = api.enrich(person_id="p-000", fields=["work_email"]).json()
    assert TIME.fullmatch(held["data"]["work_email"]["last_seen"])
    assert held["meta"]["usage"]["free"] == ["work_email"], "the workspace's own import has it"


def test_shapes_research(api: Said):
    key = fresh()
    begun = api.post("/v1/person", {"identifier": {"person_id": "p-007"}}, key)
    assert begun.status_code == 202
    told = begun.json()
    assert set(told["data"]) >= {"run_id", "status", "poll_url"}
    assert told["data"]["status"] == "queued"
    answer = finished(api.http, told["data"]["run_id"])
    dossier = answer.json()["data"]
    assert set(dossier) >= {
        *("person_id", "summary", "identity", "professional", "source_links", "provenance"),
    }
    assert set(dossier["professional"]) == {"current", "history", "education", "skills"}
    assert set(dossier["identity"]) >= {"identity_verified", "confidence"}
    assert set(dossier["source_links"][0]) == {"title", "url", "status"}
    assert set(dossier["provenance"]["title"][0]) >= {
        *("source", "source_url", "first_seen", "last_seen", "confidence"),
    }
    unsure = api.post("/v1/person", {"name": "Sam Lee", "company_domain": "acme.example"})
    told = finished(api.http, unsure.json()["data"]["run_id"]).json()
    assert told["data"] is None
    assert told["meta"]["resolution"] == "unsure"
    assert told["meta"]["reason"] and told["meta"]["suggested_clues"]


def test_shapes_usage(api: Said):
    answer = api.http.get("/v1/account/usage")
    assert not re.search(r"\d\.0[,}]", answer.text), "ACU are whole numbers"
    told = answer.json()["data"]
    assert set(told) == {"plan", "credits", "api_key", "history"}
    assert answer.json()["meta"]["synthetic"] is False, "people were imported"
    assert set(told["credits"]) == {"included", "used", "available", "reserved"}
    key = told["api_key"]
    assert set(key) == {"id", "name", "scopes", "daily", "monthly", "rate_limit"}
    for window in (key["daily"], key["monthly"]):
        assert set(window) == {"budget", "used", "reserved", "remaining", "resets_at"}
        assert window["budget"] is window["remaining"] is None
    assert set(key["rate_limit"]) == {"per_minute", "remaining", "resets_at"}
    for day in told["history"]:
        assert set(day) == {"date", "search", "sets", "enrich", "person"}


def test_shapes_headers_of_every_response(api: Said):
    for answer in (
        api.search(query="nurse"),
        api.http.get("/v1/sets"),
        api.http.get("/v1/none"),
        api.enrich(),
    ):
        assert answer.headers["x-request-id"].startswith("req_")
        for name in ("limit", "remaining", "reset"):
            assert int(answer.headers[f"ratelimit-{name}"]) >= 0
        # What holds people or contacts is kept by no proxy on the way.
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("found", "price"), [(0, 0), (1, 1), (10, 1), (11, 2), (25, 3)])
def test_shapes_the_price_of_a_search(api: Said, found: int, price: int):
    asked: dict[str, Any] = {"filters": {"location": "Norway"}, "num_results": max(found, 1)}
    if not found:
        asked["filters"] = {"location": "Atlantis"}
    answer = api.search(**asked).json()
    assert len(answer["data"]["results"]) == found
    assert answer["meta"]["credits_charged"] == price
