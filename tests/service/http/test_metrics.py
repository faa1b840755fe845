"""`GET /metrics`: figures for Prometheus, where `[metrics]` asks for them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.service.index.people import RECORDS
from tests.service.server import (
    RunningService,
    envelope,
    http_client,
    put_people_in,
    running_service,
)
from tests.service.sets.sse import follow

from shortlist.service.config import ConfigError, parse_config
from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.runtime.services import Services

CONFIG = '[workspace]\nplan = "scale"\n[metrics]\nenabled = true\n'
Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("metrics") / "data"
    with running_service(data, config=CONFIG, people=RECORDS) as running:
        yield running.wait_ready()


def figures(client: httpx.Client) -> Figures:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def of(found: Figures, name: str, **labels: str) -> float:
    return found.get((name, tuple(sorted(labels.items()))), 0)


def test_it_counts_requests_charges_sets_and_people(service: RunningService):
    with service.client() as client:
        before = figures(client)
        for _ in range(3):
            found = client.post("/v1/search", json={"query": "engineers", "num_results": 5})
        price = found.json()["meta"]["credits_charged"]
        assert client.post("/v1/search", json={"num_results": 5}).status_code == 422
        made = client.post("/v1/sets", json={"search": {"query": "engineers", "count": 1}})
        assert follow(client, made.json()["id"]).types[-1] == "set.idle"
        after = figures(client)

    def more(name: str, **labels: str) -> float:
        return of(after, name, **labels) - of(before, name, **labels)

    search = {"path": "/v1/search", "method": "POST"}
    assert more("shortlist_requests_total", **search, status="200") == 3
    assert more("shortlist_requests_total", **search, status="422") == 1
    assert more("shortlist_request_seconds_count", path="/v1/search") == 4
    assert more("shortlist_charges_total", kind="search") == 3
    assert more("shortlist_charged_credits_total", kind="search") == 3 * price
    assert more("shortlist_set_searches", status="completed") == 1
    assert of(after, "shortlist_set_queue_seconds") == 0
    assert of(after, "shortlist_people") == len(RECORDS)
    assert of(after, "shortlist_index_changes_behind") == 0
    assert of(after, "shortlist_part_ready", part="index") == 1
    assert of(after, "process_open_fds") > 0


def test_nothing_in_it_is_of_a_person_a_key_or_a_question(service: RunningService):
    with service.client() as client:
        client.post("/v1/search", json={"query": "zebra keepers of Oslo"})
        made = client.post("/v1/sets", json={"search": {"query": "zebra keepers", "count": 1}})
        set_id = made.json()["id"]
        client.get(f"/v1/sets/{set_id}")
        client.get("/v1/nowhere/jane.doe@example.com")
        client.request("SPY-jane", "/v1/search")
        told = client.get("/metrics").text
    for secret in ("zebra", set_id, "jane", "example.com", service.key, service.key_id):
        assert secret not in told
    paths = {
        line.split('path="')[1].split('"')[0] for line in told.splitlines() if 'path="' in line
    }
    assert "/v1/sets/{set_id}" in paths and "none" in paths
    assert not any(record["name"] in told for record in RECORDS)


def test_a_stranger_is_told_nothing(service: RunningService):
    with http_client(base_url=service.url) as client:
        envelope(client.get("/metrics"), 401, "missing_api_key")


def test_who_does_not_ask_for_it_has_none(tmp_path: Path):
    with running_service(tmp_path / "data", people=RECORDS) as service, service.client() as client:
        envelope(client.get("/metrics"), 404, "not_found")


def test_the_index_that_is_behind_says_so_until_it_is_not(tmp_path: Path):
    with (
        running_service(tmp_path / "data", config=CONFIG, people=RECORDS) as service,
        service.wait_ready().client() as client,
    ):
        more = [{**RECORDS[0], "id": f"new-{n}", "name": f"New Person{n}"} for n in range(30)]
        put_people_in(service.data_dir, more)
        # It follows within a second or so: whichever of the two it is at, they add up.
        while True:
            found = figures(client)
            behind = of(found, "shortlist_index_changes_behind")
            assert behind >= 0
            if behind == 0 and of(found, "shortlist_people") > len(RECORDS):
                break


def test_without_its_library_the_start_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "shortlist.service.http.metrics", raising=False)
    engine = open_engine(database_url(tmp_path))
    with pytest.raises(ConfigError, match=r"pip install '\.\[local,metrics\]'"):
        Services(parse_config(CONFIG, "service.toml"), tmp_path, engine, engine)
    engine.dispose()
