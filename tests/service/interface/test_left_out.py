"""Who asked to be left out appears nowhere, by whatever name they are asked for and however an
answer was come by (section 7, rule 2, and section 4.3)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.enrich.providers import ContactProvider, contact_provider
from tests.service.interface.conftest import CONFIG
from tests.service.interface.said import Said, refused
from tests.service.person.directory import PEOPLE, PHONE, fill
from tests.service.server import RunningService, running_service

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.index.suppress import suppress


@pytest.fixture(scope="module")
def provider() -> Iterator[ContactProvider]:
    with contact_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, provider: ContactProvider
) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("left-out") / "data"
    data_dir = fill(folder, PEOPLE, CONFIG.format(url=provider.url))
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def api(service: RunningService, provider: ContactProvider) -> Iterator[Said]:
    provider.reset()
    with service.client() as client:
        yield Said(service, client)


def leave_out(service: RunningService, kind: str, value: str) -> None:
    """Suppress someone; from then on they are left out, whatever the service has read before."""
    engine = open_engine(database_url(service.data_dir))
    suppress(engine, kind, value)
    engine.dispose()


def names_of(who: dict[str, Any]) -> list[dict[str, str]]:
    """Every anchor of a record."""
    return [
        {"person_id": who["id"]},
        {"email": who["contacts"]["work_email"]["value"]},
        {"profile_url": who["profile_url"]},
        {"name": who["name"], "company_domain": who["company_domain"]},
    ]


def dossier(api: Said, person_id: str) -> None:
    """Have the workspace research somebody."""
    run = api.post("/v1/person", {"person_id": person_id}).json()["data"]
    deadline = time.monotonic() + 60
    while api.http.get(run["poll_url"]).status_code == 202:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize(("who", "kind"), [(PEOPLE[0], "person_id"), (PEOPLE[1], "email")])
def test_s7_2_a_replay_is_without_who_asked_to_be_left_out_since(
    api: Said, who: dict[str, Any], kind: str
) -> None:
    dossier(api, who["id"])
    fields = ["work_email", "phone"]
    asked: list[tuple[str, Any]] = [
        ("/v1/search", {"query": "chief engineer", "type": "deep", "num_results": 50}),
        ("/v1/person", {"person_id": who["id"]}),
        ("/v1/socials", {"platform": "github", "identifier": who["id"]}),
        *(("/v1/enrich", {**anchor, "fields": fields}) for anchor in names_of(who)),
        ("/v1/search", {"query": who["name"], "type": "deep", "num_results": 1}),
    ]
    keys = [f"{who['id']}-{n}" for n in range(len(asked))]
    first = [api.post(*each, key) for each, key in zip(asked, keys, strict=True)]
    assert {answer.status_code for answer in first} == {200}
    assert all(word in first[3].text for word in (PHONE, "@acme.example"))
    used = api.used()
    by = who["id"] if kind == "person_id" else who["contacts"]["work_email"]["value"]
    leave_out(api.service, kind, by)

    again = [api.post(*each, key) for each, key in zip(asked, keys, strict=True)]
    for before, after in zip(first, again, strict=True):
        assert after.headers["idempotency-replayed"] == "true"
        assert after.headers["x-request-id"] == before.headers["x-request-id"]
        for secret in (who["id"], PHONE, who["contacts"]["work_email"]["value"]):
            assert secret not in after.text.replace('"query":"' + who["name"], "")
    search, person, socials, *enriched = (answer.json() for answer in again)
    assert who["id"] in first[0].text, "they were found before"
    others = [
        r for r in first[0].json()["data"]["results"] if r["person"]["person_id"] != who["id"]
    ]
    assert search["data"]["results"] == others
    assert search["meta"] == first[0].json()["meta"]
    assert person["data"] is None and person["meta"]["resolution"] == "unsure"
    assert again[2].status_code == 404 and socials["error"]["code"] == "not_found"
    for told in enriched[:4]:
        assert {result["status"] for result in told["data"].values()} == {"not_found"}
        assert list(told["data"]) == fields
    assert enriched[0]["meta"] == first[3].json()["meta"]
    assert enriched[4]["data"]["results"] == enriched[4]["data"]["grounding"]["results"] == []
    assert api.used() == used


def test_s7_2_a_replay_of_others_stays_byte_for_byte(api: Said) -> None:
    leave_out(api.service, "person_id", PEOPLE[2]["id"])
    first = api.enrich("theirs", person_id=PEOPLE[3]["id"], fields=["phone"])
    again = api.enrich("theirs", person_id=PEOPLE[3]["id"], fields=["phone"])
    assert again.headers["idempotency-replayed"] == "true"
    assert again.content == first.content and PHONE in again.text


def test_s4_3_nobody_left_out_is_asked_about_by_another_of_their_names(
    api: Said, provider: ContactProvider
) -> None:
    who = PEOPLE[4]
    leave_out(api.service, "person_id", who["id"])
    provider.answers = {"personal_email": (200, {"value": "x@home.example"})}
    for anchor in names_of(who):
        told = api.enrich(**anchor, fields=["personal_email"]).json()
        assert told["data"]["personal_email"]["status"] == "not_found", anchor
    assert provider.asked == []
    # What they shared with others is still the others'.
    found = api.enrich(person_id=PEOPLE[5]["id"], fields=["personal_email"]).json()
    assert found["data"]["personal_email"]["status"] == "found"


def test_s4_3_who_asks_while_a_provider_is_answering_is_left_out(
    api: Said, provider: ContactProvider
) -> None:
    who = PEOPLE[6]
    asked, go = threading.Event(), threading.Event()

    def slow() -> tuple[int, Any]:
        asked.set()
        assert go.wait(25)  # less than the provider is waited for
        return 200, {"value": "x@home.example"}

    provider.answers = {"personal_email": slow}
    answers: list[httpx.Response] = []
    body = {"person_id": who["id"], "fields": ["personal_email"]}
    asking = threading.Thread(target=lambda: answers.append(api.enrich(**body)))
    asking.start()
    assert asked.wait(60)
    leave_out(api.service, "person_id", who["id"])
    go.set()
    asking.join()
    assert answers[0].json()["data"]["personal_email"]["status"] == "not_found"


def test_s2_6_a_page_of_many_is_not_left_out_with_one_of_them(api: Said) -> None:
    leave_out(api.service, "person_id", "shared-1")
    page = {"identifier": "https://register.example/list"}
    found = api.http.get("/v1/network/profile", params=page)
    assert found.json()["data"]["person"]["person_id"] == "shared-2"
    refused(api.http.get("/v1/network/profile?identifier=shared-1"), 404, "not_found")


def test_s4_2_suppressing_is_told_of_by_the_command(tmp_path: Path) -> None:
    engine = open_engine(database_url(fill(tmp_path / "data", PEOPLE[:3])))
    try:
        assert suppress(engine, "person_id", PEOPLE[0]["id"]).people == 1
        by_mail = suppress(engine, "email", PEOPLE[0]["contacts"]["work_email"]["value"])
        assert (by_mail.people, by_mail.listed) == (0, False), "their address went with them"
    finally:
        engine.dispose()
