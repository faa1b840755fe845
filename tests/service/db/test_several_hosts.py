"""Processes as on several hosts: one PostgreSQL, a data folder each, nothing else between them.
`python -m tests.chaos.storm --processes 4` is the long proof; here is each promise by itself."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.chaos.hosts import Hosts, running_hosts
from tests.service.postgres import PostgresServer
from tests.service.server import RunningService, running_service, within_a_minute
from tests.service.sets.conftest import held_at
from tests.service.sets.fakes import admitted_of
from tests.service.sets.invariants import check_invariants
from tests.service.sets.sse import follow

from shortlist.cli.index import index
from shortlist.service.db.engine import open_engine

LIMIT = 60
CONFIG = f'[workspace]\nplan = "scale"\nrequests_per_minute = {10**6}\n'
PEOPLE = 400


@pytest.fixture
def hosts(tmp_path: Path, postgres_of_one: PostgresServer) -> Iterator[Hosts]:
    """Two, on the numbered directory."""
    with running_hosts(
        tmp_path / "hosts", postgres_of_one, 2, CONFIG, people=PEOPLE, batch_seconds=0.0
    ) as hosts:
        yield hosts


def test_a_set_goes_on_elsewhere_when_its_process_is_killed_for_good(hosts: Hosts) -> None:
    began, other = hosts.each
    with held_at(began.data_dir, 100):
        with began.client(hosts.key) as client:
            made = client.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
            seen = follow(client, made["id"], stop_after=5)
        began.kill()
        with other.client(hosts.key) as client:
            rest = follow(client, made["id"], last=seen.ids[-1])
            items = client.get(f"{made['items_url']}?limit=200").json()["data"]
    assert [*seen.ids, *rest.ids] == list(range(1, rest.ids[-1] + 1))
    assert rest.types[-2:] == ["set.search.completed", "set.idle"]
    assert [item["person"]["person_id"] for item in items] == admitted_of(PEOPLE)
    engine = open_engine(hosts.database)
    check_invariants(engine, 10_000)
    engine.dispose()


def test_events_are_followed_on_another_process_than_the_set_runs_on(hosts: Hosts) -> None:
    first, other = hosts.each
    told: list[int] = []
    with first.client(hosts.key) as here, other.client(hosts.key) as there:
        with held_at(first.data_dir, 100), held_at(other.data_dir, 100):
            made = here.post("/v1/sets", json={"search": {"query": "x", "count": 500}}).json()
            # One after the other; then twice nothing has happened since.
            for client, few in ((there, 3), (here, 2)):
                told += follow(client, made["id"], told[-1] if told else None, few).ids
            for client in (there, here):
                headers = {"Last-Event-ID": str(told[-1])}
                with client.stream(
                    "GET", f"/v1/sets/{made['id']}/events", headers=headers
                ) as answer:
                    assert answer.status_code == 200
        rest = follow(there, made["id"], told[-1])
    assert [*told, *rest.ids] == list(range(1, rest.ids[-1] + 1))
    assert rest.types[-1] == "set.idle"


def test_the_limit_of_a_minute_is_one_for_all(hosts: Hosts) -> None:
    key = hosts.each[0].create_key("limited", rate_limit=LIMIT)["key"]

    def ask() -> Counter[int]:
        with ExitStack() as stack:
            clients = [stack.enter_context(host.client(key)) for host in hosts.each]
            turns = itertools.islice(itertools.cycle(clients), LIMIT + 20)
            return Counter(client.get("/v1/sets").status_code for client in turns)

    asked = within_a_minute(ask)
    # A minute that was used up by an attempt before is no minute of its own.
    assert asked[200] + asked[429] == LIMIT + 20
    assert asked[200] <= LIMIT
    assert asked[429] >= 20


def test_a_key_s_budget_is_one_for_all(hosts: Hosts) -> None:
    key = hosts.each[0].create_key("budgeted", daily_budget=10)["key"]

    def create(host: RunningService) -> int:
        with host.client(key) as client:
            body = {"search": {"query": "x", "count": 20}}
            return client.post("/v1/sets", json=body).status_code

    with (
        held_at(hosts.each[0].data_dir, 0),
        held_at(hosts.each[1].data_dir, 0),
        ThreadPoolExecutor(12) as pool,
    ):
        answers = Counter(pool.map(create, hosts.each * 12))
    assert answers == {201: 5, 402: 19}


def test_an_import_on_one_host_is_found_on_the_other(tmp_path: Path, postgres_url: str) -> None:
    """Each host derives its own index from the database, and follows what changes there."""
    file = tmp_path / "people.csv"
    file.write_text(
        "name,title,company,email\nZilla Farquharson,Beekeeper,Honey Isles,zilla@honey.example\n"
    )
    folders = [tmp_path / "one", tmp_path / "two"]
    with ExitStack() as stack:
        # At once, on a database that is empty: the sample comes into it once.
        with ThreadPoolExecutor(2) as pool:
            starting = [running_service(folder, database=postgres_url) for folder in folders]
            services = list(pool.map(stack.enter_context, starting))
        for service in services:
            service.wait_ready()
        people = [_people(service) for service in services]
        assert people[0] == people[1] > 4_000

        _index(folders[0], postgres_url, "import", str(file))
        for service in services:
            _until(lambda service=service: _finds(service, "Beekeeper"))
        _index(folders[1], postgres_url, "suppress", "--email", "zilla@honey.example")
        for service in services:
            _until(lambda service=service: not _finds(service, "Beekeeper"))


def _people(service: RunningService) -> int:
    with service.client() as client:
        return int(client.get("/readyz").json()["people"]["searchable"])


def _finds(service: RunningService, title: str) -> bool:
    body = {"filters": {"title": title, "company": "Honey Isles"}}
    with service.client() as client:
        answer = client.post("/v1/search", json=body)
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["data"]["results"])


def _index(folder: Path, database: str, *told: str) -> None:
    done = CliRunner().invoke(index, [*told, "--data-dir", str(folder), "--database", database])
    assert done.exit_code == 0, done.output


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
