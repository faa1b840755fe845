"""Many people as one async iterator: all of them once, several at a time, and stopping early."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from tests.client.deployment import Deployment, Exchange, error
from tests.client.ticking import Ticking

from shortlist.client import ApiRefused, CreditsShort, Shortlist
from shortlist.client.limiter import MOST, START

ROUTE = "POST /v1/enrich"


def people(count: int) -> list[dict[str, str]]:
    return [{"person_id": f"per_{n}", "idempotency_key": f"row-{n}"} for n in range(count)]


async def test_each_person_comes_once_and_is_billed_once(ticking: Ticking) -> None:
    attempts = Counter[str | None]()

    async def shaky(exchange: Exchange) -> None:
        attempts[exchange.seen.key] += 1
        match attempts[exchange.seen.key] + hash(exchange.seen.key) % 3:
            case 1:
                exchange.server.run(exchange.seen)
                exchange.reset()
            case 2:
                await exchange.send(503, b"")
            case _:
                await exchange.server.answer(exchange)

    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        server.always(ROUTE, shaky)
        seen = {}
        async for one in client.enrich_many(people(60), fields=["work_email"]):
            assert one.answer is not None, one.error
            seen[one.person["person_id"]] = one.answer.data["work_email"].value
        assert seen == {f"per_{n}": f"per_{n}@work_email.example" for n in range(60)}
        assert server.billed == {f"row-{n}": 1 for n in range(60)}


async def test_never_more_than_ten_are_taken_before_they_are_answered() -> None:
    taken = answered = most = 0

    async def source() -> AsyncIterator[Mapping[str, str]]:
        nonlocal taken, most
        for person in people(40):
            taken += 1
            most = max(most, taken - answered)
            yield person

    async with Deployment() as server, Shortlist(server.url, "sl_b") as client:
        async for one in client.enrich_many(source(), fields=["phone"]):
            answered += 1
            assert one.error is None
    assert answered == taken == 40 and most <= MOST + 1


async def test_one_that_is_refused_does_not_stop_the_others(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_c", clock=ticking.clock) as client:
        server.on(ROUTE, error(422, "identity_required"))
        results = [one async for one in client.enrich_many(people(8), fields=["phone"])]
        refused = [one for one in results if one.error is not None]
        assert len(results) == 8 and len(refused) == 1
        assert isinstance(refused[0].error, ApiRefused) and refused[0].answer is None
        assert refused[0].error.code == "identity_required"


async def test_without_credits_no_more_are_sent(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_d", clock=ticking.clock) as client:
        server.always(ROUTE, error(402, "insufficient_acu"))
        told = []
        with pytest.raises(CreditsShort):
            async for one in client.enrich_many(people(100), fields=["phone"]):
                told.append(one.error)
        assert 1 <= len(told) <= MOST and server.count(ROUTE) == len(told)


async def test_leaving_early_loses_nothing_that_has_left(tmp_path: Path) -> None:
    go = asyncio.Event()

    async def slow(exchange: Exchange) -> None:
        await go.wait()
        await exchange.server.answer(exchange)

    async with Deployment() as server:
        async with Shortlist(server.url, "sl_e", journal=tmp_path / "j.db") as client:
            server.on(ROUTE, server.answer)
            server.always(ROUTE, slow)
            results = client.enrich_many(people(30), fields=["phone"])
            await anext(results)
            # One was answered, and as many as go at once at first are on their way.
            await server.until(lambda: server.count(ROUTE) == 1 + START)
            await results.aclose()
            left = server.count(ROUTE)
            go.set()
        # Each that had left was answered under the client, and the rest never left.
        assert sum(server.billed.values()) == server.count(ROUTE) == left < 30
        async with Shortlist(server.url, "sl_e", journal=tmp_path / "j.db") as client:
            assert await client.unresolved() == []
