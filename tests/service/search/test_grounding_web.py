"""Auto and deep searches with a web configured, on the real service (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.service.person.directory import PEOPLE, fill, person
from tests.service.person.web import Web
from tests.service.server import RunningService, running_service

# In the index under a name that the query below does not resemble.
RENAMED = person(
    "renamed",
    "Zora Quist",
    title="Curator",
    links=[{"type": "wikidata", "url": "https://www.wikidata.org/wiki/Q77"}],
    summary="Zora Quist is the curator of the Montoya rooms.",
)
PAGELESS = person(
    "pageless",
    "Ida Pageless",
    title="Lamplighter",
    summary="Ida Pageless lights lamps.",
    profile_url=None,
    sources=[],
    links=[],
)
TELLING = person(
    "telling-all",
    "Vera Vocal",
    title="Glassblower",
    summary="Vera Vocal, since 2019: vera@vocal.example or +44 20 7946 0999.",
)
LEADS_TO_HER = {
    "url": "https://wikidata.org/wiki/Q77",
    "title": "Zora Quist (born Pilar Montoya)",
    "content": "curator",
    "engine": "wikidata",
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, web: Web) -> Iterator[RunningService]:
    config = f'[workspace]\nplan = "scale"\n{web.settings}'
    data_dir = fill(
        tmp_path_factory.mktemp("web") / "data", [*PEOPLE, RENAMED, PAGELESS, TELLING], config
    )
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService, web: Web) -> Iterator[httpx.Client]:
    web.status, web.results = 200, []
    web.queries.clear()
    with service.client() as client:
        yield client


def search(client: httpx.Client, query: str, type: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/search", json={"query": query, "type": type, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.mark.parametrize("type", ["instant", "fast"])
def test_s4_1_instant_and_fast_ask_nobody(client, web, type):
    web.results = [LEADS_TO_HER]
    data = search(client, "Pilar Montoya", type)
    assert "grounding" not in data
    assert web.queries == []


@pytest.mark.parametrize("type", ["auto", "deep"])
def test_s4_1_a_named_person_miss_is_resolved_from_the_web(client, web, type):
    web.results = [LEADS_TO_HER]
    data = search(client, "Pilar Montoya", type)
    assert web.queries == ["Pilar Montoya"]
    found = {result["person"]["person_id"]: result["person"] for result in data["results"]}
    assert found["renamed"]["resolution_source"] == "public_web"
    assert found["renamed"]["identity_verified"] is False
    assert len(found) == len(data["results"])
    others = {person["resolution_source"] for id, person in found.items() if id != "renamed"}
    assert others <= {"service_people_index"}
    pages = {page["url"]: page for page in data["grounding"]["results"]}
    assert pages[LEADS_TO_HER["url"]]["person"]["person_id"] == "renamed"
    scores = [result["score"] for result in data["results"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("type", ["auto", "deep"])
def test_s4_1_who_is_found_by_a_word_alone_is_resolved_from_the_web_all_the_same(client, web, type):
    web.results = []
    met = search(client, "Pilar Montoya", "deep", num_results=50)["results"]
    assert "renamed" in {result["person"]["person_id"] for result in met}
    web.results = [LEADS_TO_HER]
    first, *rest = search(client, "Pilar Montoya", type)["results"]
    assert first["person"]["person_id"] == "renamed"
    assert first["person"]["resolution_source"] == "public_web"
    assert "renamed" not in {result["person"]["person_id"] for result in rest}


def test_s4_1_no_more_people_than_asked_for(client, web):
    web.results = [LEADS_TO_HER]
    assert len(search(client, "Pilar Montoya", "deep", num_results=1)["results"]) == 1


@pytest.mark.parametrize(
    "page",
    [
        {**LEADS_TO_HER, "title": "Pilar Montoya"},  # does not name the person it is a page of
        {**LEADS_TO_HER, "title": "Zora Quist"},  # does not name who was asked for
        {**LEADS_TO_HER, "url": "https://other.example/Q77"},  # is nobody's page
        {**LEADS_TO_HER, "url": "https://register.example/list"},  # is two people's
    ],
)
def test_s4_1_nobody_is_made_up_from_a_page(client, web, page):
    web.results = [page]
    data = search(client, "Pilar Montoya", "deep")
    sources = {result["person"]["resolution_source"] for result in data["results"]}
    assert sources <= {"service_people_index"}
    assert page["url"] in {found["url"] for found in data["grounding"]["results"]}


def test_s4_1_deep_always_grounds_and_auto_only_thin_results(client, web):
    web.results = [{"url": "https://widgets.example/", "title": "Widgets", "content": "of Acme"}]
    query = "engineers at Acme Widgets"
    auto = search(client, query, "auto")
    assert auto["grounding"] == {"status": "not_needed", "results": []}
    assert web.queries == []
    deep = search(client, query, "deep")
    assert deep["grounding"]["status"] == "complete"
    assert "https://widgets.example/" in {page["url"] for page in deep["grounding"]["results"]}
    assert len(deep["grounding"]["results"]) <= 20


def test_s4_1_a_known_name_is_no_miss(client, web):
    web.results = [LEADS_TO_HER]
    data = search(client, "Ada Knowna", "deep")
    assert data["results"][0]["person"]["name"] == "Ada Knowna"
    assert "renamed" not in {result["person"]["person_id"] for result in data["results"]}


def test_s4_1_auto_grounds_results_that_are_thin(client, web):
    web.results = [{"url": "https://welders.example/", "title": "Welders", "content": "of Acme"}]
    filters = {"title": "Welder"}
    data = search(client, "who welds", "auto", filters=filters)
    assert [result["person"]["person_id"] for result in data["results"]] == ["twin-2"]
    assert data["grounding"]["status"] == "complete"
    pages = {page["url"] for page in data["grounding"]["results"]}
    assert pages == {"https://welders.example/", "https://register.example/people/twin-2"}
    # One that was asked for, and found, is no thin result.
    one = search(client, "who welds", "auto", filters=filters, num_results=1)
    assert one["grounding"] == {"status": "not_needed", "results": []}


def test_s4_1_grounding_that_finds_no_page_is_unavailable(client, web):
    web.status = 503
    data = search(client, "who lights lamps", "deep", filters={"title": "Lamplighter"})
    assert [result["person"]["person_id"] for result in data["results"]] == ["pageless"]
    assert data["grounding"] == {"status": "unavailable", "results": []}


def test_grounding_says_that_the_web_failed(client, web):
    web.status = 503
    data = search(client, "engineers at Acme Widgets", "deep")
    assert data["results"]
    assert data["grounding"]["status"] == "partial"
    assert data["grounding"]["results"]


def test_what_the_web_sends_is_bounded_and_cleaned(client, web):
    web.results = [
        {
            "url": f"https://n{n}.example/",
            "title": "a\u202e\x1b[31m\nb" + "x" * 9000,
            "content": None,
        }
        for n in range(50)
    ]
    web.results[:0] = [None, {"url": 7}, {"url": "file:///etc/passwd", "title": "x"}]
    pages = search(client, "engineers at Acme Widgets", "deep")["grounding"]["results"]
    mine = [page for page in pages if ".example/" in page["url"] and "//n" in page["url"]]
    assert 0 < len(mine) <= 10
    for page in mine:
        assert page["title"].isprintable()
        assert len(page["title"]) <= 300
    assert not any(page["url"].startswith("file") for page in pages)


@pytest.mark.parametrize("type", ["auto", "deep"])
def test_s4_1_evidence_pages_hold_no_contact_value(client, web, type):
    web.results = [
        {
            "url": "https://hall.example/staff/vera@vocal.example?x=1",
            "title": "Vera Vocal, glassblower (vera (at) vocal.example)",
            "content": "x" * 280 + " Vera Vocal: 020 7946 0999, Vera.Vocal@hall.example",
        },
        {"url": "https://z.example/", "title": "Room 12, 2024", "content": "+1 (212) 555-0199"},
    ]
    data = search(
        client,
        "who blows glass",
        type,
        filters={"title": "Glassblower"},
        contents={"fields": ["summary"]},
    )
    assert data["results"][0]["person"]["person_id"] == "telling-all"
    told = str(data).lower()
    for piece in ("7946", "555", "vera@", "vocal.example", "vera.vocal", "hall.example'"):
        assert piece not in told
    assert "since 2019" in told and "room 12, 2024" in told
    pages = {page["url"]: page for page in data["grounding"]["results"]}
    assert pages["https://hall.example/staff/?x=1"]["person"]["person_id"] == "telling-all"
