"""The same person from two sources is one result and one charge (sections 4.1 to 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.enrich.providers import ContactProvider
from tests.service.interface.conftest import CONFIG
from tests.service.interface.said import Said, fresh, refused
from tests.service.person.asking import researched
from tests.service.person.directory import fill, well_known
from tests.service.server import RunningService, running_service
from tests.service.sets.sse import follow

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.index.suppress import suppress


def two_of(name: str, id: str) -> list[dict[str, Any]]:
    """A person as two sources have them: an engineer by the one, a former clerk by the other."""
    engineer = well_known(f"{id}-now", name)
    now = {
        **engineer,
        "contacts": {**engineer["contacts"], "phone": None},
        "links": [{"type": "professional_network", "url": f"https://network.example/{id}"}],
    }
    past = {
        **now,
        "id": f"{id}-past",
        "title": "Former Town Clerk",
        "company": "Fell",
        "company_domain": "fell.example",
        "status": "former",
        "contacts": {"phone": engineer["contacts"]["phone"]},
        "history": [{"title": "Town Clerk", "company": "Fell", "end": "2019-01-01"}],
        "profile_url": f"https://fell.example/{id}",
    }
    return [now, past]


# One name is no reason.
SAM = [{**well_known(f"sam-{n}", "Sam Same"), "contacts": {}, "title": f"Smith {n}"} for n in "12"]
PEOPLE = [*two_of("Dora Twice", "dora"), *two_of("Edda Both", "edda"), *two_of("Finn Off", "finn")]


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, outside: ContactProvider
) -> Iterator[RunningService]:
    folder: Path = tmp_path_factory.mktemp("once") / "data"
    config = CONFIG.format(url=outside.url)
    with running_service(fill(folder, [*PEOPLE, *SAM], config)) as running:
        yield running.wait_ready()


@pytest.fixture
def api(service: RunningService, outside: ContactProvider) -> Iterator[Said]:
    outside.reset()
    outside.answers = {"personal_email": (200, {"value": "home@mail.example"})}
    with service.client() as client:
        yield Said(service, client)


def test_s4_1_a_person_of_two_records_is_one_result(api: Said) -> None:
    for query, names in (("Dora Twice", ["Dora Twice"]), ("Sam Same", ["Sam Same", "Sam Same"])):
        found = [p["name"] for p in api.people(query=query) if p["name"] in names]
        assert found == names


def test_s4_2_a_person_of_two_records_is_one_item_which_names_the_other(api: Said) -> None:
    body = {"search": {"query": "Dora Twice", "criteria": ["Is named Dora Twice"], "count": 5}}
    made = api.post("/v1/sets", body, fresh()).json()
    told = follow(api.http, made["id"], timeout=60)
    items = api.http.get(made["items_url"]).json()["data"]
    assert [item["person"]["name"] for item in items] == ["Dora Twice"]
    both = {"dora-now", "dora-past"}
    assert {items[0]["person"]["person_id"], *items[0]["same_as"]} == both
    exported = api.http.get(f"/v1/sets/{made['id']}/export?format=json").json()["items"]
    assert exported == items
    assert items[0]["same_as"][0] in str(told.data)
    assert api.http.get(f"/v1/sets/{made['id']}").json()["spent_credits"] == 1


def test_s4_3_what_was_paid_for_under_one_record_is_free_under_the_other(api: Said) -> None:
    used = api.used()
    fields = ["work_email", "personal_email", "phone"]
    first = api.enrich(fresh(), person_id="dora-now", fields=fields).json()
    phone = first["data"]["phone"]
    assert phone["status"] == "found" and phone["person_id"] == "dora-past", "who says so"
    assert "person_id" not in first["data"]["work_email"]
    assert first["meta"]["usage"]["billed"] == ["personal_email"]
    assert sorted(first["meta"]["usage"]["free"]) == ["phone", "work_email"], "both were imported"
    second = api.enrich(fresh(), person_id="dora-past", fields=fields).json()
    assert second["data"]["work_email"]["value"] == first["data"]["work_email"]["value"]
    assert second["data"]["work_email"]["person_id"] == "dora-now"
    assert "person_id" not in second["data"]["phone"]
    assert second["meta"]["usage"]["billed"] == []
    assert sorted(second["meta"]["usage"]["free"]) == sorted(fields)
    assert api.used() == used + 3


def test_s4_3_one_person_of_two_records_is_not_ambiguous(api: Said) -> None:
    page = "https://network.example/edda"
    answer = api.enrich(fresh(), profile_url=page, fields=["work_email"]).json()
    assert answer["data"]["work_email"]["status"] == "found"
    assert answer["meta"]["warnings"] == []


def test_s4_3_a_key_without_credits_may_ask_for_what_is_paid_for(api: Said) -> None:
    home = ["personal_email"]
    api.enrich(fresh(), person_id="edda-now", fields=home)
    with api.as_key(daily_budget=1) as poor:
        answer = poor.enrich(fresh(), person_id="edda-past", fields=home)
        assert answer.status_code == 200 and answer.json()["meta"]["usage"]["free"] == home
        # Of one who was asked about by this very record, each request is a reveal of its own.
        refused(
            poor.enrich(fresh(), person_id="edda-now", fields=home),
            402,
            "daily_budget_exceeded",
        )


def test_s4_4_research_of_the_other_record_is_a_reread(api: Said) -> None:
    used = api.used()
    dossier = researched(api.http, person_id="dora-now")["data"]
    assert api.used() == used + 25
    assert dossier["same_as"] == ["dora-past"]
    assert "Town Clerk" in [job["title"] for job in dossier["professional"]["history"]]
    assert "dora-past" in [said.get("person_id") for said in dossier["provenance"]["history"]]
    again = api.post("/v1/person", {"person_id": "dora-past"}, fresh())
    assert again.status_code == 200
    assert again.json()["data"] == dossier
    assert api.used() == used + 25


def test_who_asked_to_be_left_out_by_one_record_is_so_by_the_other(api: Said) -> None:
    engine = open_engine(database_url(api.service.data_dir))
    assert suppress(engine, "person_id", "finn-past").people == 2
    engine.dispose()
    for id in ("finn-now", "finn-past"):
        answer = api.enrich(fresh(), person_id=id, fields=["work_email", "phone"]).json()
        assert {field["status"] for field in answer["data"].values()} == {"not_found"}
    assert "Finn Off" not in [person["name"] for person in api.people(query="Finn Off")]
