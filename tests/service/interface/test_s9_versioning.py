"""Section 9, and what section 4.2 leaves to the workspace application."""

from __future__ import annotations

import pytest
from tests.service.interface.said import Said, refused
from tests.service.server import http_request


def test_s9_1_every_path_carries_v1(api: Said):
    document = http_request("GET", f"{api.service.url}/openapi.json").json()
    assert document["paths"]
    assert all(path.startswith("/v1/") for path in document["paths"])
    refused(api.post("/search", {"query": "nurse"}), 404, "not_found")
    refused(api.post("/v2/search", {"query": "nurse"}), 404, "not_found")


def test_s9_2_the_legacy_enrichments_contract_stays(api: Said):
    fields = api.enrich(person_id="p-000", fields=["work_email"]).json()["data"]
    legacy = api.enrich(person_id="p-000", enrichments=["work_email"]).json()["data"]
    assert legacy == fields


def test_s9_3_the_sets_are_a_preview_outside_the_public_document(api: Said):
    document = http_request("GET", f"{api.service.url}/openapi.json").text
    assert "/v1/sets" not in document
    assert api.http.get("/v1/sets").status_code == 200


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_s9_4_agent_is_removed(api: Said, method: str):
    refused(api.http.request(method, "/v1/agent", json={}), 404, "not_found")


@pytest.mark.parametrize("what", ["searches", "imports", "enrichments", "monitors", "items"])
def test_s4_2_what_only_the_workspace_application_does(api: Said, what: str):
    made = api.post("/v1/sets", {"search": {"query": "nurse", "count": 1}}).json()
    answer = api.post(f"/v1/sets/{made['id']}/{what}", {"search": {"query": "more"}})
    status, code = (405, "method_not_allowed") if what == "items" else (404, "not_found")
    refused(answer, status, code)
