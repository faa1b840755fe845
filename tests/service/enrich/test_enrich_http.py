"""`POST /v1/enrich` on a running service, with providers that are really asked over HTTP
(interface, sections 2.5 and 4.3)."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.enrich.providers import ContactProvider, contact_provider
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, envelope, running_service

from shortlist.contract.enrich import EnrichResponse
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.index.store import put_people
from shortlist.service.index.suppress import suppress

WITH_EMAIL = next(r for r in RECORDS if r["contacts"]["work_email"])
WITHOUT = next(r for r in RECORDS if not r["contacts"]["work_email"])
CONFIG = """
[workspace]
plan = "scale"
[enrichment]
deadline_seconds = {deadline}
[[enrichment.providers]]
name = "directory"
type = "directory"
[[enrichment.providers]]
name = "acme"
type = "http"
url = "{acme}"
timeout_seconds = {acme_seconds}
[[enrichment.providers]]
name = "zenith"
type = "http"
url = "{zenith}"
timeout_seconds = 60
fields = ["work_email", "phone"]
[prices]
personal_email = 0
"""


@pytest.fixture(scope="module")
def acme() -> Iterator[ContactProvider]:
    with contact_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def zenith() -> Iterator[ContactProvider]:
    with contact_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, acme: ContactProvider, zenith: ContactProvider
) -> Iterator[RunningService]:
    data = tmp_path_factory.mktemp("enrich") / "data"
    config = CONFIG.format(acme=acme.url, zenith=zenith.url, deadline=80, acme_seconds=30)
    with running_service(data, config=config, people=RECORDS) as running:
        yield running.wait_ready()


@contextmanager
def hurried(
    folder: Path, acme: ContactProvider, zenith: ContactProvider, **seconds: float
) -> Iterator[httpx.Client]:
    """A service of its own with little time, whose providers keep to nobody's."""
    config = CONFIG.format(acme=acme.url, zenith=zenith.url, **seconds)
    with (
        running_service(folder / "data", config=config, people=RECORDS) as running,
        running.wait_ready().client() as client,
    ):
        yield client


def held(over: threading.Event) -> Callable[[], tuple[int, Any]]:
    """A provider's answer that comes once it is `over`."""

    def wait() -> tuple[int, Any]:
        over.wait(60)
        return 200, {"value": "late"}

    return wait


@pytest.fixture
def client(
    service: RunningService, acme: ContactProvider, zenith: ContactProvider
) -> Iterator[httpx.Client]:
    acme.reset()
    zenith.reset()
    with service.client() as client:
        yield client


def enrich(client: httpx.Client, headers: dict | None = None, **body) -> httpx.Response:
    return client.post("/v1/enrich", json=body, headers=headers)


def used(client: httpx.Client) -> float:
    return client.get("/v1/account/usage").json()["data"]["credits"]["used"]


class TestAnchors:
    """Exactly one identity anchor; rule 8."""

    @pytest.mark.parametrize(
        "anchor",
        [
            {"person_id": WITH_EMAIL["id"]},
            {"profile_url": WITH_EMAIL["profile_url"]},
            {"email": WITH_EMAIL["contacts"]["work_email"]["value"].upper()},
            {"name": WITH_EMAIL["name"], "company_domain": WITH_EMAIL["company_domain"]},
        ],
        ids=["person_id", "profile_url", "email", "name"],
    )
    def test_each_finds_the_person(self, client, anchor):
        answer = enrich(client, **anchor, fields=["work_email"])
        assert answer.status_code == 200, answer.text
        told = EnrichResponse.model_validate(answer.json())
        assert told.data["work_email"].value == WITH_EMAIL["contacts"]["work_email"]["value"]
        assert told.data["work_email"].source == "directory"

    @pytest.mark.parametrize(
        ("anchor", "code"),
        [
            ({}, "identity_required"),
            ({"person_id": "  "}, "identity_required"),
            ({"name": "Ann Lee"}, "identity_required"),
            ({"company_domain": "x.example"}, "identity_required"),
            ({"person_id": "a", "email": "a@b.example"}, "validation_failed"),
            ({"person_id": "a", "name": "Ann Lee"}, "validation_failed"),
            ({"email": "not an address"}, "validation_failed"),
            ({"profile_url": "javascript:alert(1)"}, "validation_failed"),
            ({"name": "Ann Lee", "company_domain": "no domain"}, "validation_failed"),
            ({"person_id": 5}, "validation_failed"),
            ({"person_id": "x" * 2049}, "validation_failed"),
        ],
    )
    def test_none_or_more_than_one_is_refused(self, client, anchor, code):
        envelope(enrich(client, **anchor, fields=["phone"]), 422, code)

    @pytest.mark.parametrize(
        "fields", [None, [], ["fax"], ["work_email", "Phone"], "phone", [3]], ids=repr
    )
    def test_fields_are_named(self, client, fields):
        envelope(enrich(client, person_id="x", fields=fields), 422, "validation_failed")

    def test_the_scope_is_needed(self, service):
        made = service.create_key(scopes=("people:search", "account:read"))
        with service.client(made["key"]) as client:
            envelope(enrich(client, person_id="x", fields=["phone"]), 403, "insufficient_scope")


class TestFields:
    """Section 2.5 and rules 1 to 6."""

    def test_nothing_found_is_200_and_free(self, client):
        before = used(client)
        answer = enrich(client, person_id="nobody", fields=["phone", "work_email"])
        assert answer.status_code == 200
        body = answer.json()
        nothing = dict.fromkeys(("value", "confidence", "source", "last_seen"))
        assert body["data"] == {
            "phone": {**nothing, "status": "not_found"},
            "work_email": {**nothing, "status": "not_found"},
        }
        assert body["meta"]["usage"] == {
            "billed": [],
            "free": [],
            "not_found": ["phone", "work_email"],
            "acu_used": 0,
        }
        assert body["meta"]["warnings"] == []
        assert used(client) == before

    def test_the_waterfall_goes_on_after_a_miss_and_stops_at_the_first_hit(
        self, client, acme, zenith
    ):
        acme.answers = {"work_email": (404, {})}
        seen = "2026-03-01T10:00:00.123456+02:00"
        zenith.answers = {
            "work_email": (
                200,
                {"value": "z@b.example", "confidence": "verified", "last_seen": seen},
            )
        }
        told = enrich(client, person_id=WITHOUT["id"], fields=["work_email"]).json()
        assert told["data"]["work_email"] == {
            "value": "z@b.example",
            "status": "found",
            "confidence": "verified",
            "source": "zenith",
            "last_seen": "2026-03-01T08:00:00.123Z",
        }
        assert told["meta"]["usage"]["billed"] == ["work_email"]
        # The first one asked has it: nobody else hears of the person.
        acme.reset()
        enrich(client, person_id=WITH_EMAIL["id"], fields=["work_email"])
        assert acme.asked == []

    def test_a_provider_hears_the_anchor_and_what_is_public(self, client, acme):
        enrich(client, person_id=WITHOUT["id"], fields=["phone"])
        (question,) = acme.asked
        assert question["field"] == "phone"
        assert question["identity"]["person_id"] == WITHOUT["id"]
        assert question["identity"]["name"] == WITHOUT["name"]
        assert "contacts" not in question["identity"]

    @pytest.mark.parametrize(
        "failure",
        [
            (500, {}),
            (429, {}),
            (302, {}),
            (200, b"<html>"),
            (200, []),
            (200, {"other": 1}),
            (200, {"value": 7}),
            (200, {"value": "two\nlines"}),
            (200, b'{"value": "' + b"x" * 100_000 + b'"}'),
        ],
        ids=lambda failure: f"{failure[0]}-{str(failure[1])[:12]}",
    )
    def test_a_failure_is_never_a_clean_miss(self, client, acme, failure):
        acme.answers = {"phone": failure}
        told = enrich(client, person_id=WITH_EMAIL["id"], fields=["phone", "work_email"]).json()
        assert told["data"]["phone"]["status"] == "unavailable"
        assert told["data"]["phone"]["value"] is None
        assert told["data"]["work_email"]["status"] == "found"
        assert told["meta"]["usage"] == {
            "billed": [],
            "free": ["work_email"],
            "not_found": [],
            "acu_used": 0,
        }
        (warning,) = told["meta"]["warnings"]
        assert (warning["field"], warning["source"]) == ("phone", "acme")

    def test_when_every_field_fails(self, client, acme):
        acme.answers = {"phone": (500, {}), "personal_email": (503, {})}
        before = used(client)
        key = {"Idempotency-Key": "total"}
        asked = {"person_id": WITHOUT["id"], "fields": ["phone", "personal_email"]}
        answer = enrich(client, key, **asked)
        error = envelope(answer, 503, "upstream_unavailable")
        assert error["retryable"] is True
        assert error["unavailable_fields"] == ["phone", "personal_email"]
        assert answer.headers["retry-after"] == "1"
        assert used(client) == before
        # The key was given back: the same request succeeds later.
        acme.answers = {"phone": (200, {"value": "+1 555 0100"})}
        assert enrich(client, key, **asked).json()["data"]["phone"]["status"] == "found"

    def test_what_the_import_holds_is_never_billed(self, client, acme, service):
        """It came with the workspace's own file: nobody pays for what they own, whoever says it."""
        held = WITH_EMAIL["contacts"]["work_email"]["value"]
        acme.answers = {"phone": (200, {"value": "+1 555 0100"})}
        before = used(client)
        asked = {"person_id": WITH_EMAIL["id"], "fields": ["work_email", "phone"]}
        told = enrich(client, **asked).json()
        assert told["data"]["work_email"]["value"] == held
        assert told["meta"]["usage"] == {
            "billed": ["phone"],
            "free": ["work_email"],
            "not_found": [],
            "acu_used": 10,
        }
        assert used(client) == before + 10
        poor = service.create_key("nothing to spend", daily_budget=0)
        with service.client(poor["key"]) as other:
            shown = enrich(other, person_id=WITH_EMAIL["id"], fields=["work_email"])
            assert shown.json()["data"]["work_email"]["value"] == held
            envelope(enrich(other, **asked), 402, "daily_budget_exceeded")

    def test_a_provider_that_repeats_the_import_is_not_paid(self, tmp_path: Path, acme):
        """It is asked first here, as configured; what it says that is new costs."""
        held = WITH_EMAIL["contacts"]["work_email"]["value"]
        config = f"""
            [[enrichment.providers]]
            name = "acme"
            type = "http"
            url = "{acme.url}"
            [[enrichment.providers]]
            name = "directory"
            type = "directory"
        """
        acme.reset()
        with (
            running_service(tmp_path / "data", config=config, people=RECORDS) as running,
            running.wait_ready().client() as client,
        ):
            for value, billed in ((held.upper(), []), ("new@acme.example", ["work_email"])):
                acme.answers = {"work_email": (200, {"value": value})}
                told = enrich(client, person_id=WITH_EMAIL["id"], fields=["work_email"]).json()
                assert told["data"]["work_email"]["value"] == value
                assert told["meta"]["usage"]["billed"] == billed

    def test_found_fields_of_price_0_are_free(self, client, acme):
        acme.answers = {"personal_email": (200, {"value": "p@b.example", "source": "upstream"})}
        told = enrich(client, person_id=WITHOUT["id"], fields=["personal_email"]).json()
        assert told["data"]["personal_email"]["source"] == "upstream"
        assert told["meta"]["usage"]["free"] == ["personal_email"]
        assert told["meta"]["usage"]["acu_used"] == 0

    def test_fields_run_at_once(self, client, acme):
        fields = ["work_email", "personal_email", "phone"]
        acme.answers = dict.fromkeys(fields, acme.together((404, {}), 3))
        told = enrich(client, person_id=WITHOUT["id"], fields=fields).json()
        assert told["meta"]["usage"]["not_found"] == fields

    def test_a_slow_provider_is_passed_by(self, tmp_path, acme, zenith):
        over = threading.Event()
        acme.answers = {"phone": held(over)}
        zenith.answers = {"phone": (200, {"value": "+1 555 0101"})}
        with hurried(tmp_path, acme, zenith, deadline=60, acme_seconds=0.5) as client:
            told = enrich(client, person_id=WITHOUT["id"], fields=["phone"]).json()
            over.set()
        assert told["data"]["phone"]["value"] == "+1 555 0101"
        assert told["meta"]["warnings"][0]["source"] == "acme"

    def test_a_repeat_is_billed_once(self, client):
        key = {"Idempotency-Key": "once"}
        asked = {"person_id": WITH_EMAIL["id"], "fields": ["work_email"]}
        first = enrich(client, key, **asked)
        before = used(client)
        again = enrich(client, key, **asked)
        assert again.content == first.content
        assert used(client) == before


class TestLegacy:
    """Rule 9: the deprecated `enrichments`."""

    @pytest.mark.parametrize(
        "enrichments", [["work_email"], [{"field": "work_email"}], [{"type": "work_email"}]]
    )
    def test_it_is_served_alike(self, client, enrichments):
        answer = enrich(client, person_id=WITH_EMAIL["id"], enrichments=enrichments)
        assert answer.json()["data"]["work_email"]["status"] == "found"
        assert answer.headers["deprecation"] == "true"

    @pytest.mark.parametrize("enrichments", [[], ["fax"], [3], [{}]])
    def test_and_refused_alike(self, client, enrichments):
        envelope(enrich(client, person_id="x", enrichments=enrichments), 422, "validation_failed")


def test_who_asked_to_be_left_out_is_not_looked_for(service, client, acme):
    """At no charge, by any anchor, from any provider."""
    leaving = next(r for r in reversed(RECORDS) if r["contacts"]["work_email"])
    address = leaving["contacts"]["work_email"]["value"]
    acme.answers = {"work_email": (200, {"value": address}), "phone": (200, {"value": "+1"})}
    engine = open_engine(database_url(service.data_dir))
    suppress(engine, "email", address)
    engine.dispose()
    anchors = [
        {"email": address},
        {"person_id": leaving["id"]},
        {"profile_url": leaving["profile_url"]},
    ]
    # The running service follows the list within a second.
    deadline = time.monotonic() + 60
    while enrich(client, **anchors[0], fields=["phone"]).json()["data"]["phone"]["value"]:
        assert time.monotonic() < deadline
    before = used(client)
    for anchor in anchors:
        told = enrich(client, **anchor, fields=["work_email"]).json()
        assert told["data"]["work_email"]["status"] == "not_found", anchor
    # Somebody else's look-up that would give the address away gives nothing.
    told = enrich(client, person_id=WITHOUT["id"], fields=["work_email"]).json()
    assert told["data"]["work_email"]["status"] == "not_found"
    assert used(client) == before


@pytest.mark.parametrize("spelt", ["gone@x.example", "Gone <GONE@X.example>; other@x.example"])
def test_nothing_is_given_of_an_answer_that_belongs_to_somebody_left_out(
    service, client, acme, spelt
):
    engine = open_engine(database_url(service.data_dir))
    suppress(engine, "email", "gone@x.example")
    engine.dispose()
    told = {"work_email": spelt, "personal_email": "gone.at.home@y.example", "phone": "+15550199"}
    acme.answers = {name: (200, {"value": value}) for name, value in told.items()}
    before, key = used(client), f"gone-{len(spelt)}"
    body = {"profile_url": "https://network.example/in/unknown", "fields": list(told)}
    headers = {"Idempotency-Key": key}
    first = client.post("/v1/enrich", json=body, headers=headers)
    again = client.post("/v1/enrich", json=body, headers=headers)
    assert {result["status"] for result in first.json()["data"].values()} == {"not_found"}
    usage = first.json()["meta"]["usage"]
    assert (usage["billed"], usage["free"], usage["acu_used"]) == ([], [], 0)
    assert again.headers["idempotency-replayed"] == "true" and again.content == first.content
    assert used(client) == before
    with closing(sqlite3.connect(service.data_dir / "shortlist.db")) as db:
        kept = str(db.execute("SELECT body FROM idempotency WHERE key = ?", (key,)).fetchall())
    assert "not_found" in kept and not any(value in kept for value in told.values())


def test_a_number_of_theirs_alone_gives_away_who_is_left_out(service, client, acme):
    def person(person_id: str, number: str) -> dict[str, Any]:
        return {**WITHOUT, "id": person_id, "name": person_id, "links": [], "profile_url": None} | {
            "contacts": {"phone": {"value": number}}
        }

    people = [("theirs", "+1 555 0177"), ("one", "+1 555 0188"), ("other", "+1 555 0188")]
    engine = open_engine(database_url(service.data_dir))
    with writing(engine) as connection:
        put_people(connection, [person(*each) for each in people])
    suppress(engine, "person_id", "theirs")
    suppress(engine, "person_id", "one")
    engine.dispose()
    body = {"profile_url": "https://network.example/in/unknown"}
    for number, status in (("+1-555-0177", "not_found"), ("+1-555-0188", "found")):
        acme.answers = {
            "phone": (200, {"value": number}),
            "personal_email": (200, {"value": "home@y.example"}),
        }
        told = client.post("/v1/enrich", json={**body, "fields": list(acme.answers)}).json()
        assert {result["status"] for result in told["data"].values()} == {status}, number


def test_contact_values_are_never_logged(service, client):
    address = WITH_EMAIL["contacts"]["work_email"]["value"]
    enrich(client, email=address, fields=["work_email"])
    assert address not in service.stderr()
    assert service.key not in service.stderr()


def test_providers_that_take_their_time_keep_nobody_else_waiting(service, acme, zenith):
    """Many look-ups at once, all of them slow, leave search and everything else as quick."""
    at_once = 60
    begun, go = threading.Semaphore(0), threading.Event()

    def wait() -> tuple[int, Any]:
        begun.release()
        go.wait(60)
        return 404, {}

    acme.reset()
    zenith.answers = {"phone": wait}
    with service.client() as client, ThreadPoolExecutor(at_once) as pool:
        asking = [
            pool.submit(enrich, client, person_id=WITHOUT["id"], fields=["phone"])
            for _ in range(at_once)
        ]
        try:
            # As many as ask a provider at all, of those that are let in.
            assert all(begun.acquire(timeout=60) for _ in range(40))
            with service.client(timeout=30) as another:  # less than they are held for
                assert another.get("/v1/account/usage").status_code == 200
            assert sum(not future.done() for future in asking) >= 40
        finally:
            go.set()
        assert {future.result().status_code for future in asking} <= {200, 503}
