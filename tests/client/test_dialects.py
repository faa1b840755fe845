"""Every dialect browses, watches, enriches and reads without loss."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.client.deployment import STREAM, Exchange, item_body, person_body, set_body, sse
from tests.client.dialects import DIALECTS, Ours, Spoken
from tests.client.ticking import Ticking

from shortlist.client import Shortlist
from shortlist.contract.sets import PeopleSet, SetItem

pytestmark = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


@asynccontextmanager
async def spoken(dialect: Ours, ticking: Ticking) -> AsyncIterator[tuple[Spoken, Shortlist]]:
    server = Spoken().speak(dialect)
    async with server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        yield server, client


def check_person(person: Any, number: int) -> None:
    ours = person_body(number)
    for name in ("person_id", "name", "title", "company", "location", "profile_url"):
        assert getattr(person, name) == ours[name], name
    assert person.confidence in (None, 0.75)


async def test_search(dialect: Ours, ticking: Ticking) -> None:
    async with spoken(dialect, ticking) as (_, client):
        found = await client.search("x", num_results=3)
    assert len(found.data.results) == 3
    for number, result in enumerate(found.data.results):
        check_person(result.person, number)
        assert result.score == 1 / (number + 1)
    shown = json.dumps(found.normalised())
    if dialect.name == "wrapped":
        assert "senate.example" in shown and "photo_url" in shown


async def test_sets(dialect: Ours, ticking: Ticking) -> None:
    async with spoken(dialect, ticking) as (server, client):
        created = await client.create_set("senators", count=12)
        assert created.id == "set_1" and created.status == "queued"
        assert created.pricing is not None and created.pricing.estimated_credits == 3
        server.sets["set_1"] = set_body("set_1", "running", admitted=5, count=12)
        server.items["set_1"] = [item_body(n) for n in range(450)]
        read = await client.get_set("set_1")
        check_set(read, "running")
        (listed,) = [one async for one in client.sets()]
        check_set(listed, "running")
        items = [item async for item in client.items("set_1")]
        assert [item.id for item in items] == [f"item_{n}" for n in range(450)]
        check_item(items[7], 7, dialect)
        assert (await client.cancel_set("set_1")).status == "canceled"
        server.sets["set_1"] = set_body("set_1", "completed", admitted=5, count=12)
        assert (await client.get_set("set_1")).searches[0].finished


def check_set(read: PeopleSet, status: str) -> None:
    assert (read.id, read.status, read.item_count) == ("set_1", status, 5)
    search = read.searches[0]
    assert search.status == status and search.count == 12
    progress = search.progress
    assert (progress.candidates, progress.checked, progress.admitted) == (100, 5, 5)
    assert progress.completion == 0.5 and progress.requested in (None, 12)
    assert search.criteria[0].description == "Is a senator"


def check_item(item: SetItem, number: int, dialect: Ours) -> None:
    check_person(item.person, number)
    assert item.status == "admitted" and item.created_at is not None
    if dialect.name != "flat":
        verdict = item.verification[0]
        assert (verdict.criterion, verdict.status) == ("Is a senator", "satisfied")
        assert verdict.reasoning == "The title says so."


async def test_watching(dialect: Ours, ticking: Ticking) -> None:
    async with spoken(dialect, ticking) as (server, client):

        async def stream(exchange: Exchange) -> None:
            server.items["set_1"] = [item_body(n) for n in range(3)]
            server.sets["set_1"] = set_body("set_1", "completed", admitted=3)
            running = dialect.search(set_body("set_1", "running", admitted=1)["searches"][0])
            ended = dialect.search(set_body("set_1", "completed", admitted=3)["searches"][0])
            events = [
                dialect.event(1, "set.search.started", running),
                dialect.event(2, "set.item.admitted", dialect.item(item_body(0))),
                dialect.event(3, "set.item.admitted", dialect.item(item_body(1))),
                dialect.event(4, "set.search.progress", running),
                dialect.event(5, "set.search.completed", ended),
            ]
            await exchange.send(200, sse(*events), STREAM)
            exchange.close()

        server.on("GET /v1/sets/set_1/events", stream)
        await client.create_set("senators")
        updates = [update async for update in client.follow("set_1")]
    kinds = [update.kind for update in updates if update.event is not None]
    assert kinds[:5] == [
        "set.search.started",
        "set.item.admitted",
        "set.item.admitted",
        "set.search.progress",
        "set.search.completed",
    ]
    items = [update.item for update in updates if update.item is not None]
    assert [item.id for item in items] == ["item_0", "item_1", "item_2"]
    check_item(items[0], 0, dialect)
    progress = next(u.search for u in updates if u.kind == "set.search.progress")
    assert progress is not None and progress.status == "running"
    assert progress.progress.admitted == 1 and progress.progress.completion == 0.5
    assert updates[-1].set is not None and updates[-1].set.status == "completed"


async def test_enrichment_research_and_usage(dialect: Ours, ticking: Ticking) -> None:
    async with spoken(dialect, ticking) as (_, client):
        answer = await client.enrich(fields=["work_email", "phone"], person_id="per_1")
        assert answer.data["work_email"].value == "per_1@work_email.example"
        assert answer.data["phone"].status == "found"
        if dialect.name == "wrapped":
            assert answer.meta.warnings[0].message == "acme: timed out"
        if dialect.name == "flat":
            assert answer.meta.warnings[0].normalised()["extra"]["provider"] == "acme"
        dossier = await client.person(person_id="per_1")
        assert dossier.data is not None and dossier.data.person_id == "per_1"
        usage = (await client.usage()).data
        assert usage.credits.available == 90
        if dialect.name != "flat":
            daily = usage.api_key.daily
            assert (daily.budget, daily.used, daily.remaining) == (50, 5, 44)


async def test_profiles_on_networks(dialect: Ours, ticking: Ticking) -> None:
    async with spoken(dialect, ticking) as (_, client):
        social = (await client.socials("github", person_id="per_1")).data
        assert (social.platform, social.profile.platform) == ("github", "github")
        assert social.profile.url == "https://github.example/in/per_1"
        assert social.profile.handle == (None if dialect.name == "flat" else "per_1")
        if dialect.name != "flat":
            check_person(social.person, 1)
        known = (await client.network_profile("per_1")).data
        assert [(one.platform, one.url) for one in known.profiles] == [
            (platform, f"https://{platform}.example/in/per_1")
            for platform in ("linkedin", "github")
        ]
        check_person(known.person, 1)
