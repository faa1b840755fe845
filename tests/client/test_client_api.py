"""The client against a deployment that behaves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.client.deployment import (
    STREAM,
    Deployment,
    Exchange,
    error,
    item_body,
    reply,
    set_body,
    sse,
)

from shortlist.client import CallRecord, Shortlist, ShortlistError
from shortlist.client.calls import Call
from shortlist.client.paths import path_of
from shortlist.client.rates import RateSeen, read_rate


async def test_every_call_of_a_well_behaved_deployment(tmp_path: Path) -> None:
    calls: list[CallRecord] = []
    async with (
        Deployment() as server,
        Shortlist(
            server.url, "sl_a_b", journal=tmp_path / "j" / "journal.db", on_call=calls.append
        ) as client,
    ):
        found = await client.search(
            "senators", num_results=3, filters={"title": "Senator"}, fields=["name"]
        )
        assert [result.person.name for result in found.data.results] == [
            f"Zoë Person {n}" for n in range(3)
        ]
        assert found.meta.remaining_credits == 99
        assert server.seen[-1].json == {
            "query": "senators",
            "type": "auto",
            "num_results": 3,
            "filters": {"title": "Senator"},
            "contents": {"fields": ["name"]},
        }
        created = await client.create_set("senators", count=12, criteria=["Is a senator"], budget=2)
        assert created.id == "set_1"
        assert created.search is not None and created.search.count == 12
        assert server.seen[-1].json["budget"] == {"credits": 2}
        server.items["set_1"] = [item_body(n) for n in range(430)]
        assert [item.id async for item in client.items("set_1")] == [
            f"item_{n}" for n in range(430)
        ]
        assert [one.id async for one in client.sets()] == ["set_1"]
        assert (await client.cancel_set("set_1")).status == "canceled"
        assert (await client.get_set("set_1")).searches[0].finished
        enriched = await client.enrich(fields=["work_email"], person_id="per_1")
        assert enriched.data["work_email"].value == "per_1@work_email.example"
        assert (await client.usage()).data.credits.available == 90
        dossier = await client.person(person_id="per_1")
        assert dossier.data is not None and dossier.data.person_id == "per_1"
        social = await client.socials("linkedin", person_id="per_1")
        assert server.seen[-1].json == {
            "platform": "linkedin",
            "identifier": {"person_id": "per_1"},
        }
        assert social.data.profile.url == "https://linkedin.example/in/per_1"
        assert (await client.socials("x", handle="@zoe")).data.profile.handle == "@zoe"
        known = await client.network_profile("https://people.example/in/1?a=b&c")
        assert server.seen[-1].query == {"identifier": "https://people.example/in/1?a=b&c"}
        assert [profile.platform for profile in known.data.profiles] == ["linkedin", "github"]
        assert await client.unresolved() == []
    posts = [seen for seen in server.seen if seen.method == "POST"]
    assert len({seen.key for seen in posts}) == len(posts) == sum(server.billed.values())
    assert calls[0].path == "/v1/search" and calls[0].status == 200 and calls[0].attempts == 1
    assert calls[0].request_id == "req_s"
    assert calls[0].sent == posts[0].body
    enrich = next(call for call in calls if call.path == "/v1/enrich")
    assert enrich.sent is not None and "sent" not in repr(enrich)


async def test_a_set_is_followed_to_its_end() -> None:
    async def stream(exchange: Exchange) -> None:
        server.items["set_1"] = [item_body(n) for n in range(5)]
        server.sets["set_1"] = set_body("set_1", "completed", admitted=5)
        frames = [
            (
                n + 2,
                "set.item.admitted",
                {"id": n + 2, "type": "set.item.admitted", "data": item_body(n)},
            )
            for n in range(5)
        ]
        started = (1, "set.search.started", {"data": server.sets["set_1"]["searches"][0]})
        await exchange.send(200, sse(started, *frames, (9, "set.idle", {"data": {}})), STREAM)
        exchange.close()

    async with Deployment() as server, Shortlist(server.url, "sl_a_b") as client:
        created = await client.create_set("senators")
        server.always("GET /v1/sets/set_1/events", stream)
        updates = [update async for update in client.follow(created.id)]
    kinds = [update.kind for update in updates]
    assert kinds[0] == "set" and kinds[-1] == "end"
    assert [update.item.id for update in updates if update.item] == [f"item_{n}" for n in range(5)]
    assert kinds.count("set.idle") == 1
    assert updates[-1].set is not None and updates[-1].set.status == "completed"


@pytest.mark.parametrize("journal", [True, False])
async def test_a_client_that_was_never_used_closes(tmp_path: Path, journal: bool) -> None:
    async with Shortlist("http://127.0.0.1:9", "k", journal=tmp_path / "j.db" if journal else None):
        pass
    assert not (tmp_path / "j.db").exists()


async def test_the_inspector_is_told_of_streams_rates_and_no_contact_value(tmp_path: Path) -> None:
    calls: list[CallRecord] = []
    limit = {"RateLimit-Limit": "300", "RateLimit-Remaining": "288", "RateLimit-Reset": "17"}
    async with Deployment() as server, Shortlist(server.url, "k", on_call=calls.append) as client:
        server.always("GET /v1/account/usage", reply(200, {"data": {}}, **limit))
        await client.usage()
        assert calls[-1].rate == RateSeen(300, 288, 17)
        await client.enrich(fields=["phone"], email="who@example.org")
        assert calls[-1].path == "/v1/enrich" and calls[-1].sent is None
        server.always("GET /v1/sets/set_1/events", error(403, "insufficient_scope"))
        await client.create_set("senators")
        with pytest.raises(ShortlistError):
            async for _update in client.follow("set_1"):
                pass
        opened = next(call for call in calls if call.path == "/v1/sets/set_1/events")
        assert (opened.status, opened.error) == (403, "http_403")


@pytest.mark.parametrize("text", ["", "many", "-1", "9" * 40, "\u0663"])
def test_a_rate_limit_that_is_none_is_not_read(text: str) -> None:
    assert read_rate({"ratelimit-limit": text, "ratelimit-remaining": text}) is None


async def test_one_deadline_holds_while_an_answer_hangs() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:

        async def hang(exchange: Exchange) -> None:
            await exchange.gone()

        server.always("GET /v1/account/usage", hang)
        call = Call("GET", path_of("account", "usage"), read_seconds=3_600, total_seconds=0.3)
        # How long an attempt may read is not the bound.
        async with asyncio.timeout(60):
            with pytest.raises(ShortlistError):
                await client._link.run(call)


async def test_what_is_answered_is_not_held_on_to() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        for _ in range(3):
            await client.search("x")
        await asyncio.sleep(0)
        assert client._link._ready()._running == set()
