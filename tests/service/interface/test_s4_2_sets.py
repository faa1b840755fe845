"""Sections 2.2 to 2.4, 4.2 and 6 over HTTP, on the real service with a directory whose every
outcome is known (fakes.py)."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.server import RunningService
from tests.service.sets.conftest import Numbered, held_at, numbered_service
from tests.service.sets.fakes import admitted_of
from tests.service.sets.sse import follow

from shortlist.contract.columns import verdict_columns
from shortlist.contract.events import KINDS
from shortlist.contract.sets import EXPORT_COLUMNS

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture(scope="module")
def served(numbered: Numbered) -> RunningService:
    return numbered(people=200)


@pytest.fixture
def api(served: RunningService) -> Iterator[httpx.Client]:
    with served.client() as client:
        yield client


@pytest.fixture(scope="module")
def finished(served: RunningService) -> dict[str, Any]:
    """A Set that ran to its end: 67 of 200 people admitted."""
    with served.client() as client:
        made = create(client, count=500)
        return wait(client, made["id"])


def create(client: httpx.Client, **search: Any) -> dict[str, Any]:
    answer = client.post("/v1/sets", json={"search": {"query": "engineers", **search}})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def wait(client: httpx.Client, set_id: str) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while True:
        found: dict[str, Any] = client.get(f"/v1/sets/{set_id}").json()
        if found["searches"][0]["finished_at"]:
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.02)


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert error["code"] == code
    assert error["request_id"] == answer.headers["x-request-id"]
    return error


# --- POST /v1/sets ------------------------------------------------------------------------------


def test_s4_2_create_answers_201_with_everything_the_interface_names(api: httpx.Client) -> None:
    made = create(api)
    assert made["object"] == "set" and made["id"].startswith("set_")
    search = made["search"]
    assert search == made["searches"][0]
    assert (search["query"], search["count"], search["status"]) == ("engineers", 25, "queued")
    assert (search["behavior"], search["finished_at"], search["stop_reason"]) == (
        "append",
        None,
        None,
    )
    assert [c["description"] for c in search["criteria"]] == ["engineers", "is current"]
    assert made["pricing"] == {
        "unit": "acu",
        "people_per_acu": 10,
        "requested": 25,
        "estimated_credits": 3,
        "settles_on": "admitted",
    }
    assert made["budget"] == {"credits": None}
    assert made["synthetic"] is True
    assert api.get(made["items_url"]).status_code == 200
    with api.stream("GET", made["events_url"]) as told:
        assert told.headers["content-type"].startswith("text/event-stream")
    for moment in (made["created_at"], made["updated_at"], search["created_at"]):
        assert TIME.fullmatch(moment)


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "query_required", "search.query"),
        ({"search": "engineers"}, "validation_failed", "search"),
        ({"search": {}}, "query_required", "search.query"),
        ({"search": {"query": " \n"}}, "query_required", "search.query"),
        ({"search": {"query": 5}}, "validation_failed", "search.query"),
        ({"search": {"query": "x" * 4001}}, "validation_failed", "search.query"),
        ({"search": {"query": "x", "count": 0}}, "validation_failed", "search.count"),
        ({"search": {"query": "x", "count": 501}}, "validation_failed", "search.count"),
        ({"search": {"query": "x", "count": "5"}}, "validation_failed", "search.count"),
        ({"search": {"query": "x", "count": 2.5}}, "validation_failed", "search.count"),
        ({"search": {"query": "x", "count": True}}, "validation_failed", "search.count"),
        ({"search": {"query": "x", "criteria": "y"}}, "validation_failed", "search.criteria"),
        (
            {"search": {"query": "x", "criteria": ["y"] * 11}},
            "validation_failed",
            "search.criteria",
        ),
        (
            {"search": {"query": "x", "criteria": ["y", "z" * 501]}},
            "validation_failed",
            "search.criteria.1",
        ),
        ({"search": {"query": "😀 —"}}, "validation_failed", "search.query"),
        (
            {"search": {"query": "x", "criteria": ["y", "%"]}},
            "validation_failed",
            "search.criteria.1",
        ),
        (
            {"search": {"query": "x", "criteria": [" "]}},
            "validation_failed",
            "search.criteria.0",
        ),
        (
            {"search": {"query": "x", "criteria": [{"description": ""}]}},
            "validation_failed",
            "search.criteria.0.description",
        ),
        ({"search": {"query": "x", "criteria": [5]}}, "validation_failed", "search.criteria.0"),
        ({"search": {"query": "x"}, "budget": {"credits": 0}}, "validation_failed", None),
        ({"search": {"query": "x"}, "budget": {"credits": -1}}, "validation_failed", None),
        ({"search": {"query": "x"}, "budget": {"credits": 1.5}}, "validation_failed", None),
        ({"search": {"query": "x"}, "budget": {"credits": "5"}}, "validation_failed", None),
        ({"search": {"query": "x"}, "enrichments": [{}]}, "enrichments_unavailable", None),
        (
            {"search": {"query": "x"}, "enrichments": ["work_email"]},
            "enrichments_unavailable",
            None,
        ),
    ],
)
def test_s4_2_create_refuses_what_is_not_valid_and_names_it(
    api: httpx.Client, body: Any, code: str, field: str | None
) -> None:
    error = refused(api.post("/v1/sets", json=body), 422, code)
    if field is not None:
        assert error["field"].startswith(field)


@pytest.mark.parametrize(
    "body",
    [
        {"search": {"query": "x", "count": 1}, "enrichments": []},
        {"search": {"query": "x", "count": 1}, "enrichments": None},
        {"search": {"query": "x", "count": 1}, "budget": {"llm_tokens": "many"}},
        {"search": {"query": "x", "count": 1}, "budget": {"credits": 10**15}},
        {"search": {"query": "x", "count": 1, "criteria": []}},
        {"search": {"query": "x", "count": 1, "criteria": [{"description": "y"}, "z"]}},
        {"search": {"query": "x", "count": 1, "behavior": {"mode": "append"}}, "unknown": 1},
        {"search": {"query": "x" * 4000, "count": 1, "criteria": ["y" * 500] * 10}},
        {"search": {"query": "x", "count": 500.0}, "budget": {"credits": 1e0}},
    ],
)
def test_s4_2_create_takes_what_the_interface_allows(api: httpx.Client, body: Any) -> None:
    answer = api.post("/v1/sets", json=body)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("window", ["daily", "monthly"])
def test_s4_2_budget_2_a_count_over_a_budget_is_402_with_both_numbers(
    served: RunningService, window: str
) -> None:
    key = served.create_key("tight", **{f"{window}_budget": 2})["key"]
    with served.client(key) as client:
        # What the Set itself may cost at most changes nothing.
        body = {"search": {"query": "x", "count": 21}, "budget": {"credits": 1}}
        answer = client.post("/v1/sets", json=body)
        error = refused(answer, 402, f"{window}_budget_exceeded")
        assert (error["required_credits"], error["available_credits"]) == (3, 2)
        assert create(client, count=20)["pricing"]["estimated_credits"] == 2


def test_s4_2_budget_3_a_count_that_the_balance_does_not_cover_is_402(tmp_path: Path) -> None:
    config = "[workspace]\nbalance = 5\n"
    with (
        numbered_service(tmp_path / "data", 100, 0.0, config) as poor,
        poor.client() as client,
        held_at(poor.data_dir, 0),
    ):
        create(client, count=30)  # holds three of the five until it ends
        answer = client.post("/v1/sets", json={"search": {"query": "x", "count": 30}})
        error = refused(answer, 402, "insufficient_acu")
        assert (error["required_credits"], error["available_credits"]) == (3, 2)
        assert create(client, count=20)["pricing"]["estimated_credits"] == 2


def test_s3_4_nothing_is_charged_up_front_and_all_of_it_at_the_end(tmp_path: Path) -> None:
    def credits(client: httpx.Client) -> tuple[int, int]:
        told = client.get("/v1/account/usage").json()["data"]["credits"]
        return told["used"], told["reserved"]

    with numbered_service(tmp_path / "data", 100, 0.0) as service, service.client() as client:
        with held_at(service.data_dir, 50):
            made = create(client, count=100)
            deadline = time.monotonic() + 60
            while client.get(f"/v1/sets/{made['id']}").json()["item_count"] == 0:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            assert credits(client) == (0, 10), "some are admitted already"
        found = wait(client, made["id"])
        assert found["item_count"] == 34
        assert credits(client) == (4, 0)


def test_s7_2_the_same_request_again_replays_and_creates_nothing(api: httpx.Client) -> None:
    body = {"search": {"query": "once", "count": 1}}
    headers = {"Idempotency-Key": "once-only"}
    first = api.post("/v1/sets", json=body, headers=headers)
    second = api.post("/v1/sets", json=body, headers=headers)
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert second.headers["idempotency-replayed"] == "true"
    found = api.get("/v1/sets", params={"limit": 100}).json()["data"]
    assert [one["searches"][0]["query"] for one in found].count("once") == 1


# --- scopes and workspaces ----------------------------------------------------------------------


def test_s5_2_sets_need_people_search_or_an_older_full_access_key(
    served: RunningService, finished: dict[str, Any]
) -> None:
    base = f"/v1/sets/{finished['id']}"
    paths = ["/v1/sets", base, f"{base}/items", f"{base}/events", f"{base}/export"]
    for scopes, status in (
        (("people:search",), 200),
        (("people:enrich", "agent:chat"), 200),
        (("people:enrich",), 403),
        (("agent:chat",), 403),
        (("account:read", "people:enrich"), 403),
    ):
        key = served.create_key("scoped", scopes=scopes)["key"]
        with served.client(key) as client:
            for path in paths:
                assert client.get(path).status_code == status, (scopes, path)
            assert client.post(f"{base}/cancel").status_code == status
            body = {"search": {"query": "x", "count": 1}}
            assert client.post("/v1/sets", json=body).status_code == (
                201 if status == 200 else status
            )


@pytest.mark.parametrize(
    "set_id", ["set_unknown", "x" * 200, "%00", "..%2f..", "set_%F0%9F%92%A9", "%ff"]
)
def test_s4_2_an_unknown_set_is_404_everywhere(api: httpx.Client, set_id: str) -> None:
    for path in ("", "/items", "/events", "/export"):
        refused(api.get(f"/v1/sets/{set_id}{path}"), 404, "not_found")
    refused(api.post(f"/v1/sets/{set_id}/cancel"), 404, "not_found")


def test_s4_2_another_workspaces_set_is_404(
    served: RunningService, finished: dict[str, Any]
) -> None:
    from sqlalchemy import insert, update

    from shortlist.service.db.engine import database_url, open_engine, writing
    from shortlist.service.db.schema import api_keys, workspaces

    made = served.create_key("elsewhere")
    engine = open_engine(database_url(served.data_dir))
    with writing(engine) as connection:
        connection.execute(
            insert(workspaces).values(
                id="other", plan="pro", active=True, granted=9, balance=9, reserved=0, created_at=0
            )
        )
        connection.execute(
            update(api_keys).where(api_keys.c.id == made["id"]).values(workspace_id="other")
        )
    engine.dispose()
    with served.client(made["key"]) as stranger:
        base = f"/v1/sets/{finished['id']}"
        for path in ("", "/items", "/events", "/export"):
            refused(stranger.get(f"{base}{path}"), 404, "not_found")
        refused(stranger.post(f"{base}/cancel"), 404, "not_found")
        assert stranger.get("/v1/sets").json() == {
            "data": [],
            "next_cursor": None,
            "has_more": False,
        }


# --- reading ------------------------------------------------------------------------------------


def test_s2_2_a_finished_set_tells_what_it_did(finished: dict[str, Any]) -> None:
    assert finished["status"] == "completed"
    assert finished["item_count"] == 67
    assert finished["spent_credits"] == 7
    search = finished["searches"][0]
    assert search["progress"] == {
        "candidates": 200,
        "checked": 200,
        "admitted": 67,
        "review": 67,
        "rejected": 66,
        "requested": 500,
        "completion": 1.0,
        "eta_seconds": None,
    }
    assert TIME.fullmatch(search["finished_at"])
    assert "67 of the 500" in search["message"]


def test_s4_2_sets_are_listed_newest_first_and_a_walk_meets_each_once(
    served: RunningService,
) -> None:
    with served.client() as client:
        made = [create(client, count=1)["id"] for _ in range(5)]
        seen: list[str] = []
        cursor: str | None = None
        while True:
            page = client.get(
                "/v1/sets", params={"limit": 2, **({"cursor": cursor} if cursor else {})}
            ).json()
            seen += [one["id"] for one in page["data"]]
            # Newer Sets made during the walk neither appear in it nor move it.
            create(client, count=1)
            cursor = page["next_cursor"]
            assert page["has_more"] is (cursor is not None)
            if cursor is None:
                break
        assert len(seen) == len(set(seen))
        assert seen[:5] == made[::-1]
        for _ in range(26 - len(seen)):
            create(client, count=1)
        assert len(client.get("/v1/sets").json()["data"]) == 25
        assert len(client.get("/v1/sets?limit=100").json()["data"]) >= 26


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=",
        "cursor=x",
        "cursor=WyJpdGVtcyIsIDNd",
        "cursor=WyJzZXRzIiwgMV0",
        "cursor=%00",
    ],
)
def test_s4_2_a_bad_limit_or_cursor_of_the_list_is_422(api: httpx.Client, query: str) -> None:
    refused(api.get(f"/v1/sets?{query}"), 422, "validation_failed")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "status=rejected",
        "cursor=3",
        "cursor=WyJzZXRzIiwgMSwgIngiXQ",
        "cursor=W1tbW1tbW10",
        "cursor=WyJpdGVtcyIsIDk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTld",
    ],
)
def test_s4_2_a_bad_parameter_of_the_items_is_422(
    api: httpx.Client, finished: dict[str, Any], query: str
) -> None:
    refused(api.get(f"/v1/sets/{finished['id']}/items?{query}"), 422, "validation_failed")


def test_s4_2_a_cursor_of_another_set_is_422(api: httpx.Client, finished: dict[str, Any]) -> None:
    other = create(api, count=1)["id"]
    page = api.get(f"/v1/sets/{finished['id']}/items?limit=3").json()
    answer = api.get(f"/v1/sets/{other}/items", params={"cursor": page["next_cursor"]})
    error = refused(answer, 422, "validation_failed")
    assert error["field"] == "cursor"


@pytest.mark.parametrize("status", ["admitted", "review", "all"])
def test_s4_2_to_a_key_every_status_gives_admitted_people_only(
    api: httpx.Client, finished: dict[str, Any], status: str
) -> None:
    page = api.get(
        f"/v1/sets/{finished['id']}/items", params={"status": status, "limit": 200}
    ).json()
    assert [item["person"]["person_id"] for item in page["data"]] == admitted_of(200)
    assert {item["status"] for item in page["data"]} == {"admitted"}
    assert (page["next_cursor"], page["has_more"]) == (None, False)


def test_s2_4_an_item_carries_its_person_and_the_evidence(
    api: httpx.Client, finished: dict[str, Any]
) -> None:
    [item] = api.get(f"/v1/sets/{finished['id']}/items", params={"limit": 1}).json()["data"]
    assert item["object"] == "set_item" and item["id"].startswith("item_")
    assert (item["set_id"], item["search_id"]) == (finished["id"], finished["searches"][0]["id"])
    person = item["person"]
    assert person["identity_verified"] is False
    assert person["contact_status"] == "requires_enrichment"
    assert person["resolution_source"] == "service_people_index"
    assert "acme.example" not in str(item), "contact values are never part of an item"
    assert [verdict["status"] for verdict in item["verification"]] == ["satisfied"] * 2
    assert item["verification"][0]["references"][0]["quote"] == "Person 0"
    # The retrieval score (2.1); who meets every criterion is surer than it.
    assert (item["score"], person["confidence"]) == (0.5, 0.85)


def test_s4_2_a_walk_of_the_items_neither_loses_nor_repeats_while_the_set_grows(
    numbered: Numbered,
) -> None:
    slow = numbered(people=600, batch_seconds=0.05)
    with slow.client() as client:
        made = create(client, count=500)
        seen: list[str] = []
        cursor = None
        while True:
            # Asked first whether it has ended: a page that is read after that is of all there is.
            [search] = client.get(f"/v1/sets/{made['id']}").json()["searches"]
            params = {"limit": 7, **({"cursor": cursor} if cursor else {})}
            page = client.get(f"/v1/sets/{made['id']}/items", params=params).json()
            if page["has_more"] or search["finished_at"]:
                seen += [item["person"]["person_id"] for item in page["data"]]
                cursor = page["next_cursor"]
                if cursor is None:
                    break
        assert seen == admitted_of(600)


# --- events -------------------------------------------------------------------------------------


def test_s6_events_are_numbered_without_gaps_and_end_with_idle(
    api: httpx.Client, finished: dict[str, Any]
) -> None:
    told = follow(api, finished["id"])
    assert told.ids == list(range(1, len(told.ids) + 1))
    assert told.types[:2] == ["set.search.queued", "set.search.started"]
    assert told.types[-2:] == ["set.search.completed", "set.idle"]
    assert set(told.types) <= set(KINDS)
    assert "set.search.progress" in told.types
    for number, kind, data in zip(told.ids, told.types, told.data, strict=True):
        assert (data["id"], data["type"]) == (number, kind)
        assert TIME.fullmatch(data["created_at"])
        if kind.startswith("set.search."):
            assert data["data"]["id"] == finished["searches"][0]["id"]
    people = [
        data["data"]["person"]["person_id"]
        for data in told.data
        if data["type"] == "set.item.admitted"
    ]
    assert people == admitted_of(200)
    assert told.data[-2]["data"] == finished["searches"][0]
    assert told.data[-1]["data"] == {"item_count": 67, "spent_credits": 7}


def test_s6_items_and_events_carry_the_same_items(
    api: httpx.Client, finished: dict[str, Any]
) -> None:
    listed = api.get(f"/v1/sets/{finished['id']}/items", params={"limit": 200}).json()["data"]
    told = follow(api, finished["id"])
    assert [d["data"] for d in told.data if d["type"] == "set.item.admitted"] == listed


@pytest.mark.parametrize("last", [0, 1, 5, 40, 76])
def test_s6_resume_gives_exactly_what_comes_after(
    api: httpx.Client, finished: dict[str, Any], last: int
) -> None:
    whole = follow(api, finished["id"])
    assert follow(api, finished["id"], last=last).ids == whole.ids[last:]
    query = follow(api, finished["id"], params={"last_event_id": last})
    assert query.data == whole.data[last:]


def test_s6_resuming_after_the_last_event_ends_at_once(
    api: httpx.Client, finished: dict[str, Any]
) -> None:
    whole = follow(api, finished["id"])
    assert follow(api, finished["id"], last=whole.ids[-1]).ids == []


def test_s6_an_empty_event_id_is_none_given(api: httpx.Client, finished: dict[str, Any]) -> None:
    whole = follow(api, finished["id"])
    assert follow(api, finished["id"], last="").ids == whole.ids
    assert follow(api, finished["id"], params={"last_event_id": ""}).ids == whole.ids


@pytest.mark.parametrize("bad", ["x", "-1", "1.5", "9" * 30, "%00", str(10**14)])
def test_s6_an_event_id_that_is_none_is_422(
    api: httpx.Client, finished: dict[str, Any], bad: str
) -> None:
    answer = api.get(f"/v1/sets/{finished['id']}/events?last_event_id={bad}")
    refused(answer, 422, "validation_failed")
    if "%" not in bad:
        headers = {"Last-Event-ID": bad}
        answer = api.get(f"/v1/sets/{finished['id']}/events", headers=headers)
        refused(answer, 422, "validation_failed")


def test_s6_broken_off_and_resumed_while_it_runs_nothing_is_lost_or_repeated(
    numbered: Numbered,
) -> None:
    slow = numbered(people=600, batch_seconds=0.05)
    with slow.client() as client:
        made = create(client, count=500)
        ids: list[int] = []
        people: list[str] = []
        types: list[str] = []
        while "set.idle" not in types:
            part = follow(client, made["id"], last=ids[-1] if ids else None, stop_after=23)
            ids += part.ids
            types += part.types
            people += [
                data["data"]["person"]["person_id"]
                for data in part.data
                if data["type"] == "set.item.admitted"
            ]
        assert ids == list(range(1, len(ids) + 1))
        assert people == admitted_of(600)


# --- cancel -------------------------------------------------------------------------------------


def test_s3_2_cancel_stops_a_running_search_and_keeps_its_people(numbered: Numbered) -> None:
    slow = numbered(people=600, batch_seconds=0.05)
    with slow.client() as client:
        with held_at(slow.data_dir, 300):
            made = create(client, count=500)
            deadline = time.monotonic() + 60
            while client.get(f"/v1/sets/{made['id']}").json()["item_count"] == 0:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            answer = client.post(f"/v1/sets/{made['id']}/cancel")
        assert answer.status_code == 200
        assert answer.json()["id"] == made["id"]
        found = wait(client, made["id"])
        assert found["status"] == "canceled"
        assert 0 < found["item_count"] < 200
        assert found["spent_credits"] == -(-found["item_count"] // 10)
        again = client.post(f"/v1/sets/{made['id']}/cancel")
        assert (again.status_code, again.json()) == (200, found)
        told = follow(client, made["id"])
        assert told.types[-2:] == ["set.search.canceled", "set.idle"]


# --- export -------------------------------------------------------------------------------------


def test_s4_2_export_is_csv_with_a_header_and_guarded_cells(
    api: httpx.Client, finished: dict[str, Any]
) -> None:
    for query in ("", "?format=csv"):
        answer = api.get(f"/v1/sets/{finished['id']}/export{query}")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        disposition = answer.headers["content-disposition"]
        assert disposition == f'attachment; filename="{finished["id"]}.csv"'
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8"))))
        assert tuple(rows[0]) == (*EXPORT_COLUMNS, *verdict_columns(2))
        assert (rows[0]["criterion_2"], rows[0]["criterion_2_verdict"]) == (
            "is current",
            "satisfied",
        )
        assert [row["person_id"] for row in rows] == admitted_of(200)
        assert rows[0]["title"] == "'=SUM(A1)"
        assert rows[0]["criteria"] == "engineers: satisfied; is current: satisfied"
        assert {row["status"] for row in rows} == {"admitted"}
        assert {row["confidence"] for row in rows} == {"0.85"}
        assert TIME.fullmatch(rows[0]["admitted_at"])


def test_s4_2_export_as_json_has_raw_values(api: httpx.Client, finished: dict[str, Any]) -> None:
    answer = api.get(f"/v1/sets/{finished['id']}/export?format=json")
    assert answer.headers["content-type"] == "application/json"
    assert "attachment" in answer.headers["content-disposition"]
    exported = answer.json()
    assert exported["set"] == finished
    assert exported["items"][0]["person"]["title"] == "=SUM(A1)"
    assert [item["person"]["person_id"] for item in exported["items"]] == admitted_of(200)


@pytest.mark.parametrize("bad", ["xlsx", "", "CSV", "json&format=x"])
def test_s4_2_another_format_is_422(api: httpx.Client, finished: dict[str, Any], bad: str) -> None:
    refused(api.get(f"/v1/sets/{finished['id']}/export?format={bad}"), 422, "validation_failed")
