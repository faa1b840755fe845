"""The arguments and results of endpoints.

An endpoint is a plain function: `def search(call: CallDep, body: SearchRequest) -> Reply`. A POST
does its slow work first and then calls `call.commit(build)`: `build` runs in one write transaction
that also stores the answer under the request's `Idempotency-Key`, so that a charge, the response
that says so and the record that replays it commit together or not at all (section 7).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import orjson
from fastapi import Depends, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from shortlist.contract.base import Wire
from shortlist.contract.envelope import ErrorBody, ErrorEnvelope
from shortlist.contract.errors import KeyFate
from shortlist.service.account.keys import Caller
from shortlist.service.billing.money import Payer
from shortlist.service.db.engine import writing
from shortlist.service.errors import ApiError
from shortlist.service.http import idempotency
from shortlist.service.runtime.services import Services

JSON = "application/json"


@dataclass(slots=True)
class Reply:
    """An answer: a wire model, a JSON-ready object or exact bytes, with its status and headers."""

    body: Wire | dict[str, Any] | bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = JSON

    def content(self) -> bytes:
        """The bytes to send; the same ones each time."""
        if isinstance(self.body, Wire):
            self.body = self.body.to_wire()
        if not isinstance(self.body, bytes):
            self.body = orjson.dumps(self.body)
        return self.body

    def response(self, request_id: str) -> Response:
        """This as the framework sends it."""
        headers = {"X-Request-Id": request_id, **self.headers}
        return Response(self.content(), self.status, headers, self.content_type)


@dataclass(slots=True)
class Call:
    """One request that was let in."""

    request_id: str
    """`req_…`; goes into `meta.request_id` and the ledger."""
    caller: Caller
    services: Services
    now: int
    """When it came in, epoch milliseconds."""
    path: str = ""
    body: bytes = b""
    """What was asked, and where."""
    idempotency_key: str | None = None
    fingerprint: str = ""
    claim: idempotency.Claim | None = None
    about: set[str] = field(default_factory=set)
    """Whom the answer is about, beside whom it shows: as `suppressions.value_hash` has them."""
    kept: Reply | None = None
    """The answer, once it is committed."""

    @property
    def workspace_id(self) -> str:
        return self.caller.workspace_id

    @property
    def payer(self) -> Payer:
        """Who pays, for `billing.money`."""
        return self.caller.payer

    @property
    def ref(self) -> str:
        """The ledger's `ref` of what this request charges: the same for every retry of it."""
        if self.claim is None:
            return f"request:{self.request_id}"
        return f"request:{self.workspace_id}:{self.claim.since}:{self.claim.key}"

    def commit(self, build: Callable[[Connection], Reply]) -> Reply:
        """Run `build` in one write transaction that also keeps its answer for replays.

        What `build` raises rolls everything back. Call it once, last.
        """
        with writing(self.services.engine) as connection:
            if self.claim is not None:
                idempotency.ensure_held(connection, self.claim)
            reply = build(connection)
            self._keep(connection, reply)
        self.kept = reply
        return reply

    def refuse(self, error: ApiError) -> Reply:
        """The error's envelope, with the idempotency key kept or released as section 7 says."""
        reply = error_reply(error, self.request_id)
        if self.claim is not None and self.kept is None:
            if error.spec.key is KeyFate.CONSUMED:
                with writing(self.services.engine) as connection:
                    self._keep(connection, reply)
                self.kept = reply
            else:
                idempotency.release(self.services.quick_engine, self.claim)
        return reply

    def _keep(self, connection: Connection, reply: Reply) -> None:
        if self.claim is not None:
            headers = [("content-type", reply.content_type), *reply.headers.items()]
            idempotency.keep(
                connection,
                self.claim,
                reply.status,
                headers,
                reply.content(),
                self.path,
                sorted(self.about),
            )


def error_reply(error: ApiError, request_id: str) -> Reply:
    """The envelope of `error` (section 2.6)."""
    details = dict(error.details)
    if error.spec.retryable and error.status == 503:
        details.setdefault("retryable", True)
    body = ErrorBody(code=error.code, message=error.message, request_id=request_id, **details)
    headers = dict(error.headers)
    if error.status == 401:
        headers.setdefault("WWW-Authenticate", "Bearer")
    return Reply(ErrorEnvelope(error=body), error.status, headers)


def replay(stored: idempotency.Stored) -> Response:
    """The answer that was given before, byte for byte."""
    headers = dict(stored.headers)
    content_type = headers.pop("content-type", JSON)
    headers["Idempotency-Replayed"] = "true"
    reply = Reply(stored.body, stored.status, headers, content_type)
    return reply.response(stored.request_id)


async def current_call(request: Request) -> Call:
    """The call that the edge let in."""
    call: Call = request.state.call
    return call


CallDep = Annotated[Call, Depends(current_call)]
