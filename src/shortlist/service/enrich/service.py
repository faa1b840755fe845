"""Resolving contact fields: anchors, the waterfall, what is billed (sections 2.5 and 4.3)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from shortlist.contract.enrich import FOUND, NOT_FOUND, UNAVAILABLE, EnrichRequest, FieldResult
from shortlist.contract.envelope import Warning_
from shortlist.contract.limits import ENRICH_FIELDS, ENRICH_RETRY_AFTER_SECONDS
from shortlist.service.enrich.providers import Contact, Identity, Provider, ProviderFailure
from shortlist.service.errors import ApiError
from shortlist.service.identity import how_many, read_anchor

_ANCHOR = ("profile_url", "person_id", "email", "name", "company_domain")


@dataclass(frozen=True, slots=True)
class ValidEnrichment:
    """A valid request for enrichment."""

    anchor: Mapping[str, str]
    """One of `profile_url`, `person_id`, `email`, or `name` with `company_domain`."""
    fields: tuple[str, ...]
    legacy: bool
    """It came as the deprecated `enrichments`."""


def read_request(body: EnrichRequest) -> ValidEnrichment:
    """What `body` asks for. Raises `ApiError`: `identity_required`, `validation_failed`."""
    anchor = read_anchor({name: getattr(body, name) for name in _ANCHOR})
    legacy = body.fields is None and body.enrichments is not None
    named = _legacy_fields(body.enrichments or []) if legacy else body.fields
    if (
        not legacy
        and body.enrichments
        and set(_legacy_fields(body.enrichments)) != set(named or ())
    ):
        # Somebody in the middle of moving from one to the other may send both; not two requests.
        raise ApiError(
            "validation_failed",
            "enrichments is the older name of fields, and they ask for different ones here: "
            "send fields alone.",
            field="enrichments",
        )
    where = "enrichments" if legacy else "fields"
    if not named:
        raise ApiError(
            "validation_failed",
            f"{where}: name at least one of {', '.join(ENRICH_FIELDS)}.",
            field=where,
        )
    for name in named:
        if name not in ENRICH_FIELDS:
            raise ApiError(
                "validation_failed",
                f"{where}: {name[:60]!r} is not one of {', '.join(ENRICH_FIELDS)}.",
                field=where,
            )
    return ValidEnrichment(anchor, tuple(dict.fromkeys(named)), legacy)


def _legacy_fields(enrichments: Sequence[object]) -> list[str]:
    """`enrichments` names fields as strings, or as objects with `field`, `type` or `name`."""
    names = []
    for entry in enrichments:
        if isinstance(entry, dict):
            entry = next((entry[key] for key in ("field", "type", "name") if key in entry), None)
        if not isinstance(entry, str):
            raise ApiError(
                "validation_failed", "enrichments: name each field.", field="enrichments"
            )
        names.append(entry)
    return names


@dataclass(slots=True)
class Resolved:
    """What became of every requested field."""

    fields: dict[str, FieldResult] = field(default_factory=dict)
    warnings: list[Warning_] = field(default_factory=list)

    def named(self, status: str) -> list[str]:
        """The fields that ended in `status`, in the order they were asked for."""
        return [name for name, result in self.fields.items() if result.status == status]


def resolve(
    fields: Sequence[str],
    identity: Identity,
    providers: Sequence[Provider],
    pool: ThreadPoolExecutor,
    deadline_seconds: float,
) -> Resolved:
    """Ask the providers, all fields at once.

    Raises `ApiError`: `upstream_timeout` when any field is still open at the deadline,
    `upstream_unavailable` when every field failed.
    """
    deadline = time.monotonic() + deadline_seconds
    running = {
        name: pool.submit(_waterfall, name, identity, providers, deadline) for name in fields
    }
    _, late = wait(running.values(), timeout=max(deadline - time.monotonic(), 0))
    if late:
        for future in late:
            future.cancel()
        raise ApiError("upstream_timeout")
    resolved = Resolved()
    for name, future in running.items():
        result, warnings = future.result()
        resolved.fields[name] = result
        resolved.warnings += warnings
    if time.monotonic() > deadline:
        raise ApiError("upstream_timeout")
    failed = resolved.named(UNAVAILABLE)
    if len(failed) == len(fields):
        raise ApiError(
            "upstream_unavailable",
            headers={"Retry-After": str(ENRICH_RETRY_AFTER_SECONDS)},
            unavailable_fields=failed,
        )
    if len(identity.records) > 1:
        resolved.warnings.append(
            Warning_(
                code="ambiguous_identity",
                message=f"The anchor fits {how_many(identity.records)}; give a stronger one.",
            )
        )
    return resolved


def _waterfall(
    name: str, identity: Identity, providers: Sequence[Provider], deadline: float
) -> tuple[FieldResult, list[Warning_]]:
    """Ask one provider after the other until one finds the field."""
    failures: list[Warning_] = []
    for provider in providers:
        if name not in provider.fields:
            continue
        try:
            contact = provider.lookup(name, identity, deadline)
        except ProviderFailure as failure:
            message = f"{provider.name} {failure}"
            failures.append(Warning_(field=name, message=message, source=provider.name))
            continue
        if contact is not None:
            return _found(contact), failures
    # A miss that not everyone could confirm is not a clean miss.
    status = UNAVAILABLE if failures else NOT_FOUND
    return FieldResult(status=status), failures


def _found(contact: Contact) -> FieldResult:
    return FieldResult(
        value=contact.value,
        status=FOUND,
        confidence=contact.confidence,
        source=contact.source,
        last_seen=contact.last_seen,
        person_id=contact.person_id,
    )
