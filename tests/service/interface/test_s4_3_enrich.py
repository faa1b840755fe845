"""Sections 2.5 and 4.3, sentence by sentence."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.service.enrich.providers import ContactProvider
from tests.service.interface.conftest import CONFIG
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.directory import PEOPLE, fill
from tests.service.server import running_service

from shortlist.service.config import ConfigError, parse_config

FIELDS = ["work_email", "personal_email", "phone"]
NOTHING = {
    "value": None,
    "status": "not_found",
    "confidence": None,
    "source": None,
    "last_seen": None,
}
MISS = (404, {})


def found(value: str) -> tuple[int, Any]:
    return 200, {"value": value, "confidence": "verified", "source": "register"}


def test_s4_3_the_scope_is_people_enrich(api: Said):
    with api.as_key(scopes=("people:search",)) as other:
        refused(other.enrich(person_id="p-000", fields=FIELDS), 403, "insufficient_scope")
    with api.as_key(scopes=("people:enrich",)) as other:
        assert other.enrich(person_id="alone", fields=FIELDS).status_code == 200


@pytest.mark.parametrize(
    "anchor",
    [
        {"profile_url": "https://register.example/people/p-000"},
        {"profile_url": "https://www.linkedin.com/in/p-000"},
        {"person_id": "p-000"},
        {"email": "Ada.Knowna@acme.example"},
        {"name": "Ada Knowna", "company_domain": "acme.example"},
    ],
    ids=str,
)
def test_s4_3_each_anchor_is_one(api: Said, anchor):
    data = api.enrich(**anchor, fields=["work_email"]).json()["data"]
    assert data["work_email"]["value"] == "ada.knowna@acme.example"


@pytest.mark.parametrize(
    ("anchor", "code"),
    [
        ({}, "identity_required"),
        ({"name": "Ada Knowna"}, "identity_required"),
        ({"company_domain": "acme.example"}, "identity_required"),
        ({"person_id": ""}, "identity_required"),
        ({"person_id": "p-000", "email": "ada@acme.example"}, "validation_failed"),
        ({"person_id": "p-000", "name": "A", "company_domain": "b.example"}, "validation_failed"),
        ({"email": "not an address"}, "validation_failed"),
        ({"profile_url": "linkedin"}, "validation_failed"),
        ({"person_id": ["p-000"]}, "validation_failed"),
    ],
    ids=str,
)
def test_s4_3_8_missing_or_unsupported_identity(api: Said, anchor, code):
    before = api.used()
    refused(api.enrich(**anchor, fields=["phone"]), 422, code)
    assert api.used() == before


def test_s2_5_a_field_that_was_found(api: Said):
    entry = api.enrich(person_id="p-000", fields=["work_email"]).json()["data"]["work_email"]
    assert set(entry) == set(NOTHING)
    assert entry["status"] == "found"
    assert isinstance(entry["confidence"], str)
    assert entry["source"] == "directory"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["last_seen"])


def test_s4_3_1_every_requested_field_is_returned(api: Said):
    body = api.enrich(person_id="alone", fields=FIELDS).json()
    assert body["data"] == dict.fromkeys(FIELDS, NOTHING)
    usage = body["meta"]["usage"]
    assert (usage["billed"], usage["free"], usage["not_found"]) == ([], [], FIELDS)
    only = api.enrich(person_id="p-000", fields=["phone"]).json()["data"]
    assert list(only) == ["phone"]


def test_s4_3_2_a_failure_is_unavailable_and_never_a_clean_miss(
    api: Said, outside: ContactProvider
):
    outside.answers = {"phone": (500, {}), "personal_email": MISS}
    body = api.enrich(person_id="alone", fields=["phone", "personal_email"]).json()
    assert body["data"]["phone"] == {**NOTHING, "status": "unavailable"}
    assert body["data"]["personal_email"] == NOTHING
    assert body["meta"]["usage"]["not_found"] == ["personal_email"]


def test_s4_3_3_only_successful_reveals_are_billed(api: Said, outside: ContactProvider):
    outside.answers = {
        "work_email": found("una@acme.example"),
        "personal_email": MISS,
        "phone": (500, {}),
    }
    before = api.used()
    body = api.enrich(person_id="alone", fields=FIELDS).json()
    assert body["meta"]["usage"]["billed"] == ["work_email"]
    assert api.used() - before == 1


def test_s4_3_4_one_failed_field_does_not_fail_the_request(api: Said, outside: ContactProvider):
    outside.answers = {"phone": (503, b"down")}
    answer = api.enrich(person_id="alone", fields=["phone", "work_email"])
    assert answer.status_code == 200
    assert answer.json()["data"]["phone"]["value"] is None
    (warning,) = answer.json()["meta"]["warnings"]
    assert warning["field"] == "phone"


def test_s4_3_5_when_every_field_fails(api: Said, outside: ContactProvider):
    outside.answers = {"phone": (500, {}), "personal_email": (502, b"<html>")}
    before, key = api.used(), fresh()
    asked = {"person_id": "alone", "fields": ["phone", "personal_email"]}
    answer = api.enrich(key, **asked)
    error = refused(answer, 503, "upstream_unavailable")
    assert error["retryable"] is True
    assert sorted(error["unavailable_fields"]) == ["personal_email", "phone"]
    assert answer.headers["retry-after"] == "1"
    assert api.used() == before
    # Explicitly retryable: the same key finds it once the provider is back.
    outside.answers = {"phone": found("+44 20 7946 0000")}
    assert api.enrich(key, **asked).json()["data"]["phone"]["status"] == "found"


def test_s4_3_6_a_completed_lookup_that_finds_no_contact_is_200(api: Said):
    before = api.used()
    for anchor in ({"person_id": "nobody"}, {"email": "nobody@nowhere.example"}):
        assert api.enrich(**anchor, fields=["phone"]).json()["data"] == {"phone": NOTHING}
    assert api.used() == before


def test_s4_3_7_fields_run_concurrently(api: Said, outside: ContactProvider):
    outside.answers = dict.fromkeys(FIELDS, outside.together(MISS, len(FIELDS)))
    told = api.enrich(person_id="alone", fields=FIELDS).json()
    assert told["meta"]["usage"]["not_found"] == FIELDS


def test_s4_3_7_the_deadline_is_503_free_and_retried_with_the_same_key(
    tmp_path: Path, outside: ContactProvider
):
    outside.reset()
    over = threading.Event()

    def held() -> tuple[int, Any]:
        over.wait(60)
        return MISS

    outside.answers = {"phone": held}
    config = CONFIG.format(url=outside.url) + "[enrichment]\ndeadline_seconds = 1.5\n"
    data_dir = fill(tmp_path / "data", PEOPLE, config)
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        api, key = Said(service, client), fresh()
        asked = {"person_id": "alone", "fields": ["work_email", "phone"]}
        try:
            error = refused(api.enrich(key, **asked), 503, "upstream_timeout")
        finally:
            over.set()
        assert error["retryable"] is True
        assert api.used() == 0
        outside.answers = {"phone": found("+44 20 7946 0000")}
        # On a busy machine the deadline may pass once more: nothing is lost by it.
        deadline = time.monotonic() + 60
        while (again := api.enrich(key, **asked)).status_code == 503:
            assert time.monotonic() < deadline
        assert again.status_code == 200
        assert api.used() == 10
        assert api.enrich(key, **asked).content == again.content
        assert api.used() == 10


@pytest.mark.parametrize("fields", [[], ["fax"], None, "phone", [1], ["phone", "fax"]], ids=str)
def test_s4_3_fields_that_are_refused(api: Said, fields):
    refused(api.enrich(person_id="p-000", fields=fields), 422, "validation_failed")


def test_s4_3_9_the_legacy_contract(api: Said, outside: ContactProvider):
    outside.answers = {"phone": (500, {})}
    legacy = api.enrich(person_id="alone", enrichments=["phone", "work_email"])
    assert legacy.json()["data"]["phone"]["status"] == "unavailable"
    assert legacy.json()["data"]["work_email"] == NOTHING
    assert legacy.headers["deprecation"]
    refused(api.enrich(person_id="alone", enrichments=["phone"]), 503, "upstream_unavailable")


def test_s4_3_9_rules_2_to_6_hold_for_the_legacy_contract(api: Said, outside: ContactProvider):
    before, fields = api.used(), ["work_email", "personal_email", "phone"]
    outside.answers = {
        "work_email": found("una@acme.example"),
        "personal_email": MISS,
        "phone": (500, {}),
    }
    body = api.enrich(person_id="alone", enrichments=fields).json()
    told = [body["data"][name]["status"] for name in fields]
    assert told == ["found", "not_found", "unavailable"]
    usage = body["meta"]["usage"]
    assert (usage["billed"], usage["not_found"]) == (["work_email"], ["personal_email"])
    assert [warning["field"] for warning in body["meta"]["warnings"]] == ["phone"]
    assert api.used() - before == 1
    missed = api.enrich(person_id="nobody", enrichments=["personal_email"])
    assert (missed.status_code, missed.json()["data"]) == (200, {"personal_email": NOTHING})
    answer = api.enrich(person_id="alone", enrichments=["phone"])
    error = refused(answer, 503, "upstream_unavailable")
    assert (error["retryable"], error["unavailable_fields"]) == (True, ["phone"])
    assert answer.headers["retry-after"] == "1"
    assert api.used() - before == 1


def test_s4_3_7_the_deadline_is_80_seconds_unless_it_is_configured():
    assert parse_config("", "no file").enrichment.deadline_seconds == 80
    with pytest.raises(ConfigError, match="deadline_seconds"):
        parse_config("[enrichment]\ndeadline_seconds = 81\n", "a file")


def test_shapes_prices_of_the_fields(api: Said, outside: ContactProvider):
    for field, price in (("work_email", 1), ("personal_email", 3), ("phone", 10)):
        outside.answers = {field: found("una@home.example")}
        before = api.used()
        usage = api.enrich(person_id="alone", fields=[field]).json()["meta"]["usage"]
        assert (usage["billed"], usage["acu_used"]) == ([field], price)
        assert api.used() - before == price


def test_s4_3_9_who_moves_from_enrichments_to_fields_may_send_both(api: Said):
    both = api.enrich(person_id="p-000", fields=["phone", "work_email"], enrichments=["phone"])
    error = refused(both, 422, "validation_failed")
    assert "send fields alone" in error["message"]
    same = api.enrich(person_id="p-000", fields=["phone"], enrichments=[{"field": "phone"}])
    assert list(same.json()["data"]) == ["phone"]
    assert "deprecation" not in same.headers
    assert api.enrich(person_id="p-000", fields=["phone"], enrichments=[]).status_code == 200
