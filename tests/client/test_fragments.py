"""Parts of things, as other people's deployments tell them: what is known stays known."""

from __future__ import annotations

from typing import Any

import pytest
from tests.client.deployment import (
    STREAM,
    Deployment,
    Exchange,
    error,
    item_body,
    reply,
    search_answer,
    set_body,
    sse,
)
from tests.client.ticking import Ticking

from shortlist.client import (
    ApiRefused,
    CreditsShort,
    NotUnderstood,
    Shortlist,
    ShortlistError,
    Unavailable,
    Update,
)
from shortlist.client.dialect.sets import read_search_of_set, read_set
from shortlist.client.dialect.usage import read_usage
from shortlist.client.merging import merge_set, with_search
from shortlist.client.search_fields import allowed_fields, known_fields, search_with_fields
from shortlist.contract.limits import SEARCH_FIELDS_SHOWN
from shortlist.contract.sets import PeopleSet

EVENTS = "GET /v1/sets/set_1/events"


def known_set() -> PeopleSet:
    body = set_body("set_1", "running", admitted=12, count=173)
    body["searches"][0]["criteria"][0] |= {"satisfied": 12, "unclear": 1, "rejected": 3}
    return read_set(body)


def after(**fragment: Any) -> PeopleSet:
    search = read_search_of_set(fragment)
    assert search is not None
    return with_search(known_set(), search)


def test_a_status_alone_changes_the_status_alone() -> None:
    newest = after(search_id="search_1", status="processing").newest
    assert newest == known_set().newest
    assert newest is not None and (newest.query, newest.count) == ("senators", 173)


def test_a_part_of_the_progress_changes_that_part() -> None:
    newest = after(search_id="search_1", progress={"checked": 40}).newest
    assert newest is not None and newest.status == "running" and newest.count == 173
    progress = newest.progress
    assert (progress.checked, progress.admitted, progress.candidates) == (40, 12, 100)
    assert newest.criteria[0].satisfied == 12


@pytest.mark.parametrize("flat", [False, True])
def test_a_time_left_that_is_null_is_known_no_more(flat: bool) -> None:
    body = set_body("set_1", "running", admitted=12)
    body["searches"][0]["progress"]["eta_seconds"] = 14
    known = read_set(body)
    assert known.newest is not None and known.newest.progress.eta_seconds == 14
    ended = set_body("set_1", "completed", admitted=25)
    ended["searches"][0]["progress"]["eta_seconds"] = None
    if flat:
        ended["searches"][0] |= ended["searches"][0].pop("progress")
    merged = merge_set(known, read_set(ended)).newest
    assert merged is not None and merged.progress.eta_seconds is None
    assert (merged.progress.admitted, merged.progress.candidates) == (25, 100)


def test_a_part_of_a_criterion_changes_that_part() -> None:
    newest = after(search_id="search_1", criteria=[{"id": "c1", "satisfied": 15}]).newest
    assert newest is not None
    told = newest.criteria[0]
    assert (told.description, told.satisfied, told.rejected) == ("Is a senator", 15, 3)


@pytest.mark.parametrize(
    "fragment",
    [
        {"status": "processing"},
        {"id": 41, "search_id": "search_1", "status": "processing"},
        {"id": "set_1", "status": "processing"},
        {"id": "by another name", "progress": {"checked": 9}},
    ],
)
def test_a_part_never_becomes_a_search_of_its_own(fragment: dict[str, Any]) -> None:
    the_set = after(**fragment)
    assert [search.id for search in the_set.searches] == ["search_1"]
    assert the_set.newest is not None and the_set.newest.query == "senators"


def test_what_ended_stays_ended() -> None:
    ended = read_set(set_body("set_1", "completed", admitted=12, count=173))
    late = read_search_of_set({"search_id": "search_1", "status": "running", "finished_at": None})
    assert late is not None
    for the_set in (
        with_search(ended, late),
        merge_set(ended, read_set({"id": "set_1", "status": "running"})),
    ):
        assert the_set.status == "completed"
        assert the_set.newest is not None and the_set.newest.finished_at is not None


def test_a_summary_takes_nothing_from_a_set() -> None:
    summary = read_set({"set_id": "set_1", "status": "processing", "item_count": 13})
    the_set = merge_set(known_set(), summary)
    assert the_set.item_count == 13 and the_set.newest == known_set().newest
    assert the_set.budget == known_set().budget and the_set.spent_credits == 2


def test_what_is_not_given_is_not_nothing() -> None:
    the_set = read_set({"id": "set_1", "searches": [{"id": "s1", "query": "q"}]})
    assert (the_set.item_count, the_set.spent_credits, the_set.budget) == (None, None, None)
    assert the_set.newest is not None and the_set.newest.count is None
    assert the_set.newest.progress.admitted is None
    assert read_set({"id": "set_1", "status": "running", "spent_credits": 0.3}).spent_credits == 0.3


async def updates_of(server: Deployment, ticking: Ticking) -> list[Update]:
    async with Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        return [update async for update in client.follow("set_1")]


async def test_an_event_is_printed_as_it_came(ticking: Ticking) -> None:
    async with Deployment() as server:
        server.sets["set_1"] = set_body("set_1", "running")
        server.items["set_1"] = []

        async def stream(exchange: Exchange) -> None:
            server.sets["set_1"] = set_body("set_1", "completed")
            parts = (
                (1, "search.started", {"search_id": "search_1", "status": "processing"}),
                (2, "search.progress", {"search_id": "search_1", "progress": {"analyzed": 9}}),
                (3, "search.completed", {"search_id": "search_1"}),
            )
            await exchange.send(200, sse(*parts), STREAM)
            exchange.close()

        server.always(EVENTS, stream)
        events = [update.as_event() for update in await updates_of(server, ticking)]
    told = [event["data"] for event in events if event is not None]
    assert told == [
        {"id": "search_1", "status": "running"},
        {"id": "search_1", "progress": {"checked": 9}},
        {"id": "search_1"},
    ]


async def test_reconnecting_twice_without_an_event_between_loses_nothing(ticking: Ticking) -> None:
    """The stream drops, is opened again, drops at once, and is opened once more."""
    async with Deployment() as server:
        server.sets["set_1"] = set_body("set_1", "running")
        server.items["set_1"] = []
        resumed: list[str | None] = []

        def part(*numbers: int, over: bool = False) -> Any:
            async def stream(exchange: Exchange) -> None:
                resumed.append(exchange.seen.headers.get("last-event-id"))
                events = [(n, "set.item.admitted", {"data": item_body(n)}) for n in numbers]
                if over:
                    server.sets["set_1"] = set_body("set_1", "completed", admitted=4)
                    server.items["set_1"] = [item_body(n) for n in range(1, 5)]
                    events.append((5, "set.search.completed", {"data": {"id": "search_1"}}))
                await exchange.send(200, sse(*events), STREAM)
                exchange.close()

            return stream

        server.on(EVENTS, part(1, 2), part(), part(3, 4, over=True))
        updates = await updates_of(server, ticking)
    assert resumed == [None, "2", "2"], "each goes on from the last event that came"
    came = [update for update in updates if update.item is not None]
    assert [update.item.id for update in came if update.item] == [f"item_{n}" for n in range(1, 5)]
    assert [update.event.id for update in came if update.event] == [1, 2, 3, 4], "from the stream"
    assert "polling" not in {update.connection for update in updates}


# Usage


def test_budgets_in_cents_are_read_as_credits() -> None:
    usage = read_usage(
        {
            "credits": {"acu": {"available": 6283.4, "used": 0.3}, "acu_value_usd": 0.1},
            "api_key": {"budget": {"daily_budget_cents": 500, "daily_used_cents": 37}},
        }
    ).data
    assert (usage.credits.available, usage.credits.used) == (6283.4, 0.3)
    assert usage.credits.reserved is None
    daily, monthly = usage.api_key.daily, usage.api_key.monthly
    assert (daily.budget, daily.used, daily.reserved, daily.left) == (50, 3.7, None, 46.3)
    assert daily.is_given and not monthly.is_given and monthly.used is None


def test_cents_of_an_unknown_worth_are_not_given_and_null_is_no_cap() -> None:
    told = {"budget": {"daily_budget_cents": 500, "monthly_budget_cents": None}}
    key = read_usage({"api_key": told}).data.api_key
    assert key.daily.budget is None and key.monthly.is_given and key.monthly.budget is None


# Fields of a person


ALLOWED = "contents.fields: 'title' is not one of profile_url, full_name, headline."


@pytest.mark.parametrize(
    ("message", "names"),
    [
        (ALLOWED, ["profile_url", "full_name", "headline"]),
        ("Unknown contents.fields. Allowed values: name, title", ["name", "title"]),
        (
            "contents.fields should be 'profile', 'title' or 'company'",
            ["profile", "title", "company"],
        ),
        ("These fields are not allowed: name, title", []),
        ("num_results must be one of title", []),
    ],
)
def test_a_refusal_names_what_is_allowed(message: str, names: list[str]) -> None:
    assert allowed_fields(ApiRefused(message, status=422)) == names


async def test_refused_fields_are_asked_once_more_as_allowed_and_paid_once() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        refused = error(422, "validation_failed", ALLOWED)
        server.on("POST /v1/search", refused)
        for _ in range(2):  # a person tries again: the same two requests, to the letter
            await search_with_fields(client, "x", SEARCH_FIELDS_SHOWN, idempotency_key="k1")
            server.on("POST /v1/search", refused)
        sent = [(seen.key, seen.json["contents"]["fields"]) for seen in server.seen]
        assert sent[0] == ("k1", list(SEARCH_FIELDS_SHOWN)) and sent[:2] == sent[2:]
        assert sent[1][1] == ["profile_url", "full_name", "headline"]
        assert server.billed == {sent[1][0]: 1}
        server.always("POST /v1/search", refused)
        with pytest.raises(ApiRefused):
            await search_with_fields(client, "y", ["full_name"])
        assert server.count("POST /v1/search") == 6, "asked once more, and no more than that"


async def test_a_deployment_that_answers_with_more_is_asked_for_more() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        answer = search_answer(1)
        answer["data"]["results"][0]["person"]["seniority"] = "senior"
        server.on("POST /v1/search", reply(200, answer))
        found, served = await search_with_fields(client, "x", SEARCH_FIELDS_SHOWN)
        learned = known_fields(found, served)
        assert learned == [*SEARCH_FIELDS_SHOWN, "seniority"], "a name comes with everybody"
        server.on("POST /v1/search", error(422, "validation_failed", "Bad contents.fields."))
        _, served = await search_with_fields(client, "x", learned)
        assert list(served) == list(SEARCH_FIELDS_SHOWN), "it does not know it after all"


# Answers that nobody can read


HANDED_OVER = {"data": {"id": "set_9", "object": "set", "status": "queued"}}
CALLS = {
    "search": lambda client: client.search("x"),
    "enrich": lambda client: client.enrich(fields=["phone"], person_id="p"),
    "person": lambda client: client.start_person(person_id="p"),
    "sets": lambda client: client.create_set("x"),
}


@pytest.mark.parametrize("route", CALLS)
@pytest.mark.parametrize(
    "body", [{"hits": 3}, {"data": {}}, [1, 2], "word", {"data": {"phones": {"a": []}}}], ids=repr
)
async def test_what_nobody_can_read_is_not_nothing(route: str, body: Any) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        text = f'"{body}"' if isinstance(body, str) else body
        server.always(f"POST /v1/{route}", reply(200, text, X_Request_Id="req_5"))
        with pytest.raises(NotUnderstood, match="not understood") as caught:
            await CALLS[route](client)
        assert caught.value.answer == body and caught.value.exit_code == 5
        assert caught.value.request_id == "req_5" and caught.value.paid
        assert "may have been" in str(caught.value)
        assert len(server.seen) == 1 and await client.unresolved() == []


@pytest.mark.parametrize("route", ["search", "enrich", "person"])
async def test_an_answer_that_hands_over_to_a_set_says_so(route: str) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        server.always(f"POST /v1/{route}", reply(202, {**HANDED_OVER, "credits_charged": 0.5}))
        with pytest.raises(
            NotUnderstood, match=r"a Set, set_9.*0\.5 credits were charged"
        ) as caught:
            await CALLS[route](client)
        assert caught.value.set_id == "set_9" and caught.value.charged == 0.5
        assert len(server.seen) == 1


@pytest.mark.parametrize("route", CALLS)
@pytest.mark.parametrize(
    ("body", "kind", "code", "exit_code"),
    [
        (
            {"error": {"code": "insufficient_acu", "message": "Too few.", "status": 402}},
            CreditsShort,
            "insufficient_acu",
            4,
        ),
        ({"status": 402, "error": "Too few."}, CreditsShort, "http_402", 4),
        (
            {"success": False, "error": {"code": "validation_failed"}},
            ApiRefused,
            "validation_failed",
            2,
        ),
        ({"error": {"message": "Oh."}, "statusCode": 500}, Unavailable, "http_500", 5),
    ],
    ids=["inside", "beside", "by its code", "of the service"],
)
async def test_an_error_under_a_200_is_that_error(
    route: str,
    body: Any,
    kind: type[ShortlistError],
    code: str,
    exit_code: int,
    ticking: Ticking,
) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a", clock=ticking.clock) as client:
        server.always(f"POST /v1/{route}", reply(200, body))
        with pytest.raises(kind) as caught:
            await CALLS[route](client)
        assert (caught.value.code, caught.value.exit_code) == (code, exit_code)
        assert bool(await client.unresolved()) is (exit_code == 5), "what is unknown is kept"


async def test_a_set_that_tells_of_an_error_is_a_set() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        failed = {**set_body("set_1", "failed"), "error": {"code": "search_failed"}}
        server.always("GET /v1/sets/set_1", reply(200, failed))
        assert (await client.get_set("set_1")).status == "failed"


async def test_an_empty_list_is_nobody() -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_a") as client:
        for body in ({"results": []}, {"data": {"people": None}}, []):
            server.on("POST /v1/search", reply(200, body))
            assert (await client.search("x")).data.results == []
