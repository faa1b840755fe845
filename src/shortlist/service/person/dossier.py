"""Dossiers: what the index's record and its evidence pages say of one person.

Nothing is added that a source does not say, and contact values are never in it: those are for
enrichment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shortlist.contract.career import COMPANY_PARTS, PARTS
from shortlist.contract.person import (
    Dossier,
    DossierIdentity,
    DossierProfessional,
    IdentityEvidence,
    Position,
    Provenance,
    SourceLink,
)
from shortlist.contract.times import parse_time
from shortlist.service.contact_redaction import without_contacts
from shortlist.service.index.port import Record
from shortlist.service.person.proof import PIECES_NEEDED, confidence_of, publisher_of
from shortlist.service.search.career import career_of
from shortlist.service.web.pages import Page, is_page

HISTORY_MAX = 50
WEB_LINKS_MAX = 10

_FIELDS = ("name", "title", "company", "location", "profile_url", "summary")
_ROLE_FIELDS = frozenset({"title", "company"})


@dataclass(frozen=True, slots=True)
class Findings:
    """What research of one person found."""

    record: Record
    others: Sequence[Record]
    """The other records of the same person: what they know more is in the dossier, too."""
    evidence: Sequence[IdentityEvidence]
    pages: Sequence[Page]
    """Pages of the web that name the person."""
    web_asked: bool
    """False: a web is configured and could not be asked."""
    synthetic: bool
    researched_at: datetime


def compose(findings: Findings) -> Dossier:
    """The dossier of `findings` (section 4.4)."""
    record = findings.record
    summary = _summary(record)
    professional = DossierProfessional(
        current=_current(record),
        history=_history(findings),
        education=_first_listed(findings, "education"),
        skills=_first_listed(findings, "skills"),
        languages=_first_listed(findings, "languages"),
        certifications=_first_listed(findings, "certifications"),
        **career_of(record, COMPANY_PARTS),
    )
    return Dossier(
        person_id=record["id"],
        summary=summary,
        identity=DossierIdentity(
            name=record.get("name"),
            location=record.get("location"),
            profile_url=record.get("profile_url"),
            identity_verified=len(findings.evidence) >= PIECES_NEEDED,
            confidence=confidence_of(findings.evidence),
            evidence=list(findings.evidence),
        ),
        professional=professional,
        source_links=list(_source_links(findings)),
        provenance=_provenance(findings, summary, professional),
        researched_at=findings.researched_at,
        synthetic=True if findings.synthetic else None,
        same_as=[other["id"] for other in findings.others] or None,
        evidence_status="complete" if findings.web_asked else "partial",
    )


def _summary(record: Record) -> str | None:
    """The record's summary; None where it would give a contact value away."""
    summary = record.get("summary")
    if not isinstance(summary, str):
        return None
    contacts = (record.get("contacts") or {}).values()
    values = [str(contact["value"]) for contact in contacts if contact and contact.get("value")]
    return None if any(value in summary for value in values) else without_contacts(summary)


def _entries(record: Record) -> Sequence[Mapping[str, Any]]:
    history = record.get("history")
    if not isinstance(history, list):
        return []
    return [entry for entry in history if isinstance(entry, dict)][:HISTORY_MAX]


def _history(findings: Findings) -> list[Position]:
    """The career by all records, newest first where dates tell; what two say alike, once."""
    own = [_position(entry) for entry in _entries(findings.record)]
    more = [_position(entry) for other in findings.others for entry in _entries(other)]
    new = [position for position in more if not any(_alike(position, known) for known in own)]
    if not new:
        return own
    said = sorted([*own, *new], key=lambda each: each.end or each.start or "", reverse=True)
    # Who has not left is there still.
    return sorted(said, key=lambda each: each.end is not None)[:HISTORY_MAX]


def _alike(one: Position, other: Position) -> bool:
    """Whether both are the same office, as far as each knows when it began and ended."""
    return (one.title, one.company) == (other.title, other.company) and all(
        a is None or b is None or a == b
        for a, b in ((one.start, other.start), (one.end, other.end))
    )


def _position(entry: Mapping[str, Any]) -> Position:
    return Position(**{key: _text(entry.get(key)) for key in ("title", "company", "start", "end")})


def _current(record: Record) -> Position | None:
    """What they do now; None of somebody who has left."""
    if record.get("status") == "former" or not (record.get("title") or record.get("company")):
        return None
    return Position(
        title=record.get("title"), company=record.get("company"), start=_current_start(record)
    )


def _current_start(record: Record) -> str | None:
    for entry in _entries(record):
        if not entry.get("end") and entry.get("company") == record.get("company"):
            return _text(entry.get("start"))
    return None


def _listed(record: Record, key: str) -> list[Any]:
    """`education`, `skills` and so on, only where the record itself has them."""
    found: list[Any] = career_of(record, (key,)).get(key, [])
    return found


def _first_listed(findings: Findings, key: str) -> list[Any]:
    """`_listed` of the first record that has any."""
    listed = (_listed(record, key) for record in (findings.record, *findings.others))
    return next((found for found in listed if found), [])


def _text(value: object) -> str | None:
    return None if value is None else str(value)


# --- where it comes from ------------------------------------------------------------------------


def _source_links(findings: Findings) -> Iterator[SourceLink]:
    record = findings.record
    evidence = {piece.url for piece in findings.evidence if piece.url}
    seen: set[str] = set()
    listed: list[Any] = []
    for each in (record, *findings.others):
        links = [link for link in each.get("links") or () if link.get("type") != "contact_form"]
        listed += [each.get("profile_url"), *(each.get("sources") or ())]
        listed += [link.get("url") for link in links]
    for url in listed:
        if is_page(url) and url not in seen:
            seen.add(url)
            status = "evidence" if url in evidence else "listed"
            yield SourceLink(title=publisher_of(url), url=url, status=status)
    for page in findings.pages[:WEB_LINKS_MAX]:
        if page.url not in seen:
            seen.add(page.url)
            status = "evidence" if page.url in evidence else "found"
            yield SourceLink(
                title=page.title or publisher_of(page.url), url=page.url, status=status
            )


def _provenance(
    findings: Findings, summary: str | None, professional: DossierProfessional
) -> dict[str, list[Provenance]]:
    """Where each field that is there comes from."""
    record = findings.record
    there = [field for field in _FIELDS if record.get(field)]
    if summary is None and "summary" in there:
        there.remove("summary")
    listed = [name for name in PARTS if getattr(professional, name)]
    sources = {field: _sources_of(field, findings) for field in there}
    return sources | {field: _records_with(field, findings) for field in listed}


def _sources_of(field: str, findings: Findings) -> list[Provenance]:
    record = findings.record
    sources = [_source_of(field, record)]
    value = record.get(field)
    sources += [
        _source_of(field, other).model_copy(update={"person_id": other["id"]})
        for other in findings.others
        if other.get(field) == value
    ]
    if field in ("name", "title", "company"):
        sources += [
            Provenance(
                source=page.source,
                source_url=page.url,
                first_seen=page.observed_at,
                last_seen=page.observed_at,
            )
            for page in findings.pages[:WEB_LINKS_MAX]
            if page.names(str(value))
        ]
    return sources


def _records_with(field: str, findings: Findings) -> list[Provenance]:
    """The records that say something of the list `field`."""
    found = [_source_of(field, findings.record)] if _says(findings.record, field) else []
    return found + [
        _source_of(field, other).model_copy(update={"person_id": other["id"]})
        for other in findings.others
        if _says(other, field)
    ]


def _says(record: Record, field: str) -> bool:
    return bool(_entries(record) if field == "history" else _listed(record, field))


def _source_of(field: str, record: Record) -> Provenance:
    pages = [*(record.get("sources") or ()), record.get("profile_url")]
    dates = _dates(field, record)
    return Provenance(
        source=record.get("dataset"),
        source_url=next((url for url in pages if is_page(url)), None),
        first_seen=min(dates, default=None),
        last_seen=max(dates, default=None),
        confidence=_confidence(field, record),
    )


def _dates(field: str, record: Record) -> list[datetime]:
    """When the source is known to have stated `field`: the record's date, and for the role the
    dates since when and until when it was stated."""
    given: list[object] = [record.get("as_of")]
    if field in _ROLE_FIELDS:
        given.append(_current_start(record))
    elif field == "history":
        given += [entry.get("last_seen") or entry.get("start") for entry in _entries(record)]
    elif field == "name":
        given.append((record.get("facts") or {}).get("first_filing_seen"))
    # A bare year is a number to the reader of times, and no day to anyone.
    read = (parse_time(text) for text in given if isinstance(text, str) and len(text) >= 10)
    known = [moment for moment in read if moment is not None]
    # A term that begins after the record's own date was announced, not seen.
    latest = parse_time(record.get("as_of"))
    return [moment for moment in known if latest is None or moment <= latest]


def _confidence(field: str, record: Record) -> float:
    """1 for what the source states; 0.5 for a role that its source has not confirmed lately."""
    return 0.5 if field in _ROLE_FIELDS and record.get("status") == "unverified" else 1.0
