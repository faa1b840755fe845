"""People: search results (section 2.1) and research dossiers (section 4.4)."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from shortlist.contract.base import Request, Timestamp, Wire
from shortlist.contract.envelope import Meta


class Person(Wire):
    """A person as search and Sets give them. Contact values are never part of it."""

    person_id: str = ""
    name: str | None = None
    title: str | None = None
    company: str | None = None
    location: str | None = None
    profile_url: str | None = None
    seniority: str | None = None
    industry: str | None = None
    summary: str | None = None
    history: Any = Field(default=None, exclude_if=lambda value: value is None)
    """Posts, newest first: `[{title, company, start, end, location}]`. This and what follows is
    there where it is known and was asked for; of another deployment it may be anything (see
    `career`)."""
    education: Any = Field(default=None, exclude_if=lambda value: value is None)
    """`[{school, degree, field, start, end}]`."""
    skills: Any = Field(default=None, exclude_if=lambda value: value is None)
    """`[text]`."""
    languages: Any = Field(default=None, exclude_if=lambda value: value is None)
    """`[text or {name, level}]`."""
    certifications: Any = Field(default=None, exclude_if=lambda value: value is None)
    """`[text or {name, issuer, start, end}]`."""
    company_size: Any = Field(default=None, exclude_if=lambda value: value is None)
    """How many people work there, as the source says it: `51-200`."""
    company_industry: Any = Field(default=None, exclude_if=lambda value: value is None)
    resolution_source: str | None = None
    """`service_people_index` or `public_web`."""
    identity_verified: bool = False
    """`false` after search; true only through person research with evidence."""
    confidence: float | None = None
    """The normalized retrieval score, 0 to 1; absent when there is none."""
    contact_status: str | None = None
    """`requires_enrichment` in everything our service emits."""


class PersonIdentifier(Request):
    """Who is meant: exactly one of an id, a profile URL, or a name with a company domain."""

    person_id: str | None = None
    profile_url: str | None = None
    name: str | None = None
    company_domain: str | None = None


class PersonRequest(PersonIdentifier):
    """The body of `POST /v1/person`: the identifier's fields flat, or under `identifier`."""

    identifier: PersonIdentifier | None = None


class Position(Wire):
    """One entry of a career."""

    title: str | None = None
    company: str | None = None
    start: str | None = None
    """A date as the source gives it: `2021`, `2021-06` or `2021-06-22`."""
    end: str | None = None


class IdentityEvidence(Wire):
    """One independent piece of evidence that the dossier is about the person meant."""

    kind: str | None = None
    """`page`, `organisation`, `network`, `source` or `web`."""
    statement: str | None = None
    url: str | None = None


class DossierIdentity(Wire):
    name: str | None = None
    headline: str | None = Field(default=None, exclude_if=lambda value: value is None)
    """How the person says it in one line, where a deployment tells it; else absent."""
    location: str | None = None
    profile_url: str | None = None
    identity_verified: bool = False
    """True with at least two pieces of evidence, which `evidence` lists."""
    confidence: float | None = None
    """0 to 1; grows with the pieces of evidence."""
    evidence: list[IdentityEvidence] = Field(default_factory=list)


class DossierProfessional(Wire):
    current: Position | None = None
    history: list[Position] = Field(default_factory=list)
    education: list[Any] = Field(default_factory=list)
    skills: list[str] = Field(default_factory=list)
    languages: list[Any] = Field(default_factory=list, exclude_if=lambda value: not value)
    certifications: list[Any] = Field(default_factory=list, exclude_if=lambda value: not value)
    company_size: str | None = Field(default=None, exclude_if=lambda value: value is None)
    company_industry: str | None = Field(default=None, exclude_if=lambda value: value is None)


class SourceLink(Wire):
    title: str | None = None
    url: str | None = None
    status: str | None = None
    """`evidence`: the identity stands on it; `listed`: the record names it; `found`: on the web."""


class Provenance(Wire):
    source: str | None = None
    source_url: str | None = None
    first_seen: Timestamp | None = None
    last_seen: Timestamp | None = None
    confidence: float | None = None
    person_id: str | None = Field(default=None, exclude_if=lambda value: value is None)
    """The record that says so, where it is another one of the same person than the dossier's;
    else absent."""


class Dossier(Wire):
    """What research of one person gives."""

    person_id: str = ""
    summary: str | None = None
    identity: DossierIdentity = Field(default_factory=DossierIdentity)
    professional: DossierProfessional = Field(default_factory=DossierProfessional)
    source_links: list[SourceLink] = Field(default_factory=list)
    provenance: dict[str, list[Provenance]] = Field(default_factory=dict)
    researched_at: Timestamp | None = None
    synthetic: bool | None = None
    """True of a person of the synthetic sample: made up, not real."""
    same_as: list[str] | None = Field(default=None, exclude_if=lambda value: value is None)
    """The ids of the person's other records, where there are any; else absent."""
    evidence_status: str | None = None
    """`complete`; `partial` where the web could not be asked, or not in time."""


class PersonMeta(Meta):
    resolution: str | None = None
    """`unsure` where the evidence is not enough; then `data` is null and nothing is charged."""
    reason: str | None = None
    """Why it is unsure, or why the identity of the dossier is not verified."""
    suggested_clues: list[str] = Field(default_factory=list)


class PersonRun(Wire):
    """A durable run, answered 202 and polled."""

    run_id: str
    status: str = "queued"
    poll_url: str | None = None
    """For people to read; the client rebuilds the path from `run_id`."""


class PersonRunResponse(Wire):
    data: PersonRun
    meta: PersonMeta = Field(default_factory=PersonMeta)


class PersonResponse(Wire):
    data: Dossier | None = None
    meta: PersonMeta = Field(default_factory=PersonMeta)
