"""A live Set, followed through everything a stream can do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from tests.client.deployment import (
    STREAM,
    Deployment,
    Exchange,
    Reply,
    error,
    item_body,
    reply,
    search_body,
    set_body,
    sse,
)
from tests.client.ticking import Ticking

from shortlist.client import AuthRequired, Shortlist, ShortlistError, Unavailable, Update
from shortlist.client.frames import EVENT_MAX_CHARS

EVENTS = "GET /v1/sets/set_1/events"
SET = "GET /v1/sets/set_1"


def item_event(number: int) -> tuple[int, str, Any]:
    kind = "set.item.admitted"
    return number, kind, {"id": number, "type": kind, "data": item_body(number)}


def search_event(number: int, what: str, status: str, admitted: int = 0) -> tuple[int, str, Any]:
    kind = f"set.search.{what}"
    data = search_body(status, admitted=admitted)
    return number, kind, {"id": number, "type": kind, "data": data}


def idle(number: int) -> tuple[int, str, Any]:
    return number, "set.idle", {"id": number, "type": "set.idle", "data": {"item_count": 3}}


WHOLE = [
    search_event(1, "started", "running"),
    item_event(2),
    search_event(3, "progress", "running", 1),
    item_event(4),
    item_event(5),
    search_event(6, "completed", "completed", 3),
    idle(7),
]


def stands(server: Deployment, status: str, items: Sequence[int] = ()) -> None:
    server.sets["set_1"] = set_body("set_1", status, admitted=len(items))
    server.items["set_1"] = [item_body(number) for number in items]


def stream(
    data: bytes, *, finished: bool = False, reset: bool = False, hold: bool = False
) -> Reply:
    """A stream that gives `data` and ends; `finished`: the Set has ended by then."""

    async def answer(exchange: Exchange) -> None:
        if finished:
            stands(exchange.server, "completed", (2, 4, 5))
        head = {**STREAM, "content-length": "99999999"} if reset or hold else STREAM
        await exchange.send(200, data, head)
        if hold:
            await exchange.gone()
        elif reset:
            exchange.reset()
        else:
            exchange.close()

    return answer


async def follow(server: Deployment, ticking: Ticking, **how: Any) -> list[Update]:
    async with Shortlist(server.url, "sl_f", clock=ticking.clock) as client:
        async with asyncio.timeout(60):
            return [update async for update in client.follow("set_1", **how)]


def items_of(updates: list[Update]) -> list[str]:
    return [update.item.id for update in updates if update.item is not None]


def events_of(updates: list[Update]) -> list[int | str]:
    return [u.event.id for u in updates if u.event is not None and u.event.id is not None]


def check_whole(updates: list[Update]) -> None:
    assert sorted(items_of(updates)) == ["item_2", "item_4", "item_5"]
    assert updates[-1].kind == "end"
    assert updates[-1].set is not None and updates[-1].set.status == "completed"
    ends = [update.kind for update in updates if update.kind == "set.search.completed"]
    assert len(ends) == 1


@pytest.mark.parametrize("cut", range(1, len(WHOLE)))
async def test_a_stream_that_drops_is_resumed_where_it_was(cut: int, ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(sse(*WHOLE[:cut]), reset=True, finished=cut > 5))
        server.on(EVENTS, stream(sse(*WHOLE[cut:]), finished=True))
        updates = await follow(server, ticking)
        streams = [seen for seen in server.seen if seen.path.endswith("/events")]
    check_whole(updates)
    # A reset may lose what was in the buffer; what was told is never told again.
    told = events_of(updates)
    assert len(told) == len(set(told))
    assert "last-event-id" not in streams[0].headers
    if len(streams) > 1:
        assert int(streams[1].headers.get("last-event-id", 0)) <= cut


async def test_a_clean_end_without_a_terminal_event_is_resumed(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(sse(*WHOLE[:3])), stream(sse(*WHOLE[3:]), finished=True))
        updates = await follow(server, ticking)
        streams = [seen for seen in server.seen if seen.path.endswith("/events")]
    check_whole(updates)
    assert events_of(updates) == [1, 2, 3, 4, 5, 6, 7]
    assert streams[1].headers["last-event-id"] == "3"
    assert [u.connection for u in updates if u.kind == "connection"] == [
        "live",
        "reconnecting",
        "live",
    ]


@pytest.mark.parametrize("between", [b"", b": heartbeat\n\n", b"retry: 100\n\n", b"id:\n\n"])
@pytest.mark.parametrize("reset", [False, True])
async def test_reconnecting_twice_without_an_event_between_loses_nothing(
    between: bytes, reset: bool, ticking: Ticking
) -> None:
    """Drop, reconnect, drop at once, reconnect: to one that gives whoever does not say where they
    were only what is yet to come."""
    async with Deployment() as server:
        stands(server, "running")

        async def resumed(exchange: Exchange) -> None:
            last = int(exchange.seen.headers.get("last-event-id") or 5)
            await stream(sse(*WHOLE[last:]), finished=True)(exchange)

        server.on(EVENTS, stream(sse(*WHOLE[:3])), stream(between, reset=reset), resumed)
        updates = await follow(server, ticking)
        streams = [seen for seen in server.seen if seen.path.endswith("/events")]
    assert [each.headers.get("last-event-id") for each in streams] == [None, "3", "3"]
    assert events_of(updates) == [1, 2, 3, 4, 5, 6, 7]
    check_whole(updates)


async def test_a_server_that_replays_all_or_repeats_or_reorders(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        mixed = [WHOLE[3], WHOLE[1], WHOLE[1], WHOLE[0], WHOLE[3]]
        server.on(EVENTS, stream(sse(*mixed)), stream(sse(*WHOLE, *WHOLE), finished=True))
        updates = await follow(server, ticking)
    check_whole(updates)
    assert sorted(events_of(updates)) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("status", [404, 405, 406, 501])
async def test_a_deployment_without_streams_is_polled_at_once(
    status: int, ticking: Ticking
) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.always(EVENTS, reply(status, b""))
        reads = 0

        async def progress(exchange: Exchange) -> None:
            nonlocal reads
            reads += 1
            if reads >= 3:
                stands(server, "running", (2,))
            if reads >= 5:
                stands(server, "completed", (2, 4, 5))
            await server.answer(exchange)

        server.always(SET, progress)
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 1
    check_whole(updates)
    assert updates[-1].connection == "polling"
    assert "set.search.progress" in [update.kind for update in updates]
    polls = [slept for slept in ticking.slept if slept >= 2]
    assert polls and min(polls) == 2.0 and max(polls) <= 15.0
    shown = [update.as_event() for update in updates if update.kind == "set.item.admitted"]
    assert shown[0] is not None and shown[0]["data"]["person"]["name"] == "Zoë Person 2"


async def test_polling_slows_down_to_fifteen_seconds(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.always(EVENTS, reply(405, b""))

        async def at_last(exchange: Exchange) -> None:
            if server.count(SET) >= 12:
                stands(server, "completed", (2, 4, 5))
            await server.answer(exchange)

        server.always(SET, at_last)
        check_whole(await follow(server, ticking))
    assert ticking.slept[-1] == 15.0


async def test_three_streams_without_an_event_and_it_polls(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        empty = stream(b": heartbeat\n\n")
        last = stream(b"", finished=True)
        server.on(EVENTS, empty, empty, last)
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 3
    check_whole(updates)


async def test_a_stream_that_works_again_after_a_minute_of_polling_is_used(
    ticking: Ticking,
) -> None:
    async with Deployment() as server:
        stands(server, "running")
        empty = stream(b": heartbeat\n\n")
        # The fourth is tried a minute later and fails as well; the fifth goes on.
        server.on(EVENTS, empty, empty, empty, reply(503, b""))
        server.on(EVENTS, stream(sse(*WHOLE), finished=True))
        began = ticking.now
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 5
    check_whole(updates)
    states = [update.connection for update in updates if update.kind == "connection"]
    assert states[-2:] == ["polling", "live"] and updates[-1].connection == "live"
    assert 120 <= ticking.now - began < 180


async def test_only_a_real_event_resets_the_count(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        empty = stream(b"retry: 100\n\n")
        some = stream(sse(WHOLE[0]))
        more = stream(sse(*WHOLE[1:]), finished=True)
        server.on(EVENTS, empty, empty, some, empty, more)
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 5
    check_whole(updates)
    assert all(slept >= 0.5 for slept in ticking.slept)


async def test_a_stream_that_never_ends_after_the_terminal_event(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(sse(*WHOLE[:6]), finished=True, hold=True))
        check_whole(await follow(server, ticking))


async def test_an_event_over_a_mebibyte_is_made_good_from_the_items(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running", (2,))
        big = {"id": 2, "data": {**item_body(2), "padding": "x" * EVENT_MAX_CHARS}}
        server.on(EVENTS, stream(sse((2, "set.item.admitted", big), WHOLE[2])))
        server.on(EVENTS, stream(sse(*WHOLE[3:]), finished=True))
        updates = await follow(server, ticking)
    check_whole(updates)
    assert items_of(updates)[0] == "item_2"


async def test_an_event_over_the_bound_that_always_comes_again_ends_in_polling(
    ticking: Ticking,
) -> None:
    async with Deployment() as server:
        stands(server, "running", (2,))
        # Its id comes last, where it is cut off: the stream can never be resumed after it.
        big = b"event: set.item.admitted\ndata: " + b"x" * EVENT_MAX_CHARS + b"\nid: 2\n\n"

        async def at_last(exchange: Exchange) -> None:
            if server.count(SET) >= 8:
                stands(server, "completed", (2, 4, 5))
            await server.answer(exchange)

        server.always(EVENTS, stream(big))
        server.always(SET, at_last)
        check_whole(await follow(server, ticking))
        assert server.count(EVENTS) == 3


async def test_events_without_an_id_of_their_own_are_each_told(ticking: Ticking) -> None:
    def progress(checked: int) -> bytes:
        data = {**search_body("running"), "progress": {"checked": checked}}
        return f"event: set.search.progress\ndata: {json.dumps(data)}\n\n".encode()

    async with Deployment() as server:
        stands(server, "running")
        first = sse(WHOLE[0]) + progress(10) + progress(20) + progress(30)
        # The second stream is one that replays all.
        server.on(EVENTS, stream(first), stream(first + sse(*WHOLE[1:]), finished=True))
        updates = await follow(server, ticking)
        streams = [seen for seen in server.seen if seen.path.endswith("/events")]
    check_whole(updates)
    told = [u.search.progress.checked for u in updates if u.event and u.search and u.event.id == 1]
    assert told == [0, 10, 20, 30]
    assert streams[1].headers["last-event-id"] == "1"


@pytest.mark.parametrize("retry", ["9" * 400, "-3", "1", "9" * 5000])
async def test_a_pause_between_streams_stays_within_bounds(retry: str, ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(f"retry: {retry}\n\n".encode() + sse(WHOLE[0])))
        server.on(EVENTS, stream(sse(*WHOLE[1:]), finished=True))
        check_whole(await follow(server, ticking))
    assert all(0.5 <= slept <= 30 for slept in ticking.slept)


@pytest.mark.parametrize("identifier", ["9" * 5000, "x" * 5000, "\x1b[2J", "é"])
async def test_an_id_that_no_header_can_hold_is_not_sent_back(
    identifier: str, ticking: Ticking
) -> None:
    async with Deployment() as server:
        stands(server, "running")
        odd = f"id: {identifier}\nevent: set.note\ndata: hello\n\n".encode()
        server.on(EVENTS, stream(odd), stream(sse(*WHOLE), finished=True))
        updates = await follow(server, ticking)
        streams = [seen for seen in server.seen if seen.path.endswith("/events")]
    check_whole(updates)
    assert "last-event-id" not in streams[1].headers
    note = next(u.event for u in updates if u.kind == "set.note")
    assert note is not None and "\x1b" not in str(note.id)


async def test_what_is_not_json_or_unknown_is_told_as_it_came(ticking: Ticking) -> None:
    odd = b'id: 2\nevent: set.note\ndata: {"type": "set.note", "data": {"text": "hi"}}\n\n'
    words = (
        b"\xef\xbb\xbfid: 1\r\nevent: gossip\r\ndata: just \x1b[2J words\r\n\r\ndata:\n\n: c\n\n"
    )
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(words + odd), stream(sse(*WHOLE[2:]), finished=True))
        updates = await follow(server, ticking)
    check_whole(updates)
    told = {update.kind: update.event for update in updates if update.event}
    assert told["gossip"].data == {"text": "just [2J words"}
    assert told["set.note"].data == {"text": "hi"}


async def test_other_names_for_the_same_events(ticking: Ticking) -> None:
    frames = [
        {"event": "people_set.search.running", "id": "a1", "result": search_body("processing")},
        {"type": "peopleSet.item.created", "id": "a2", "item": item_body(2)},
        {
            "type": "item.admitted",
            "id": "a3",
            **{k: v for k, v in item_body(4).items() if k != "id"},
        },
        {"type": "search.completed", "id": "a4", "data": search_body("finished")},
    ]
    data = "".join(f"data: {json.dumps(frame)}\n\n" for frame in frames) + "data: [DONE]\n\n"
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(data.encode(), finished=True))
        updates = await follow(server, ticking)
    kinds = [update.kind for update in updates if update.event is not None]
    assert kinds[:4] == [
        "set.search.started",
        "set.item.admitted",
        "set.item.admitted",
        "set.search.completed",
    ]
    people = {u.item.person.person_id for u in updates if u.item is not None}
    assert people == {"per_2", "per_4", "per_5"}
    started = next(u for u in updates if u.kind == "set.search.started")
    assert started.search is not None and started.search.status == "running"


async def test_an_error_in_the_stream_is_a_failure_of_the_stream(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        said = {"code": "index_moved", "message": "Gone for now", "request_id": "req_in"}
        broken = f"data: {json.dumps({'error': said})}\n\n".encode()
        server.on(EVENTS, stream(broken), stream(broken), stream(sse(*WHOLE), finished=True))
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 3
    check_whole(updates)
    told = [update.trouble for update in updates if update.trouble is not None]
    assert [(error.code, error.request_id) for error in told] == [("index_moved", "req_in")]
    assert "Gone for now" in str(told[0])


@pytest.mark.parametrize("status", [204, 202, 404, 501])
async def test_where_there_is_no_stream_the_set_is_polled(status: int, ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running", (2,))

        async def ends(exchange: Exchange) -> None:
            stands(exchange.server, "completed", (2, 4, 5))
            await exchange.send(status, b"")

        server.on(EVENTS, ends)
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 1, "it is not asked for again"
    check_whole(updates)


async def test_a_set_that_is_over_needs_no_stream(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "completed", (2, 4, 5))
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 0
    check_whole(updates)


async def test_an_unknown_status_is_unfinished_until_a_terminal_event(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "pondering", (2, 4, 5))
        server.on(EVENTS, stream(sse(*WHOLE)))
        updates = await follow(server, ticking)
    assert sorted(items_of(updates)) == ["item_2", "item_4", "item_5"]
    assert [u.kind for u in updates].count("set.search.completed") == 1


async def test_a_copy_that_lags_behind_never_brings_a_set_back(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running", (2, 4, 5))
        server.on(EVENTS, stream(sse(*WHOLE)))
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 1
    assert updates[-1].set is not None and updates[-1].set.searches[0].status == "completed"
    assert sorted(items_of(updates)) == ["item_2", "item_4", "item_5"]


async def test_an_older_search_that_ends_does_not_end_the_set(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        old = {**search_body("completed"), "id": "search_0"}
        ended = (1, "set.search.completed", {"id": 1, "type": "set.search.completed", "data": old})
        server.on(EVENTS, stream(sse(ended)), stream(sse(*WHOLE[1:]), finished=True))
        updates = await follow(server, ticking)
        assert server.count(EVENTS) == 2
    assert [u.event.id for u in updates if u.kind == "set.search.completed" and u.event] == [1, 6]


async def test_a_copy_that_lags_behind_is_asked_again(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")

        async def catches_up(exchange: Exchange) -> None:
            await server.answer(exchange)
            stands(server, "completed", (2, 4, 5))

        server.on(SET, server.answer, server.answer, catches_up)
        server.on(EVENTS, stream(sse(*WHOLE[:3], *WHOLE[5:])))
        updates = await follow(server, ticking)
    check_whole(updates)
    assert updates[-1].set is not None and updates[-1].set.item_count == 3


async def test_an_event_without_its_person_is_made_good_at_once(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running", (2,))
        bare = (2, "set.item.admitted", {"id": 2, "data": {"item_id": "item_2"}})
        server.on(EVENTS, stream(sse(WHOLE[0], bare)), stream(sse(*WHOLE[2:]), finished=True))
        updates = await follow(server, ticking)
    check_whole(updates)
    kinds = [update.kind for update in updates if update.event is not None]
    assert kinds[:3] == ["set.search.started", "set.item.admitted", "set.search.progress"]


@pytest.mark.parametrize("beat", [b": heartbeat\n\n", sse(WHOLE[2])])
async def test_a_stream_that_was_alive_long_is_an_answer_until_its_end(
    beat: bytes, ticking: Ticking
) -> None:
    """However long a Set takes: what is lost then is waited for as at its beginning."""
    told = asyncio.Event()
    updates = []

    async def hours(exchange: Exchange) -> None:
        await exchange.send(200, sse(*WHOLE[:2]), {**STREAM, "content-length": "99999999"})
        await told.wait()
        ticking.now += 3_600
        server.on(SET, *[reply(503, b"")] * 8)
        await exchange.raw(beat)
        exchange.close()

    async with Deployment() as server, Shortlist(server.url, "sl_f", clock=ticking.clock) as client:
        stands(server, "running")
        server.on(EVENTS, hours, stream(sse(*WHOLE[3:]), finished=True))
        async for update in client.follow("set_1", patience=60.0):
            updates.append(update)
            if update.item is not None:
                told.set()
    check_whole(updates)


async def test_a_dead_network_is_waited_for_and_then_said(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, stream(sse(*WHOLE[:3])))
        server.on(SET, server.answer, *[reply(503, b"")] * 12)
        server.on(EVENTS, stream(sse(*WHOLE[3:]), finished=True))
        check_whole(await follow(server, ticking))
        stands(server, "running")
        server.always(SET, reply(503, b""))
        with pytest.raises(Unavailable):
            await follow(server, ticking, patience=60.0)


@pytest.mark.parametrize(
    ("route", "answer", "kind"),
    [
        (SET, error(401, "revoked_api_key"), AuthRequired),
        (EVENTS, error(403, "insufficient_scope"), AuthRequired),
        (SET, error(404, "not_found"), ShortlistError),
    ],
)
async def test_a_refusal_is_said_at_once(
    route: str, answer: Reply, kind: type[ShortlistError], ticking: Ticking
) -> None:
    async with Deployment() as server:
        stands(server, "running")
        server.always(route, answer)
        with pytest.raises(kind):
            await follow(server, ticking)


async def test_the_wrong_content_type_is_not_read_as_a_stream(ticking: Ticking) -> None:
    async with Deployment() as server:
        stands(server, "running")

        async def page(exchange: Exchange) -> None:
            stands(server, "completed", (2, 4, 5))
            await exchange.send(200, b"<html>data: x\n\n", {"content-type": "text/html"})

        server.on(EVENTS, page)
        check_whole(await follow(server, ticking))


async def test_leaving_early_closes_the_stream(ticking: Ticking) -> None:
    async with Deployment() as server, Shortlist(server.url, "sl_f") as client:
        stands(server, "running")
        closed = asyncio.Event()

        async def held(exchange: Exchange) -> None:
            await exchange.send(200, sse(WHOLE[0]), {**STREAM, "content-length": "9999999"})
            await exchange.gone()
            closed.set()

        server.on(EVENTS, held)
        async with client.follow("set_1") as follower:
            async for update in follower:
                if update.event is not None:
                    break
        assert follower.last_event_id == "1"
        async with asyncio.timeout(60):
            await closed.wait()


async def test_a_flood_is_followed_in_bounded_memory(ticking: Ticking) -> None:
    many = 20_000

    async def flood(exchange: Exchange) -> None:
        await exchange.send(200, b"", {**STREAM, "content-length": "999999999"})
        for start in range(1, many, 500):
            frames = [
                search_event(n, "progress", "running", n % 9) for n in range(start, start + 500)
            ]
            await exchange.raw(sse(*frames))
        stands(server, "completed", (2, 4, 5))
        await exchange.raw(sse(search_event(many + 1, "completed", "completed"), idle(many + 2)))

    async with Deployment() as server:
        stands(server, "running")
        server.on(EVENTS, flood)
        async with Shortlist(server.url, "sl_f", clock=ticking.clock) as client:
            follower = client.follow("set_1")
            progress = 0
            async for update in follower:
                progress += update.kind == "set.search.progress"
            assert len(follower._events._recent) <= 4096
    assert progress == many
