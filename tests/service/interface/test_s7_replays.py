"""Section 7, idempotency: many at once, still in flight, and across crashes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from tests.service.enrich.providers import ContactProvider, contact_provider
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.directory import PEOPLE, database, fill
from tests.service.server import RunningService, running_service

from shortlist.service.db.schema import idempotency, ledger

CONFIG = """
[workspace]
balance = 1000
[[enrichment.providers]]
name = "outside"
type = "http"
url = "{url}"
timeout_seconds = 30
"""
FOUND = (200, {"value": "+1 555 0100", "confidence": "verified", "source": "outside"})


@pytest.fixture(scope="module")
def slow() -> Iterator[ContactProvider]:
    with contact_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, slow: ContactProvider
) -> Iterator[RunningService]:
    """A service that may be killed, with a provider that may take its time."""
    data_dir = fill(
        tmp_path_factory.mktemp("replays") / "data", PEOPLE, CONFIG.format(url=slow.url)
    )
    with running_service(data_dir) as running:
        yield running.wait_ready()


def post(service: RunningService, path: str, body: Any, key: str) -> httpx.Response:
    """On a connection of its own."""
    with service.client() as client:
        return client.post(path, json=body, headers={"Idempotency-Key": key})


def charges(service: RunningService) -> list[int]:
    with database(service.data_dir) as connection:
        return list(connection.execute(select(ledger.c.amount)).scalars())


def held(provider: ContactProvider) -> threading.Event:
    """Let the provider find a phone, but only once the event is set."""
    provider.reset()
    released = threading.Event()

    def answer() -> tuple[int, Any]:
        released.wait(60)
        return FOUND

    provider.answers = {"phone": answer}
    return released


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/search", {"query": "nurse", "num_results": 30}),
        ("/v1/sets", {"search": {"query": "nurse", "count": 1}}),
        ("/v1/enrich", {"person_id": "p-000", "fields": ["work_email"]}),
        ("/v1/person", {"person_id": "p-005"}),
    ],
)
def test_s7_2_thirty_at_once_are_one(api: Said, path: str, body: Any):
    key = fresh()
    with ThreadPoolExecutor(30) as pool:
        answers = list(pool.map(lambda _: post(api.service, path, body, key), range(30)))
    # The edge waits some seconds for the first; on a busy machine some are told to come back.
    again = post(api.service, path, body, key)
    for answer in answers:
        if answer.status_code == 409:
            refused(answer, 409, "idempotency_conflict")
            assert answer.headers["retry-after"] == "1"
        else:
            assert answer.content == again.content
    assert again.headers["idempotency-replayed"] == "true"
    replayed = [a for a in answers if "idempotency-replayed" not in a.headers]
    assert len([a for a in replayed if a.status_code != 409]) <= 1
    with database(api.service.data_dir) as connection:
        records = connection.execute(select(idempotency).where(idempotency.c.key == key)).all()
        refs = connection.execute(select(ledger.c.ref)).scalars().all()
    assert len(records) == 1
    assert len([ref for ref in refs if ref.endswith(f":{key}")]) <= 1


def test_s7_2_a_duplicate_in_flight_waits_and_is_then_told_to_come_back(
    service: RunningService, slow: ContactProvider
):
    released = held(slow)
    before = charges(service)
    key, asked = fresh(), {"person_id": "alone", "fields": ["phone"]}
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(post, service, "/v1/enrich", asked, key)
        until(lambda: bool(slow.asked))
        duplicate = post(service, "/v1/enrich", asked, key)
        refused(duplicate, 409, "idempotency_conflict")
        assert duplicate.headers["retry-after"] == "1"
        other = post(service, "/v1/enrich", {**asked, "fields": ["work_email"]}, key)
        refused(other, 409, "idempotency_conflict")
        # One that waits while the first ends gets its answer.
        waiting = pool.submit(post, service, "/v1/enrich", asked, key)
        time.sleep(0.2)
        released.set()
        assert waiting.result().content == first.result().content
    assert first.result().status_code == 200
    assert len(slow.asked) == 1
    assert charges(service) == [*before, 10]


def test_s7_2_killed_in_flight_the_same_key_runs_again_and_bills_once(
    service: RunningService, slow: ContactProvider
):
    never = held(slow)
    before = charges(service)
    key, asked = fresh(), {"person_id": "linked", "fields": ["phone"]}
    with ThreadPoolExecutor(1) as pool:
        lost = pool.submit(post, service, "/v1/enrich", asked, key)
        until(lambda: bool(slow.asked))
        service.kill()
        with pytest.raises(httpx.HTTPError):
            lost.result()
    never.set()
    service.start().wait_ready()
    again = post(service, "/v1/enrich", asked, key)
    assert again.status_code == 200
    assert again.json()["meta"]["usage"]["acu_used"] == 10
    assert "idempotency-replayed" not in again.headers
    assert charges(service) == [*before, 10]


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_s7_2_an_answer_outlives_a_restart(
    service: RunningService, slow: ContactProvider, how: str
):
    slow.reset()
    slow.answers = {"phone": FOUND}
    asked: list[tuple[str, Any]] = [
        ("/v1/search", {"query": "engineer"}),
        ("/v1/sets", {"search": {"query": "engineer", "count": 3}}),
        ("/v1/enrich", {"person_id": "p-001", "fields": ["phone"]}),
        ("/v1/person", {"person_id": f"p-00{len(how)}"}),
        ("/v1/sets/set_none/cancel", None),
    ]
    keys = [fresh() for _ in asked]
    given = [post(service, *one, key) for one, key in zip(asked, keys, strict=True)]
    assert [answer.status_code for answer in given][-1] == 404
    assert service.kill() if how == "kill" else service.stop() == 0
    service.start().wait_ready()
    for one, key, first in zip(asked, keys, given, strict=True):
        again = post(service, *one, key)
        assert (again.status_code, again.content) == (first.status_code, first.content), one
        assert again.headers["idempotency-replayed"] == "true"
        assert again.headers["x-request-id"] == first.headers["x-request-id"]


@pytest.mark.parametrize(
    ("config", "code"),
    [("balance = 0", "insufficient_acu"), ("active = false", "active_account_required")],
)
def test_s7_5_consumed_by_a_402_of_the_account_whatever_it_does_meanwhile(
    tmp_path: Path, config: str, code: str
):
    data_dir = fill(tmp_path / "data", PEOPLE, f"[workspace]\n{config}\n")
    with running_service(data_dir) as service:
        first = post(service, "/v1/search", {"query": "engineer"}, "poor")
        refused(first, 402, code)
        service.stop()
        (data_dir / "service.toml").write_text("[workspace]\nbalance = 50\n")
        service.start()
        again = post(service, "/v1/search", {"query": "engineer"}, "poor")
        assert again.content == first.content
        assert again.headers["idempotency-replayed"] == "true"
        assert post(service, "/v1/search", {"query": "engineer"}, "rich").status_code == 200
