"""Somebody's deployment, on loopback: raw enough to misbehave, and it counts what it bills.

A test scripts replies per route with `on`; what is not scripted is answered in our own shape.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import ssl
import struct
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit


@dataclass
class Seen:
    """One request as it came."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def key(self) -> str | None:
        return self.headers.get("idempotency-key")

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Exchange:
    """A request, and the raw means to answer it."""

    seen: Seen
    server: Deployment
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(
        self,
        status: int = 200,
        body: bytes | str | Any = b"",
        headers: dict[str, str] | None = None,
    ) -> None:
        payload = body if isinstance(body, bytes) else None
        given = {"content-type": "application/json", **(headers or {})}
        if payload is None:
            payload = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        given.setdefault("content-length", str(len(payload)))
        await self.raw(_head(status, given) + payload)

    async def raw(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    def reset(self) -> None:
        """A TCP reset instead of a close."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(1, 13, struct.pack("ii", 1, 0))  # SO_LINGER, no time
        self.writer.transport.abort()

    def close(self) -> None:
        self.writer.close()

    async def gone(self) -> None:
        """Wait until the other side closes."""
        with contextlib.suppress(ConnectionError):
            while await self.reader.read(1024):
                pass


Reply = Callable[[Exchange], Awaitable[None]]


def reply(status: int = 200, body: Any = None, **headers: str) -> Reply:
    """A plain reply; header names with underscores for dashes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer(exchange: Exchange) -> None:
        await exchange.send(status, b"" if body is None else body, named)

    return answer


def error(
    status: int, code: str, message: str = "Said no.", *, headers: Any = None, **members: Any
) -> Reply:
    """The error envelope."""

    async def answer(exchange: Exchange) -> None:
        body = {"code": code, "message": message, "request_id": "req_test", **members}
        await exchange.send(status, {"error": body}, headers)

    return answer


def _head(status: int, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def sse(*events: tuple[int | str | None, str, Any]) -> bytes:
    frames = []
    for identifier, kind, data in events:
        text = data if isinstance(data, str) else json.dumps(data)
        head = f"id: {identifier}\n" if identifier is not None else ""
        frames.append(f"{head}event: {kind}\ndata: {text}\n\n")
    return "".join(frames).encode()


STREAM = {"content-type": "text/event-stream", "connection": "close"}


@dataclass
class Deployment:
    """`async with Deployment() as server`: its address is `server.url`."""

    seen: list[Seen] = field(default_factory=list)
    billed: Counter[str] = field(default_factory=Counter)
    """Runs by idempotency key: every key at most once, or somebody paid twice."""
    stored: dict[str, tuple[str, int, Any]] = field(default_factory=dict)
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    url: str = ""
    connections: int = 0
    tls: ssl.SSLContext | None = None
    """With it the address is `https`."""

    def __post_init__(self) -> None:
        self._scripts: dict[str, deque[Reply]] = defaultdict(deque)
        self._always: dict[str, Reply] = {}
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.arrived = asyncio.Condition()

    async def __aenter__(self) -> Deployment:
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", 0, limit=1 << 20, ssl=self.tls
        )
        scheme = "https" if self.tls else "http"
        self.url = f"{scheme}://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop_listening(self) -> None:
        """Whoever connects from now on is refused."""
        assert self._server is not None
        self._server.close()

    def on(self, route: str, *replies: Reply) -> None:
        """Answer the next requests of `route` (`"POST /v1/enrich"`) with these, in turn."""
        self._scripts[route].extend(replies)

    def always(self, route: str, answer: Reply) -> None:
        self._always[route] = answer

    def count(self, route: str) -> int:
        return sum(f"{seen.method} {seen.path}" == route for seen in self.seen)

    async def until(self, met: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until `met`, looked at whenever a request arrives."""
        async with asyncio.timeout(seconds), self.arrived:
            await self.arrived.wait_for(met)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while not writer.is_closing():
                    seen = await _read_request(reader)
                    if seen is None:
                        break
                    self.seen.append(seen)
                    async with self.arrived:
                        self.arrived.notify_all()
                    await self._answer(Exchange(seen, self, reader, writer))
        finally:
            writer.close()

    async def _answer(self, exchange: Exchange) -> None:
        route = f"{exchange.seen.method} {exchange.seen.path}"
        if self._scripts[route]:
            await self._scripts[route].popleft()(exchange)
        elif route in self._always:
            await self._always[route](exchange)
        else:
            await self.answer(exchange)

    async def answer(self, exchange: Exchange) -> None:
        """Our own shape, idempotent as the interface says."""
        seen = exchange.seen
        if seen.method != "POST":
            await exchange.send(*self._read(seen))
            return
        status, body, replayed = self.run(seen)
        await exchange.send(status, body, {"idempotency-replayed": "true"} if replayed else None)

    def run(self, seen: Seen) -> tuple[int, Any, bool]:
        """Do what a POST asks, once a key."""
        key = seen.key
        if key is None:
            return 400, {"error": {"code": "validation_failed", "message": "No key"}}, False
        digest = hashlib.sha256(seen.path.encode() + b"\n" + seen.body).hexdigest()
        if key in self.stored:
            known, status, body = self.stored[key]
            if known != digest:
                return 409, _conflict(), False
            return status, body, True
        status, body = self._post(seen)
        if status < 300:
            self.billed[key] += 1
            self.stored[key] = (digest, status, body)
        return status, body, False

    def _post(self, seen: Seen) -> tuple[int, Any]:
        if seen.path == "/v1/search":
            return 200, search_answer(seen.json.get("num_results", 10))
        if seen.path == "/v1/enrich":
            asked = seen.json["fields"]
            who = seen.json.get("person_id") or seen.json.get("email") or "x"
            return 200, enrich_answer(asked, who)
        if seen.path == "/v1/sets":
            created = set_body(
                f"set_{len(self.sets) + 1}", "queued", count=seen.json["search"]["count"]
            )
            self.sets[created["id"]] = created
            self.items[created["id"]] = []
            return 201, {**created, "search": created["searches"][0]}
        if seen.path.endswith("/cancel"):
            found = self.sets[seen.path.split("/")[3]]
            found["status"] = found["searches"][0]["status"] = "canceled"
            return 200, found
        if seen.path == "/v1/socials":
            return 200, social_answer(seen.json["platform"], seen.json["identifier"])
        if seen.path == "/v1/person":
            return 202, {
                "data": {"run_id": "run_1", "status": "queued"},
                "meta": {"request_id": "req_p"},
            }
        return 404, {
            "error": {"code": "not_found", "message": "Nothing here", "request_id": "req_404"}
        }

    def _read(self, seen: Seen) -> tuple[int, Any]:
        parts = seen.path.strip("/").split("/")
        match parts:
            case ["v1", "sets"]:
                return 200, {
                    "data": list(self.sets.values()),
                    "next_cursor": None,
                    "has_more": False,
                }
            case ["v1", "sets", "count"]:
                told = {"met": 56, "open": 0}
                return 200, {"data": {"together": told, "each": [told]}, "meta": {}}
            case ["v1", "sets", quoted] if unquote(quoted) in self.sets:
                return 200, self.sets[unquote(quoted)]
            case ["v1", "sets", quoted, "items"] if unquote(quoted) in self.items:
                every = self.items[unquote(quoted)]
                start, limit = int(seen.query.get("cursor", 0)), int(seen.query.get("limit", 50))
                more = start + limit < len(every)
                return 200, {
                    "data": every[start : start + limit],
                    "next_cursor": str(start + limit) if more else None,
                    "has_more": more,
                }
            case ["v1", "account", "usage"]:
                return 200, {"data": {"plan": "pro", "credits": {"available": 90}}, "meta": {}}
            case ["v1", "facets"]:
                values = [("Berlin, Germany", 14), ("Bern, Switzerland", 9)]
                told = [{"value": value, "people": people} for value, people in values]
                return 200, {"data": {"name": seen.query["name"], "values": told}, "meta": {}}
            case ["v1", "network", "profile"]:
                return 200, network_answer(seen.query["identifier"])
            case ["v1", "person", "runs", "run_1"]:
                dossier = {"person_id": "per_1", "summary": "A person", "identity": {"name": "A"}}
                return 200, {"data": dossier, "meta": {"request_id": "req_d"}}
            case _:
                return 404, {
                    "error": {"code": "not_found", "message": "No", "request_id": "req_404"}
                }


async def _read_request(reader: asyncio.StreamReader) -> Seen | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    parts = urlsplit(target)
    return Seen(method, parts.path, dict(parse_qsl(parts.query)), headers, body)


def _conflict() -> dict[str, Any]:
    return {"error": {"code": "idempotency_conflict", "message": "Used", "request_id": "req_c"}}


def person_body(number: int) -> dict[str, Any]:
    return {
        "person_id": f"per_{number}",
        "name": f"Zoë Person {number}",
        "title": "State Senator",
        "company": "Senate of Minnesota",
        "location": "Saint Paul, Minnesota",
        "profile_url": f"https://people.example/in/{number}",
        "resolution_source": "service_people_index",
        "identity_verified": False,
        "confidence": 0.75,
        "contact_status": "requires_enrichment",
    }


def profile_body(platform: str, handle: str) -> dict[str, Any]:
    url = f"https://{platform}.example/in/{handle}"
    return {"platform": platform, "url": url, "handle": handle}


def social_answer(platform: str, identifier: Any) -> dict[str, Any]:
    handle = identifier if isinstance(identifier, str) else identifier["person_id"]
    return {
        "data": {
            "platform": platform,
            "profile": profile_body(platform, handle),
            "person": person_body(1),
        },
        "meta": {"request_id": "req_so", "credits_charged": 0},
    }


def network_answer(identifier: str) -> dict[str, Any]:
    profiles = [profile_body(platform, identifier) for platform in ("linkedin", "github")]
    return {
        "data": {"person": person_body(1), "profiles": profiles},
        "meta": {"request_id": "req_n", "credits_charged": 0},
    }


def search_answer(people: int) -> dict[str, Any]:
    return {
        "data": {
            "results": [{"score": 1 / (n + 1), "person": person_body(n)} for n in range(people)],
            "grounding": {"status": "not_needed", "results": []},
            "search_time_ms": 12,
        },
        "meta": {"request_id": "req_s", "credits_charged": 1, "remaining_credits": 99},
    }


def enrich_answer(fields: list[str], who: str) -> dict[str, Any]:
    found = {
        "status": "found",
        "confidence": "verified",
        "source": "directory",
        "last_seen": "2026-11-01T10:00:00.000Z",
    }
    return {
        "data": {name: {"value": f"{who}@{name}.example", **found} for name in fields},
        "meta": {
            "request_id": "req_e",
            "usage": {"billed": fields, "free": [], "not_found": [], "acu_used": len(fields)},
            "warnings": [],
        },
    }


def item_body(number: int, set_id: str = "set_1") -> dict[str, Any]:
    return {
        "id": f"item_{number}",
        "object": "set_item",
        "set_id": set_id,
        "search_id": "search_1",
        "status": "admitted",
        "person": person_body(number),
        "verification": [
            {
                "criterion_id": "c1",
                "criterion": "Is a senator",
                "status": "satisfied",
                "reasoning": "The title says so.",
                "references": [{"url": None, "source": "title", "quote": "State Senator"}],
            }
        ],
        "score": 0.9,
        "created_at": "2026-11-01T10:00:00.000Z",
    }


def search_body(status: str, *, admitted: int = 0, count: int = 25) -> dict[str, Any]:
    over = status in ("completed", "failed", "canceled")
    return {
        "id": "search_1",
        "query": "senators",
        "count": count,
        "status": status,
        "criteria": [{"id": "c1", "description": "Is a senator"}],
        "behavior": "append",
        "progress": {
            "candidates": 100,
            "checked": admitted,
            "admitted": admitted,
            "completion": 0.5,
        },
        "created_at": "2026-11-01T10:00:00.000Z",
        "finished_at": "2026-11-01T10:05:00.000Z" if over else None,
        "stop_reason": None,
    }


def set_body(set_id: str, status: str, *, admitted: int = 0, count: int = 25) -> dict[str, Any]:
    return {
        "id": set_id,
        "object": "set",
        "status": status,
        "searches": [search_body(status, admitted=admitted, count=count)],
        "item_count": admitted,
        "spent_credits": -(-admitted // 10),
        "budget": {"credits": None},
        "pricing": {
            "unit": "acu",
            "people_per_acu": 10,
            "requested": count,
            "estimated_credits": 3,
        },
        "events_url": "http://evil.example/steal",
        "items_url": "http://evil.example/steal",
        "created_at": "2026-11-01T10:00:00.000Z",
        "updated_at": "2026-11-01T10:00:00.000Z",
    }
