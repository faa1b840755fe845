"""Profiles on networks: `POST /v1/socials` and `GET /v1/network/profile` (sections 4.4 and 8)."""

from __future__ import annotations

from pydantic import Field

from shortlist.contract.base import Request, Wire
from shortlist.contract.envelope import Meta
from shortlist.contract.person import Person, PersonIdentifier


class SocialsRequest(Request):
    """Whose profile on which platform: by a handle or address there, or by who they are."""

    platform: str
    """`linkedin`, `twitter` (or `x`), `facebook`, `github`, `wikidata` or
    `professional_network` (any one)."""
    identifier: str | PersonIdentifier


class Profile(Wire):
    """One profile of a person."""

    platform: str
    url: str
    handle: str | None = None


class SocialsData(Wire):
    platform: str
    profile: Profile
    person: Person


class SocialsResponse(Wire):
    data: SocialsData
    meta: Meta = Field(default_factory=Meta)


class NetworkProfile(Wire):
    person: Person
    profiles: list[Profile] = Field(default_factory=list)


class NetworkProfileResponse(Wire):
    data: NetworkProfile
    meta: Meta = Field(default_factory=Meta)
