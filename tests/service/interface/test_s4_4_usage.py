"""`GET /v1/account/usage` (interface, section 4.4) and the budgets of keys (section 5)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Ended, Shell
from tests.service.enrich.providers import ContactProvider
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, envelope, running_service

from shortlist.contract.account import UsageResponse

NORWAY = {"filters": {"location": "Norway"}}


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, outside: ContactProvider
) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("usage") / "data"
    provider = f"""
        [[enrichment.providers]]
        name = "outside"
        type = "http"
        url = "{outside.url}"
    """
    with running_service(data, config=provider, people=RECORDS) as running:
        yield running.wait_ready()


def usage(service: RunningService, key: str) -> UsageResponse:
    with service.client(key) as client:
        answer = client.get("/v1/account/usage")
    assert answer.status_code == 200
    told = UsageResponse.model_validate(answer.json())
    assert told.meta.request_id == answer.headers["x-request-id"]
    return told


def test_s4_4_usage_a_key_without_caps(service):
    made = service.create_key("plain")
    told = usage(service, made["key"]).data
    assert told.plan == "pro"
    assert told.credits.included == 10_000
    assert told.api_key.id == made["id"]
    assert told.api_key.name == "plain"
    assert sorted(told.api_key.scopes) == sorted(made["scopes"])
    assert told.api_key.daily.budget is None
    assert told.api_key.daily.remaining is None
    assert told.api_key.rate_limit.per_minute == 300
    resets = told.api_key.daily.resets_at
    assert resets is not None
    assert (resets.hour, resets.minute, resets.second) == (0, 0, 0)
    month = told.api_key.monthly.resets_at
    assert month is not None
    assert month.day == 1


def test_s4_4_usage_every_charge_is_in_it(service, outside):
    outside.reset()
    outside.answers = {"work_email": (200, {"value": "found@out.example"})}
    made = service.create_key("spender", daily_budget=10, monthly_budget=3)
    with_email = next(r for r in RECORDS if r["contacts"]["work_email"])
    with service.client(made["key"]) as client:
        client.post("/v1/search", json={**NORWAY, "num_results": 11}).raise_for_status()
        body = {"person_id": with_email["id"], "fields": ["work_email"]}
        client.post("/v1/enrich", json=body).raise_for_status()
        # The month is used up: the day still has 7.
        refused = client.post("/v1/search", json=NORWAY)
    error = envelope(refused, 402, "monthly_budget_exceeded")
    assert (error["required_credits"], error["available_credits"]) == (1, 0)
    told = usage(service, made["key"]).data
    assert (told.api_key.daily.used, told.api_key.daily.remaining) == (3, 7)
    assert (told.api_key.monthly.used, told.api_key.monthly.remaining) == (3, 0)
    assert (told.credits.used, told.credits.available) == (3, 9_997)
    assert (told.history[0].search, told.history[0].enrich) == (2, 1)


def _keys(service: RunningService, *arguments: str) -> Ended:
    return Shell()("keys", *arguments, "--data-dir", str(service.data_dir))


def test_s4_4_usage_keys_are_managed_while_the_service_runs(service):
    created = _keys(service, "create", "--name", "cli", "--scope", "account:read", "--json")
    made = json.loads(created.out)
    assert set(made) == {"id", "key", "name", "scopes"}
    assert made["scopes"] == ["account:read"]
    with service.client(made["key"]) as client:
        assert client.get("/v1/account/usage").status_code == 200
        listed = _keys(service, "list", "--json")
        assert made["key"] not in listed.out
        (shown,) = [key for key in json.loads(listed.out)["data"] if key["id"] == made["id"]]
        assert shown["state"] == "active"
        assert _keys(service, "revoke", made["id"]).code == 0
        envelope(client.get("/v1/account/usage"), 401, "revoked_api_key")
    assert _keys(service, "revoke", "nobody").code == 1


def test_s4_4_usage_a_secret_is_kept_nowhere(service):
    made = service.create_key("secret")
    secret = made["key"].partition(made["id"] + "_")[2].encode()
    assert len(secret) == 43  # 32 bytes in base64: long enough never to stand there by chance
    with service.client(made["key"]) as client:
        client.get("/v1/account/usage")
    for folder, _, files in os.walk(service.data_dir):
        for name in files:
            assert secret not in (Path(folder) / name).read_bytes(), name
