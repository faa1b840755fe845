"""What never becomes a request still gets the envelope: bytes that are not HTTP."""

from __future__ import annotations

import secrets
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from shortlist.service.errors import ApiError
from shortlist.service.http.call import error_reply

LINGER_SECONDS = 1
"""How long what is still coming in is read and dropped, so that the peer can read our answer."""


class Protocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with our words for what it cannot parse."""

    _refused = False

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        request_id = "req_" + secrets.token_hex(12)
        error = ApiError("validation_failed", f"{msg} (or its headers are too large)", status=400)
        body = error_reply(error, request_id).content()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("x-request-id", request_id),
            ("connection", "close"),
        ]
        events: list[Any] = [
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        try:
            for event in events:
                self.transport.write(self.conn.send(event))
        except h11.LocalProtocolError:
            pass  # an answer was already under way: only closing is left
        self._refused = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
