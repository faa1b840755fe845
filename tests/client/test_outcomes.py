"""The table of outcomes, row by row, over the wire: what is done, how often, and the key's fate.

Each row asks for the same enrichment of a deployment that answers so; the deployment counts
attempts and keys, the journal says what it remembers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.client.deployment import Deployment, Exchange, Reply, error, reply
from tests.client.ticking import Ticking

from shortlist.client import (
    ApiRefused,
    AuthRequired,
    BadAnswer,
    CreditsShort,
    NotUnderstood,
    OutcomeUnknown,
    Parked,
    RateLimited,
    Shortlist,
    ShortlistError,
    Unavailable,
    Unreachable,
)
from shortlist.client.answers import ErrorView
from shortlist.client.journal import Journal, State
from shortlist.client.policy import (
    Answered,
    Do,
    Lost,
    NotSent,
    TlsRefused,
    TooLarge,
    Wait,
    decide,
)

ROUTE = "POST /v1/enrich"


async def truncated(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    await exchange.send(200, b'{"data": {', {"content-length": "500"})
    exchange.close()


async def drop(exchange: Exchange) -> None:
    exchange.reset()


async def reset_before(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    exchange.reset()


async def reset_inside(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    await exchange.send(200, b'{"data": {', {"content-length": "500"})
    exchange.reset()


async def closed_without_answer(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    exchange.close()


async def huge(exchange: Exchange) -> None:
    exchange.server.run(exchange.seen)
    await exchange.send(200, b'{"data": "' + b"x" * (33 << 20) + b'"}')


HTML = "<html><head><title>502 Bad Gateway</title></head></html>"


@dataclass(frozen=True)
class Row:
    """One row: the reply, how many attempts it makes when it goes on so, and what is left."""

    name: str
    answer: Reply
    attempts: int
    raises: type[ShortlistError]
    left: State | None
    """The state of what the journal still offers; `None` when it is settled."""
    code: str | None = None
    exit_code: int = 1


ROWS = [
    Row(
        "html",
        reply(200, HTML, content_type="text/html"),
        3,
        OutcomeUnknown,
        State.UNKNOWN,
        exit_code=5,
    ),
    Row("empty", reply(200, b""), 3, OutcomeUnknown, State.UNKNOWN, exit_code=5),
    Row("truncated", truncated, 3, OutcomeUnknown, State.UNKNOWN, exit_code=5),
    Row("reset inside", reset_inside, 3, OutcomeUnknown, State.UNKNOWN, exit_code=5),
    Row("301", reply(301, b"", location="http://evil.example/"), 1, ApiRefused, None, "http_301"),
    Row("307", reply(307, b"", location="/v1/elsewhere"), 1, ApiRefused, None, "http_307"),
    *[Row(str(n), reply(n, b""), 1, ApiRefused, None, f"http_{n}") for n in (400, 404, 405, 410)],
    *[Row(str(n), reply(n, b""), 1, ApiRefused, None, f"http_{n}") for n in (415, 418, 501, 505)],
    Row("401", error(401, "invalid_api_key"), 1, AuthRequired, None, exit_code=3),
    Row(
        "402",
        error(402, "insufficient_acu", required_credits=9),
        1,
        CreditsShort,
        None,
        exit_code=4,
    ),
    Row("402 account", error(402, "active_account_required"), 1, CreditsShort, None, exit_code=4),
    Row("day", error(402, "daily_budget_exceeded"), 1, CreditsShort, None, exit_code=4),
    Row("month", error(429, "monthly_budget_exceeded"), 1, CreditsShort, None, exit_code=4),
    Row("403", error(403, "insufficient_scope"), 1, AuthRequired, None, exit_code=3),
    Row(
        "409 in flight",
        error(409, "idempotency_conflict", headers={"retry-after": "1"}),
        4,
        Unavailable,
        State.UNKNOWN,
        exit_code=5,
    ),
    Row("409", error(409, "idempotency_conflict"), 1, ApiRefused, None, "idempotency_conflict"),
    Row("413", error(413, "validation_failed"), 1, ApiRefused, None, exit_code=2),
    Row("422", error(422, "validation_failed", field="fields"), 1, ApiRefused, None, exit_code=2),
    Row("408", reply(408, b""), 4, Unavailable, None, exit_code=5),
    Row("425", reply(425, b""), 4, Unavailable, None, exit_code=5),
    Row(
        "429", error(429, "rate_limited", retry_after_seconds=2), 4, RateLimited, None, exit_code=5
    ),
    Row("429 parked", reply(429, b"", retry_after="121"), 1, Parked, None, exit_code=5),
    *[
        Row(f"{n} html", reply(n, HTML), 4, Unavailable, State.UNKNOWN, f"http_{n}", 5)
        for n in (500, 502, 503, 504)
    ],
    Row("503", error(503, "upstream_timeout", retryable=True), 4, Unavailable, None, exit_code=5),
    Row(
        "503 false", error(503, "search_failed", retryable=False), 1, ApiRefused, None, exit_code=1
    ),
    Row("429 false", error(429, "rate_limited", retryable=False), 1, ApiRefused, None, exit_code=1),
    Row(
        "422 true",
        error(422, "validation_failed", retryable=True),
        1,
        ApiRefused,
        None,
        exit_code=2,
    ),
    Row("reset", reset_before, 4, OutcomeUnknown, State.UNKNOWN, exit_code=5),
    Row("no answer", closed_without_answer, 4, OutcomeUnknown, State.UNKNOWN, exit_code=5),
    Row("huge", huge, 1, OutcomeUnknown, State.UNKNOWN, exit_code=5),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_row_of_the_table(row: Row, tmp_path: Path, ticking: Ticking) -> None:
    journal = tmp_path / "journal.db"
    async with Deployment() as server:
        server.always(ROUTE, row.answer)
        client = Shortlist(server.url, "sl_key", journal=journal, clock=ticking.clock)
        async with client:
            with pytest.raises(ShortlistError) as caught:
                await client.enrich(fields=["work_email"], person_id="per_1")
        sent = list(server.seen)
    failure = caught.value
    assert type(failure) is row.raises
    assert failure.exit_code == row.exit_code
    if row.code:
        assert failure.code == row.code
    assert "\n" not in str(failure) and "<" not in str(failure)
    # One key, one body, however often.
    assert len(sent) == row.attempts
    assert len({(seen.key, seen.body) for seen in sent}) == 1
    assert failure.idempotency_key == sent[0].key
    assert max(server.billed.values(), default=0) <= 1
    assert await _left(journal) == ([row.left] if row.left else [])


async def _left(path: Path) -> list[State]:
    journal = Journal(path, lambda: 1_790_000_000.0)
    try:
        return [row.state for row in await journal.unresolved()]
    finally:
        await journal.aclose()


@pytest.mark.parametrize("row", [row for row in ROWS if row.attempts > 1], ids=lambda row: row.name)
async def test_a_retried_row_that_turns_out_well(
    row: Row, tmp_path: Path, ticking: Ticking
) -> None:
    journal = tmp_path / "journal.db"
    async with Deployment() as server:
        server.on(ROUTE, *[row.answer] * (row.attempts - 1))
        client = Shortlist(server.url, "sl_key", journal=journal, clock=ticking.clock)
        async with client:
            answer = await client.enrich(fields=["work_email"], person_id="per_1")
        assert answer.data["work_email"].value == "per_1@work_email.example"
        assert server.count(ROUTE) == row.attempts
        assert list(server.billed.values()) == [1]
    assert await _left(journal) == []


async def test_nothing_listening_is_retried_and_nothing_was_sent(
    tmp_path: Path, ticking: Ticking
) -> None:
    async with Deployment() as server:
        url = server.url
    async with Shortlist(url, "sl_a", journal=tmp_path / "j.db", clock=ticking.clock) as client:
        with pytest.raises(Unreachable) as caught:
            await client.enrich(fields=["work_email"], person_id="per_1")
        assert await client.unresolved() == []
    assert caught.value.exit_code == 5 and "Nothing was sent" in caught.value.advice
    assert len(ticking.slept) == 3


async def test_a_connection_that_comes_back_is_used(tmp_path: Path, ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_b", clock=ticking.clock) as client:
        real = client._link.transport.send
        refused = iter([NotSent("connect"), NotSent("dns")])

        async def flaky(*arguments: Any, **named: Any) -> Any:
            return next(refused, None) or await real(*arguments, **named)

        client._link.transport.send = flaky  # type: ignore[method-assign]
        answer = await client.enrich(fields=["phone"], person_id="per_1")
        assert answer.data["phone"].status == "found"
        assert server.count(ROUTE) == 1


async def test_json_of_an_unknown_shape_is_not_nobody_and_is_not_sent_again(
    ticking: Ticking,
) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_c", clock=ticking.clock) as client:
        server.always("POST /v1/search", reply(200, {"hits": [1, 2], "took": 3}))
        with pytest.raises(NotUnderstood) as caught:
            await client.search("x")
        assert caught.value.answer == {"hits": [1, 2], "took": 3}
        server.always("POST /v1/search", reply(200, ["just", "words"]))
        with pytest.raises(NotUnderstood):
            await client.search("x")
        server.always("POST /v1/search", reply(200, "3"))
        with pytest.raises(NotUnderstood) as caught:
            await client.search("x")
        assert caught.value.answer == 3 and caught.value.exit_code == 5
        assert server.count("POST /v1/search") == 3
        assert await client.unresolved() == []


async def test_a_set_without_an_id_is_one_clear_error_and_never_made_twice(
    ticking: Ticking,
) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_d", clock=ticking.clock) as client:
        server.always("POST /v1/sets", reply(201, {"ok": True, "meta": {"request_id": "req_9"}}))
        with pytest.raises(BadAnswer, match="no id") as caught:
            await client.create_set("x")
        assert caught.value.request_id == "req_9"
        assert server.count("POST /v1/sets") == 1


async def test_a_run_is_polled_and_never_posted_again(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_e", clock=ticking.clock) as client:
        going = reply(202, {"data": {"run_id": "run_1", "status": "running"}})
        server.on("GET /v1/person/runs/run_1", going, reply(503, b""), reply(202, b""))
        dossier = await client.person(name="A", company_domain="a.example")
        assert dossier.data is not None and dossier.data.summary == "A person"
        assert server.count("POST /v1/person") == 1
        assert server.count("GET /v1/person/runs/run_1") == 4


async def test_401_holds_paid_work_and_reading_goes_on(tmp_path: Path, ticking: Ticking) -> None:
    async with Deployment() as server:
        client = Shortlist(server.url, "sl_old", journal=tmp_path / "j.db", clock=ticking.clock)
        async with client:
            server.on(ROUTE, error(401, "expired_api_key"))
            for _ in range(3):
                with pytest.raises(AuthRequired) as caught:
                    await client.enrich(fields=["work_email"], person_id="per_1")
                assert caught.value.code == "expired_api_key"
            assert server.count(ROUTE) == 1
            assert client.connection.key_refused
            client.use_key("sl_new")
            assert not client.connection.key_refused
            await client.enrich(fields=["work_email"], person_id="per_1")
            assert server.seen[-1].headers["authorization"] == "Bearer sl_new"
            assert await client.unresolved() == []


@pytest.mark.parametrize("paid", [True, False])
async def test_a_refusal_that_comes_once_another_key_is_given_is_the_old_key_s(
    paid: bool, tmp_path: Path, ticking: Ticking
) -> None:
    route = ROUTE if paid else "GET /v1/account/usage"
    given = asyncio.Event()

    async def late(exchange: Exchange) -> None:
        await given.wait()
        await error(401, "invalid_api_key")(exchange)

    async with Deployment() as server:
        client = Shortlist(server.url, "sl_old", journal=tmp_path / "j.db", clock=ticking.clock)
        async with client:
            server.on(route, late)
            asking = client.enrich(fields=["phone"], person_id="per_1") if paid else client.usage()
            asked = asyncio.create_task(asking)
            await server.until(lambda: server.count(route) == 1)
            client.use_key("sl_new")
            given.set()
            await asked
            keys = [seen.headers["authorization"] for seen in server.seen]
            assert keys == ["Bearer sl_old", "Bearer sl_new"]
            assert not client.connection.key_refused
            assert client.connection.in_flight == 0
            assert len({seen.key for seen in server.seen}) == 1
            assert await client.unresolved() == []


async def test_what_is_not_about_the_old_key_is_not_asked_of_another(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_o", clock=ticking.clock) as client:

        async def once_another_is_given(exchange: Exchange) -> None:
            client.use_key("sl_new")
            await error(402, "insufficient_acu")(exchange)

        server.on(ROUTE, once_another_is_given)
        with pytest.raises(CreditsShort):
            await client.enrich(fields=["phone"], person_id="per_1")
        assert server.count(ROUTE) == 1


async def test_where_the_other_key_is_refused_too_nothing_is_unknown(
    tmp_path: Path, ticking: Ticking
) -> None:
    async with Deployment() as server:
        client = Shortlist(server.url, "sl_old", journal=tmp_path / "j.db", clock=ticking.clock)

        async def once_another_is_given(exchange: Exchange) -> None:
            client.use_key("sl_new")
            await error(401, "revoked_api_key")(exchange)

        async with client:
            server.on(ROUTE, once_another_is_given, error(401, "invalid_api_key"))
            with pytest.raises(AuthRequired) as caught:
                await client.enrich(fields=["phone"], person_id="per_1")
            assert caught.value.code == "invalid_api_key" and server.count(ROUTE) == 2
            assert client.connection.key_refused
            assert await client.unresolved() == []


async def test_a_read_that_succeeds_lets_paid_work_go_on(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_g", clock=ticking.clock) as client:
        server.on(ROUTE, error(401, "invalid_api_key"))
        with pytest.raises(AuthRequired):
            await client.enrich(fields=["phone"], person_id="per_1")
        await client.usage()
        await client.enrich(fields=["phone"], person_id="per_1")


async def test_a_402_is_never_replayed_with_its_key(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_h", clock=ticking.clock) as client:
        server.on(ROUTE, error(402, "insufficient_acu", required_credits=3, available_credits=1))
        with pytest.raises(CreditsShort) as caught:
            await client.enrich(fields=["phone"], person_id="per_1")
        assert caught.value.details == {"required_credits": 3, "available_credits": 1}
        await client.enrich(fields=["phone"], person_id="per_1")
        first, second = (seen.key for seen in server.seen)
        assert first != second


async def test_a_known_key_with_another_body_never_leaves(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_i", clock=ticking.clock) as client:
        await client.enrich(fields=["phone"], person_id="per_1", idempotency_key="mine")
        with pytest.raises(ShortlistError) as caught:
            await client.enrich(fields=["phone"], person_id="per_2", idempotency_key="mine")
        assert caught.value.code == "idempotency_conflict"
        again = await client.enrich(fields=["phone"], person_id="per_1", idempotency_key="mine")
        assert again.data["phone"].value == "per_1@phone.example"
        assert server.count(ROUTE) == 2 and server.billed == {"mine": 1}


async def test_reading_has_the_same_rows_and_no_key(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_k", clock=ticking.clock) as client:
        route = "GET /v1/account/usage"
        server.on(route, reply(502, HTML), reply(200, HTML), reply(429, b"", retry_after="1"))
        assert (await client.usage()).data.plan == "pro"
        assert server.count(route) == 4
        assert all(seen.key is None for seen in server.seen)
        server.always(route, reply(200, HTML))
        with pytest.raises(Unreachable, match="A web page came") as caught:
            await client.usage()
        assert caught.value.exit_code == 5
        assert "request id" not in caught.value.advice, "there is none to give"


async def test_a_service_that_goes_under_a_read_is_not_reached(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_k", clock=ticking.clock) as client:
        server.always("GET /v1/account/usage", drop)
        with pytest.raises(Unreachable, match="connection was lost") as lost:
            await client.usage()
        assert (lost.value.code, lost.value.exit_code) == ("unreachable", 5)
        assert lost.value.advice.startswith("Nothing was changed.")

        async def go_for_good(exchange: Exchange) -> None:
            server.stop_listening()
            exchange.reset()

        server.always("GET /v1/account/usage", go_for_good)
        with pytest.raises(Unreachable, match="cannot be reached") as away:
            await client.usage()
        assert away.value.code == "unreachable"
        assert away.value.advice.startswith("Nothing was changed.")


Fate = tuple[Do, Wait, bool]
"""What is done, how it waits, and whether the request may have run."""

FATES: list[tuple[str, Callable[[], Fate], Fate]] = [
    ("2xx", lambda: _of(Answered(200, {})), (Do.ACCEPT, Wait.NONE, False)),
    (
        "202",
        lambda: _of(Answered(202, {}), durable=True),
        (Do.POLL, Wait.NONE, False),
    ),
    (
        "202 of another call",
        lambda: _of(Answered(202, {})),
        (Do.ACCEPT, Wait.NONE, False),
    ),
    (
        "200 of a run",
        lambda: _of(Answered(200, {}), durable=True),
        (Do.ACCEPT, Wait.NONE, False),
    ),
    ("204", lambda: _of(Answered(204, empty=True)), (Do.ACCEPT, Wait.NONE, False)),
    (
        "202 empty",
        lambda: _of(Answered(202, empty=True), empty_ok=True),
        (Do.ACCEPT, Wait.NONE, False),
    ),
    ("200 empty", lambda: _of(Answered(200, empty=True)), (Do.RETRY, Wait.BACKOFF, True)),
    (
        "not JSON",
        lambda: _of(Answered(200), empty_ok=True),
        (Do.RETRY, Wait.BACKOFF, True),
    ),
    ("1xx", lambda: _of(Answered(101)), (Do.STOP, Wait.NONE, False)),
    ("3xx", lambda: _of(Answered(300)), (Do.STOP, Wait.NONE, False)),
    ("399", lambda: _of(Answered(399)), (Do.STOP, Wait.NONE, False)),
    ("400", lambda: _of(Answered(400)), (Do.STOP, Wait.NONE, False)),
    ("404", lambda: _of(Answered(404)), (Do.STOP, Wait.NONE, False)),
    ("501", lambda: _of(Answered(501)), (Do.STOP, Wait.NONE, False)),
    ("505", lambda: _of(Answered(505)), (Do.STOP, Wait.NONE, False)),
    ("401", lambda: _of(Answered(401)), (Do.STOP, Wait.NONE, False)),
    ("402", lambda: _of(Answered(402)), (Do.STOP, Wait.NONE, False)),
    (
        "day",
        lambda: _of(Answered(402, error=_said("daily_budget_exceeded"))),
        (Do.STOP, Wait.NONE, False),
    ),
    (
        "month",
        lambda: _of(Answered(402, error=_said("monthly_budget_exceeded"))),
        (Do.STOP, Wait.NONE, False),
    ),
    ("403", lambda: _of(Answered(403)), (Do.STOP, Wait.NONE, False)),
    (
        "409 wait",
        lambda: _of(Answered(409, retry_after=0.0)),
        (Do.RETRY, Wait.IN_FLIGHT, True),
    ),
    (
        "409 wait said",
        lambda: _of(Answered(409, error=_said("idempotency_conflict"), retry_after=1.0)),
        (Do.RETRY, Wait.IN_FLIGHT, True),
    ),
    (
        "409 of another kind",
        lambda: _of(Answered(409, error=_said("run_canceled"), retry_after=1.0)),
        (Do.STOP, Wait.NONE, False),
    ),
    (
        "409",
        lambda: _of(Answered(409, error=_said("idempotency_conflict"))),
        (Do.STOP, Wait.NONE, False),
    ),
    ("413", lambda: _of(Answered(413)), (Do.STOP, Wait.NONE, False)),
    ("422", lambda: _of(Answered(422)), (Do.STOP, Wait.NONE, False)),
    (
        "422 retryable",
        lambda: _of(Answered(422, error=_said("x", retryable=True))),
        (Do.STOP, Wait.NONE, False),
    ),
    ("408", lambda: _of(Answered(408)), (Do.RETRY, Wait.BACKOFF, False)),
    ("425", lambda: _of(Answered(425)), (Do.RETRY, Wait.BACKOFF, False)),
    (
        "408 for good",
        lambda: _of(Answered(408, error=_said("x", retryable=False))),
        (Do.STOP, Wait.NONE, False),
    ),
    ("429", lambda: _of(Answered(429)), (Do.RETRY, Wait.EVERYONE, False)),
    (
        "429 for good",
        lambda: _of(Answered(429, error=_said("rate_limited", retryable=False))),
        (Do.STOP, Wait.NONE, False),
    ),
    ("500", lambda: _of(Answered(500)), (Do.RETRY, Wait.BACKOFF, True)),
    ("503", lambda: _of(Answered(503, error=_said("x"))), (Do.RETRY, Wait.BACKOFF, True)),
    (
        "503 clean",
        lambda: _of(Answered(503, error=_said("x", retryable=True))),
        (Do.RETRY, Wait.BACKOFF, False),
    ),
    (
        "503 for good",
        lambda: _of(Answered(503, error=_said("x", retryable=False))),
        (Do.STOP, Wait.NONE, False),
    ),
    (
        "503 named",
        lambda: _of(Answered(503, retry_after=1.0)),
        (Do.RETRY, Wait.BACKOFF, True),
    ),
    ("not sent", lambda: _of(NotSent("dns")), (Do.RETRY, Wait.BACKOFF, False)),
    ("tls", lambda: _of(TlsRefused()), (Do.STOP, Wait.NONE, False)),
    ("lost", lambda: _of(Lost("reset")), (Do.RETRY, Wait.BACKOFF, True)),
    (
        "broke off",
        lambda: _of(Lost("reset", unreadable=True)),
        (Do.RETRY, Wait.BACKOFF, True),
    ),
    ("too large", lambda: _of(TooLarge()), (Do.STOP, Wait.NONE, True)),
]


def _of(outcome: Any, **how: bool) -> Fate:
    decision = decide(outcome, **how)
    return decision.do, decision.wait, decision.ambiguous


def _said(code: str, *, retryable: bool | None = None) -> ErrorView:
    return ErrorView(code, "Said no.", retryable=retryable)


def test_what_is_unreadable_is_asked_for_twice_more_and_the_rest_three_times() -> None:
    assert decide(Answered(200)).replays == 2
    assert {decide(Answered(status)).replays for status in (409, 429, 503)} == {3}


def test_only_a_refused_key_holds_other_paid_work() -> None:
    statuses = [*range(100, 600)]
    assert [status for status in statuses if decide(Answered(status, {})).holds_queue] == [401]


@pytest.mark.parametrize(
    ("decided", "fate"), [row[1:] for row in FATES], ids=[row[0] for row in FATES]
)
def test_the_fate_of_the_key(decided: Callable[[], Fate], fate: Fate) -> None:
    assert decided() == fate
