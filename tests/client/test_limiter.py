"""How many requests fly at once, and when all of them wait."""

from __future__ import annotations

import asyncio

import pytest
from tests.client.deployment import Deployment, Exchange, error, reply
from tests.client.ticking import Ticking

from shortlist.client import Parked, RateLimited, Shortlist
from shortlist.client.limiter import Limiter
from shortlist.contract.enrich import EnrichResponse

ROUTE = "POST /v1/enrich"


class Gate:
    """Holds every request until it is opened."""

    def __init__(self, server: Deployment) -> None:
        self.server = server
        self.held = 0
        self.opened = asyncio.Event()

    async def __call__(self, exchange: Exchange) -> None:
        self.held += 1
        async with self.server.arrived:
            self.server.arrived.notify_all()
        await self.opened.wait()
        await self.server.answer(exchange)


def enrichments(client: Shortlist, count: int) -> list[asyncio.Task[EnrichResponse]]:
    calls = [client.enrich(fields=["phone"], person_id=f"per_{n}") for n in range(count)]
    return [asyncio.create_task(call) for call in calls]


@pytest.mark.parametrize(("before", "most"), [(0, 4), (3, 4), (4, 5), (39, 10), (60, 10)])
async def test_it_starts_at_four_and_grows_to_ten(before: int, most: int, ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as one:
        for task in enrichments(one, before):
            await task
        gate = Gate(server)
        server.always(ROUTE, gate)
        tasks = enrichments(one, most + 2)
        await server.until(lambda: gate.held >= most)
        # Everything that could be sent by now has been.
        for _ in range(20):
            await asyncio.sleep(0)
        assert gate.held == one.connection.in_flight == most
        gate.opened.set()
        await asyncio.gather(*tasks)
        assert one.connection.in_flight == 0


async def test_clients_of_one_key_share_it_and_others_do_not(ticking: Ticking) -> None:
    async with Deployment() as server:
        one = Shortlist(server.url, "sl_a", clock=ticking.clock)
        two = Shortlist(server.url, "sl_a", clock=ticking.clock)
        other = Shortlist(server.url, "sl_b", clock=ticking.clock)
        async with one, two, other:
            await asyncio.gather(
                *[
                    client.enrich(fields=["phone"], person_id=f"per_{n}")
                    for n in range(2)
                    for client in (one, two)
                ]
            )
            assert one.connection.limit == two.connection.limit == 5
            await other.usage()
            assert other.connection.limit == 4


async def test_a_429_halves_it_once_and_holds_everyone(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_c", clock=ticking.clock) as one:
        limited = error(429, "rate_limited", headers={"retry-after": "7"}, retry_after_seconds=9)
        server.on(ROUTE, limited, limited)
        began = ticking.now
        await asyncio.gather(*enrichments(one, 4))
        # The larger of the two that were named, and jitter only adds.
        assert ticking.now >= began + 9
        assert max(ticking.slept) >= 9
        assert server.count(ROUTE) == 6
        assert sum(server.billed.values()) == 4


async def test_a_window_halves_once(ticking: Ticking) -> None:
    limiter = Limiter(ticking.clock)
    limiter.limit = 8
    for _ in range(3):
        limiter.throttled(5.0)
    assert limiter.limit == 4
    ticking.now += 6
    limiter.throttled(5.0)
    assert limiter.limit == 2
    for seconds in (5.0, 50.0, 500.0):
        ticking.now += 600
        limiter.throttled(seconds)
    assert limiter.limit == 1
    with pytest.raises(Parked) as caught:
        await limiter.acquire(paid=True)
    assert caught.value.retry_after == 500.0


async def test_a_long_wait_is_parked_and_nobody_goes_early(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_d", clock=ticking.clock) as one:
        server.on(ROUTE, reply(429, b"", retry_after="300"))
        with pytest.raises(Parked) as caught:
            await one.enrich(fields=["phone"], person_id="per_1")
        assert caught.value.retry_after == 300
        key = caught.value.idempotency_key
        ticking.now += 100
        with pytest.raises(Parked) as caught:
            await one.enrich(fields=["phone"], person_id="per_1", idempotency_key=key)
        assert caught.value.retry_after == 200
        assert one.connection.held_seconds == 200
        assert server.count(ROUTE) == 1
        ticking.now += 200
        await one.enrich(fields=["phone"], person_id="per_1", idempotency_key=key)
        assert [seen.key for seen in server.seen] == [key, key]


async def test_a_503_that_names_a_long_time_is_not_retried_early(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_e", clock=ticking.clock) as one:
        server.on(
            ROUTE,
            error(503, "upstream_unavailable", retryable=True, headers={"retry-after": "3600"}),
        )
        with pytest.raises(Exception, match="upstream_unavailable") as caught:
            await one.enrich(fields=["phone"], person_id="per_1")
        assert caught.value.retry_after == 3600  # type: ignore[attr-defined]
        assert ticking.slept == [] and server.count(ROUTE) == 1


async def test_backoff_is_full_jitter_within_its_bounds(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_f", clock=ticking.clock) as one:
        server.always(ROUTE, reply(503, b""))
        for chance, expected in ((1.0, [0.5, 1.0, 2.0]), (0.0, [0.0, 0.0, 0.0])):
            ticking.chance = chance
            ticking.slept.clear()
            with pytest.raises(Exception, match="http_503"):
                await one.enrich(fields=["phone"], person_id="per_1")
            assert ticking.slept == expected


async def test_what_a_server_names_is_the_least_there_is_while_the_first_is_in_flight(
    ticking: Ticking,
) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_g", clock=ticking.clock) as one:
        for named, most in (("30", 30.5), ("0", 2.5)):
            ticking.slept.clear()
            conflict = error(409, "idempotency_conflict", headers={"retry-after": named})
            server.on(ROUTE, conflict)
            await one.enrich(fields=["phone"], person_id="per_1")
            assert most - 0.5 <= ticking.slept[0] <= most


async def test_what_a_server_names_is_the_least_there_is(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_g", clock=ticking.clock) as one:
        for chance in (0.0, 1.0):
            ticking.chance = chance
            ticking.slept.clear()
            server.on(ROUTE, reply(503, b"", retry_after="3"))
            await one.enrich(fields=["phone"], person_id="per_1")
            assert 3.0 <= ticking.slept[0] <= 6.0


async def test_the_deadline_is_for_all_attempts_together(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_h", clock=ticking.clock) as one:
        server.always("GET /v1/account/usage", reply(503, b"", retry_after="100"))
        with pytest.raises(Exception, match="http_503"):
            await one.usage()
        assert server.count("GET /v1/account/usage") == 2


async def test_a_waiter_that_is_cancelled_gives_its_turn_on(ticking: Ticking) -> None:
    limiter = Limiter(ticking.clock)
    for _ in range(4):
        await limiter.acquire(paid=True)
    first, second = (asyncio.create_task(limiter.acquire(paid=True)) for _ in range(2))
    await asyncio.sleep(0)
    limiter.release()
    first.cancel()
    async with asyncio.timeout(60):
        await second
    await asyncio.gather(first, return_exceptions=True)
    assert limiter.in_flight == 4


async def test_rate_limited_after_all_attempts(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_i", clock=ticking.clock) as one:
        server.always(ROUTE, error(429, "rate_limited"))
        with pytest.raises(RateLimited) as caught:
            await one.enrich(fields=["phone"], person_id="per_1")
        assert caught.value.request_id == "req_test" and caught.value.retryable
        assert server.count(ROUTE) == 4
