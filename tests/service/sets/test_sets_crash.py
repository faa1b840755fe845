"""`kill -9` of the service in the middle of a Set, then a start: it finishes, nothing twice, one
charge (section 4.2, budget rule 5)."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from tests.service.server import RunningService
from tests.service.sets.conftest import held_at, numbered_service
from tests.service.sets.fakes import admitted_of
from tests.service.sets.invariants import rows_of
from tests.service.sets.sse import follow

from shortlist.service.db.engine import database_url, open_engine, reading
from shortlist.service.db.schema import ledger, reservations, searches

PEOPLE = 400


def progress(client: httpx.Client, set_id: str) -> int:
    found = client.get(f"/v1/sets/{set_id}").json()
    return int(found["searches"][0]["progress"]["checked"])


def wait_until_checked(client: httpx.Client, set_id: str, checked: int) -> None:
    deadline = time.monotonic() + 60
    while progress(client, set_id) < checked:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def create(service: RunningService) -> str:
    with service.client() as client:
        body = {"search": {"query": "engineers", "count": 500}}
        return str(client.post("/v1/sets", json=body).json()["id"])


def assert_done_once(service: RunningService, set_id: str) -> None:
    with service.client() as client:
        told = follow(client, set_id)
        found = client.get(f"/v1/sets/{set_id}").json()
        items = client.get(f"/v1/sets/{set_id}/items", params={"limit": 200}).json()["data"]
    assert found["status"] == "completed"
    assert [item["person"]["person_id"] for item in items] == admitted_of(PEOPLE)
    assert told.ids == list(range(1, len(told.ids) + 1))
    assert [kind for kind in told.types if kind == "set.item.admitted"] == [
        "set.item.admitted"
    ] * len(items)
    assert told.types.count("set.search.started") == 1
    assert told.types[-2:] == ["set.search.completed", "set.idle"]
    engine = open_engine(database_url(service.data_dir))
    with reading(engine) as connection:
        charges = connection.execute(select(ledger.c.ref, ledger.c.amount)).all()
        held = connection.execute(select(reservations.c.settled_at)).scalars().all()
    engine.dispose()
    assert [(charge.ref, charge.amount) for charge in charges] == [
        (f"search:{found['searches'][0]['id']}", 14)
    ]
    assert None not in held


def test_killed_in_the_middle_and_started_again_it_finishes_once(tmp_path: Path) -> None:
    with numbered_service(tmp_path / "data", PEOPLE, 0.02) as service:
        with held_at(service.data_dir, 300):
            set_id = create(service)
            for checked in (50, 200):
                with service.client() as client:
                    wait_until_checked(client, set_id, checked)
                service.kill()
                service.start()
        assert_done_once(service, set_id)


def test_stopped_in_the_middle_and_started_again_it_finishes_once(tmp_path: Path) -> None:
    with numbered_service(tmp_path / "data", PEOPLE, 0.5) as service, service.client() as client:
        with held_at(service.data_dir, 100):
            set_id = create(service)
            wait_until_checked(client, set_id, 50)
            assert service.process is not None
            service.process.terminate()
        assert service.stop() == 0
        engine = open_engine(database_url(service.data_dir))
        [search] = rows_of(engine, searches)
        engine.dispose()
        assert search.finished_at is None, "it stops at the next batch, not at the end"
        service.start()
        assert_done_once(service, set_id)


def test_killed_right_after_the_answer_the_search_still_runs(tmp_path: Path) -> None:
    with numbered_service(tmp_path / "data", PEOPLE, 0.0) as service:
        set_id = create(service)
        service.kill()
        service.start()
        assert_done_once(service, set_id)


@pytest.mark.parametrize("cancelled_before_the_crash", [True, False])
def test_a_cancel_survives_a_crash(tmp_path: Path, cancelled_before_the_crash: bool) -> None:
    with numbered_service(tmp_path / "data", PEOPLE, 0.0) as service:
        with held_at(service.data_dir, 100):
            set_id = create(service)
            with service.client() as client:
                wait_until_checked(client, set_id, 10)
                if cancelled_before_the_crash:
                    client.post(f"/v1/sets/{set_id}/cancel")
            service.kill()
            service.start()
            if not cancelled_before_the_crash:
                with service.client() as client:
                    client.post(f"/v1/sets/{set_id}/cancel")
        with service.client() as client:
            told = follow(client, set_id)
            found = client.get(f"/v1/sets/{set_id}").json()
        assert told.types[-2:] == ["set.search.canceled", "set.idle"]
        assert found["spent_credits"] == -(-found["item_count"] // 10)
