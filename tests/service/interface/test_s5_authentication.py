"""Section 5, sentence by sentence."""

from __future__ import annotations

import pytest
from sqlalchemy import update
from tests.service.interface.said import Said, refused
from tests.service.person.directory import database
from tests.service.server import http_request, within_a_minute

from shortlist.service.account.admin import revoke_local_key
from shortlist.service.clock import now_ms
from shortlist.service.db.schema import api_keys, workspaces

CALLS = [
    ("POST", "/v1/search"),
    ("POST", "/v1/sets"),
    ("GET", "/v1/sets"),
    ("GET", "/v1/sets/set_x"),
    ("GET", "/v1/sets/set_x/items"),
    ("GET", "/v1/sets/set_x/events"),
    ("GET", "/v1/sets/set_x/export"),
    ("POST", "/v1/sets/set_x/cancel"),
    ("POST", "/v1/enrich"),
    ("POST", "/v1/person"),
    ("GET", "/v1/person/runs/run_x"),
    ("DELETE", "/v1/person/runs/run_x"),
    ("GET", "/v1/account/usage"),
    ("POST", "/v1/socials"),
    ("GET", "/v1/network/profile"),
]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_s4_all_endpoints_require_authentication(api: Said, method, path):
    answer = http_request(method, api.service.url + path, content=b"{broken")
    refused(answer, 401, "missing_api_key")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_s5_3_a_key_without_scopes_gets_403(api: Said, method, path):
    with api.as_key(scopes=()) as other:
        refused(other.http.request(method, path, json={}), 403, "insufficient_scope")


@pytest.mark.parametrize("value", ["Basic eDp5", "Bearer", "sl_a_b"])
def test_s5_5_no_supported_credential_header(api: Said, value):
    answer = http_request("GET", api.service.url + "/v1/sets", headers={"Authorization": value})
    refused(answer, 401, "missing_api_key")


@pytest.mark.parametrize("key", ["x", "sl_", "sl_a_b", "sl_000000000000_" + "x" * 43, "é"])
def test_s5_5_a_credential_that_is_not_recognized(api: Said, key):
    headers = {b"authorization": b"Bearer " + key.encode()}
    answer = http_request("GET", api.service.url + "/v1/sets", headers=headers)
    refused(answer, 401, "invalid_api_key")


def test_s5_5_expired_and_revoked(api: Said):
    made = api.service.create_key(expires_at=now_ms() + 3_600_000)
    with api.service.client(made["key"]) as client:
        assert client.get("/v1/sets").status_code == 200
        with database(api.service.data_dir) as connection:
            mine = api_keys.c.id == made["id"]
            connection.execute(update(api_keys).where(mine).values(expires_at=now_ms()))
        refused(client.get("/v1/sets"), 401, "expired_api_key")
    made = api.service.create_key()
    with api.service.client(made["key"]) as client:
        assert client.get("/v1/sets").status_code == 200
        assert revoke_local_key(api.service.data_dir, None, made["id"])
        refused(client.get("/v1/sets"), 401, "revoked_api_key")
        refused(client.post("/v1/search", content=b"{broken"), 401, "revoked_api_key")


def test_s5_5_a_workspace_that_cannot_use_the_api(api: Said):
    def set_active(active: bool) -> None:
        with database(api.service.data_dir) as connection:
            connection.execute(update(workspaces).values(active=active))

    set_active(False)
    try:
        refused(api.search(query="nurse"), 402, "active_account_required")
        refused(api.http.get("/v1/sets"), 402, "active_account_required")
        refused(api.post("/v1/person", {"person_id": "p-000"}), 402, "active_account_required")
    finally:
        set_active(True)
    assert api.http.get("/v1/sets").status_code == 200


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        (("people:search",), True),
        (("people:enrich", "agent:chat"), True),
        (("people:enrich",), False),
        (("agent:chat",), False),
        (("account:read",), False),
    ],
    ids=str,
)
def test_s5_2_scopes_of_sets(api: Said, scopes, allowed):
    with api.as_key(scopes=scopes) as other:
        if allowed:
            assert other.http.get("/v1/sets").status_code == 200
            refused(other.post("/v1/sets", {}), 422, "query_required")
            refused(other.http.get("/v1/sets/set_x"), 404, "not_found")
        else:
            refused(other.http.get("/v1/sets"), 403, "insufficient_scope")
            refused(other.post("/v1/sets", {}), 403, "insufficient_scope")


def test_s5_4_budgets_of_a_key(api: Said):
    for window in ("daily", "monthly"):
        with api.as_key(**{f"{window}_budget": 2}) as other:
            assert other.search(query="nurse", num_results=20).status_code == 200
            error = refused(other.search(query="nurse"), 402, f"{window}_budget_exceeded")
            assert error["available_credits"] == 0
    assert api.search(query="nurse").status_code == 200


def test_s5_4_a_key_can_have_a_lower_limit(api: Said):
    def ask() -> list[int]:
        with api.as_key(rate_limit=2) as other:
            return [other.http.get("/v1/sets").status_code for _ in range(3)]

    assert within_a_minute(ask) == [200, 200, 429]


def test_s5_1_every_request_carries_a_bearer_key(api: Said):
    url = f"{api.service.url}/v1/sets"
    for scheme in ("Bearer", "bearer", "BEARER"):
        headers = {"Authorization": f"{scheme} {api.service.key}"}
        assert http_request("GET", url, headers=headers).status_code == 200


def test_s5_6_x_api_key_is_supported_beside_it_and_nothing_else(api: Said):
    url = f"{api.service.url}/v1/sets"
    assert http_request("GET", url, headers={"x-api-key": api.service.key}).status_code == 200
    for name in ("api-key", "x-auth-token", "cookie"):
        refused(http_request("GET", url, headers={name: api.service.key}), 401, "missing_api_key")
    refused(http_request("GET", f"{url}?api_key={api.service.key}"), 401, "missing_api_key")
