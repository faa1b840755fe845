"""The exceptions that become error envelopes."""

from __future__ import annotations

from typing import Any

from shortlist.contract.errors import CATALOGUE, ErrorSpec


class ApiError(Exception):
    """An error of the interface, to be answered as its envelope (section 2.6).

    `code` is one of the catalogue; `details` are members of `error` beside code, message and
    request id, such as `required_credits` or `field`.
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        status: int | None = None,
        headers: dict[str, str] | None = None,
        **details: Any,
    ) -> None:
        self.spec: ErrorSpec = CATALOGUE[code]
        self.code = code
        self.status = status or self.spec.status
        self.message = message or self.spec.message
        self.headers = headers or {}
        self.details = details
        super().__init__(self.message)


class NotReady(Exception):
    """A part of the service has not come up; the text says which and why."""
