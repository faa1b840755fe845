"""Enrichment, `POST /v1/enrich` (sections 2.5 and 4.3)."""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field

from shortlist.contract.base import Amount, Request, Timestamp, Wire
from shortlist.contract.envelope import Warning_

FOUND: Final = "found"
NOT_FOUND: Final = "not_found"
UNAVAILABLE: Final = "unavailable"


class EnrichRequest(Request):
    """The body of `POST /v1/enrich`: exactly one identity anchor, and the fields to resolve."""

    profile_url: str | None = None
    person_id: str | None = None
    email: str | None = None
    name: str | None = None
    company_domain: str | None = None
    fields: list[str] | None = None
    enrichments: list[Any] | None = None
    """The deprecated contract for `fields`."""


class FieldResult(Wire):
    """What became of one requested field (section 2.5)."""

    value: str | None = None
    status: str = NOT_FOUND
    """`found`, `not_found` or `unavailable`."""
    confidence: str | None = None
    """`verified`, `likely` or `stale` as we emit it."""
    source: str | None = None
    """The provider that supplied the value."""
    last_seen: Timestamp | None = None
    person_id: str | None = Field(default=None, exclude_if=lambda value: value is None)
    """The record that the value is of, where that is another one of the same person than was
    asked about; else absent."""


class EnrichUsage(Wire):
    billed: list[str] = Field(default_factory=list)
    free: list[str] = Field(default_factory=list)
    not_found: list[str] = Field(default_factory=list)
    acu_used: Amount | None = None


class EnrichMeta(Wire):
    request_id: str = ""
    usage: EnrichUsage = Field(default_factory=EnrichUsage)
    warnings: list[Warning_] = Field(default_factory=list)
    remaining_credits: Amount | None = None
    synthetic: bool | None = None
    """True when the directory that was asked is the synthetic sample."""


class EnrichResponse(Wire):
    """The answer of `POST /v1/enrich`: one entry per requested field, found or not."""

    data: dict[str, FieldResult] = Field(default_factory=dict)
    meta: EnrichMeta = Field(default_factory=EnrichMeta)
