"""A named person who is in no import, resolved from pages that agree (sections 2.1 and 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.service.person.directory import PEOPLE, fill
from tests.service.person.web import Web
from tests.service.server import RunningService, running_service

from shortlist.service.clock import DAY_MS, now_ms
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.index.suppress import suppress
from shortlist.service.index.web_people import get_web_people, named_on_web
from shortlist.service.runtime.tidy import tidy

CONTACT = "020 7946 0999, zelda@prado.example"


def page(url: str, title: str, content: str = "") -> dict[str, Any]:
    return {"url": url, "title": title, "content": content, "engine": "test"}


def agreeing(name: str) -> list[dict[str, Any]]:
    return [
        page("https://prado.example/staff", f"{name} - Curator - Prado Museum", CONTACT),
        page(
            "https://www.paper.example/2024/1",
            "New rooms open",
            f"{name}, curator at the Prado Museum in Madrid, opened them.",
        ),
    ]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, web: Web) -> Iterator[RunningService]:
    config = f'[workspace]\nplan = "scale"\n{web.settings}'
    data_dir = fill(tmp_path_factory.mktemp("told") / "data", PEOPLE, config)
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService, web: Web) -> Iterator[httpx.Client]:
    web.status, web.results = 200, []
    with service.client() as client:
        yield client


def search(client: httpx.Client, query: str, type: str = "auto", **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/search", json={"query": query, "type": type, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def from_web(told: dict[str, Any]) -> list[dict[str, Any]]:
    people = [result["person"] for result in told["data"]["results"]]
    return [person for person in people if person["resolution_source"] == "public_web"]


def leave_out(service: RunningService, kind: str, value: str) -> None:
    engine = open_engine(database_url(service.data_dir, service.database))
    try:
        suppress(engine, kind, value)
    finally:
        engine.dispose()


@pytest.mark.parametrize("type", ["auto", "deep"])
def test_s4_1_pages_that_agree_resolve_who_is_in_no_import(client, web, type):
    web.results = agreeing("Zelda Quarrington")
    told = search(client, "Zelda Quarrington", type)
    [person] = from_web(told)
    assert (person["name"], person["title"].lower()) == ("Zelda Quarrington", "curator")
    assert (person["company"], person["location"]) == ("Prado Museum", None)
    assert person["identity_verified"] is False
    assert person["contact_status"] == "requires_enrichment"
    assert person["confidence"] == pytest.approx(2 / 3, abs=0.001)
    assert "7946" not in str(told) and "zelda@" not in str(told)
    assert told["meta"]["credits_charged"] == 1
    pages = {each["url"]: each["person"] for each in told["data"]["grounding"]["results"]}
    for each in web.results:
        assert pages[each["url"]]["person_id"] == person["person_id"]
        assert pages[each["url"]]["resolution_source"] == "public_web"


def test_s2_1_later_calls_know_the_person_by_the_same_id(client, web):
    web.results = agreeing("Yara Quimby")
    [person] = from_web(search(client, "Yara Quimby"))
    web.results = [
        *agreeing("Yara Quimby")[1:],
        page("https://guide.example/x", "Yara Quimby | Prado Museum | Madrid"),
    ]
    [again] = from_web(search(client, "Yara Quimby", contents={"fields": ["name", "summary"]}))
    assert again["person_id"] == person["person_id"]
    body = {"person_id": person["person_id"]}
    enriched = client.post("/v1/enrich", json={**body, "fields": ["work_email"]})
    assert enriched.status_code == 200, enriched.text
    assert enriched.json()["data"]["work_email"]["status"] == "not_found"
    run = client.post("/v1/person", json=body)
    assert run.status_code == 202, run.text
    url, answer = run.headers["Location"], run
    while answer.status_code == 202:
        answer = client.get(url)
    dossier = answer.json()["data"]
    assert dossier["person_id"] == person["person_id"]
    assert dossier["identity"]["name"] == "Yara Quimby"
    assert [piece["kind"] for piece in dossier["identity"]["evidence"]] == ["web"]
    assert dossier["identity"]["identity_verified"] is False


@pytest.mark.parametrize(
    "pages",
    [
        # One page alone, or two of one publisher.
        [page("https://a.example/1", "Xenia Quill - Curator - Prado Museum")],
        [
            page("https://a.example/1", "Xenia Quill - Curator - Prado Museum"),
            page("https://www.a.example/2", "Xenia Quill, curator at Prado Museum"),
        ],
        # They disagree.
        [
            page("https://a.example/1", "Xenia Quill - Curator - Prado Museum"),
            page("https://b.example/2", "Xenia Quill, plumber at Leeds Pipes"),
        ],
        [
            page("https://a.example/1", "Xenia Quill, curator at Prado Museum"),
            page("https://b.example/2", "Xenia Quill, curator at Tate Modern"),
        ],
        [
            page("https://a.example/1", "Xenia Quill | Curator | Madrid"),
            page("https://b.example/2", "Xenia Quill, plumber in Madrid"),
        ],
        # They agree on the name alone, or one copies the other.
        [
            page("https://a.example/1", "Xenia Quill - Home"),
            page("https://b.example/2", "Xenia Quill | Profile"),
        ],
        [
            page("https://a.example/1", "News", "Xenia Quill, curator at Prado Museum, won."),
            page("https://b.example/2", "Today", "Xenia Quill, curator at Prado Museum, won."),
        ],
        # They name somebody else.
        [
            page("https://a.example/1", "Xenia Moss - Curator - Prado Museum"),
            page("https://b.example/2", "Xenia Moss, curator at Prado Museum"),
        ],
    ],
)
def test_s4_1_too_few_pages_that_agree_are_evidence_and_nobody(client, web, pages):
    web.results = pages
    told = search(client, "Xenia Quill", "deep")
    assert from_web(told) == []
    shown = {each["url"] for each in told["data"]["grounding"]["results"]}
    assert {each["url"] for each in pages} <= shown
    people = len(told["data"]["results"])
    assert told["meta"]["credits_charged"] == -(-people // 10)


@pytest.mark.parametrize("kind", ["person_id", "profile_url"])
def test_who_asked_to_be_left_out_is_not_resolved_again(client, web, service, kind):
    name = {"person_id": "Wanda Quirk", "profile_url": "Wilma Quoin"}[kind]
    web.results = agreeing(name)
    [person] = from_web(search(client, name))
    value = {"person_id": person["person_id"], "profile_url": "https://prado.example/staff"}[kind]
    leave_out(service, kind, value)
    web.results.append(page("https://third.example/", f"{name} - Curator - Prado Museum"))
    assert from_web(search(client, name)) == []
    body = {"person_id": person["person_id"], "fields": ["work_email"]}
    found = client.post("/v1/enrich", json=body).json()["data"]["work_email"]
    assert found["status"] == "not_found"


def test_who_was_left_out_of_the_index_is_not_resolved_from_the_web(client, web, service):
    leave_out(service, "person_id", "no-domain")
    web.results = [
        page("https://a.example/1", "Nadia Single - Baker - Crumb Works"),
        page("https://b.example/2", "Nadia Single, baker at Crumb Works"),
    ]
    assert from_web(search(client, "Nadia Single")) == []


def test_whom_no_search_told_of_for_long_is_forgotten(client, web, service):
    web.results = [
        page("https://tate.example/staff", "Ursula Quincey - Curator - Tate Modern"),
        page("https://b.example/2", "Ursula Quincey, curator at Tate Modern"),
    ]
    [person] = from_web(search(client, "Ursula Quincey"))
    engine = open_engine(database_url(service.data_dir, service.database))
    services: Any = SimpleNamespace(engine=engine, quick_engine=engine)
    try:
        tidy(services, now_ms() + 89 * DAY_MS)
        with writing(engine) as connection:
            assert get_web_people(connection, [person["person_id"]])
        tidy(services, now_ms() + 91 * DAY_MS)
        with writing(engine) as connection:
            assert get_web_people(connection, [person["person_id"]]) == {}
            assert named_on_web(connection, "Ursula Quincey") == []
    finally:
        engine.dispose()
    body = {"person_id": person["person_id"], "fields": ["work_email"]}
    assert client.post("/v1/enrich", json=body).status_code == 200
