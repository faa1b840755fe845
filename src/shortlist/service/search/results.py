"""The results of a search as JSON (sections 2.1 and 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shortlist.contract.career import CAREER_FIELDS
from shortlist.service.contact_redaction import without_contacts
from shortlist.service.index.port import Record
from shortlist.service.index.web_people import WEB_DATASET
from shortlist.service.search.career import career_of
from shortlist.service.search.port import Hit

_INDEX: Final = "service_people_index"
_WEB: Final = "public_web"


def person_of(
    record: Record,
    confidence: float | None,
    fields: tuple[str, ...],
    resolution_source: str = _INDEX,
) -> dict[str, Any]:
    """A `person` as search gives it (section 2.1): `fields` of it, and never a contact value."""
    if record.get("dataset") == WEB_DATASET:
        resolution_source = _WEB
    person: dict[str, Any] = {"person_id": record["id"]}
    person |= career_of(record, [field for field in fields if field in CAREER_FIELDS])
    for field in fields:
        if field in CAREER_FIELDS:
            continue
        name = "profile_url" if field == "profile" else field
        person[name] = record.get(name)
    if isinstance(summary := person.get("summary"), str):
        person["summary"] = without_contacts(summary)
    person["resolution_source"] = resolution_source
    person["identity_verified"] = False
    if confidence is not None:
        person["confidence"] = round(confidence, 4)
    person["contact_status"] = "requires_enrichment"
    return person


def results_of(
    hits: Sequence[Hit], fields: tuple[str, ...], from_web: frozenset[str] = frozenset()
) -> list[dict[str, Any]]:
    """`data.results`; whoever is `from_web`, the public web led to."""
    results = []
    for hit in hits:
        source = _WEB if hit.person_id in from_web else _INDEX
        result: dict[str, Any] = {
            "score": round(hit.score, 6),
            "person": person_of(hit.record, hit.confidence, fields, source),
        }
        if hit.met:
            result["met"] = hit.met
        results.append(result)
    return results
