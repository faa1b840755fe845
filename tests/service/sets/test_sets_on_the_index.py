"""Sets on the real index, finder and judge: the whole service, in its own process."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, put_people_in, running_service
from tests.service.sets.invariants import rows_of
from tests.service.sets.sse import follow

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import items as items_table
from shortlist.service.index.suppress import suppress

SERVE_HELD = Path(__file__).parent / "serve_held.py"
SENATORS = [record for record in RECORDS if record["title"] == "State Senator"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("index") / "data"
    with running_service(folder, people=RECORDS) as service:
        yield service.wait_ready(60)


def finished(client: httpx.Client, body: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    answer = client.post("/v1/sets", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    set_id = answer.json()["id"]
    assert follow(client, set_id, timeout=60).types[-1] == "set.idle"
    found = client.get(f"/v1/sets/{set_id}").json()
    page = client.get(f"/v1/sets/{set_id}/items", params={"limit": 200}).json()
    return found, [item["person"]["person_id"] for item in page["data"]]


def test_4_2_a_set_admits_whoever_meets_the_criteria_it_derived(served: RunningService) -> None:
    with served.client() as client:
        found, people = finished(
            client, {"search": {"query": "state senators in Minnesota", "count": 50}}
        )
    expected = {record["id"] for record in SENATORS if record["region"] == "Minnesota"}
    assert set(people) == expected and len(people) == len(expected)
    assert found["synthetic"] is False
    assert found["spent_credits"] == -(-len(expected) // 10)
    assert "met every criterion" in found["searches"][0]["message"]
    # As many as there are, of the whole index; nobody's record leaves it open.
    assert found["searches"][0]["counted"] == {"met": len(expected), "open": 0}


def test_4_2_who_asks_to_be_left_out_is_gone_from_sets_made_before(
    served: RunningService,
) -> None:
    body = {"search": {"query": "state senators", "count": 50}}
    with served.client() as client:
        found, people = finished(client, body)
        assert len(people) == len(SENATORS)
        by_id, by_mail, by_page = [
            record for record in SENATORS if (record["contacts"] or {}).get("work_email")
        ][:3]
        engine = open_engine(database_url(served.data_dir))
        suppress(engine, "person_id", by_id["id"])
        suppress(engine, "email", by_mail["contacts"]["work_email"]["value"])
        suppress(engine, "profile_url", by_page["profile_url"])
        erased = [
            row.person
            for record in (by_id, by_mail, by_page)
            for row in rows_of(engine, items_table, person_id=record["id"])
        ]
        assert len(erased) >= 3 and not any(erased), "nothing is kept of them"
        engine.dispose()
        left = [id for id in people if id not in {by_id["id"], by_mail["id"], by_page["id"]}]
        base = f"/v1/sets/{found['id']}"
        items = client.get(f"{base}/items").json()["data"]
        assert [item["person"]["person_id"] for item in items] == left
        for page in (
            client.get(f"{base}/export").text,
            client.get(f"{base}/export?format=json").text,
            str(follow(client, found["id"]).data),
        ):
            for record in (by_id, by_mail, by_page):
                assert record["id"] not in page and record["profile_url"] + '"' not in page
            assert left[0] in page
        again, people = finished(client, body)
        assert set(people) == set(left)
        assert again["item_count"] == len(left)


def test_4_2_what_the_record_does_not_say_is_counted_and_never_shown(
    served: RunningService,
) -> None:
    criteria = ["Is a state senator", "Speaks fluent Finnish at home"]
    with served.client() as client:
        found, people = finished(
            client, {"search": {"query": "state senators", "count": 50, "criteria": criteria}}
        )
        told = follow(client, found["id"])
    assert people == []
    assert found["searches"][0]["progress"]["review"] > 0
    assert (found["item_count"], found["spent_credits"]) == (0, 0)
    assert "set.item.admitted" not in told.types


def test_5_kill_9_in_a_set_on_the_real_index(tmp_path: Path) -> None:
    many = [
        {**record, "id": f"{record['id']}-{copy}", "name": f"{record['name']} {copy}"}
        for copy in range(40)
        for record in SENATORS
    ]
    with running_service(tmp_path / "data", people=many) as service:
        service.wait_ready(60)
        with service.client(timeout=60) as client:
            body = {"search": {"query": "state senators", "count": 500}}
            made = client.post("/v1/sets", json=body).json()
        service.kill()
        service.start().wait_ready(60)
        with service.client(timeout=60) as client:
            told = follow(client, made["id"])
            found = client.get(f"/v1/sets/{made['id']}").json()
    admitted = [d["data"]["person"]["person_id"] for d in told.data if "person" in d["data"]]
    assert told.ids == list(range(1, len(told.ids) + 1))
    assert len(admitted) == len(set(admitted)) == found["item_count"] > 0
    assert found["spent_credits"] == -(-found["item_count"] // 10)


def test_3_2_while_the_index_is_away_a_set_waits_and_can_still_be_cancelled(
    tmp_path: Path,
) -> None:
    many = [
        {**record, "id": f"{record['id']}-{copy}", "name": f"{record['name']} {copy}"}
        for copy in range(40)
        for record in SENATORS
    ]
    body = {"search": {"query": "state senators", "count": 500}}
    data_dir = tmp_path / "data"
    with ExitStack() as stack:
        service = RunningService(data_dir)
        service.command = [sys.executable, str(SERVE_HELD)]
        put_people_in(data_dir, many)
        hold = data_dir / "hold"
        hold.touch()
        service.start()
        stack.callback(service.stop)
        service.wait_ready(60)
        with service.client(timeout=60) as client:
            waiting, leaving = (client.post("/v1/sets", json=body).json()["id"] for _ in range(2))
        service.kill()
        config = service.data_dir / "service.toml"
        config.write_text('[index]\nqdrant_url = "http://127.0.0.1:9"\n')
        service.start()
        with service.client(timeout=60) as client:
            deadline = time.monotonic() + 60
            while "work" in (parts := client.get("/readyz").json()["parts"]):
                if parts["work"] == "ready" and parts["index"] not in ("starting", "ready"):
                    break
                assert time.monotonic() < deadline, parts
                time.sleep(0.05)
            assert client.post(f"/v1/sets/{leaving}/cancel").status_code == 200
            while client.get(f"/v1/sets/{leaving}").json()["status"] != "canceled":
                assert time.monotonic() < deadline, "nobody settles it"
                time.sleep(0.05)
            assert client.get(f"/v1/sets/{waiting}").json()["status"] in ("queued", "running")
        service.stop()
        config.unlink()
        hold.unlink()
        service.start().wait_ready(60)
        with service.client(timeout=60) as client:
            assert follow(client, waiting, timeout=60).types[-1] == "set.idle"
            assert client.get(f"/v1/sets/{waiting}").json()["status"] == "completed"
            credits = client.get("/v1/account/usage").json()["data"]["credits"]
    assert credits["reserved"] == 0
