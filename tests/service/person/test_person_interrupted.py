"""Research that is interrupted: cancelled, killed, starved; and evidence from the web.

The web that research asks holds its answer until the test lets it go, so that each stage can be
met for certain.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from tests.service.person.asking import charges_of, credits, finished, refused, researched
from tests.service.person.directory import PEOPLE, database, fill, person
from tests.service.person.web import Web
from tests.service.server import RunningService, running_service

from shortlist.service.db.schema import reservations


def config(web: Web, balance: int = 10_000) -> str:
    return f'[workspace]\nplan = "scale"\nbalance = {balance}\n{web.settings}'


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, web: Web) -> Iterator[RunningService]:
    people = [*PEOPLE, *(person(f"web-{n}", f"Wes Webb{chr(97 + n)}") for n in range(6))]
    data_dir = fill(tmp_path_factory.mktemp("held") / "data", people, config(web))
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService, web: Web) -> Iterator[httpx.Client]:
    web.gate.set()
    web.status, web.results = 200, []
    with service.client() as client:
        yield client
    web.gate.set()


def begun(client: httpx.Client, web: Web, number: int) -> str:
    """A run that is being researched: it waits for the web. Its id."""
    web.gate.clear()
    answer = client.post("/v1/person", json={"person_id": f"p-{number:03}"})
    assert answer.status_code == 202, answer.text
    web.wait_until_asked(f"Known{chr(97 + number)}")
    run_id: str = answer.json()["data"]["run_id"]
    return run_id


def test_a_run_that_is_under_way_says_so_and_holds_its_price(client, web):
    before = credits(client)
    run_id = begun(client, web, 0)
    answer = client.get(f"/v1/person/runs/{run_id}")
    assert answer.status_code == 202
    assert answer.json()["data"]["status"] == "running"
    held = credits(client)
    assert held["reserved"] - before["reserved"] == 25
    assert held["used"] == before["used"]
    web.gate.set()
    assert finished(client, run_id).status_code == 200
    after = credits(client)
    assert after["reserved"] == before["reserved"]
    assert after["used"] - before["used"] == 25


def test_another_request_for_the_same_person_joins_the_run(service, client, web):
    run_id = begun(client, web, 1)
    other = service.create_key()
    with service.client(other["key"]) as another:
        answer = another.post("/v1/person", json={"profile_url": "https://linkedin.com/in/p-001"})
        assert answer.status_code == 202
        assert answer.json()["data"]["run_id"] == run_id
        web.gate.set()
        assert finished(another, run_id).json()["data"]["person_id"] == "p-001"
    assert charges_of(service, "p-001") == [25]


def test_a_run_cancelled_under_way_costs_nothing_whatever_it_finds_later(service, client, web):
    before = credits(client)
    run_id = begun(client, web, 2)
    answer = client.delete(f"/v1/person/runs/{run_id}")
    assert answer.status_code == 200
    assert answer.json()["data"] == {
        "run_id": run_id,
        "status": "canceled",
        "poll_url": f"/v1/person/runs/{run_id}",
    }
    refused(client.get(f"/v1/person/runs/{run_id}"), 409, "run_canceled")
    assert credits(client) == before
    web.gate.set()
    # The next research of the person is a run of its own, and finishes after the cancelled one.
    assert researched(client, person_id="p-002")["data"]["person_id"] == "p-002"
    refused(client.get(f"/v1/person/runs/{run_id}"), 409, "run_canceled")
    again = client.delete(f"/v1/person/runs/{run_id}")
    assert (again.status_code, again.json()["data"]["status"]) == (200, "canceled")
    assert charges_of(service, "p-002") == [25]


def test_killed_in_the_middle_a_run_goes_on_and_is_charged_once(service, client, web):
    run_id = begun(client, web, 3)
    client.close()
    service.kill()
    web.gate.set()
    service.start()
    with service.client() as after:
        answer = finished(after, run_id, seconds=60)
        assert answer.status_code == 200, answer.text
        assert answer.json()["data"]["person_id"] == "p-003"
        service.wait_ready()
    assert charges_of(service, "p-003") == [25]
    with database(service.data_dir) as connection:
        unsettled = select(reservations).where(reservations.c.settled_at.is_(None))
        assert not connection.execute(unsettled).all()


def test_a_stop_soon_after_the_request_loses_nothing(service, client, web):
    run_id = begun(client, web, 4)
    web.gate.set()
    client.close()
    assert service.stop() == 0
    service.start()
    with service.client() as after:
        assert finished(after, run_id, seconds=60).status_code == 200
        service.wait_ready()
    assert charges_of(service, "p-004") == [25]


def test_a_page_of_the_web_can_be_the_second_piece_of_evidence(client, web):
    web.results = [
        {"url": "javascript:alert(1)", "title": "Wes Webba, Acme Widgets", "content": ""},
        {"url": "https://other.example/x", "title": "Wes Webba", "content": "of elsewhere"},
        {
            "url": "https://talks.example/webba",
            "title": "Talk by WES WEBBA",
            "content": "Engineer at Acme Widgets, on rivets",
            "engine": "duckduckgo",
            "publishedDate": "2025-05-04T00:00:00",
        },
    ]
    dossier = researched(client, person_id="web-0")["data"]
    assert [piece["kind"] for piece in dossier["identity"]["evidence"]] == ["page", "web"]
    assert dossier["identity"]["evidence"][1]["url"] == "https://talks.example/webba"
    links = {link["url"]: link["status"] for link in dossier["source_links"]}
    assert links["https://talks.example/webba"] == "evidence"
    assert links["https://other.example/x"] == "found"
    assert not any(url.startswith("javascript") for url in links)
    assert dossier["evidence_status"] == "complete"
    company = dossier["provenance"]["company"]
    assert [entry["source"] for entry in company] == ["register", "duckduckgo"]
    assert company[1]["last_seen"] == "2025-05-04T00:00:00.000Z"


@pytest.mark.parametrize(
    ("number", "url"),
    [
        (1, "https://register.example/news/webbb"),  # the publisher of the record's own page
        (2, "https://elsewhere.example/other"),  # names somebody else
    ],
)
def test_a_page_that_is_not_independent_or_not_theirs_is_no_evidence(client, web, number, url):
    name = f"Wes Webb{chr(97 + number)}" if number == 1 else "Wes Webbzzz"
    web.results = [{"url": url, "title": f"{name}, Acme Widgets", "content": ""}]
    body = researched(client, person_id=f"web-{number}")
    identity = body["data"]["identity"]
    assert [piece["kind"] for piece in identity["evidence"]] == ["page"]
    assert identity["identity_verified"] is False


def test_a_web_that_fails_is_visible_and_does_not_stop_research(client, web):
    web.status = 500
    dossier = researched(client, person_id="p-005")["data"]
    assert dossier["evidence_status"] == "partial"


def test_credits_that_a_run_holds_cannot_be_spent_twice(tmp_path: Path, web: Web):
    web.gate.set()
    web.queries.clear()
    data_dir = fill(tmp_path / "data", PEOPLE, config(web, balance=40))
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        run_id = begun(client, web, 6)
        headers = {"Idempotency-Key": "too-much"}
        for _ in range(2):
            answer = client.post("/v1/person", json={"person_id": "p-007"}, headers=headers)
            error = refused(answer, 402, "insufficient_acu")
            assert (error["required_credits"], error["available_credits"]) == (25, 15)
        assert answer.headers["idempotency-replayed"] == "true"
        client.delete(f"/v1/person/runs/{run_id}")
        web.gate.set()
        started = client.post("/v1/person", json={"person_id": "p-007"})
        assert started.status_code == 202
        assert finished(client, started.json()["data"]["run_id"]).status_code == 200
        deadline = time.monotonic() + 60
        while credits(client)["reserved"]:
            assert time.monotonic() < deadline
        assert credits(client)["available"] == 15
