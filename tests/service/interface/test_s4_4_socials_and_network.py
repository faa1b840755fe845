"""`POST /v1/socials` and `GET /v1/network/profile` on the real service (sections 4.4 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, insert
from tests.service.person.directory import PEOPLE, database, fill, person
from tests.service.server import RunningService, running_service, within_a_minute

from shortlist.contract.network import SocialsRequest
from shortlist.service.db.schema import counters, metadata
from shortlist.service.errors import ApiError
from shortlist.service.index.store import (
    COUNTER,
    put_suppression,
    remove_people,
    suppression_hash,
)
from shortlist.service.network import endpoints


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    elsewhere = person(
        "elsewhere",
        "Ella Where",
        links=[
            {"type": "professional_network", "url": "https://[broken"},
            {"type": "professional_network", "url": "https://network.example/in/ella"},
        ],
    )
    data_dir = fill(
        tmp_path_factory.mktemp("networks") / "data",
        [*PEOPLE, elsewhere],
        '[workspace]\nplan = "scale"\n',
    )
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    forget_requests(service)
    with service.client() as client:
        yield client


def forget_requests(service: RunningService) -> None:
    """Begin to count from nothing: the family's limit is what one of the tests uses up."""
    with database(service.data_dir) as connection:
        connection.exec_driver_sql("delete from rate_windows")


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize(
    ("platform", "identifier"),
    [
        ("linkedin", "p-000"),
        ("linkedin", "https://www.linkedin.com/in/p-000/"),
        ("linkedin", "uk.linkedin.com/in/P-000?trk=1"),
        ("linkedin", {"person_id": "p-000"}),
        ("LinkedIn", {"name": "Ada Knowna", "company_domain": "acme.example"}),
        ("github", "@p-000"),
        ("github", {"profile_url": "https://register.example/people/p-000"}),
    ],
)
def test_s4_4_socials(client, platform, identifier):
    answer = client.post("/v1/socials", json={"platform": platform, "identifier": identifier})
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    name = platform.lower()
    addresses = {
        "linkedin": "https://www.linkedin.com/in/p-000",
        "github": "https://github.com/p-000",
    }
    assert data["platform"] == name
    assert data["profile"] == {"platform": name, "url": addresses[name], "handle": "p-000"}
    assert data["person"]["person_id"] == "p-000"
    assert data["person"]["identity_verified"] is False
    assert data["person"]["contact_status"] == "requires_enrichment"
    assert "@acme.example" not in answer.text
    assert answer.json()["meta"]["credits_charged"] == 0


@pytest.mark.parametrize("platform", ["twitter", "x"])
def test_s4_4_a_handle_is_found_under_either_name_of_its_platform(client, platform):
    answer = client.post("/v1/socials", json={"platform": platform, "identifier": "lin"})
    assert answer.json()["data"]["person"]["person_id"] == "linked"


@pytest.mark.parametrize(
    "identifier", [{"person_id": "elsewhere"}, "https://network.example/in/ella"], ids=str
)
def test_s4_4_a_professional_network_of_no_known_name(client, identifier):
    body = {"platform": "professional_network", "identifier": identifier}
    data = client.post("/v1/socials", json=body).json()["data"]
    assert data["profile"] == {
        "platform": "professional_network",
        "url": "https://network.example/in/ella",
        "handle": "ella",
    }
    body = {"platform": "linkedin", "identifier": {"person_id": "elsewhere"}}
    assert code_of(client.post("/v1/socials", json=body)) == (404, "not_found")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"platform": "linkedin", "identifier": "nobody-here"}, (404, "not_found")),
        ({"platform": "twitter", "identifier": {"person_id": "p-000"}}, (404, "not_found")),
        ({"platform": "linkedin", "identifier": {"person_id": "none"}}, (404, "not_found")),
        ({"platform": "myspace", "identifier": "tom"}, (422, "validation_failed")),
        (
            {"platform": "github", "identifier": "https://linkedin.com/in/x"},
            (422, "validation_failed"),
        ),
        ({"platform": "github", "identifier": "javascript:alert(1)"}, (422, "validation_failed")),
        ({"platform": "professional_network", "identifier": "p-000"}, (404, "not_found")),
        ({"platform": "github", "identifier": ""}, (422, "validation_failed")),
        *(
            ({"platform": platform, "identifier": broken}, (422, "validation_failed"))
            for platform in ("github", "professional_network")
            for broken in ("[", "]", "https://[x", "http://[::1/x", "http://\u2100.x/")
        ),
        ({"platform": "github", "identifier": {}}, (422, "identity_required")),
        ({"platform": "github"}, (422, "validation_failed")),
        ({"identifier": "x"}, (422, "validation_failed")),
        (
            {
                "platform": "github",
                "identifier": {"name": "Sam Lee", "company_domain": "acme.example"},
            },
            (422, "identity_required"),
        ),
    ],
    ids=str,
)
def test_s4_4_socials_that_are_refused(client, body: dict[str, Any], expected):
    assert code_of(client.post("/v1/socials", json=body)) == expected


@pytest.mark.parametrize(
    "identifier", ["p-000", "https://www.linkedin.com/in/p-000", "register.example/people/p-000"]
)
def test_s4_4_network_profile(client, identifier):
    answer = client.get("/v1/network/profile", params={"identifier": identifier})
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert data["person"]["name"] == "Ada Knowna"
    assert {profile["platform"]: profile["handle"] for profile in data["profiles"]} == {
        "linkedin": "p-000",
        "github": "p-000",
    }


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({}, (422, "validation_failed")),
        ({"identifier": "  "}, (422, "validation_failed")),
        ({"identifier": "x" * 3000}, (422, "validation_failed")),
        ({"identifier": "no\x00body"}, (422, "validation_failed")),
        ({"identifier": "nobody"}, (404, "not_found")),
        ({"identifier": "https://[broken"}, (404, "not_found")),
        ({"identifier": "https://register.example/list"}, (422, "identity_required")),
    ],
    ids=str,
)
def test_s4_4_network_profiles_that_are_refused(client, parameters, expected):
    assert code_of(client.get("/v1/network/profile", params=parameters)) == expected


def test_s4_4_nothing_is_charged(client):
    before = client.get("/v1/account/usage").json()["data"]["credits"]
    client.post("/v1/socials", json={"platform": "github", "identifier": "p-001"})
    client.get("/v1/network/profile", params={"identifier": "p-001"})
    assert client.get("/v1/account/usage").json()["data"]["credits"] == before


def test_s4_4_who_asked_to_be_left_out_is_not_there(service, client):
    with database(service.data_dir) as connection:
        put_suppression(connection, "person_id", "p-009")
        remove_people(connection, ["p-009"])
    body = {"platform": "github", "identifier": "p-009"}
    profile = client.get("/v1/network/profile", params={"identifier": "p-009"})
    assert code_of(profile) == (404, "not_found")
    assert code_of(client.post("/v1/socials", json=body)) == (404, "not_found")


@pytest.mark.parametrize("family", ["/v1/socials", "/v1/network/profile"])
def test_s8_each_family_takes_60_requests_a_minute(service, client, family):
    method = "POST" if family == "/v1/socials" else "GET"

    def ask() -> list[httpx.Response]:
        forget_requests(service)
        return [client.request(method, family) for _ in range(61)]

    answers = within_a_minute(ask)
    assert [answer.status_code for answer in answers] == [422] * 60 + [429]
    assert code_of(answers[-1]) == (429, "rate_limited")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    # Other routes go on.
    assert client.get("/v1/account/usage").status_code == 200


def test_s8_600_requests_an_hour(service, client):
    def ask() -> httpx.Response:
        client.get("/v1/network/profile", params={"identifier": "p-000"})
        used_up = "update rate_windows set hits = 600 where bucket like '%:hour'"
        with database(service.data_dir) as connection:
            connection.exec_driver_sql(used_up)
        return client.get("/v1/network/profile", params={"identifier": "p-000"})

    answer = within_a_minute(ask)
    assert code_of(answer) == (429, "rate_limited")
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("person_id", "p-000"),
        ("profile_url", "github.com/p-000"),
        ("profile_url", "other.example/in/gone"),
    ],
)
def test_s4_4_socials_who_asks_while_they_are_looked_up_is_in_no_answer(
    monkeypatch: pytest.MonkeyPatch, kind: str, value: str
):
    """Between the look-up and the transaction that keeps its answer."""
    data = {
        "platform": "github",
        "profile": {"platform": "github", "url": "https://GitHub.com/p-000", "handle": "p-000"},
        "person": {"person_id": "p-000"},
    }
    monkeypatch.setattr(endpoints.service, "find_social", lambda *_: data)
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(counters).values(name=COUNTER, value=0))
        put_suppression(connection, "person_id", "somebody-else")

        def commit(build: Any) -> Any:
            return build(connection)

        index = SimpleNamespace(wait=lambda _: None)
        call: Any = SimpleNamespace(
            services=SimpleNamespace(index=index), about=set(), request_id="r", commit=commit
        )
        page = {"profile_url": "https://other.example/in/gone"}
        who: Any = page if "gone" in value else "p-000"
        asked = SocialsRequest(platform="github", identifier=who)
        function = endpoints.socials.__wrapped__  # type: ignore[attr-defined]
        assert function(call, asked).status == 200
        assert suppression_hash(kind, value) in call.about
        put_suppression(connection, kind, value)
        with pytest.raises(ApiError) as refused:
            function(call, asked)
    assert refused.value.code == "not_found"
