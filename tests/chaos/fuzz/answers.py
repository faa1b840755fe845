"""What a deployment sends into the client: answers, event streams, and bytes that are neither."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from random import Random
from typing import Any

from tests.chaos.fuzz.changes import ODD_BYTES, as_json, spoil_bytes, spoil_json
from tests.client.deployment import (
    enrich_answer,
    item_body,
    network_answer,
    search_answer,
    set_body,
    social_answer,
    sse,
)

from shortlist.client import Shortlist, ShortlistError
from shortlist.client.answers import NOT_JSON, read_error, read_json, status_inside
from shortlist.client.calls import Answer
from shortlist.client.clock import Clock
from shortlist.client.dialect.events import StreamError, parse_event
from shortlist.client.event_history import update_of
from shortlist.client.frames import read_frames
from shortlist.client.transport import Broken

_META = {"request_id": "req_1", "credits_charged": 1, "remaining_credits": 99}
_SET = set_body("set_1", "completed", count=25)
_LINK = {"title": "A", "url": "https://a.example", "status": "live"}
_DOSSIER = {
    "person_id": "per_1",
    "summary": "A person",
    "identity": {"name": "A", "identity_verified": True, "confidence": 0.9},
    "professional": {"current": {"title": "B"}, "history": [{}], "education": [], "skills": ["x"]},
    "source_links": [_LINK],
    "provenance": {"name": [{"source": "x", "source_url": None, "confidence": 0.5}]},
}
_BUDGET = {
    "budget": 10,
    "used": 1,
    "reserved": 0,
    "remaining": 9,
    "resets_at": "2026-11-01T00:00:00Z",
}
_USAGE = {
    "plan": "pro",
    "credits": {"included": 100, "used": 10, "available": 90, "reserved": 0},
    "api_key": {"id": "k", "name": "n", "scopes": ["a"], "daily": _BUDGET, "monthly": _BUDGET},
    "history": [{"date": "2026-11-01", "search": 1, "sets": 2, "enrich": 3, "person": 4}],
}
_REFUSED = {"error": {"code": "rate_limited", "message": "No", "retry_after_seconds": 1}}

# What is asked, and what a deployment answers when all is well.
CALLS: dict[str, tuple[Callable[[Shortlist], Any], Any]] = {
    "search": (lambda c: c.search("x"), search_answer(3)),
    "enrich": (
        lambda c: c.enrich(person_id="p", fields=["work_email", "phone"]),
        enrich_answer(["work_email", "phone"], "p"),
    ),
    "create": (lambda c: c.create_set("x"), {**_SET, "search": _SET["searches"][0]}),
    "set": (lambda c: c.get_set("set_1"), _SET),
    "sets": (lambda c: c.list_sets(), {"data": [_SET], "next_cursor": "x", "has_more": True}),
    "items": (
        lambda c: c.list_items("set_1"),
        {"data": [item_body(n) for n in range(3)], "next_cursor": None, "has_more": False},
    ),
    "cancel": (lambda c: c.cancel_set("set_1"), _SET),
    "person": (lambda c: c.get_person_run("run_1"), {"data": _DOSSIER, "meta": _META}),
    "start": (
        lambda c: c.start_person(person_id="p"),
        {"data": {"run_id": "r", "status": "queued", "poll_url": "/v1/x"}, "meta": _META},
    ),
    "usage": (lambda c: c.usage(), {"data": _USAGE, "meta": _META}),
    "socials": (lambda c: c.socials("github", handle="x"), social_answer("github", "x")),
    "network": (lambda c: c.network_profile("https://x.com/a"), network_answer("x")),
}
_BODIES = [body for _, body in CALLS.values()]
_EVENTS = [
    *(("set.search.queued", {"data": _SET["searches"][0]}), ("set.search.started", {"data": {}})),
    ("set.search.progress", {"data": {"progress": {"candidates": 9, "completion": 0.5}}}),
    *(("set.item.admitted", {"data": item_body(n)}) for n in range(2)),
    ("set.search.completed", {"data": _SET["searches"][0]}),
    ("set.idle", {}),
]


class Answers:
    """A valid answer, spoilt, and each reader of the client on it."""

    name = "answers"

    def make(self, random: Random) -> bytes:
        call = random.choice([*CALLS, "error"])
        body = as_json(random, spoil_json(random, _body(call), _BODIES))
        if random.random() < 0.2:
            body = spoil_bytes(random, body)
        return f"{call}\n".encode() + body

    def read(self, data: bytes) -> None:
        call, _, body = data.partition(b"\n")
        read_error(500, read_json(body), {})
        status_inside(read_json(body))
        if call.decode() in CALLS and read_json(body) is not NOT_JSON:
            asyncio.run(_told(CALLS[call.decode()][0], body))


def _body(call: str) -> Any:
    return CALLS[call][1] if call in CALLS else _REFUSED


async def _told(ask: Callable[[Shortlist], Any], body: bytes) -> None:
    """`ask` where whatever is sent is answered with `body`, without a wire."""
    client = Shortlist("http://127.0.0.1:9", "key", clock=_hurried())

    async def answered(call: Any, *_: object, **__: object) -> Answer:
        value = read_json(body)
        return Answer(200, value, "req_1", None, False, call.key)

    client._link.run = answered  # type: ignore[method-assign]
    try:
        shown = await ask(client)
    except ShortlistError as error:
        assert "\n" not in str(error), error
    else:
        json.dumps(shown.normalised())
    finally:
        await client.aclose()


def _hurried() -> Clock:
    """A clock whose waits are over at once."""
    now = [0.0]

    async def sleep(seconds: float) -> None:
        now[0] += max(seconds, 0.01)
        await asyncio.sleep(0)

    return Clock(
        monotonic=lambda: now[0], wall=lambda: 1.79e9 + now[0], sleep=sleep, random=lambda: 0.5
    )


class Streams:
    """An event stream, spoilt, and cut into pieces anywhere."""

    name = "event streams"

    def make(self, random: Random) -> bytes:
        events = []
        for number in range(random.randrange(1, 9)):
            kind, told = random.choice(_EVENTS)
            event = {"id": number, "type": kind, "created_at": "2026-11-01T00:00:00Z", **told}
            if random.random() < 0.6:
                event = spoil_json(random, event, _BODIES)
            text = as_json(random, event).decode("utf-8", "replace")
            events.append(sse((random.choice((number, None, "\0", "9" * 400)), kind, text)))
        whole = b"".join(events)
        if random.random() < 0.02:
            whole += b"data: " + b"x" * (2 << 20) + b"\n\n"
        return spoil_bytes(random, whole) if random.random() < 0.7 else whole

    def read(self, data: bytes) -> None:
        asyncio.run(self._read(data))

    async def _read(self, data: bytes) -> None:
        random = Random(data)

        async def pieces() -> AsyncIterator[bytes]:
            rest = data
            while rest:
                size = random.choice((1, 7, 100, 5000, 1 << 20))
                yield rest[:size]
                rest = rest[size:]

        async for frame in read_frames(pieces()):
            if frame is None:
                continue
            with suppress(StreamError, ShortlistError):
                event, _ = parse_event(frame.event, frame.data, frame.id)
                json.dumps(event.normalised())
                update_of(event)


class Wires:
    """Bytes of an HTTP answer, spoilt, sent to the whole client: whatever it asks, that is it."""

    name = "answers on the wire"

    def __init__(self) -> None:
        self._answer = b""
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        start = asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 22)
        server = asyncio.run_coroutine_threadsafe(start, self._loop).result()
        self._url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(self._answer)
            await writer.drain()
        writer.close()

    def make(self, random: Random) -> bytes:
        call = random.choice([*CALLS, "follow", "export"])
        body = as_json(random, spoil_json(random, _body(call), _BODIES))
        status = random.choice(
            (200, 200, 200, 201, 202, 204, 301, 400, 401, 402, 409, 422, 429, 500, 503)
        )
        headers = [b"content-type: application/json", b"x-request-id: req_1"]
        if call == "follow":
            body, headers = Streams().make(random), [b"content-type: text/event-stream"]
        if random.random() < 0.2:
            body = gzip.compress(body * random.choice((1, 1, 200)))
            headers.append(
                b"content-encoding: " + random.choice((b"gzip", b"x-gzip", b"deflate, gzip"))
            )
        if random.random() < 0.3:
            headers.append(
                b"retry-after: " + random.choice((b"1", b"-1", b"x", b"9" * 500, b"\xff"))
            )
        if random.random() < 0.2:
            cut = random.randrange(len(body) + 1)
            parts = (
                b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:cut], body[cut:]) if part
            )
            body = b"".join(parts) + b"0\r\n\r\n"
            headers.append(b"transfer-encoding: chunked")
        elif random.random() < 0.9:
            headers.append(b"content-length: %d" % len(body))
        if random.random() < 0.2:
            headers.append(b"location: " + random.choice((*ODD_BYTES, b"http://127.0.0.1:1/")))
        whole = b"HTTP/1.1 %d X\r\n%s\r\n\r\n%s" % (status, b"\r\n".join(headers), body)
        if random.random() < 0.5:
            whole = spoil_bytes(random, whole)
        return f"{call}\n".encode() + whole

    def read(self, data: bytes) -> None:
        call, _, self._answer = data.partition(b"\n")
        asyncio.run(self._ask(call.decode()))

    async def _ask(self, call: str) -> None:
        async with Shortlist(self._url, "key", clock=_hurried()) as client:
            try:
                if call == "follow":
                    async with client.follow("set_1", patience=5) as follower:
                        async for update in follower:
                            str(update)
                elif call == "export":
                    async for _ in client.export_set("set_1"):
                        pass
                else:
                    json.dumps((await CALLS[call][0](client)).normalised())
            except (ShortlistError, Broken) as error:
                assert "\n" not in str(error), error


def readers() -> dict[str, object]:
    """By name, what makes each."""
    return {"answers": Answers, "event streams": Streams, "answers on the wire": Wires}
