"""Sections 2.6 and 7, sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from tests.service.enrich.providers import ContactProvider
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.asking import finished
from tests.service.person.directory import PEOPLE, database, fill
from tests.service.server import running_service

from shortlist.service.db.schema import api_keys

SEARCH = {"query": "nurse"}


def test_s2_6_the_envelope_holds_error_alone(api: Said):
    for answer in (
        api.http.get("/v1/none"),
        api.http.put("/v1/search"),
        api.post("/v1/search", {}),
        api.http.get("/v1/agent"),
    ):
        error = refused(answer, answer.status_code, answer.json()["error"]["code"])
        assert not {"retry_after_seconds", "unavailable_fields", "retryable"} & set(error)


def test_s7_1_every_post_takes_a_key(api: Said):
    bodies: list[tuple[str, Any]] = [
        ("/v1/search", SEARCH),
        ("/v1/enrich", {"person_id": "p-000", "fields": ["phone"]}),
        ("/v1/socials", {"platform": "github", "identifier": "p-000"}),
        # These are charged when they end, whenever that is.
        ("/v1/person", {"person_id": "p-001"}),
        ("/v1/sets", {"search": {"query": "nurse", "count": 1}}),
    ]
    for path, body in bodies:
        key = fresh()
        first = api.post(path, body, key)
        assert first.status_code in (200, 201, 202), first.text
        spent = api.used()
        again = api.post(path, body, key)
        assert (again.status_code, again.content) == (first.status_code, first.content), path
        assert again.headers["idempotency-replayed"] == "true"
        assert "idempotency-replayed" not in first.headers
        assert again.headers["x-request-id"] == first.headers["x-request-id"]
        if path not in ("/v1/person", "/v1/sets"):
            assert api.used() == spent
    key = fresh()
    created = api.post(*bodies[-1], key).json()["id"]
    assert api.post(*bodies[-1], key).json()["id"] == created
    cancel, key = f"/v1/sets/{created}/cancel", fresh()
    assert api.post(cancel, None, key).status_code == 200
    assert api.post(cancel, None, key).headers["idempotency-replayed"] == "true"


def test_s7_2_a_repeat_replays_the_response_and_bills_once(api: Said):
    key, before = fresh(), api.used()
    first = api.search(key, query="nurse", num_results=20)
    for _ in range(3):
        assert api.search(key, query="nurse", num_results=20).content == first.content
    assert api.used() - before == first.json()["meta"]["credits_charged"] == 2


PARTS = ["credentials", "scopes", "route", "query", "body", "content type", "response type"]


@pytest.mark.parametrize("part", PARTS)
def test_s7_3_a_key_reused_with_another_of_these_is_409(api: Said, part):
    key = fresh()
    made = api.service.create_key()
    headers = {
        "Authorization": f"Bearer {made['key']}",
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Idempotency-Key": key,
    }
    request = {"method": "POST", "url": "/v1/search", "content": b'{"query":"nurse"}'}

    def send(changes: dict[str, Any], **changed: str) -> httpx.Response:
        return api.http.request(**{**request, **changes}, headers={**headers, **changed})

    first = send({})
    assert first.status_code == 200
    before = api.used()
    if part == "credentials":
        other = send({}, Authorization=f"Bearer {api.service.key}")
    elif part == "scopes":
        with database(api.service.data_dir) as connection:
            connection.execute(
                update(api_keys).where(api_keys.c.id == made["id"]).values(scopes=["people:search"])
            )
        other = send({})
    elif part == "route":
        other = send({"url": "/v1/sets", "content": b'{"search":{"query":"nurse"}}'})
    elif part == "query":
        other = send({"url": "/v1/search?trace=1"})
    elif part == "body":
        other = send({"content": b'{"query":"nurses"}'})
    elif part == "content type":
        other = send({}, **{"Content-Type": "application/json; charset=utf-8"})
    else:
        other = send({}, Accept="*/*")
    refused(other, 409, "idempotency_conflict")
    assert api.used() == before


def test_s7_4_not_consumed_by_413_and_422(api: Said):
    key = fresh()
    refused(api.search(key, query="x" * 140_000), 413, "validation_failed")
    refused(api.search(key, query="x" * 5_000), 422, "validation_failed")
    refused(api.search(key), 422, "query_required")
    refused(api.search(key, query="x", category="cats"), 422, "unsupported_category")
    refused(api.search(key, query="x", filters={"tenure": "1"}), 422, "unsupported_filters")
    refused(api.enrich(key, fields=["phone"]), 422, "identity_required")
    refused(
        api.post("/v1/sets", {"search": {"query": "x"}, "enrichments": ["phone"]}, key),
        422,
        "enrichments_unavailable",
    )
    assert api.search(key, **SEARCH).status_code == 200


def test_s7_4_not_consumed_by_insufficient_scope(api: Said):
    key = fresh()
    with api.as_key(scopes=("account:read",)) as other:
        refused(other.search(key, **SEARCH), 403, "insufficient_scope")
    assert api.search(key, **SEARCH).status_code == 200


def test_s7_4_not_consumed_by_a_retryable_provider_5xx(api: Said, outside: ContactProvider):
    key = fresh()
    asked = {"person_id": "alone", "fields": ["phone"]}
    outside.answers = {"phone": (500, {})}
    refused(api.enrich(key, **asked), 503, "upstream_unavailable")
    outside.answers = {}
    assert api.enrich(key, **asked).status_code == 200


@pytest.mark.parametrize("window", ["daily", "monthly"])
def test_s7_4_not_consumed_by_a_key_budget_denial(api: Said, window):
    with api.as_key(**{f"{window}_budget": 1}) as other:
        key = fresh()
        refused(other.search(key, query="nurse", num_results=20), 402, f"{window}_budget_exceeded")
        assert other.search(key, query="nurse", num_results=10).status_code == 200


def test_s7_5_consumed_by_a_402_of_the_workspace_which_replays_exactly(tmp_path: Path):
    data_dir = fill(tmp_path / "data", PEOPLE, "[workspace]\nbalance = 1\n")
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        api, key = Said(service, client), fresh()
        first = api.search(key, query="engineer", num_results=20)
        error = refused(first, 402, "insufficient_acu")
        assert (error["required_credits"], error["available_credits"]) == (2, 1)
        again = api.search(key, query="engineer", num_results=20)
        assert (again.status_code, again.content) == (402, first.content)
        refused(api.search(key, query="engineer"), 409, "idempotency_conflict")
        assert api.search(fresh(), query="engineer").status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/sets/set_none/cancel", 404, "not_found"),
        ("/v1/agent", 404, "not_found"),
        ("/v1/account/usage", 405, "method_not_allowed"),
        ("/v1/sets/set_none/items", 405, "method_not_allowed"),
    ],
)
def test_s7_5_consumed_by_other_deliberate_responses(api: Said, path: str, status: int, code: str):
    key = fresh()
    first = api.post(path, None, key)
    refused(first, status, code)
    again = api.post(path, None, key)
    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers.get("allow") == first.headers.get("allow")
    assert ("allow" in first.headers) is (status == 405)
    refused(api.search(key, **SEARCH), 409, "idempotency_conflict")


def test_s7_7_a_durable_run_is_polled(api: Said):
    started = api.post("/v1/person", {"person_id": "p-002"}, fresh())
    assert started.status_code == 202
    assert finished(api.http, started.json()["data"]["run_id"]).status_code == 200


def test_s7_a_key_that_is_none_is_refused(api: Said):
    for key in ("", "a b", "x" * 256):
        refused(api.search(key, **SEARCH), 422, "validation_failed")
    headers = {b"idempotency-key": "ö".encode()}
    answer = api.http.post("/v1/search", json=SEARCH, headers=headers)
    refused(answer, 422, "validation_failed")
    assert api.search("~" * 255, **SEARCH).status_code == 200
