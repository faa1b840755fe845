"""What whoever uses the client may choose: how long, how often, how many, which way."""

from __future__ import annotations

import asyncio
import random
import ssl
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme
from tests.client.deployment import Deployment, Exchange, error
from tests.client.ticking import Ticking

from shortlist.client import (
    Attempt,
    Options,
    Route,
    Shortlist,
    ShortlistError,
    Unavailable,
    Unreachable,
    WrongUse,
)

USAGE = "GET /v1/account/usage"
SEARCH = "POST /v1/search"


@pytest.mark.parametrize(
    "given",
    [
        *({"total_seconds": seconds} for seconds in (0, -1, float("inf"), float("nan"))),
        *({"attempts": attempts} for attempts in (0, 5)),
        *({"in_flight": requests} for requests in (0, 11)),
    ],
)
def test_what_would_not_be_safe_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(WrongUse):
        Options(**given)
    with pytest.raises(WrongUse):
        Shortlist("http://127.0.0.1:9", "sl_a", **given)


async def test_one_deadline_holds_for_all_attempts_together(ticking: Ticking) -> None:
    async with Deployment() as server:
        server.always(USAGE, error(503, "search_failed", headers={"retry-after": "4"}))
        async with Shortlist(server.url, "sl_a", clock=ticking.clock, total_seconds=6) as client:
            began = ticking.now
            with pytest.raises(Unavailable):
                await client.usage()
            assert len(server.seen) == 2
            assert ticking.now - began < 6
            with pytest.raises(Unavailable):
                await client.with_options(total_seconds=None).usage()
            assert len(server.seen) == 2 + 4


async def test_waiting_for_others_counts_and_what_could_not_leave_is_settled(
    tmp_path: Path,
) -> None:
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=tmp_path / "j.db", in_flight=1) as client,
    ):
        server.always(USAGE, Exchange.gone)
        held = asyncio.create_task(client.usage())
        await server.until(lambda: bool(server.seen))
        hasty = client.with_options(total_seconds=0.2)
        with pytest.raises(Unreachable) as late:
            await hasty.search("senators")
        assert late.value.code == "deadline_passed"
        assert late.value.retryable
        assert [seen.path for seen in server.seen] == ["/v1/account/usage"]
        assert await client.unresolved() == []
        held.cancel()
        await asyncio.gather(held, return_exceptions=True)
        assert (await client.search("senators")).data.results


async def test_a_call_is_tried_as_often_as_was_said(ticking: Ticking) -> None:
    async with Deployment() as server:
        server.always(USAGE, error(503, "search_failed"))
        async with Shortlist(server.url, "sl_a", clock=ticking.clock, attempts=3) as client:
            for view, attempts in ((client, 3), (client.with_options(attempts=1), 1)):
                server.seen.clear()
                with pytest.raises(Unavailable):
                    await view.usage()
                assert len(server.seen) == attempts


async def test_no_more_fly_than_was_said() -> None:
    flying, most = 0, 0
    arrived = asyncio.Event()

    async def count(exchange: Exchange) -> None:
        nonlocal flying, most
        flying += 1
        most = max(most, flying)
        if flying == 2:
            arrived.set()
        await arrived.wait()
        await asyncio.sleep(0)
        flying -= 1
        await server.answer(exchange)

    async with Deployment() as server, Shortlist(server.url, "sl_a", in_flight=2) as client:
        server.always(USAGE, count)
        await asyncio.gather(*(client.usage() for _ in range(8)))
        assert most == 2


async def test_each_attempt_is_told(ticking: Ticking) -> None:
    told: list[Attempt] = []
    async with Deployment() as server:
        server.on(SEARCH, error(503, "search_failed", headers={"retry-after": "2"}))
        async with Shortlist(
            server.url, "sl_secret", clock=ticking.clock, on_attempt=told.append
        ) as client:
            await client.search("senators")
            server.on(SEARCH, error(422, "unsupported_category"))
            with pytest.raises(ShortlistError):
                await client.search("senators")
            quiet = client.with_options(on_attempt=None)
            await quiet.search("senators")
    assert [(each.number, each.status) for each in told] == [(1, 503), (2, 200), (1, 422)]
    assert told[0].again_in is not None and told[0].again_in >= 2
    assert told[1].again_in is None and told[2].again_in is None
    assert told[0].idempotency_key == told[1].idempotency_key != told[2].idempotency_key
    assert "sl_secret" not in repr(told) and "senators" not in repr(told)


async def test_a_view_shares_everything_and_closes_nothing(tmp_path: Path) -> None:
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=tmp_path / "j.db") as client,
    ):
        await client.usage()
        async with client.with_options(attempts=1) as view:
            await view.usage()
            assert view.account == client.account
        await client.usage()
        assert server.connections == 1
        view.use_key("sl_b")
        assert client.account == view.account
        await client.usage()
        assert server.seen[-1].headers["authorization"] == "Bearer sl_b"


async def test_a_proxy_of_ones_own_is_used_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://from.env.example:3128")
    usual = Shortlist("https://people.example.com", "sl_a")
    assert usual.connection.proxy == "from.env.example:3128"
    assert Shortlist("https://people.example.com", "sl_a", proxy="").connection.proxy is None
    async with Deployment() as proxy:
        own = Shortlist("http://127.0.0.1:9", "sl_a", proxy=proxy.url, attempts=1)
        async with own as client:
            assert client.connection.proxy == proxy.url.removeprefix("http://")
            assert (await client.usage()).data.plan == "pro"  # nobody listens at port 9
        assert len(proxy.seen) == 1
    for wrong in ("127.0.0.1:3128", "ftp://127.0.0.1"):
        with pytest.raises(WrongUse):
            Route(proxy=wrong)


async def test_certificates_of_ones_own_are_trusted_and_still_verified(tmp_path: Path) -> None:
    authority, stranger = trustme.CA(), trustme.CA()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    for name, each in (("own", authority), ("stranger", stranger)):
        each.cert_pem.write_to_path(str(tmp_path / name))
    async with Deployment(tls=tls) as server:
        async with Shortlist(server.url, "sl_a", ca_bundle=tmp_path / "own") as client:
            assert (await client.usage()).data.plan == "pro"
        async with Shortlist(server.url, "sl_a", ca_bundle=tmp_path / "stranger") as client:
            with pytest.raises(ShortlistError) as refused:
                await client.usage()
            assert refused.value.code == "tls_refused"
    (tmp_path / "empty").write_text("no certificate")
    for bad in ("absent", "empty"):
        with pytest.raises(WrongUse, match=bad):
            Shortlist("https://people.example.com", "sl_a", ca_bundle=tmp_path / bad)


async def test_a_transport_of_ones_own_sends_and_is_left_open() -> None:
    class Counting(httpx.AsyncHTTPTransport):
        sent = 0
        closed = False

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            self.sent += 1
            return await super().handle_async_request(request)

        async def aclose(self) -> None:
            self.closed = True
            await super().aclose()

    own = Counting()
    async with Deployment() as server:
        async with Shortlist(server.url, "sl_a", transport=own) as client:
            assert (await client.usage()).data.plan == "pro"
        assert (own.sent, own.closed) == (1, False)
        await own.aclose()
    with pytest.raises(WrongUse):
        Route(transport=own, proxy="http://127.0.0.1:1")
    with pytest.raises(WrongUse):  # who has to prove who it is, could not
        Shortlist("http://127.0.0.1:9", "sl_a", transport=own, proven=True)


async def test_a_storm_of_cancelled_calls_leaves_nothing_behind(tmp_path: Path) -> None:
    chance = random.Random(11)
    told: list[Attempt] = []
    journal = tmp_path / "journal.db"
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=journal, on_attempt=told.append) as client,
    ):

        async def cancelled(number: int) -> None:
            call = client.search(f"senators {number}") if number % 8 == 0 else client.usage()
            task = asyncio.create_task(call)
            for _ in range(chance.randrange(60)):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        for start in range(0, 2_000, 50):
            await asyncio.gather(*(cancelled(start + number) for number in range(50)))
        # What had left goes on, and lands.
        while client._link._executor is not None and client._link._executor._running:
            await asyncio.gather(*client._link._executor._running, return_exceptions=True)
        assert client.connection.in_flight == 0
        assert client._link.options.slots._value == client._link.options.in_flight
        assert await client.unresolved() == []
        assert {each.number for each in told} == {1}  # none waited for a connection in vain
        told.clear()
        for _ in range(30):
            assert (await client.usage()).data.plan == "pro"
        await asyncio.gather(*(client.usage() for _ in range(30)))
        assert [each.number for each in told] == [1] * 60  # no connection was dead
        assert max(server.billed.values()) == 1
    async with Shortlist(server.url, "sl_a", journal=journal) as later:
        assert await later.unresolved() == []
