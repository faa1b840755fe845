"""The results of a search as JSON (sections 2.1 and 4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import orjson

from shortlist.contract.career import CAREER_FIELDS
from shortlist.contract.limits import SEARCH_FIELDS_DEFAULT
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.index.web_people import WEB_DATASET
from shortlist.service.search.career import career_of
from shortlist.service.search.contact_redaction import without_contacts
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
    hits: Sequence[Hit],
    fields: tuple[str, ...],
    index: PeopleIndex,
    from_web: frozenset[str] = frozenset(),
    told: Mapping[str, Record] = MappingProxyType({}),
) -> tuple[int, bytes]:
    """How many are in `data.results`, and those in JSON; whoever is `from_web`, the public web
    led to, and who of them is in no import is in `told`.

    The fields that are mostly asked for lie ready in JSON; others are read from the records.
    """
    if fields != SEARCH_FIELDS_DEFAULT:
        records = {**index.get([hit.person_id for hit in hits]), **told}
        shown = [
            {
                "score": round(hit.score, 6),
                "person": person_of(
                    records[hit.person_id],
                    hit.confidence,
                    fields,
                    _WEB if hit.person_id in from_web else _INDEX,
                ),
                **({"met": hit.met} if hit.met else {}),
            }
            for hit in hits
            if hit.person_id in records
        ]
        return len(shown), orjson.dumps(shown)
    # People are only as likely as their verdicts, of which there are a few.
    ends = {
        (source, sure): f'"resolution_source":"{source}","identity_verified":false,'
        f'"confidence":{round(sure, 4)},"contact_status":"requires_enrichment"}}'
        for sure in {hit.confidence for hit in hits}
        for source in (_INDEX, _WEB)
    }
    parts = {each: f',"met":{list(each)}' for hit in hits if (each := hit.met)}
    ready = [
        f'{{"score":{round(score, 6)},"person":{{{card.shown}'
        f"{ends[_WEB if person_id in from_web else _INDEX, sure]}{parts.get(terms, '')}}}"
        for person_id, score, sure, card, terms in hits
    ]
    return len(ready), f"[{','.join(ready)}]".encode()
