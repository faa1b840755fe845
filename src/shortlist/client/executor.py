"""The loop that every request runs through: journal → slot → transport → policy → release →
wait."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from shortlist.client.answers import NOT_JSON, read_error, read_json, request_id_of, status_inside
from shortlist.client.calls import Answer, Attempt, Call, CallRecord, Trail
from shortlist.client.clock import Clock
from shortlist.client.errors import (
    AuthRequired,
    JournalFailed,
    Parked,
    ShortlistError,
    Unreachable,
)
from shortlist.client.failures import error_of
from shortlist.client.journal import Journal, State
from shortlist.client.limiter import LONGEST_WAIT_SECONDS, Limiter
from shortlist.client.policy import (
    Answered,
    Decision,
    Do,
    Outcome,
    Wait,
    decide,
)
from shortlist.client.rates import read_rate
from shortlist.client.retry_after import parse_retry_after
from shortlist.client.transport import Raw, Transport

LONG_READ_SECONDS: Final = 60.0
"""For what a service may think about."""
SLOW_READ_SECONDS: Final = 100.0
"""For what may take the providers' whole deadline of 80 s: at least 95."""
SLOW_TOTAL_SECONDS: Final = 320.0

Told = TypeVar("Told")
_log = logging.getLogger("shortlist.client")

_BACKOFF_BASE: Final = 0.5
_BACKOFF_CAP: Final = 20.0
_JITTER_SECONDS: Final = 0.5
_IN_FLIGHT_BASE: Final = 2.0
_ATTEMPT_SLACK_SECONDS: Final = 15.0
_CLOSE_SECONDS: Final = 5.0


class Executor:
    """Runs calls for one key at one deployment."""

    def __init__(
        self,
        transport: Transport,
        journal: Journal,
        limiter: Limiter,
        clock: Clock,
        account: str,
    ) -> None:
        self.transport = transport
        self.journal = journal
        self.limiter = limiter
        self.clock = clock
        self.account = account
        self._running: set[asyncio.Task[Answer]] = set()

    async def run(self, call: Call) -> Answer:
        """The answer of `call`, or a `ShortlistError`.

        A POST that has left goes on when its caller is cancelled, and its journal row with it.
        """
        trail, total = Trail(), call.options.total_seconds
        if total is not None:
            trail.deadline = self.clock.monotonic() + total
        if call.key is None:
            return await self._recorded(call, trail)
        task = asyncio.create_task(self._recorded(call, trail))
        self._running.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not trail.sent:
                task.cancel()
            raise

    async def aclose(self) -> None:
        """Give what has left a moment to land; what has not stays SENT in the journal."""
        running = set(self._running)
        if running:
            _, late = await asyncio.wait(running, timeout=_CLOSE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _finished(self, task: asyncio.Task[Answer]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # Seen here too, for a caller that went away.
            task.exception()

    async def _recorded(self, call: Call, trail: Trail) -> Answer:
        began = self.clock.monotonic()
        error: str | None = None
        replayed = False
        try:
            answer = await self._run(call, trail)
            replayed = answer.replayed
            return answer
        except ShortlistError as failure:
            error = failure.code
            failure.idempotency_key = failure.idempotency_key or call.key
            raise
        except asyncio.CancelledError:
            error = "canceled"
            raise
        finally:
            _tell(
                call.options.on_call,
                CallRecord(
                    call.method,
                    call.path.partition("?")[0],
                    trail.status,
                    trail.attempts,
                    call.key,
                    trail.request_id,
                    self.clock.monotonic() - began,
                    error,
                    replayed,
                    trail.rate,
                    None if b'"email":' in (call.body or b"") else call.body,
                ),
            )

    async def _run(self, call: Call, trail: Trail) -> Answer:
        try:
            free = self.limiter.is_free and not call.options.slots.locked()
            if call.key is not None and not free:
                await self._journal_as(State.PREPARED, call, trail)
            return await self._attempts(call, trail)
        except asyncio.CancelledError:
            if not trail.sent and not trail.ambiguous:
                await self._settle(call, State.REJECTED, trail, "canceled before it was sent")
            raise
        except (AuthRequired, Parked) as refusal:
            if trail.attempts == 0:
                state = State.UNKNOWN if trail.ambiguous else State.REJECTED
                await self._settle(call, state, trail, refusal.code)
            raise

    async def _attempts(self, call: Call, trail: Trail) -> Answer:
        options, before = call.options, None
        while True:
            # Of the key that this attempt goes with: another may be given meanwhile.
            limiter = self.limiter
            try:
                await self._take_slot(call, limiter, trail)
            except TimeoutError:
                if before is None:
                    raise await self._held_too_long(call, trail) from None
                raise await self._failed(call, trail, *before, limiter) from None
            try:
                now = self.clock.monotonic()
                deadline = trail.deadline = trail.deadline or now + call.total_seconds
                if not trail.sent and call.key is not None:
                    await self._journal_as(State.SENT, call, trail)
                    trail.sent = True
                trail.attempts += 1
                raw = await self._send(call, deadline - now)
            finally:
                limiter.release()
                options.slots.release()
            outcome, headers = self._read(raw)
            decision = decide(outcome, durable=call.durable, empty_ok=call.empty_ok)
            self._note(trail, decision, outcome, headers)
            done = decision.do in (Do.ACCEPT, Do.POLL)
            wait = None if done else self._wait_of(decision, outcome, trail, limiter)
            over = done or (
                decision.do is Do.STOP
                or trail.attempts >= options.attempts
                or trail.rows[decision.row] > decision.replays
                or (wait or 0.0) > LONGEST_WAIT_SECONDS
                or self.clock.monotonic() + (wait or 0.0) >= deadline
            )
            self._tell_attempt(call, trail, decision, outcome, now, None if over else wait)
            if done:
                return await self._accepted(call, trail, outcome, headers, limiter)
            if decision.holds_queue and limiter is not self.limiter and not trail.ambiguous:
                # Refused was a key that another has replaced since: that one is asked.
                await self._settle(call, State.REJECTED, trail, decision.row)
                trail.sent = False
                continue
            if over:
                raise await self._failed(call, trail, decision, outcome, limiter)
            before = decision, outcome
            if wait is not None:
                await self.clock.sleep(wait)

    async def _take_slot(self, call: Call, limiter: Limiter, trail: Trail) -> None:
        """A slot of the client's options and one of the key. Raises `TimeoutError`."""
        left = None
        if call.options.total_seconds is not None and trail.deadline is not None:
            left = trail.deadline - self.clock.monotonic()
        async with asyncio.timeout(left):
            await call.options.slots.acquire()
            try:
                await limiter.acquire(paid=call.key is not None)
            except BaseException:
                call.options.slots.release()
                raise

    async def _held_too_long(self, call: Call, trail: Trail) -> ShortlistError:
        state = State.UNKNOWN if trail.ambiguous else State.REJECTED
        await self._settle(call, state, trail, "deadline_passed")
        return Unreachable(
            f"The request could not leave within {call.options.total_seconds:g} s",
            code="deadline_passed",
            retryable=True,
            advice="Nothing was sent: other requests or the rate limit held it. Try again later.",
        )

    def _note(
        self, trail: Trail, decision: Decision, outcome: Outcome, headers: Mapping[str, str]
    ) -> None:
        trail.ambiguous = trail.ambiguous or decision.ambiguous
        trail.rows[decision.row] = trail.rows.get(decision.row, 0) + 1
        if isinstance(outcome, Answered):
            trail.rate = read_rate(headers) or trail.rate
            trail.status = outcome.status
            trail.request_id = (
                outcome.error.request_id
                if outcome.error is not None
                else request_id_of(outcome.value, headers)
            )

    def _tell_attempt(
        self,
        call: Call,
        trail: Trail,
        decision: Decision,
        outcome: Outcome,
        began: float,
        wait: float | None,
    ) -> None:
        answered = isinstance(outcome, Answered)
        attempt = Attempt(
            call.method,
            call.path.partition("?")[0],
            trail.attempts,
            outcome.status if isinstance(outcome, Answered) else None,
            decision.row,
            self.clock.monotonic() - began,
            wait,
            trail.request_id if answered else None,
            call.key,
        )
        _tell(call.options.on_attempt, attempt)

    async def _journal_as(self, state: State, call: Call, trail: Trail) -> None:
        """Commit the row of a POST: PREPARED while it waits for a slot, SENT before it leaves."""
        assert call.key is not None
        trail.journaled = True
        origin = self.transport.base.origin
        before = await self.journal.write(
            state, call.key, call.method, call.path, call.body or b"", origin, self.account
        )
        if before in (State.SENT, State.UNKNOWN):
            # An earlier process sent it, and what became of that is not known.
            trail.ambiguous = True

    async def _send(self, call: Call, remaining: float) -> Raw | Outcome:
        headers = {}
        if call.key is not None:
            headers = {"Idempotency-Key": call.key, "Content-Type": "application/json"}
        return await self.transport.send(
            call.method,
            call.path,
            body=call.body,
            headers=headers,
            read_seconds=min(call.read_seconds, remaining),
            attempt_seconds=min(call.read_seconds + _ATTEMPT_SLACK_SECONDS, remaining),
        )

    def _read(self, raw: Raw | Outcome) -> tuple[Outcome, Mapping[str, str]]:
        if not isinstance(raw, Raw):
            return raw, {}
        headers = raw.headers
        succeeded = 200 <= raw.status < 300
        value = read_json(raw.body)
        inside = status_inside(value) if succeeded else raw.status
        if inside is None:
            unread = raw.body.lstrip() if value is NOT_JSON else None
            page = unread is not None and unread.startswith(b"<")
            return Answered(raw.status, value, empty=unread == b"", page=page), headers
        error = read_error(inside, value, headers)
        named = parse_retry_after(headers, error.members, self.clock.wall())
        return Answered(inside, value, error=error, retry_after=named), headers

    async def _accepted(
        self,
        call: Call,
        trail: Trail,
        outcome: Outcome,
        headers: Mapping[str, str],
        limiter: Limiter,
    ) -> Answer:
        assert isinstance(outcome, Answered)
        limiter.succeeded()
        limiter.admit()
        await self._settle(call, State.DONE, trail, None)
        return Answer(
            outcome.status,
            None if outcome.value is NOT_JSON else outcome.value,
            trail.request_id,
            headers.get("location"),
            headers.get("idempotency-replayed", "").lower() == "true",
            call.key,
        )

    def _wait_of(
        self, decision: Decision, outcome: Outcome, trail: Trail, limiter: Limiter
    ) -> float | None:
        """Seconds until the next attempt; `None` where the limiter holds everyone instead."""
        if decision.do is Do.STOP:
            return None
        named = outcome.retry_after if isinstance(outcome, Answered) else None
        step = min(_BACKOFF_CAP, _BACKOFF_BASE * 2.0 ** (trail.attempts - 1))
        if decision.wait is Wait.EVERYONE:
            limiter.throttled(step if named is None else named)
            return None if (named or 0.0) <= LONGEST_WAIT_SECONDS else named
        if decision.wait is Wait.IN_FLIGHT:
            step = min(_BACKOFF_CAP, _IN_FLIGHT_BASE * 3.0 ** (trail.attempts - 1))
            return max(named or 0.0, step) + self.clock.random() * _JITTER_SECONDS
        if named is not None:
            # Jitter only adds to what a server names.
            return named + self.clock.random() * max(_JITTER_SECONDS, min(step, named))
        return self.clock.random() * step

    async def _failed(
        self, call: Call, trail: Trail, decision: Decision, outcome: Outcome, limiter: Limiter
    ) -> ShortlistError:
        error = error_of(
            decision,
            outcome,
            paid=call.key is not None,
            ambiguous=trail.ambiguous,
            origin=self.transport.base.origin,
            status=trail.status,
            request_id=trail.request_id,
        )
        if decision.holds_queue and isinstance(error, AuthRequired):
            limiter.refuse(error)
        unknown = trail.ambiguous and not _says_what_became_of_it(decision)
        state = State.UNKNOWN if unknown else State.REJECTED
        await self._settle(call, state, trail, error.code)
        return error

    async def _settle(self, call: Call, state: State, trail: Trail, note: str | None) -> None:
        if call.key is None or not trail.journaled:
            return
        try:
            await self.journal.mark(
                call.key, state, status=trail.status, request_id=trail.request_id, note=note
            )
        except JournalFailed:
            # What was answered is worth more than the note that it was; a replay is free.
            _log.warning("The journal could not note the end of a request")


def _tell(listener: Callable[[Told], None] | None, told: Told) -> None:
    try:
        if listener is not None:
            listener(told)
    except Exception:
        _log.exception("The listener to calls failed")


def _says_what_became_of_it(decision: Decision) -> bool:
    """Whether this answer settles an earlier attempt: the service looks the key up before it
    validates, so that a refusal on the merits means that nothing was kept."""
    return decision.row in ("4xx", "402", "409", "413 422", "key budget")


def new_key() -> str:
    """A fresh idempotency key: 128 random bits."""
    return f"sl-{os.urandom(16).hex()}"
