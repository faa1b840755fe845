"""A small deployment on loopback for the commands: it counts what it bills, and can misbehave."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk_test_5b2e9d"

Reply = tuple[int, dict[str, str], bytes]


@dataclass
class Seen:
    """A request that arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


def reply(document: Any, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {"Content-Type": "application/json", **named}, json.dumps(document).encode()


def refuse(code: str, status: int, **members: Any) -> Reply:
    error = {"code": code, "message": f"This was {code}.", "request_id": "req_77", **members}
    return reply({"error": error}, status)


def person(number: int) -> dict[str, Any]:
    return {
        "person_id": f"p{number}",
        "name": f"Person {number}",
        "title": "Engineer",
        "company": "Acme",
        "location": "Oslo, Norway",
        "profile_url": f"https://people.example.org/{number}",
        "confidence": 0.5,
        "contact_status": "requires_enrichment",
    }


@dataclass
class Deployment:
    """What it has, what it saw, and what it billed."""

    people: int = 12
    admitted: int = 12
    status: str = "completed"
    stop_reason: str | None = None
    synthetic: bool = False
    url: str = ""
    seen: list[Seen] = field(default_factory=list)
    billed: Counter[str] = field(default_factory=Counter)
    """How often each lookup was billed, by its anchor."""
    fault: Callable[[Seen], Reply | None] = lambda seen: None
    """Answers in place of the deployment, before it does anything."""
    lose_answers: float = 0.0
    """How likely it is that what was done is not told: the connection is cut instead."""
    _kept: dict[str, tuple[bytes, Reply]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _random: random.Random = field(default_factory=lambda: random.Random(7))

    # What each address answers

    def answer(self, seen: Seen, raw: bytes) -> Reply | None:
        """The reply, or `None` to cut the connection."""
        if seen.headers.get("authorization") != f"Bearer {KEY}":
            return refuse("invalid_api_key", 401)
        if (faulty := self.fault(seen)) is not None:
            return faulty
        key = seen.headers.get("idempotency-key")
        with self._lock:
            if key and key in self._kept:
                before, kept = self._kept[key]
                if before != raw:
                    return refuse("idempotency_conflict", 409)
                given = kept
            else:
                given = self.do(seen)
                if key and given[0] < 400:
                    self._kept[key] = (raw, given)
        if seen.method == "POST" and self._random.random() < self.lose_answers:
            return None
        return given

    def do(self, seen: Seen) -> Reply:
        path, _, query = seen.path.partition("?")
        match [seen.method, *path.strip("/").split("/")]:
            case ["POST", "v1", "search"]:
                return self._search(seen.body)
            case ["POST", "v1", "enrich"]:
                return self._enrich(seen.body)
            case ["POST", "v1", "sets"]:
                made = self._set("queued") | {"search": self._set("queued")["searches"][0]}
                return reply(made, 201)
            case ["GET", "v1", "sets"]:
                return reply({"data": [self._set(self.status)], "has_more": False})
            case ["GET", "v1", "sets", "set_1"] | ["POST", "v1", "sets", "set_1", "cancel"]:
                return reply(self._set(self.status))
            case ["GET", "v1", "sets", "set_1", "items"]:
                return self._items(query)
            case ["GET", "v1", "sets", "set_1", "events"]:
                return self._events()
            case ["GET", "v1", "sets", "set_1", "export"]:
                return self._export(query)
            case ["POST", "v1", "person"]:
                return reply({"data": {"run_id": "run_1", "status": "queued"}, "meta": {}}, 202)
            case ["GET", "v1", "person", "runs", "run_1"]:
                dossier = {"person_id": "p1", "summary": "An engineer.", "identity": {"name": "A"}}
                return reply({"data": dossier, "meta": {"credits_charged": 25}})
            case ["GET", "v1", "account", "usage"]:
                credits = {"included": 100, "used": 3, "available": 97, "reserved": 0}
                return reply({"data": {"plan": "pro", "credits": credits}, "meta": {}})
        return refuse("not_found", 404)

    def _search(self, body: dict[str, Any]) -> Reply:
        found = min(self.people, body["num_results"])
        results = [{"score": 1 / (n + 1), "person": person(n)} for n in range(found)]
        data = {"results": results, "request": {"synthetic": self.synthetic or None}}
        meta = {"request_id": "req_1", "credits_charged": -(-found // 10), "remaining_credits": 97}
        return reply({"data": data, "meta": meta})

    def _enrich(self, body: dict[str, Any]) -> Reply:
        anchor = {name: body[name] for name in body if name != "fields"}
        if anchor.get("email") == "refused@example.org":
            return refuse("identity_required", 422)
        self.billed[json.dumps(anchor, sort_keys=True)] += 1
        who = str(next(iter(anchor.values())))
        fields = {
            name: {"value": f"{who}/{name}", "status": "found", "confidence": "verified"}
            | {"source": "acme", "last_seen": "2026-11-01T00:00:00.000Z"}
            for name in body["fields"]
        }
        usage = {"billed": body["fields"], "acu_used": len(body["fields"])}
        return reply({"data": fields, "meta": {"request_id": "req_2", "usage": usage}})

    def _set(self, status: str) -> dict[str, Any]:
        search = {
            "id": "s1",
            "query": "engineers",
            "count": 25,
            "status": status,
            "criteria": [{"id": "c1", "description": "Is an engineer"}],
            "progress": {"admitted": self.admitted, "requested": 25, "checked": 40},
            "created_at": "2026-11-21T10:00:00.000Z",
            "finished_at": None if status == "queued" else "2026-11-21T10:00:05.000Z",
            "stop_reason": self.stop_reason,
        }
        return {
            "id": "set_1",
            "status": status,
            "searches": [search],
            "item_count": self.admitted,
            "spent_credits": 2,
            "budget": {"credits": None},
            "pricing": {"estimated_credits": 3, "requested": 25},
            "created_at": "2026-11-21T10:00:00.000Z",
            "synthetic": self.synthetic or None,
        }

    def _item(self, number: int) -> dict[str, Any]:
        return {"id": f"item_{number}", "search_id": "s1", "person": person(number)}

    def _items(self, query: str) -> Reply:
        values = dict(pair.split("=") for pair in query.split("&") if pair)
        start, limit = int(values.get("cursor", 0)), int(values.get("limit", 50))
        page = [self._item(n) for n in range(start, min(start + limit, self.admitted))]
        more = start + limit < self.admitted
        cursor = str(start + limit) if more else None
        return reply({"data": page, "next_cursor": cursor, "has_more": more})

    def _events(self) -> Reply:
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("set.item.admitted", self._item(n)) for n in range(self.admitted)
        ]
        kinds.append((f"set.search.{self.status}", self._set(self.status)["searches"][0]))
        kinds.append(("set.idle", {"item_count": self.admitted}))
        frames = "".join(
            f"id: {n}\nevent: {kind}\ndata: {json.dumps({'id': n, 'type': kind, 'data': data})}\n\n"
            for n, (kind, data) in enumerate(kinds, 1)
        )
        return 200, {"Content-Type": "text/event-stream"}, frames.encode()

    def _export(self, query: str) -> Reply:
        if query == "format=json":
            return reply({"set": {}, "items": [self._item(n) for n in range(self.admitted)]})
        lines = ["person_id,name", *(f"p{n},Person {n}" for n in range(self.admitted))]
        return 200, {"Content-Type": "text/csv"}, "\r\n".join([*lines, ""]).encode()


@contextlib.contextmanager
def serving(deployment: Deployment) -> Iterator[Deployment]:
    """Run a deployment on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen = Seen(self.command, self.path, headers, json.loads(raw) if raw else None)
            deployment.seen.append(seen)
            given = deployment.answer(seen, raw)
            if given is None:
                return
            status, named, body = given
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **named}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            # A program that was killed leaves connections behind; that is the point.
            pass

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    deployment.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield deployment
    finally:
        server.shutdown()
        server.server_close()
        thread.join(60)
