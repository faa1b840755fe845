"""The error envelope (section 2.6), and the metadata of responses."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from shortlist.contract.base import Amount, Wire


class ErrorBody(Wire):
    """`error` of section 2.6. Optional members are absent, not null, when they do not apply."""

    code: str
    message: str
    request_id: str
    retryable: bool | None = None
    """Present on retryable provider failures (503)."""
    unavailable_fields: list[str] | None = None
    """Present on `upstream_unavailable`."""
    retry_after_seconds: int | None = None
    """Present on `rate_limited`."""
    required_credits: Amount | None = None
    available_credits: Amount | None = None
    """ACU; present on credit and budget denials (402)."""
    field: str | None = None
    """Which field of the request is meant, where there is one."""

    def to_wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_none=True)


class ErrorEnvelope(Wire):
    """The body of every error."""

    error: ErrorBody

    def to_wire(self) -> dict[str, Any]:
        return {"error": self.error.to_wire()}


class Meta(Wire):
    """`meta` of a response that is enveloped in `data`."""

    request_id: str = ""
    credits_charged: Amount | None = None
    """ACU charged by this very response."""
    remaining_credits: Amount | None = None
    """ACU the workspace has left."""
    offers: list[str] | None = Field(default=None, exclude_if=lambda value: value is None)
    """What a service has beside the interface; absent where it says nothing of it."""


class Page(Wire):
    """What every list says beside its `data`."""

    next_cursor: str | None = None
    has_more: bool = False


class Warning_(Wire):
    """One element of `meta.warnings` (section 2.5)."""

    field: str | None = None
    code: str = "provider_failure"
    message: str = ""
    source: str | None = Field(default=None)
    """The provider that failed."""
