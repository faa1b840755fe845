"""The link to one deployment with one key, shared by all endpoints."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from shortlist import __version__
from shortlist.client.answers import read_error, read_json, request_id_of
from shortlist.client.calls import Answer, Call, CallRecord
from shortlist.client.clock import Clock
from shortlist.client.errors import ReadOnly, ShortlistError, WrongUse
from shortlist.client.executor import Executor, new_key
from shortlist.client.frames import Frame, read_frames
from shortlist.client.journal import Journal
from shortlist.client.limiter import Limiter, limiter_of
from shortlist.client.options import Options, Route
from shortlist.client.paths import BaseUrl, path_of
from shortlist.client.policy import Answered, Do, decide
from shortlist.client.rates import read_rate
from shortlist.client.retry_after import parse_retry_after
from shortlist.client.transport import Broken, Stream, Transport

_log = logging.getLogger("shortlist.client")
_STREAM_READ_SECONDS: Final = 30.0
_ERROR_BODY_MAX: Final = 256 * 1024
_KEY_MAX_CHARS: Final = 255
_NO_STREAM: Final = frozenset({404, 405, 406, 501})


@dataclass(frozen=True, slots=True)
class Connection:
    """How this client is connected, for people to see; no key."""

    base_url: str
    proxy: str | None
    in_flight: int
    limit: int
    held_seconds: float
    """How long a rate limit still holds every request."""
    key_refused: bool


@dataclass(frozen=True, slots=True)
class EventStream:
    """An open event stream; `frames` gives `None` for a heartbeat. `body` where it was refused."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    frames: AsyncIterator[Frame | None] = field(default_factory=lambda: _no_frames())

    @property
    def absent(self) -> bool:
        """The deployment has no stream of this Set, as a 204 says too: the Set is polled."""
        return self.status in _NO_STREAM or 200 < self.status < 300


class Link:
    """Transport, journal and limiter of one key at one deployment, and the executor over them."""

    def __init__(
        self,
        base: BaseUrl,
        api_key: str,
        *,
        journal: Path | None,
        options: Options,
        route: Route,
        account: str | None,
        clock: Clock,
        proven: bool = False,
        read_only: bool = False,
    ) -> None:
        self.read_only = read_only
        self.base = base
        self.clock = clock
        self.options = options
        self.transport = Transport(
            base, api_key, f"shortlist/{__version__}", proven=proven, route=route
        )
        self.journal = Journal(journal, clock.wall)
        self._named_account = account
        self._fingerprint = _fingerprint(api_key)
        self._executor: Executor | None = None
        self._whole = self
        """The link that this is a view of, with options of its own."""

    def with_options(self, options: Options) -> Link:
        """The same link with other options; it is closed with this one."""
        view = copy.copy(self)
        view.options = options
        return view

    async def aclose(self) -> None:
        if self._whole is not self:
            return
        if self._executor is not None:
            await self._executor.aclose()
        await self.transport.aclose()
        await self.journal.aclose()

    @property
    def account(self) -> str:
        """Whose requests these are in the journal; never the key itself."""
        return self._named_account or self._whole._fingerprint

    @property
    def connection(self) -> Connection:
        executor = self._whole._executor
        limiter = executor.limiter if executor is not None else Limiter(self.clock)
        return Connection(
            self.base.url(""),
            self.transport.proxy,
            limiter.in_flight,
            limiter.limit,
            max(0.0, limiter.held_until - self.clock.monotonic()),
            limiter.refused is not None,
        )

    def use_key(self, api_key: str) -> None:
        """Go on with another API key of the same workspace, as after `AuthRequired`."""
        if self._whole is not self:
            self._whole.use_key(api_key)
            return
        self.transport.use_key(api_key)
        self._fingerprint = _fingerprint(api_key)
        if self._executor is not None:
            self._executor.limiter = self._limiter()
            self._executor.limiter.admit()
            self._executor.account = self.account

    # Requests

    async def get(self, path: str) -> Answer:
        return await self.run(Call("GET", path))

    async def post(
        self,
        path: str,
        body: Mapping[str, Any],
        key: str | None,
        *,
        read_seconds: float = 30.0,
        total_seconds: float = 180.0,
        durable: bool = False,
        empty_ok: bool = False,
    ) -> Answer:
        try:
            sent = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        except UnicodeEncodeError:
            raise WrongUse(
                "The request holds what is no text: bytes of another encoding than the locale's. "
                "Set LANG to a UTF-8 locale, such as C.UTF-8"
            ) from None
        except (TypeError, ValueError) as error:
            raise WrongUse(f"The request cannot be written as JSON: {error}") from None
        if key is not None and not (0 < len(key) <= 255 and key.isascii() and key.isprintable()):
            raise WrongUse("An idempotency key is 1 to 255 visible ASCII characters")
        return await self.run(
            Call(
                "POST",
                path,
                sent,
                key or new_key(),
                read_seconds,
                total_seconds,
                durable,
                empty_ok,
            )
        )

    async def run(self, call: Call) -> Answer:
        if self.read_only and _may_cost(call):
            raise ReadOnly("This deployment is set to be read only")
        return await self._ready().run(replace(call, options=self.options))

    def _ready(self) -> Executor:
        if self._whole is not self:
            return self._whole._ready()
        if self._executor is None:
            self._executor = Executor(
                self.transport,
                self.journal,
                self._limiter(),
                self.clock,
                self.account,
            )
        return self._executor

    def _limiter(self) -> Limiter:
        return limiter_of(self.base.origin, self._fingerprint, self.clock)

    # Streams

    @asynccontextmanager
    async def open_events(
        self, set_id: str, last_event_id: str | None
    ) -> AsyncIterator[EventStream]:
        """The event stream of a Set; never the address that the service names. Raises
        `Broken` when no connection comes about, and in `frames` when it breaks off."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        headers["Accept-Encoding"] = "identity"
        last = last_event_id or ""
        if 0 < len(last) <= _KEY_MAX_CHARS and last.isprintable() and last.isascii():
            headers["Last-Event-ID"] = last
        path = path_of("sets", set_id, "events")
        async with self.open(path, headers, _STREAM_READ_SECONDS) as stream:
            content_type = stream.headers.get("content-type", "").partition(";")[0].strip().lower()
            if stream.status != 200 or content_type != "text/event-stream":
                body = await whole(stream) if stream.status >= 300 else b""
                status = stream.status if stream.status != 200 else 406
                yield EventStream(status, stream.headers, body)
            else:
                async with aclosing(read_frames(stream.chunks)) as frames:
                    yield EventStream(200, stream.headers, frames=frames)

    def refusal_of(self, stream: EventStream) -> ShortlistError:
        """The error of a stream that was refused."""
        status = stream.status
        view = read_error(status, read_json(stream.body), stream.headers)
        named = self.retry_after_of(stream)
        decision = decide(Answered(status, error=view, retry_after=named))
        return decision.error(
            view.message,
            code=view.code,
            status=status,
            request_id=view.request_id,
            retryable=decision.do is Do.RETRY,
            retry_after=named,
        )

    def retry_after_of(self, stream: EventStream) -> float | None:
        """Seconds that the answer asks to wait."""
        view = read_error(stream.status, read_json(stream.body), stream.headers)
        return parse_retry_after(stream.headers, view.members, self.clock.wall())

    @asynccontextmanager
    async def open(
        self, path: str, headers: Mapping[str, str], read_seconds: float
    ) -> AsyncIterator[Stream]:
        limiter = self._ready().limiter
        await limiter.acquire(paid=False)
        # The slot covers the opening; a stream that stays open takes none from other work.
        held = True
        began = self.clock.monotonic()
        try:
            opened = self.transport.stream(path, headers=headers, read_seconds=read_seconds)
            async with opened as stream:
                limiter.release()
                held = False
                self._tell_opened(path, began, stream)
                yield stream
        except Broken:
            if held:
                self._tell_opened(path, began, None)
            raise
        finally:
            if held:
                limiter.release()

    def _tell_opened(self, path: str, began: float, stream: Stream | None) -> None:
        if self.options.on_call is None:
            return
        status = stream.status if stream is not None else None
        headers = stream.headers if stream is not None else {}
        refused = None if status is not None and status < 300 else f"http_{status}"
        record = CallRecord(
            "GET",
            path.partition("?")[0],
            status,
            1,
            None,
            request_id_of(None, headers),
            self.clock.monotonic() - began,
            refused if stream is not None else "unreachable",
            rate=read_rate(headers),
        )
        try:
            self.options.on_call(record)
        except Exception:
            _log.exception("The listener to calls failed")


def _may_cost(call: Call) -> bool:
    """Whether a deployment may charge for it. A cancel only ever spends less; for profiles on
    networks, which are read, the interface names no price (section 4.4)."""
    if call.method == "POST":
        return not call.path.endswith("/cancel")
    return call.path.startswith(path_of("network"))


def _fingerprint(api_key: str) -> str:
    return hashlib.sha256(api_key.strip().encode("utf-8", "replace")).hexdigest()[:16]


async def whole(stream: Stream) -> bytes:
    """The body of a refusal, as far as it matters."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(10):
            async for chunk in stream.chunks:
                parts.append(chunk)
                size += len(chunk)
                if size > _ERROR_BODY_MAX:
                    break
    except (Broken, TimeoutError):
        pass
    return b"".join(parts)


async def _no_frames() -> AsyncIterator[Frame | None]:
    return
    yield None
