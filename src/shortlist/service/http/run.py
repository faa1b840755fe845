"""The steps around an endpoint once its request is valid: idempotency, the account, then the
endpoint itself, in a worker thread."""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any, cast

import anyio
import anyio.to_thread
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from shortlist.contract.limits import IDEMPOTENCY_IN_FLIGHT_WAIT_SECONDS
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import AWAY, CommitLost, reading
from shortlist.service.errors import ApiError, NotReady
from shortlist.service.http import idempotency
from shortlist.service.http.call import Call, Reply, error_reply, replay
from shortlist.service.http.suppression import without_left_out
from shortlist.service.index.port import IndexTimeout, IndexUnavailable

log = logging.getLogger("shortlist.http")

Scopes = tuple[frozenset[str], ...]
Endpoint = Callable[..., Reply | Response | Awaitable[Reply | Response]]

DATABASE_AWAY = "The service cannot use its database at the moment; nothing was charged."
COMMIT_LOST = (
    "The service lost its database before it heard whether this was done. "
    "Send it again with the same Idempotency-Key: it is charged once at most."
)
_AWAY_HEADERS = {"Retry-After": "2"}
"""A database that is started again takes some seconds."""

_IN_FLIGHT_POLL_SECONDS = 0.05
_IDS_IN_PATHS = frozenset({"set_id", "run_id"})


SLOW_AT_ONCE = 64
"""Requests that wait for somebody else, such as a provider, at once; more wait for their turn."""


@functools.cache
def _slow() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(SLOW_AT_ONCE)


def endpoint(
    *scopes: frozenset[str] | str, slow: bool = False
) -> Callable[[Endpoint], Callable[..., Any]]:
    """Mark a function as an endpoint for keys that hold one of `scopes` (each a scope, or a set
    of scopes that are needed together; none: every key). One that is `slow` waits for others'
    answers, on threads of its own: no other request waits for it.

    It takes `call: CallDep`, is sync (it then runs in a worker thread) or async (it must not
    block), and returns a `Reply`, or a `Response` of its own, such as a stream, from a GET.
    """
    needed = tuple(frozenset({s}) if isinstance(s, str) else s for s in scopes)

    def mark(function: Endpoint) -> Callable[..., Any]:
        @functools.wraps(function)
        async def run(**given: Any) -> Response:
            call = cast(Call, given["call"])
            try:
                _ensure_storable(given)
            except ApiError as error:
                return error_reply(error, call.request_id).response(call.request_id)
            if inspect.iscoroutinefunction(function):
                return await _run_async(call, function, given)
            deadline = time.monotonic() + IDEMPOTENCY_IN_FLIGHT_WAIT_SECONDS
            while True:
                answer = await anyio.to_thread.run_sync(
                    _run, call, function, given, limiter=_slow() if slow else None
                )
                if isinstance(answer, Response):
                    return answer
                # The first request with this key is running: wait off the worker threads.
                if time.monotonic() >= deadline:
                    conflict = error_reply(idempotency.in_flight_conflict(), call.request_id)
                    return conflict.response(call.request_id)
                await asyncio.sleep(_IN_FLIGHT_POLL_SECONDS)

        run.scopes = needed  # type: ignore[attr-defined]
        return run

    return mark


def nowhere(call: Call, methods: Collection[str]) -> Response:
    """The answer to a POST to a path that is none, or takes other `methods`. It is as deliberate
    as any, and kept under its idempotency key (section 7, rule 5)."""
    answer = _run(call, _not_allowed if methods else _not_found, {"methods": methods})
    if isinstance(answer, Response):
        return answer
    return error_reply(idempotency.in_flight_conflict(), call.request_id).response(call.request_id)


def _not_found(methods: Collection[str]) -> Reply:  # noqa: ARG001
    raise ApiError("not_found")


def _not_allowed(methods: Collection[str]) -> Reply:
    raise method_not_allowed(methods)


def methods_of(routes: Iterable[APIRoute], path: str) -> set[str]:
    """The methods that `path` takes; none where there is nothing at it."""
    return {m for route in routes if route.path_regex.match(path) for m in route.methods or ()}


def method_not_allowed(methods: Collection[str]) -> ApiError:
    """405, where only `methods` are."""
    return ApiError("method_not_allowed", headers={"Allow": ", ".join(sorted(methods))})


def _run(call: Call, function: Endpoint, given: dict[str, Any]) -> Response | idempotency.InFlight:
    try:
        if call.idempotency_key is not None:
            outcome = idempotency.claim(
                call.services.quick_engine,
                call.workspace_id,
                call.idempotency_key,
                call.fingerprint,
                call.request_id,
                now_ms(),
            )
            if isinstance(outcome, idempotency.InFlight):
                return outcome
            if isinstance(outcome, idempotency.Stored):
                with reading(call.services.engine) as connection:
                    return replay(without_left_out(connection, outcome, call.path, call.body))
            call.claim = call.services.claims[call.request_id] = outcome
        _ensure_active(call)
        answer = function(**given)
        if isinstance(answer, Response):
            return answer
        reply = cast(Reply, answer)
        if call.claim is not None and call.kept is None:
            call.commit(lambda _connection: reply)
        return reply.response(call.request_id)
    except Exception as error:
        return _refused(call, error)
    finally:
        call.services.claims.pop(call.request_id, None)


async def _run_async(call: Call, function: Endpoint, given: dict[str, Any]) -> Response:
    try:
        _ensure_active(call)
        answer = await cast(Awaitable[Reply | Response], function(**given))
        return answer if isinstance(answer, Response) else answer.response(call.request_id)
    except Exception as error:
        return _refused(call, error)


def _ensure_storable(given: dict[str, Any]) -> None:
    """Raise `validation_failed` where anything that was given holds a NUL: no database and no
    index takes one. As the id of something it names nothing: `not_found`."""
    for name, value in given.items():
        if name != "call" and _holds_nul(value):
            if name in _IDS_IN_PATHS:
                raise ApiError("not_found")
            raise ApiError("validation_failed", "The request holds a NUL character.")


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, BaseModel):
        return any(_holds_nul(part) for part in value.__dict__.values())
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(_holds_nul(part) for part in value)


def _ensure_active(call: Call) -> None:
    if not call.caller.active:
        raise ApiError("active_account_required")


def _refused(call: Call, error: Exception) -> Response:
    known = as_api_error(error)
    if known.code == "internal_error":
        log.error("request failed", exc_info=error, extra={"request_id": call.request_id})
    try:
        return call.refuse(known).response(call.request_id)
    except Exception as lost:
        # The claim was taken over, or the database is gone: nothing was kept.
        again = as_api_error(lost)
        if again.code == "internal_error":
            log.error("answer not kept", exc_info=lost, extra={"request_id": call.request_id})
        return error_reply(again, call.request_id).response(call.request_id)


def as_api_error(error: Exception) -> ApiError:
    """The error of the interface that `error` is."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, IndexTimeout):
        return ApiError("search_timeout")
    if isinstance(error, IndexUnavailable | NotReady):
        return ApiError("search_unavailable")
    if isinstance(error, CommitLost):
        # Not said to be retryable: a client may take that to mean that nothing was done.
        return ApiError(
            "internal_error", COMMIT_LOST, status=503, headers=_AWAY_HEADERS, retryable=None
        )
    if isinstance(error, AWAY):
        # Its disk is full, or it is locked or away: nothing was done, and that passes.
        return ApiError("internal_error", DATABASE_AWAY, status=503, headers=_AWAY_HEADERS)
    return ApiError("internal_error")
