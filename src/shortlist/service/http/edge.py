"""The HTTP edge: checks of the head, size, authentication, scope and rate, in this order (sections
5, 7 and 8). A body that is not there at once is read only of those whose key is one.

Validation comes next (the framework's, see `app`), then idempotency and the rest (`run`).
Authentication stands before routing and parsing, so that a stranger learns nothing: without a
key, malformed JSON or an unknown path is 401.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Match

from shortlist.contract import proof
from shortlist.service.account.keys import Caller, authenticate, credential_of, require_scope
from shortlist.service.clock import now_ms
from shortlist.service.errors import ApiError
from shortlist.service.http import idempotency, rates
from shortlist.service.http.call import Call, Reply, error_reply, replay
from shortlist.service.http.intake import Body, check_head
from shortlist.service.http.logs import RequestLog
from shortlist.service.http.run import Scopes, as_api_error, methods_of, nowhere
from shortlist.service.http.suppression import without_left_out
from shortlist.service.runtime.services import Services

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN_PATHS = frozenset({"/healthz", "/readyz", "/openapi.json", proof.PATH})
AT_ONCE = 40
"""Requests that are let in, looked up, charged or wait for their turn to search at once."""
JSON_LEVELS_MOST = 64
"""How deep a body nests at most: nothing that is asked for takes more than six, and what reads a
value part by part cannot go down for ever."""

_METHOD_CHARS = 20

log = logging.getLogger("shortlist.access")


class Edge:
    """The outermost ASGI application; `app` is the framework with the endpoints of `routes`."""

    def __init__(self, app: App, services: Services, routes: Sequence[APIRoute]) -> None:
        self.app = app
        self.services = services
        self.routes = routes
        self.told = RequestLog(routes)
        self.paths = frozenset(route.path for route in routes)
        # Half of what the framework's own threads take of the processor for each turn.
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="request")
        self.running = 0
        """Requests and streams under way."""
        self.last_seen = time.monotonic()
        """When the last one began or ended."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not scope["path"].startswith("/"):
            scope["path"] = _origin_form(scope["path"])
        exchange = Exchange(scope, send)
        self.running += 1
        self.last_seen = time.monotonic()
        try:
            await self._pass(exchange, scope, receive)
        except Exception as error:
            known = as_api_error(error)
            if known.code == "internal_error":
                log.error("request failed", exc_info=error, extra=exchange.facts())
            if isinstance(error, rates.RateLimited):
                exchange.allowance = error.allowance
            if not exchange.started:
                await exchange.reply(error_reply(known, exchange.request_id))
        finally:
            self.running -= 1
            self.last_seen = time.monotonic()
            if exchange.caller is not None:
                self.services.answered.set()
            self._note(exchange)

    async def _pass(self, exchange: Exchange, scope: Scope, receive: Receive) -> None:
        state = scope.setdefault("state", {})
        state["request_id"] = exchange.request_id
        exchange.path = self.told.path(scope["path"])
        check_head(scope, exchange.headers, self.services.config.http.hosts)
        if exchange.is_open:
            # Whatever body it has, nobody reads it.
            await self.app(scope, receive, exchange.send)
            return
        body = await self._body(exchange, receive)
        route = self._route(scope)
        answer = await asyncio.get_running_loop().run_in_executor(
            self.threads, self._answer, exchange, scope, body, route
        )
        if isinstance(answer, Response):
            await answer(scope, _nothing_more, exchange.send)
            return
        state["call"] = answer
        await self.app(scope, _receive_again(body, receive), exchange.send)

    async def _body(self, exchange: Exchange, receive: Receive) -> bytes:
        if credential_of(exchange.headers) is None:
            raise ApiError("missing_api_key")
        body = Body(exchange.headers, receive)
        if await body.arrives_at_once():
            return body.whole()
        await asyncio.get_running_loop().run_in_executor(self.threads, self._recognize, exchange)
        return await body.read()

    def _recognize(self, exchange: Exchange) -> None:
        """Raise unless its key is one: who it is, is asked again once its body is there."""
        with self.services.quick_engine.connect() as connection:
            authenticate(connection, credential_of(exchange.headers), exchange.now)

    def _note(self, exchange: Exchange) -> None:
        if exchange.is_open:
            return  # Whoever watches over the service asks all the time: that is no news.
        if self.services.metrics is not None:
            self.services.metrics.note(*exchange.figures(), self.paths)
        if exchange.caller is not None or self.told.may_tell():
            log.info("request", extra=exchange.facts())

    def _route(self, scope: Scope) -> APIRoute | None:
        for route in self.routes:
            if route.matches(scope)[0] is Match.FULL:
                return route
        return None

    def _answer(
        self, exchange: Exchange, scope: Scope, body: bytes, route: APIRoute | None
    ) -> Call | Response:
        """What happens on a worker thread: the answer where it was given before, or where there is
        nothing at the path, else the call to hand to the framework."""
        caller, stored = self._admit(exchange, scope, body, route)
        if stored is not None:
            return replay(stored)
        if route is None:
            call = self._call(exchange, scope, caller, body)
            kept = call.idempotency_key is not None
            return nowhere(call, methods_of(self.routes, scope["path"])) if kept else call
        if route.body_field is not None:
            check_json(exchange.headers.get("content-type"), body)
        return self._call(exchange, scope, caller, body)

    def _admit(
        self, exchange: Exchange, scope: Scope, body: bytes, route: APIRoute | None
    ) -> tuple[Caller, idempotency.Stored | None]:
        """Who calls, and what they were answered when they asked the very same before: only what
        passed validation was ever kept."""
        needed: Scopes = getattr(route.endpoint, "scopes", ()) if route else ()
        override = self.services.config.workspace.requests_per_minute
        # One connection for all of it: taking one costs as much as asking something on it.
        with self.services.quick_engine.connect() as connection:
            with connection.begin():
                caller = authenticate(connection, credential_of(exchange.headers), exchange.now)
            exchange.caller = caller
            self.services.asked.set()
            require_scope(caller, needed)
            buckets = rates.buckets_of(caller, scope["path"], override)
            exchange.allowance = rates.take(connection, buckets, exchange.now)
            key = _idempotency_key(scope, exchange.headers)
            if key is None:
                return caller, None
            print_ = _fingerprint(exchange.headers, scope, caller, body)
            connection.execution_options(write=False)
            with connection.begin():
                stored = idempotency.find(
                    connection, caller.workspace_id, key, print_, exchange.now
                )
                if stored is not None:
                    stored = without_left_out(connection, stored, scope["path"], body)
                return caller, stored

    def _call(self, exchange: Exchange, scope: Scope, caller: Caller, body: bytes) -> Call:
        headers = exchange.headers
        path = scope["path"]
        call = Call(exchange.request_id, caller, self.services, exchange.now, path, body)
        key = _idempotency_key(scope, headers)
        if key is not None:
            idempotency.check_key(key)
            call.idempotency_key = key
            call.fingerprint = _fingerprint(headers, scope, caller, body)
        return call


class Exchange:
    """One request and its response, as far as the edge is concerned."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.request_id = "req_" + secrets.token_hex(12)
        self.now = now_ms()
        self.headers = Headers(scope=scope)
        self.caller: Caller | None = None
        self.allowance: rates.Allowance | None = None
        self.path = ""
        """What the log calls where it went."""
        self.is_open = scope["path"] in OPEN_PATHS
        self.started = False
        self._began = time.perf_counter()
        self._scope = scope
        self._send = send
        self._status = 0

    async def send(self, message: Message) -> None:
        """Send a message of the application, with what every response carries."""
        if message["type"] == "http.response.start":
            self.started = True
            self._status = message["status"]
            headers = list(message.get("headers", ()))
            if not _says(headers, b"x-request-id"):
                headers.append((b"x-request-id", self.request_id.encode()))
            if not self.is_open and not _says(headers, b"cache-control"):
                # People and contacts: no proxy keeps them, also for those who send `x-api-key`.
                headers.append((b"cache-control", b"no-store"))
            if self.allowance is not None:
                headers += self.allowance.headers(self.now)
            message = {**message, "headers": headers}
        await self._send(message)

    async def reply(self, reply: Reply) -> None:
        """Answer with `reply`."""
        response = reply.response(self.request_id)
        await response(self._scope, _nothing_more, self.send)

    def figures(self) -> tuple[str, str, int, float]:
        """Its path as the log calls it, method, status and seconds."""
        seconds = time.perf_counter() - self._began
        return self.path, self._scope["method"], self._status, seconds

    def facts(self) -> dict[str, Any]:
        """What the log says of it: never a query string, a body or a secret."""
        return {
            "request_id": self.request_id,
            "method": self._scope["method"][:_METHOD_CHARS],
            "path": self.path,
            "status": self._status,
            "milliseconds": round((time.perf_counter() - self._began) * 1000, 1),
            "key_id": self.caller.key_id if self.caller else None,
        }


def _says(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(given.lower() == name for given, _ in headers)


def check_json(content_type: str | None, body: bytes) -> None:
    """Raise `validation_failed` unless `body` is JSON that every part of the service can hold."""
    media = (content_type or "application/json").partition(";")[0].strip().lower()
    if media != "application/json" and not media.endswith("+json"):
        raise ApiError(
            "validation_failed",
            "Send the body as JSON, with Content-Type: application/json.",
            field="Content-Type",
        )
    try:
        # Stricter than the framework's reader: no NaN, no lone surrogates.
        if _levels(orjson.loads(body)) > JSON_LEVELS_MOST:
            raise ApiError(
                "validation_failed", f"The body nests deeper than {JSON_LEVELS_MOST} levels."
            )
    except orjson.JSONDecodeError as error:
        raise ApiError("validation_failed", f"The body is not valid JSON: {error}") from None


def _levels(value: object) -> int:
    """How deep `value` nests, as far as one level further than it may."""
    levels, parts = 0, [value]
    while parts and levels <= JSON_LEVELS_MOST:
        inside = [part for part in parts if isinstance(part, dict | list)]
        parts = [each for part in inside for each in _parts(part)]
        levels += bool(inside)
    return levels


def _parts(value: dict[str, object] | list[object]) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value


def _origin_form(target: str) -> str:
    """The path of a request target in absolute form, as a proxy is sent it (RFC 9112, 3.2.2)."""
    absolute = _ABSOLUTE.fullmatch(target)
    return target if absolute is None else absolute[1] or "/"


_ABSOLUTE = re.compile(r"https?://[^/]+(/.*)?", re.IGNORECASE | re.DOTALL)


def _idempotency_key(scope: Scope, headers: Headers) -> str | None:
    """The key that a POST was sent with; of two that differ nobody knows which one is meant."""
    given = set(headers.getlist("idempotency-key")) if scope["method"] == "POST" else set()
    if len(given) > 1:
        raise ApiError(
            "validation_failed", "Send one Idempotency-Key, not several.", field="Idempotency-Key"
        )
    return next(iter(given), None)


def _fingerprint(headers: Headers, scope: Scope, caller: Caller, body: bytes) -> str:
    return idempotency.fingerprint(
        key_id=caller.key_id,
        scopes=caller.scopes,
        method=scope["method"],
        path=scope["path"],
        query=scope["query_string"],
        body=body,
        content_type=headers.get("content-type", "").encode("latin-1"),
        accept=headers.get("accept", "").encode("latin-1"),
    )


def _receive_again(body: bytes, receive: Receive) -> Receive:
    handed = False

    async def again() -> Message:
        nonlocal handed
        if handed:
            return await receive()
        handed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _nothing_more() -> Message:
    return {"type": "http.disconnect"}
