"""PostgreSQL goes away under a service at work, and comes back: nothing is lost or billed twice,
everybody is told plainly meanwhile, and nobody has to start anything again."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from tests.service.postgres import PostgresServer
from tests.service.server import RunningService, envelope
from tests.service.sets.conftest import held_at, numbered_service
from tests.service.sets.fakes import admitted_of
from tests.service.sets.invariants import check_invariants, rows_of
from tests.service.sets.sse import follow

from shortlist.client.answers import read_error
from shortlist.client.policy import FAILED, FAILED_CLEANLY, Answered, decide
from shortlist.service.db.engine import CommitLost, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import datasets, ledger
from shortlist.service.http.call import error_reply
from shortlist.service.http.run import as_api_error

PEOPLE = 300


@pytest.fixture
def service(tmp_path: Path, postgres_of_one: PostgresServer) -> Iterator[RunningService]:
    with numbered_service(tmp_path / "data", PEOPLE, 0.0, database=postgres_of_one.url) as service:
        yield service.wait_ready()


ASKED: list[tuple[str, str, Any]] = [
    ("GET", "/v1/sets", None),
    ("GET", "/v1/account/usage", None),
    ("POST", "/v1/search", {"query": "engineers"}),
    ("POST", "/v1/sets", {"search": {"query": "engineers", "count": 10}}),
    ("POST", "/v1/enrich", {"person_id": "person-0001", "fields": ["work_email"]}),
    ("GET", "/v1/sets/{set_id}", None),
    ("GET", "/v1/sets/{set_id}/events", None),
]


def test_everybody_is_told_and_everything_goes_on(
    service: RunningService, postgres_of_one: PostgresServer
) -> None:
    with service.client() as client:
        paid = _post(client, "/v1/search", {"query": "nurses"}, "before")
        with held_at(service.data_dir, 100):
            made = _post(client, "/v1/sets", {"search": {"query": "x", "count": 500}}, "set").json()
            seen = follow(client, made["id"], stop_after=4)
            postgres_of_one.stop()
            for number, (method, path, body) in enumerate(ASKED):
                at = path.format(set_id=made["id"])
                headers = {"Idempotency-Key": f"key-{number}"} if body else {}
                answer = client.request(method, at, json=body, headers=headers)
                error = envelope(answer, 503, "internal_error")
                assert int(answer.headers["retry-after"]) > 0
                assert error["retryable"] is True and "nothing was charged" in error["message"]
            assert client.get("/healthz").status_code == 200, "nobody is to start it again"
            ready = client.get("/readyz")
            assert ready.status_code == 503
            assert ready.json()["parts"]["database"] == "failed"
            postgres_of_one.start()
        service.wait_ready()
        for number, (_, path, body) in enumerate(ASKED):
            if body:
                assert _post(client, path, body, f"key-{number}").status_code in (200, 201)
        assert _post(client, "/v1/search", {"query": "nurses"}, "before").content == paid.content
        rest = follow(client, made["id"], last=seen.ids[-1])
        items = client.get(f"{made['items_url']}?limit=200").json()["data"]
        for listed in client.get("/v1/sets").json()["data"]:
            assert follow(client, listed["id"]).types[-1] == "set.idle"
    assert [*seen.ids, *rest.ids] == list(range(1, rest.ids[-1] + 1))
    assert rest.types[-2:] == ["set.search.completed", "set.idle"]
    assert [item["person"]["person_id"] for item in items] == admitted_of(PEOPLE)
    engine = open_engine(postgres_of_one.url)
    check_invariants(engine, 10_000)
    paid_for = Counter(row.kind for row in rows_of(engine, ledger))
    assert paid_for == {"search": 2, "sets": 2, "enrich": 1}
    engine.dispose()


def test_a_stream_that_is_open_goes_on_or_ends_and_is_resumed(
    service: RunningService, postgres_of_one: PostgresServer
) -> None:
    told: list[int] = []
    followed = threading.Event()

    def read() -> None:
        with service.client() as client:
            while not followed.is_set():
                try:
                    part = follow(client, made["id"], told[-1] if told else None)
                except (httpx.HTTPError, AssertionError):
                    continue
                told.extend(part.ids)
                if part.types[-1:] == ["set.idle"]:
                    followed.set()

    with service.client() as client, held_at(service.data_dir, 100):
        made = _post(client, "/v1/sets", {"search": {"query": "x", "count": 500}}, "set").json()
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        follow(client, made["id"], stop_after=4)
        postgres_of_one.stop()
        envelope(client.get("/v1/sets"), 503, "internal_error")
        postgres_of_one.start()
    assert followed.wait(90), "the Set never came to its end"
    reader.join()
    assert told == list(range(1, told[-1] + 1))


def test_of_a_commit_whose_answer_was_lost_nobody_says_that_nothing_was_charged(
    postgres_of_one: PostgresServer,
) -> None:
    engine = open_engine(postgres_of_one.url)
    migrate(engine)
    with pytest.raises(CommitLost) as raised, writing(engine) as connection:
        row = {"name": "a", "synthetic": False, "created_at": 0, "updated_at": 0}
        connection.execute(datasets.insert().values(row))
        postgres_of_one.stop()
    postgres_of_one.start()
    told = error_reply(as_api_error(raised.value), "req_1")
    assert (told.status, told.headers["Retry-After"]) == (503, "2")
    assert b"nothing was charged" not in told.content()
    assert decide(_answered(told.content())) is FAILED
    # What is rolled back was not done, and is said to be so.
    with pytest.raises(OperationalError) as raised, reading(engine) as connection:
        postgres_of_one.stop()
        connection.execute(select(datasets))
    assert not isinstance(raised.value, CommitLost)
    assert decide(_answered(error_reply(as_api_error(raised.value), "r").content())) is (
        FAILED_CLEANLY
    )
    postgres_of_one.start()
    engine.dispose()


def _answered(content: bytes) -> Answered:
    value = json.loads(content)
    return Answered(503, value, error=read_error(503, value, {}))


def _post(client: httpx.Client, path: str, body: Any, key: str) -> httpx.Response:
    """What it is answered, asked again while its first attempt may still hold the key."""
    deadline = time.monotonic() + 60
    while True:
        answer = client.post(path, json=body, headers={"Idempotency-Key": key})
        if answer.status_code != 409:
            return answer
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.1)
