"""The whole service on PostgreSQL, with several processes: what it promises on one file, it
promises there."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from tests.service.conftest import new_database
from tests.service.person.asking import finished
from tests.service.person.directory import well_known
from tests.service.server import RunningService, children, running_service
from tests.service.sets.conftest import numbered_service
from tests.service.sets.fakes import admitted_of
from tests.service.sets.invariants import check_invariants, rows_of
from tests.service.sets.sse import follow

from shortlist.cli.index import index
from shortlist.cli.serve import serve
from shortlist.service.db.engine import open_engine
from shortlist.service.db.schema import idempotency, ledger, sets, workspaces

TWO = ("--workers", "2")
PEOPLE = [well_known(f"p-{n:03}", f"Ada Known{chr(97 + n)}") for n in range(20)]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[RunningService]:
    """One service of two processes, for the tests that say how much more there is afterwards."""
    folder = tmp_path_factory.mktemp("two") / "data"
    url = new_database(postgres_server)
    with running_service(folder, *TWO, people=PEOPLE, database=url) as service:
        yield service.wait_ready()


def insist(service: RunningService, path: str, body: Any, key: str) -> httpx.Response:
    """Ask on a connection of its own; again where it is told to come back, since the first that
    has the key takes longer than a duplicate waits (section 7)."""
    deadline = time.monotonic() + 60
    with service.client(headers={"Idempotency-Key": key}) as client:
        while (answer := client.post(path, json=body)).status_code == 409:
            assert time.monotonic() < deadline and answer.headers["retry-after"] == "1"
            time.sleep(0.1)
        return answer


def test_every_endpoint_on_two_processes(two: RunningService):
    service = two
    with service.client() as client:
        before = client.get("/v1/account/usage").json()["data"]
        key = {"Idempotency-Key": "once"}
        body = {"query": "chief engineer at Acme Widgets", "num_results": 20}
        first = client.post("/v1/search", json=body, headers=key)
        assert first.status_code == 200, first.text
        assert first.json()["data"]["results"]
        # Each on a connection of its own: it may be the other process that answers.
        for _ in range(4):
            with service.client() as other:
                again = other.post("/v1/search", json=body, headers=key)
                assert again.content == first.content
                assert again.headers["idempotency-replayed"] == "true"

        made = client.post("/v1/sets", json={"search": {"query": "chief engineer", "count": 12}})
        assert made.status_code == 201, made.text
        told = follow(client, made.json()["id"])
        assert told.types[-2:] == ["set.search.completed", "set.idle"]
        found = client.get(f"/v1/sets/{made.json()['id']}").json()
        assert (found["item_count"], found["spent_credits"]) == (12, 2)
        listed = client.get(found["items_url"]).json()["data"]
        assert len(listed) == 12
        exported = client.get(f"/v1/sets/{found['id']}/export?format=json").json()
        assert exported == {"set": found, "items": listed}
        assert client.get("/v1/sets").json()["data"] == [found]

        asked = {"person_id": "p-000", "fields": ["work_email", "personal_email"]}
        enriched = client.post("/v1/enrich", json=asked).json()
        assert enriched["data"]["work_email"]["status"] == "found"
        # It came with the import, so it is free.
        assert enriched["meta"]["usage"]["acu_used"] == 0
        run = client.post("/v1/person", json={"person_id": "p-001"}).json()["data"]["run_id"]
        assert finished(client, run).json()["data"]["identity"]["identity_verified"] is True
        social = {"platform": "github", "identifier": "p-000"}
        assert client.post("/v1/socials", json=social).status_code == 200
        usage = client.get("/v1/account/usage").json()["data"]
        assert usage["credits"]["used"] - before["credits"]["used"] == 2 + 2 + 25
        searched = [sum(day["search"] for day in each["history"]) for each in (before, usage)]
        assert searched[1] - searched[0] == 2

        # A change made on the command line reaches both processes.
        out = CliRunner().invoke(
            index,
            [
                *("suppress", "--person-id", "p-000"),
                *("--data-dir", str(service.data_dir), "--database", str(service.database)),
            ],
        )
        assert out.exit_code == 0, out.output
        gone = 0
        deadline = time.monotonic() + 60
        while gone < 6:
            with service.client() as other:
                missing = other.post("/v1/enrich", json=asked).json()["data"]
                gone = gone + 1 if missing["work_email"]["status"] == "not_found" else 0
            assert time.monotonic() < deadline
        assert '"level":"error"' not in service.stderr()


def test_several_processes_never_spend_one_balance_twice(tmp_path: Path, postgres_url: str):
    """15 Sets at once on 21 credits, of which each costs 2; and each request sent twice."""
    config = '[workspace]\nplan = "scale"\nbalance = 21\n'
    with running_service(
        tmp_path / "data", *TWO, config=config, people=PEOPLE, database=postgres_url
    ) as service:
        service.wait_ready()

        def create(number: int) -> httpx.Response:
            body = {"search": {"query": "chief engineer", "count": 20}}
            return insist(service, "/v1/sets", body, f"set-{number // 2}")

        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(create, range(30)))
        assert Counter(answer.status_code for answer in answers) == {201: 20, 402: 10}
        for one, other in zip(answers[::2], answers[1::2], strict=True):
            assert one.content == other.content
        ids = {answer.json()["id"] for answer in answers if answer.status_code == 201}
        assert len(ids) == 10
        with service.client() as client:
            for set_id in ids:
                assert follow(client, set_id).types[-2:] == ["set.search.completed", "set.idle"]
    engine = open_engine(postgres_url)
    [workspace] = rows_of(engine, workspaces)
    check_invariants(engine, 21)
    assert (workspace.balance, workspace.reserved) == (1, 0)
    engine.dispose()


def test_thirty_duplicates_at_once_are_one_search(two: RunningService):
    engine = open_engine(str(two.database))
    before = [len(rows_of(engine, table)) for table in (ledger, idempotency)]

    def search(_: int) -> httpx.Response:
        return insist(two, "/v1/search", {"query": "engineer"}, "the-same")

    with ThreadPoolExecutor(30) as pool:
        answers = list(pool.map(search, range(30)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    after = [len(rows_of(engine, table)) for table in (ledger, idempotency)]
    assert after == [many + 1 for many in before]
    engine.dispose()


def test_killed_in_the_middle_of_a_set_it_finishes_once(tmp_path: Path, postgres_url: str):
    with numbered_service(tmp_path / "data", 400, 0.05, database=postgres_url) as service:
        with service.wait_ready().client() as client:
            made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
        for checked in (50, 150):
            _wait_until_checked(service, made["id"], checked)
            service.kill()
            service.start()
        with service.client(timeout=60) as client:
            told = follow(client, made["id"])
            items = client.get(f"{made['items_url']}?limit=200").json()["data"]
    assert told.ids == list(range(1, len(told.ids) + 1))
    assert told.types[-2:] == ["set.search.completed", "set.idle"]
    assert [item["person"]["person_id"] for item in items] == admitted_of(400)
    engine = open_engine(postgres_url)
    check_invariants(engine, 10_000)
    assert [row.spent_credits for row in rows_of(engine, sets)] == [14]
    engine.dispose()


def test_one_of_two_processes_dies_and_the_other_finishes(tmp_path: Path, postgres_url: str):
    people = [well_known(f"q-{n:03}", f"Ada Numbered{chr(97 + n % 26)}{n}") for n in range(150)]
    with running_service(tmp_path / "data", *TWO, people=people, database=postgres_url) as service:
        with service.wait_ready().client() as client:
            body = {"search": {"query": "chief engineer", "count": 150}}
            ids = [client.post("/v1/sets", json=body).json()["id"] for _ in range(4)]
        os.kill(children(service.process)[0], signal.SIGKILL)
        for set_id in ids:
            deadline = time.monotonic() + 60
            while True:
                assert time.monotonic() < deadline
                # The worker that would have answered may be dead, or the next one starting.
                with suppress(httpx.HTTPError, AssertionError), service.client() as client:
                    if follow(client, set_id).types[-1:] == ["set.idle"]:
                        break
    engine = open_engine(postgres_url)
    check_invariants(engine, 10_000)
    assert [row.spent_credits for row in rows_of(engine, sets)] == [15] * 4
    engine.dispose()


def _wait_until_checked(service: RunningService, set_id: str, checked: int) -> None:
    deadline = time.monotonic() + 60
    with service.client() as client:
        while (
            client.get(f"/v1/sets/{set_id}").json()["searches"][0]["progress"]["checked"] < checked
        ):
            assert time.monotonic() < deadline
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (
            "postgresql://nobody@/none?host=/nowhere",
            "the database postgresql://nobody@/none?host=%2Fnowhere cannot be used: ",
        ),
        ("mysql://somewhere/x", "no database of the kind 'mysql' is supported; use PostgreSQL"),
        ("nonsense", "the database is given as postgresql://user@host/name"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, url: str, said: str):
    out = CliRunner().invoke(serve, ["--data-dir", str(tmp_path), "--database", url, "--port", "0"])
    assert out.exit_code == 1
    assert out.stderr.startswith(f"Error: {said}")
    assert len(out.stderr.splitlines()) == 1
