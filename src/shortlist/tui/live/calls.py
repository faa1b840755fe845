"""The log of this session's calls, for the request inspector.

Bounded, and without anything secret: the client gives no API key and no contact value.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from shortlist.client import CallRecord
    from shortlist.client.rates import RateSeen

CALLS_KEPT: Final = 500
BODY_KEPT_BYTES: Final = 8 * 1024


class LoggedCall(NamedTuple):
    """One call, and whose it was."""

    number: int
    at: datetime
    """When its answer, or its failure, was there."""
    profile: str
    base_url: str
    record: CallRecord

    @property
    def fine(self) -> bool:
        return self.record.error is None

    @property
    def outcome(self) -> str:
        """The status, the code of the failure, or both."""
        status = str(self.record.status or "")
        return " ".join(part for part in (status, self.record.error or "") if part) or "–"


class CallLog:
    """The newest calls, newest first, and counts over all of the session."""

    def __init__(self) -> None:
        self._calls: deque[LoggedCall] = deque(maxlen=CALLS_KEPT)
        self.total = 0
        self.failed = 0
        self.retries = 0
        self.replayed = 0
        self.rates: dict[str, tuple[RateSeen, datetime]] = {}
        """The rate limit as last seen, and when, by profile."""
        self.refusals: Counter[str] = Counter()
        """Failures by code."""

    def __len__(self) -> int:
        return len(self._calls)

    def __iter__(self) -> Iterator[LoggedCall]:
        return iter(self._calls)

    def request_id_of(self, key: str) -> str:
        """Of the call under this idempotency key; empty where it is not among the newest."""
        for call in self._calls:
            if call.record.idempotency_key == key:
                return call.record.request_id or ""
        return ""

    def note(self, record: CallRecord, at: datetime, profile: str, base_url: str) -> None:
        self.total += 1
        self.retries += max(0, record.attempts - 1)
        self.replayed += record.replayed
        if record.error is not None:
            self.failed += 1
            self.refusals[record.error] += 1
        if record.rate is not None:
            self.rates[profile] = record.rate, at
        if record.sent is not None and len(record.sent) > BODY_KEPT_BYTES:
            record = _without_body(record)
        self._calls.appendleft(LoggedCall(self.total, at, profile, base_url, record))


def curl_of(call: LoggedCall) -> str:
    """The call as a command for a shell, with `$SHORTLIST_API_KEY` in place of the key.

    A request that named a person by an address comes without its body.
    """
    import shlex

    record = call.record
    parts = ["curl", "-sS"]
    if record.method != "GET":
        parts += ["-X", record.method]
    parts += [shlex.quote(call.base_url.rstrip("/") + record.path)]
    parts += ["-H", '"Authorization: Bearer $SHORTLIST_API_KEY"']
    if record.idempotency_key:
        parts += ["-H", shlex.quote(f"Idempotency-Key: {record.idempotency_key}")]
    if record.method == "POST":
        parts += ["-H", "'Content-Type: application/json'"]
        body = record.sent.decode("utf-8", "replace") if record.sent is not None else ""
        parts += ["--data", shlex.quote(body) if body else "@request.json"]
    return " ".join(parts)


def body_of(call: LoggedCall) -> str:
    """The body, indented for reading; empty where there was none or it is not kept."""
    import json

    if call.record.sent is None:
        return ""
    try:
        return json.dumps(json.loads(call.record.sent), ensure_ascii=False, indent=2)
    except ValueError:
        return call.record.sent.decode("utf-8", "replace")


def _without_body(record: CallRecord) -> CallRecord:
    from dataclasses import replace

    return replace(record, sent=None)
