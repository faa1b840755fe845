"""Person research over HTTP, on the real service (interface, section 4.4 and section 7, rule 7)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update
from tests.service.person.asking import charges_of, credits, finished, refused, researched
from tests.service.person.directory import PEOPLE, PHONE, database, fill
from tests.service.server import RunningService, http_request, running_service

from shortlist.service.account.keys import create_key
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.schema import person_runs, workspaces
from shortlist.service.index.suppress import suppress
from shortlist.service.person.service import forget_dossiers

DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    data_dir = fill(
        tmp_path_factory.mktemp("person") / "data", config='[workspace]\nplan = "scale"\n'
    )
    with running_service(data_dir) as running:
        yield running.wait_ready()


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    with service.client() as client:
        yield client


class TestRun:
    """A miss is a run, and a run ends with a dossier."""

    def test_s4_4_person_a_miss_is_a_202_run_and_its_poll_gives_the_dossier(self, service, client):
        before = credits(client)
        started = client.post("/v1/person", json={"person_id": "p-000"})
        assert started.status_code == 202
        run = started.json()["data"]
        assert run["status"] == "queued"
        assert run["poll_url"] == f"/v1/person/runs/{run['run_id']}" == started.headers["location"]
        assert started.json()["meta"]["request_id"] == started.headers["x-request-id"]
        assert started.json()["meta"]["credits_charged"] == 0

        answer = finished(client, run["run_id"])
        body = answer.json()
        dossier = body["data"]
        assert dossier["person_id"] == "p-000"
        assert dossier["summary"] == "Ada Knowna is an engineer at Acme Widgets."
        identity = dossier["identity"]
        assert identity["name"] == "Ada Knowna"
        assert identity["identity_verified"] is True
        assert 0 < identity["confidence"] <= 1
        assert [piece["kind"] for piece in identity["evidence"]] == [
            "page",
            "organisation",
            "network",
            "source",
        ]
        professional = dossier["professional"]
        assert professional["current"] == {
            "title": "Chief Engineer",
            "company": "Acme Widgets",
            "start": "2021-03-01",
            "end": None,
        }
        assert [entry["company"] for entry in professional["history"]] == [
            "Acme Widgets",
            "Bolts Ltd",
        ]
        assert professional["education"] == [
            {"school": "University of Leeds", "degree": "MEng", "year": "2008"}
        ]
        assert professional["skills"] == ["Metallurgy"]
        assert {link["url"]: link["status"] for link in dossier["source_links"]} == {
            "https://register.example/people/p-000": "evidence",
            "https://news.example/p-000": "evidence",
            "https://www.linkedin.com/in/p-000": "evidence",
            "https://github.com/p-000": "listed",
        }
        assert dossier["provenance"]["title"] == [
            {
                "source": "register",
                "source_url": "https://register.example/people/p-000",
                "first_seen": "2021-03-01T00:00:00.000Z",
                "last_seen": "2026-08-05T00:00:00.000Z",
                "confidence": 1.0,
            }
        ]
        assert set(dossier["provenance"]) == {
            "name",
            "title",
            "company",
            "location",
            "profile_url",
            "summary",
            "history",
            "education",
            "skills",
        }
        assert body["meta"]["credits_charged"] == 25
        after = credits(client)
        assert before["available"] - after["available"] == 25
        assert after["reserved"] == before["reserved"]
        assert charges_of(service, "p-000") == [25]

    def test_s4_4_person_contact_values_are_never_in_a_dossier(self, client):
        for person_id in ("p-001", "telling"):
            text = str(researched(client, person_id=person_id))
            assert "@acme.example" not in text
            assert PHONE not in text

    def test_s4_4_person_a_person_of_the_sample_is_labelled(self, client):
        assert researched(client, person_id="sample-1")["data"]["synthetic"] is True

    def test_s4_4_person_who_has_left_has_no_current_position(self, client):
        dossier = researched(client, person_id="gone")["data"]
        assert dossier["professional"]["current"] is None
        assert dossier["professional"]["history"]

    def test_s4_4_person_the_same_idempotency_key_replays_the_same_run(self, client):
        headers = {"Idempotency-Key": "research-p-002"}
        first = client.post("/v1/person", json={"person_id": "p-002"}, headers=headers)
        finished(client, first.json()["data"]["run_id"])
        again = client.post("/v1/person", json={"person_id": "p-002"}, headers=headers)
        assert again.status_code == 202
        assert again.content == first.content
        assert again.headers["location"] == first.headers["location"]
        assert again.headers["idempotency-replayed"] == "true"


class TestReread:
    """For 90 days a dossier is reread by the whole workspace, uncharged."""

    def test_s4_4_person_by_another_key_and_by_every_identifier(self, service, client):
        dossier = researched(client, person_id="p-003")["data"]
        other = service.create_key(scopes=("people:search",))
        with service.client(other["key"]) as another:
            for identifier in (
                {"person_id": "p-003"},
                {"profile_url": "http://register.example/people/p-003/"},
                {"profile_url": "https://uk.linkedin.com/in/p-003?trk=x"},
                {"name": "ada KNOWNd", "company_domain": "https://www.acme.example/team"},
            ):
                answer = another.post("/v1/person", json=identifier)
                if "company_domain" in identifier:
                    # A domain is a domain, not an address.
                    refused(answer, 422, "validation_failed")
                    answer = another.post(
                        "/v1/person", json={**identifier, "company_domain": "acme.example"}
                    )
                assert answer.status_code == 200, answer.text
                assert answer.json()["data"] == dossier
                assert answer.json()["meta"]["credits_charged"] == 0
        assert charges_of(service, "p-003") == [25]

    def test_s4_4_person_ends_after_90_days(self, service, client):
        researched(client, person_id="p-004")
        for days, status in ((89, 200), (91, 202)):
            with database(service.data_dir) as connection:
                connection.execute(
                    update(person_runs)
                    .where(person_runs.c.person_id == "p-004")
                    .values(finished_at=now_ms() - days * DAY_MS)
                )
            answer = client.post("/v1/person", json={"person_id": "p-004"})
            assert answer.status_code == status
        finished(client, answer.json()["data"]["run_id"])
        assert charges_of(service, "p-004") == [25, 25]

    def test_s4_4_person_another_workspace_pays_for_itself_and_reads_no_run_of_this_one(
        self, service, client
    ):
        started = client.post("/v1/person", json={"person_id": "p-005"}).json()["data"]
        finished(client, started["run_id"])
        with database(service.data_dir) as connection:
            connection.execute(
                insert(workspaces).values(
                    id="ws_other",
                    plan="scale",
                    active=True,
                    granted=100,
                    balance=100,
                    reserved=0,
                    created_at=0,
                )
            )
            made = create_key(connection, "ws_other", "theirs", now=now_ms())
        with service.client(made["key"]) as theirs:
            path = f"/v1/person/runs/{started['run_id']}"
            refused(theirs.get(path), 404, "not_found")
            refused(theirs.delete(path), 404, "not_found")
            researched(theirs, person_id="p-005")
            assert credits(theirs)["available"] == 75

    def test_s4_4_person_concurrent_requests_of_several_keys_are_one_run_and_one_charge(
        self, service
    ):
        keys = [service.key, *(service.create_key()["key"] for _ in range(3))]

        def ask(number: int) -> httpx.Response:
            with service.client(keys[number % 4]) as client:
                return client.post("/v1/person", json={"person_id": "p-006"})

        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(ask, range(24)))
        runs = {
            answer.json()["data"].get("run_id") for answer in answers if answer.status_code == 202
        }
        assert len(runs) == 1
        assert {answer.status_code for answer in answers} <= {200, 202}
        with service.client() as client:
            finished(client, runs.pop())
        assert charges_of(service, "p-006") == [25]


class TestIdentifier:
    """`person_id` | `profile_url` | `name` + `company_domain`, flat or under `identifier`."""

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({}, "identity_required"),
            ({"identifier": {}}, "identity_required"),
            ({"person_id": "  "}, "identity_required"),
            ({"name": "Ada Knowna"}, "identity_required"),
            ({"company_domain": "acme.example"}, "identity_required"),
            ({"email": "ada@acme.example"}, "identity_required"),
            ({"person_id": "a", "profile_url": "https://a.example/b"}, "validation_failed"),
            ({"person_id": "a", "identifier": {"person_id": "a"}}, "validation_failed"),
            ({"profile_url": "ftp://a.example"}, "validation_failed"),
            ({"name": "A", "company_domain": "no domain"}, "validation_failed"),
            ({"person_id": "x" * 3000}, "validation_failed"),
            ({"person_id": 7}, "validation_failed"),
            ({"identifier": "p-000"}, "validation_failed"),
        ],
        ids=str,
    )
    def test_s4_4_person_what_is_refused(self, client, body, code):
        refused(client.post("/v1/person", json=body), 422, code)

    def test_s4_4_person_flat_and_nested_are_the_same(self, client):
        dossier = researched(client, person_id="p-007")["data"]
        flat = client.post("/v1/person", json={"person_id": "p-007"})
        nested = client.post("/v1/person", json={"identifier": {"person_id": "p-007"}})
        assert flat.json()["data"] == nested.json()["data"] == dossier
        # What was not filled in is nothing, flat too.
        body = {"person_id": " ", "name": "", "identifier": {"person_id": "p-007", "name": ""}}
        assert client.post("/v1/person", json=body).json()["data"] == dossier

    def test_s4_4_person_the_scope(self, service):
        made = service.create_key(scopes=("people:enrich", "account:read"))
        with service.client(made["key"]) as client:
            refused(
                client.post("/v1/person", json={"person_id": "p-000"}), 403, "insufficient_scope"
            )
            refused(client.get("/v1/person/runs/run_x"), 403, "insufficient_scope")
            refused(client.delete("/v1/person/runs/run_x"), 403, "insufficient_scope")


class TestUnsure:
    """Where the evidence is not enough, `data` is null and nothing is charged."""

    def unsure(self, client: httpx.Client, **identifier: str) -> dict[str, Any]:
        before = credits(client)
        body = researched(client, **identifier)
        assert body["data"] is None
        assert body["meta"]["resolution"] == "unsure"
        assert body["meta"]["credits_charged"] == 0
        assert credits(client) == before
        return body["meta"]

    def test_s4_4_person_nobody(self, client):
        meta = self.unsure(client, person_id="nobody-of-this-id")
        assert meta["suggested_clues"]

    def test_s4_4_person_one_name_and_domain_of_two_people(self, client):
        meta = self.unsure(client, name="Sam Lee", company_domain="acme.example")
        assert "2 people" in meta["reason"]
        told = " ".join(meta["suggested_clues"])
        assert "twin-1" in told
        assert "twin-2" in told

    def test_s4_4_person_one_page_of_two_people(self, client):
        assert (
            "2 people" in self.unsure(client, profile_url="https://register.example/list")["reason"]
        )

    def test_s4_4_person_no_evidence_at_all(self, client):
        assert "2 independent pieces" in self.unsure(client, person_id="shared-1")["reason"]

    @pytest.mark.parametrize("person_id", ["alone", "no-domain"])
    def test_s4_4_person_one_piece_of_evidence_gives_a_dossier_that_is_not_verified_and_free(
        self, client, person_id
    ):
        before = credits(client)
        for _ in range(2):
            body = researched(client, person_id=person_id)
            identity = body["data"]["identity"]
            assert identity["identity_verified"] is False
            assert [piece["kind"] for piece in identity["evidence"]] == ["page"]
            assert body["data"]["professional"]["current"]["company"] == "Acme Widgets"
            assert body["data"]["provenance"]["title"]
            assert "2 independent pieces" in body["meta"]["reason"]
            assert "resolution" not in body["meta"]
            assert body["meta"]["credits_charged"] == 0
        assert credits(client) == before

    def test_s4_4_person_a_second_piece_is(self, client):
        assert researched(client, person_id="linked")["data"]["identity"]["identity_verified"]

    def test_s4_4_person_the_suggested_clue_helps(self, client):
        meta = researched(client, person_id="alone")["meta"]
        assert "company_domain" in meta["suggested_clues"][0]
        before = credits(client)["available"]
        dossier = researched(client, name="Una Single", company_domain="acme.example")["data"]
        assert dossier["identity"]["identity_verified"] is True
        assert before - credits(client)["available"] == 25
        # And now it is reread, by the first identifier too.
        again = client.post("/v1/person", json={"person_id": "alone"})
        assert (again.status_code, again.json()["data"]) == (200, dossier)


class TestBudgets:
    """The price is reserved at creation, against the balance and the key's budgets."""

    @pytest.mark.parametrize("window", ["daily", "monthly"])
    def test_s4_4_person_a_key_budget_below_the_price(self, service, client, window):
        made = service.create_key(**{f"{window}_budget": 24})
        with service.client(made["key"]) as poor:
            headers = {"Idempotency-Key": f"poor-{window}"}
            answer = poor.post("/v1/person", json={"person_id": "p-008"}, headers=headers)
            error = refused(answer, 402, f"{window}_budget_exceeded")
            assert (error["required_credits"], error["available_credits"]) == (25, 24)
        with database(service.data_dir) as connection:
            assert not connection.execute(
                select(person_runs).where(person_runs.c.key_id == made["id"])
            ).all()

    def test_s4_4_person_a_reread_needs_no_budget(self, service, client):
        researched(client, person_id="p-009")
        made = service.create_key(daily_budget=0)
        with service.client(made["key"]) as poor:
            assert poor.post("/v1/person", json={"person_id": "p-009"}).status_code == 200


class TestRunAddress:
    """`GET` and `DELETE /v1/person/runs/{id}`."""

    @pytest.mark.parametrize("run_id", ["run_unknown", "..", "%00", "a" * 500, "%F0%9F%91%8B"])
    def test_s4_4_person_unknown_runs(self, client, run_id):
        for method in ("GET", "DELETE"):
            answer = client.request(method, f"/v1/person/runs/{run_id}")
            assert answer.status_code in (404, 405), answer.text
            assert answer.json()["error"]["request_id"]

    def test_s4_4_person_a_run_expires_after_7_days_and_its_dossier_does_not(self, service, client):
        run = client.post("/v1/person", json={"person_id": "p-010"}).json()["data"]
        finished(client, run["run_id"])
        path = f"/v1/person/runs/{run['run_id']}"
        for hours, status in ((7 * 24 - 1, 200), (7 * 24 + 1, 410)):
            with database(service.data_dir) as connection:
                connection.execute(
                    update(person_runs)
                    .where(person_runs.c.id == run["run_id"])
                    .values(created_at=now_ms() - hours * 3_600_000)
                )
            assert client.get(path).status_code == status
        refused(client.get(path), 410, "run_expired")
        refused(client.delete(path), 410, "run_expired")
        assert client.post("/v1/person", json={"person_id": "p-010"}).status_code == 200

    def test_s4_4_person_cancelling_a_finished_run_changes_nothing(self, client):
        run = client.post("/v1/person", json={"person_id": "p-011"}).json()["data"]
        dossier = finished(client, run["run_id"]).json()["data"]
        answer = client.delete(f"/v1/person/runs/{run['run_id']}")
        assert answer.status_code == 200
        assert answer.json()["data"]["status"] == "completed"
        assert client.get(f"/v1/person/runs/{run['run_id']}").json()["data"] == dossier


class TestSuppression:
    """Who asked to be left out is as if they were not there."""

    @pytest.mark.parametrize(
        ("number", "kind", "value"),
        [
            (12, "person_id", "p-012"),
            (13, "email", "Ada.Knownn@acme.example"),
            (14, "profile_url", "https://www.linkedin.com/in/p-014"),
        ],
    )
    def test_s4_4_person_before_and_after_a_dossier(self, service, client, number, kind, value):
        record = PEOPLE[number]
        other = client.post("/v1/person", json={"person_id": "p-000"})
        if other.status_code == 202:
            finished(client, other.json()["data"]["run_id"])
        run = client.post("/v1/person", json={"person_id": record["id"]}).json()["data"]
        assert finished(client, run["run_id"]).json()["data"]["identity"]["name"] == record["name"]
        engine = open_engine(database_url(service.data_dir))
        assert suppress(engine, kind, value).people == 1
        deadline = time.monotonic() + 60
        path = f"/v1/person/runs/{run['run_id']}"
        while (after := client.get(path).json())["data"] is not None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert record["name"] not in str(after)
        nobody = researched(client, person_id="nobody-at-all")["meta"]["reason"]
        before = credits(client)
        for identifier in (
            {"person_id": record["id"]},
            {"profile_url": record["profile_url"]},
            {"name": record["name"], "company_domain": "acme.example"},
        ):
            body = researched(client, **identifier)
            assert body["data"] is None
            assert body["meta"]["reason"] == nobody
            assert record["name"] not in str(body)
        assert credits(client) == before
        # Erased by now, and not only left out.
        with writing(engine) as connection:
            kept = connection.execute(
                select(person_runs).where(person_runs.c.id == run["run_id"])
            ).one()
        engine.dispose()
        assert record["name"] not in f"{kept.result} {kept.identifier}"
        assert client.get(path).json()["data"] is None
        assert client.post("/v1/person", json={"person_id": "p-000"}).status_code == 200


def test_s4_4_person_a_dossier_is_forgotten_when_it_cannot_be_reread_any_more(service, client):
    dossier = researched(client, person_id="p-015")["data"]
    with database(service.data_dir) as connection:
        forget_dossiers(connection, now_ms() + 89 * DAY_MS)
    assert client.post("/v1/person", json={"person_id": "p-015"}).json()["data"] == dossier
    with database(service.data_dir) as connection:
        assert forget_dossiers(connection, now_ms() + 91 * DAY_MS) >= 1
        results = connection.execute(select(person_runs.c.result)).scalars().all()
    assert "p-015" not in str(results)
    assert client.post("/v1/person", json={"person_id": "p-015"}).status_code == 202
    assert charges_of(service, "p-015")[0] == 25


def test_s4_4_person_the_endpoints_are_described(service):
    paths = http_request("GET", service.url + "/openapi.json").json()["paths"]
    started = paths["/v1/person"]["post"]["responses"]
    assert {"200", "202", "422"} <= set(started)
    assert {"get", "delete"} <= set(paths["/v1/person/runs/{run_id}"])
    assert {"/v1/socials", "/v1/network/profile"} <= set(paths)
