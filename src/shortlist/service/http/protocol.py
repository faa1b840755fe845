"""The HTTP/1.1 protocol: limits on connections, and an error envelope also for what cannot be
parsed."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from shortlist.service.errors import ApiError
from shortlist.service.http.call import error_reply

_NOT_HTTP = "This is not HTTP, or its headers are too large."
REQUEST_SECONDS = 10.0
"""How long the head of a request may take to arrive."""
CONNECTIONS_MOST = 4096
DESCRIPTORS_WANTED = 16_384
LINGER_SECONDS = 1
"""How long what is still coming in is read and dropped, so that the peer can read our answer."""


def raise_descriptor_limit() -> None:
    """Let this process, and those it starts, have as many files and connections open as it may: the
    soft limit is for programs that cannot count further than 1,024."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
    if soft < most:
        # Some systems say that they allow more than they do.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@functools.cache
def connections_most() -> int:
    """How many connections there is room for: what else is open needs descriptors too, and many
    may come before the first of them is let go."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return CONNECTIONS_MOST if soft < 0 else max(min(CONNECTIONS_MOST, soft // 4), 16)


class Protocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with our words for what it cannot parse."""

    _refused = False
    _ended = False
    """The peer has said all it will."""
    _waiting_since = 0.0
    _look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._waiting_since = self.loop.time()
        if len(self.connections) > connections_most():
            self._make_room()
        self._look = self.loop.call_later(REQUEST_SECONDS, self._look_whether_it_comes)

    def _make_room(self) -> None:
        """Let go of the connection that has waited longest for its next request, this one if every
        other is being answered."""
        waiting = [each for each in self.connections if isinstance(each, Protocol)]
        waiting = [each for each in waiting if each.is_idle() and not each.transport.is_closing()]
        min(waiting, key=lambda each: each._waiting_since, default=self).transport.abort()

    def is_idle(self) -> bool:
        """Whether no request of it is under way."""
        return self.cycle is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _look_whether_it_comes(self) -> None:
        """Let go of a peer that takes for ever over the head of a request (its body has a
        deadline of its own, in the edge)."""
        left = REQUEST_SECONDS
        if self.is_idle():
            left += self._waiting_since - self.loop.time()
            if left <= 0:
                if self.conn.trailing_data[0]:
                    self.send_400_response("The request did not arrive in time.", 408)
                else:
                    self.transport.close()
                return
        self._look = self.loop.call_later(left, self._look_whether_it_comes)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Whether the connection stays open: whoever asked something whole, and closed its own
        side, still gets the answer; a request that broke off is refused."""
        if self._refused or self.transport.is_closing():
            return False
        if self._broke_off():
            self.send_400_response("The request broke off.")
            return False
        self._ended = self._is_awaited()
        return self._ended

    def _broke_off(self) -> bool:
        unread: bytes = self.conn.trailing_data[0]
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(unread.strip()))

    def _is_awaited(self) -> bool:
        """Whether an answer is under way. An event stream has no end that somebody would wait
        for: closing is how its readers leave."""
        if self.is_idle():
            return False
        return not (self.cycle.response_started and self.scope["path"].endswith("/events"))

    def on_response_complete(self) -> None:
        self._waiting_since = self.loop.time()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            # It was answered before its body came, which nobody will read.
            self.server_state.total_requests += 1
            self.flow.resume_reading()
            self._let_go()
            return
        super().on_response_complete()
        if self._ended and not self._is_awaited():
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str, status: int = 400) -> None:
        """Say what is wrong, and close."""
        request_id = "req_" + secrets.token_hex(12)
        said = _NOT_HTTP if msg == "Invalid HTTP request received." else msg
        error = ApiError("validation_failed", said, status=status)
        body = error_reply(error, request_id).content()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("x-request-id", request_id),
            ("connection", "close"),
        ]
        events: list[Any] = [
            h11.Response(status_code=status, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        try:
            for event in events:
                self.transport.write(self.conn.send(event))
        except h11.LocalProtocolError:
            pass  # an answer was already under way: only closing is left
        else:
            self._give_up_request()
        self._let_go()

    def _give_up_request(self) -> None:
        """Nobody hears what the request says that is under way: its head was whole, and what came
        with it was not."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _let_go(self) -> None:
        """Say nothing more, and close once the peer had time to read what was said."""
        self._refused = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
