"""Sections 1, 2.1 and 4.1, sentence by sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.asking import finished
from tests.service.person.directory import PEOPLE, PHONE, database, fill
from tests.service.server import running_service


def test_s4_1_a_query_alone_a_filter_alone_or_both(api: Said):
    assert api.people(query="nurse at a hospital")
    assert api.people(filters={"company": "Quay Hospital"})
    both = api.people(query="nurse", filters={"location": "Norway"})
    assert both
    assert {person["location"] for person in both} == {"Oslo, Norway"}


@pytest.mark.parametrize("body", [{}, {"query": ""}, {"query": " \n"}, {"filters": {}}])
def test_s4_1_a_missing_query_is_query_required(api: Said, body):
    refused(api.post("/v1/search", body), 422, "query_required")


@pytest.mark.parametrize("type_", ["instant", "fast", "auto", "deep"])
def test_s4_1_types(api: Said, type_):
    assert api.people(query="nurse", type=type_)


@pytest.mark.parametrize("type_", ["neural", "", "AUTO", None, 1])
def test_s4_1_another_type_is_refused(api: Said, type_):
    refused(api.search(query="nurse", type=type_), 422, "validation_failed")


def test_s4_1_only_the_category_people_is_accepted(api: Said):
    assert api.search(query="nurse", category="people").status_code == 200
    for category in ("companies", "People", "", "people ", None, 1, True, [], {}, ["people"]):
        refused(api.search(query="nurse", category=category), 422, "unsupported_category")


def test_s4_1_num_results_default_10_maximum_150(api: Said):
    assert len(api.people(filters={"location": "Norway"})) == 10
    assert len(api.people(query="nurse engineer officer", num_results=150)) == 150
    for n in (0, -1, 151, 1.5, "10", True, None, 10**30):
        refused(api.search(query="nurse", num_results=n), 422, "validation_failed")


def test_s4_1_contents_fields_choose_what_comes_back(api: Said):
    person = api.people(query="nurse", num_results=1, contents={"fields": ["title", "profile"]})[0]
    assert set(person) == {
        "person_id",
        "title",
        "profile_url",
        "resolution_source",
        "identity_verified",
        "confidence",
        "contact_status",
    }
    refused(
        api.search(query="nurse", contents={"fields": ["work_email"]}), 422, "validation_failed"
    )


@pytest.mark.parametrize(
    ("filters", "field", "value"),
    [
        ({"title": "Nurse"}, "title", "Nurse"),
        ({"seniority": "c_level"}, "seniority", "c_level"),
        ({"company": "Alder Bank"}, "company", "Alder Bank"),
        ({"industry": "Health Care"}, "industry", "Health Care"),
        ({"location": "Munich"}, "location", "Munich, Germany"),
    ],
    ids=lambda value: str(value),
)
@pytest.mark.parametrize("query", [None, "somebody at a widget maker"])
def test_s4_1_filters_are_enforced(api: Said, filters, field, value, query):
    fields = ["title", "seniority", "company", "industry", "location"]
    body = {"filters": filters, "num_results": 150, "contents": {"fields": fields}}
    people = api.people(**(body if query is None else {**body, "query": query}))
    assert people
    assert {person[field] for person in people} == {value}


@pytest.mark.parametrize(
    "name", ["company_size", "company_domain", "radius_km", "tenure", "anything_else"]
)
def test_s4_1_other_filters_are_never_silently_ignored(api: Said, name):
    for value in ("10", 10, None):
        body = {"query": "nurse", "filters": {"title": "Nurse", name: value}}
        error = refused(api.post("/v1/search", body), 422, "unsupported_filters")
        assert name in error["message"]


def test_s4_1_filter_values_are_strings(api: Said):
    for value in (1, ["Nurse"], {"a": 1}, "x" * 201):
        refused(api.search(filters={"title": value}), 422, "validation_failed")


def test_s2_1_a_person(api: Said):
    for person in api.people(query="nurse", num_results=50):
        assert isinstance(person["person_id"], str)
        assert person["person_id"]
        assert person["resolution_source"] in ("service_people_index", "public_web")
        assert person["identity_verified"] is False
        assert 0 <= person["confidence"] <= 1
        assert person["contact_status"] == "requires_enrichment"


def test_s2_1_a_person_id_can_be_passed_to_person_and_to_enrich(api: Said):
    person_id = api.people(query="Ada Knownq")[0]["person_id"]
    assert person_id == "p-016"
    assert api.post("/v1/person", {"person_id": person_id}).status_code in (200, 202)
    found = api.enrich(person_id=person_id, fields=["work_email"]).json()["data"]
    assert found["work_email"]["value"] == "ada.knownq@acme.example"


@pytest.mark.parametrize("type_", ["instant", "deep"])
def test_s4_1_contact_fields_are_never_returned(api: Said, type_):
    every = ["name", "profile", "title", "company", "location", "seniority", "industry", "summary"]
    answer = api.search(
        query="Chief Engineer", type=type_, num_results=150, contents={"fields": every}
    )
    assert "@acme.example" not in answer.text
    assert answer.json()["data"]["results"]
    for person in PEOPLE:
        contacts = person["contacts"]
        assert not any(
            contact and contact["value"] in answer.text and contact["value"] != PHONE
            for contact in contacts.values()
        )


def test_s4_1_grounding_of_auto_and_deep_only(api: Said):
    for type_, there in (("instant", False), ("fast", False), ("auto", True), ("deep", True)):
        data = api.search(query="nurse", type=type_).json()["data"]
        assert ("grounding" in data) is there
    assert data["grounding"]["results"]  # deep: always


def test_s4_1_a_search_that_times_out_fails_closed(tmp_path: Path):
    config = "[search]\ntimeout_seconds = 0.000001\n"
    data_dir = fill(tmp_path / "data", PEOPLE, config)
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        answer = client.post("/v1/search", json={"query": "nurse"})
        error = refused(answer, 503, "search_timeout")
        assert error["retryable"] is True
        assert list(answer.json()) == ["error"]
        usage = client.get("/v1/account/usage").json()["data"]["credits"]
        assert usage["used"] == 0


def test_s4_1_a_search_that_is_not_there_is_search_unavailable(tmp_path: Path):
    data_dir = fill(tmp_path / "data", PEOPLE, "[search]\ntimeout_seconds = 5\n")
    # Where the index belongs there is something else: it cannot be opened.
    (data_dir / "index").write_text("in the way")
    with running_service(data_dir) as service, service.client() as client:
        for _ in range(2):
            answer = client.post(
                "/v1/search", json={"query": "x"}, headers={"Idempotency-Key": fresh()}
            )
            assert refused(answer, 503, "search_unavailable")["retryable"] is True


def test_s4_1_a_search_that_fails_is_search_failed(tmp_path: Path):
    data_dir = fill(tmp_path / "data", PEOPLE)
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        # What people are is gone from under the running service.
        with database(data_dir) as connection:
            connection.exec_driver_sql("alter table people rename to nobody")
        key = {"Idempotency-Key": fresh()}
        body = {"query": "chief engineer", "contents": {"fields": ["name", "summary"]}}
        answer = client.post("/v1/search", json=body, headers=key)
        error = refused(answer, 503, "search_failed")
        assert error["retryable"] is True
        assert "sql" not in answer.text.lower()
        with database(data_dir) as connection:
            connection.exec_driver_sql("alter table nobody rename to people")
        # Nothing was charged, and the key is free again.
        again = client.post("/v1/search", json=body, headers=key)
        assert again.status_code == 200
        usage = client.get("/v1/account/usage").json()["data"]["credits"]
        assert usage["used"] == again.json()["meta"]["credits_charged"] > 0


def test_s3_5_identity_is_verified_by_evidence_of_research_alone(api: Said):
    asked = {"query": "Ada Knowns", "num_results": 1}
    [before] = api.people(**asked)
    assert before["person_id"] == "p-018"
    assert before["identity_verified"] is False
    begun = api.post("/v1/person", {"person_id": before["person_id"]})
    dossier = finished(api.http, begun.json()["data"]["run_id"]).json()["data"]
    assert dossier["identity"]["identity_verified"] is True
    assert len(dossier["identity"]["evidence"]) >= 2
    # A search verifies nobody, not even who was researched.
    assert api.people(**asked)[0]["identity_verified"] is False
