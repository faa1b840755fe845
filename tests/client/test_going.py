"""How a call goes, attempt by attempt, and what it leaves behind: its record, its row, its task."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import Deployment, Exchange, error, reply
from tests.client.ticking import Ticking

from shortlist.client import (
    AuthRequired,
    CallRecord,
    Parked,
    Shortlist,
    ShortlistError,
    executor,
)
from shortlist.client.journal import State
from shortlist.client.rates import RateSeen
from shortlist.client.transport import Transport

ENRICH = "POST /v1/enrich"


async def test_a_record_tells_how_often_how_long_and_how_it_ended(ticking: Ticking) -> None:
    calls: list[CallRecord] = []
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", clock=ticking.clock, on_call=calls.append) as client,
    ):
        limit = {"ratelimit_limit": "9", "ratelimit_remaining": "3"}
        server.on(ENRICH, reply(503, b"", retry_after="7", **limit))
        await client.enrich(fields=["phone"], person_id="per_1", idempotency_key="k1")
        await client.enrich(fields=["phone"], person_id="per_1", idempotency_key="k1")
        server.always("GET /v1/sets/set_9/items", error(404, "not_found"))
        with pytest.raises(ShortlistError):
            await anext(client.items("set_9"))
    first, again, listed = calls
    assert (first.attempts, first.idempotency_key, first.replayed) == (2, "k1", False)
    assert first.rate == RateSeen(9, 3, None), (
        "what was told last, though the last answer told none"
    )
    assert first.duration == sum(ticking.slept) == 7.25, "what was named, and a little by chance"
    assert (again.attempts, again.replayed, again.duration) == (1, True, 0.0)
    assert (listed.path, listed.error, listed.idempotency_key) == (
        "/v1/sets/set_9/items",
        "not_found",
        None,
    )
    assert (listed.status, listed.request_id, listed.sent) == (404, "req_test", None)


async def test_never_more_than_four_attempts_whatever_each_meets(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        server.on(ENRICH, *[reply(status, b"") for status in (502, 408, 200, 429, 503, 408)])
        with pytest.raises(ShortlistError):
            await client.enrich(fields=["phone"], person_id="per_1")
        assert server.count(ENRICH) == 4
        assert {seen.headers["content-type"] for seen in server.seen} == {"application/json"}


async def test_an_attempt_may_read_as_long_as_its_call_and_a_little_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dict[str, Any]] = []
    send = Transport.send

    async def noting(self: Transport, *arguments: Any, **named: Any) -> Any:
        asked.append(named)
        return await send(self, *arguments, **named)

    monkeypatch.setattr(Transport, "send", noting)
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        await client.enrich(fields=["phone"], person_id="per_1")
        await client.usage()
    assert asked[0]["read_seconds"] >= 95, "the providers have 80"
    assert [each["attempt_seconds"] - each["read_seconds"] for each in asked] == [15, 15]


async def test_an_empty_answer_is_one_where_nothing_need_be_said(ticking: Ticking) -> None:
    cancel = "POST /v1/sets/set_1/cancel"
    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        await client.create_set("senators")
        server.on(cancel, reply(202, b" \r\n"))
        assert (await client.cancel_set("set_1")).id == "set_1"
        assert server.count(cancel) == 1
        server.on(cancel, reply(202, b"<html>"))
        assert (await client.cancel_set("set_1")).status == "canceled"
        assert server.count(cancel) == 3, "what is no JSON is asked for again"


async def test_a_scope_that_lacks_holds_no_other_paid_work() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.on(ENRICH, error(403, "insufficient_scope"))
        with pytest.raises(AuthRequired):
            await client.enrich(fields=["phone"], person_id="per_1")
        assert (await client.search("senators")).data.results
        assert not client.connection.key_refused


async def test_one_that_is_to_come_back_much_later_is_done_with(
    tmp_path: Path, ticking: Ticking
) -> None:
    journal, clock = tmp_path / "j.db", ticking.clock
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=journal, clock=clock) as client,
    ):
        server.on(ENRICH, reply(429, b"", retry_after="500"))
        with pytest.raises(Parked):
            await client.enrich(fields=["phone"], person_id="per_1")
    with contextlib.closing(sqlite3.connect(journal)) as db:
        assert db.execute("SELECT state, status FROM calls").fetchall() == [("rejected", 429)]


async def test_a_listener_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def listen(record: CallRecord) -> None:
        raise RuntimeError("the screen is gone")

    async with Deployment() as server, Shortlist(server.url, "sl_a", on_call=listen) as client:
        assert (await client.usage()).data.plan == "pro"
    assert "The listener to calls failed" in caplog.text


async def test_what_does_not_land_while_the_client_goes_stays_to_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "_CLOSE_SECONDS", 0.05)
    journal = tmp_path / "j.db"
    async with Deployment() as server:
        server.on(ENRICH, Exchange.gone)
        async with Shortlist(server.url, "sl_a", journal=journal) as client:
            asking = asyncio.create_task(client.enrich(fields=["phone"], person_id="per_1"))
            await server.until(lambda: bool(server.seen))
        assert asking.done() and asking.cancelled(), (
            "nothing goes on behind a client that is closed"
        )
        async with Shortlist(server.url, "sl_a", journal=journal) as client:
            monkeypatch.setattr("shortlist.client.journal._is_alive", lambda process: False)
            (row,) = await client.unresolved()
            assert row.state is State.SENT
            server.on(ENRICH, error(403, "insufficient_scope"))
            assert [one.outcome async for one in client.resume()] == ["unknown"], "it may have run"
            assert [one.outcome async for one in client.resume()] == ["done"]
        assert list(server.billed.values()) == [1]


async def test_a_refusal_that_nobody_waits_for_is_no_complaint() -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, told: complaints.append(told))
    go = asyncio.Event()

    async def late(exchange: Exchange) -> None:
        await go.wait()
        await error(402, "insufficient_acu")(exchange)

    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.on(ENRICH, late)
        screen = asyncio.create_task(client.enrich(fields=["phone"], person_id="per_1"))
        await server.until(lambda: bool(server.seen))
        screen.cancel()
        await asyncio.gather(screen, return_exceptions=True)
        go.set()
    del screen  # and with it what it was refused with
    gc.collect()
    assert complaints == []


async def test_one_that_may_have_run_stays_unknown_while_the_key_is_refused(
    tmp_path: Path, ticking: Ticking
) -> None:
    """It is not sent again, and yet nobody may think that it did not run."""
    clock = ticking.clock
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=tmp_path / "j.db", clock=clock) as client,
    ):
        server.on(ENRICH, *[reply(200, "<html>")] * 3)
        with pytest.raises(ShortlistError):
            await client.enrich(fields=["phone"], person_id="per_1")
        server.on(ENRICH, error(401, "expired_api_key"))
        with pytest.raises(ShortlistError):
            await client.enrich(fields=["phone"], person_id="per_2")
        sent = len(server.seen)
        assert [one.outcome async for one in client.resume()] == ["unknown"]
        assert len(server.seen) == sent
        (row,) = await client.unresolved()
        assert (row.state, row.note) == (State.UNKNOWN, "expired_api_key")


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        (404, "not_found", "rejected"),
        (402, "insufficient_acu", "rejected"),
        (402, "daily_budget_exceeded", "rejected"),
        (409, "idempotency_conflict", "rejected"),
        (422, "validation_failed", "rejected"),
        (401, "expired_api_key", "unknown"),
        (403, "insufficient_scope", "unknown"),
        (503, "upstream_timeout", "unknown"),
    ],
)
async def test_what_an_answer_says_of_an_attempt_before_it(
    status: int, code: str, state: str, tmp_path: Path, ticking: Ticking
) -> None:
    """The first may have run. A refusal on the merits says that it did not: the service looks for
    the key before it looks at the request. One about the caller says nothing."""
    journal, clock = tmp_path / "j.db", ticking.clock
    async with (
        Deployment() as server,
        Shortlist(server.url, "sl_a", journal=journal, clock=clock) as client,
    ):
        server.on(ENRICH, reply(502, b""), error(status, code, retryable=False))
        with pytest.raises(ShortlistError):
            await client.enrich(fields=["phone"], person_id="per_1")
        assert server.count(ENRICH) == 2
    with contextlib.closing(sqlite3.connect(journal)) as db:
        assert db.execute("SELECT state FROM calls").fetchall() == [(state,)]
