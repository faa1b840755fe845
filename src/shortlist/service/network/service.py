"""Profiles of people on networks, from the links of the index's records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from shortlist.contract.network import Profile, SocialsRequest
from shortlist.service.errors import ApiError
from shortlist.service.identity import ANCHOR_MAX_CHARS, how_many, names_of, people_of, read_anchor
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.search.results import person_of
from shortlist.service.web.pages import is_page

NOBODY = "Nobody in the index fits this identifier."
_FIELDS = ("name", "profile", "title", "company", "location")
_HANDLE = re.compile(r"@?[\w.\-]{1,100}")


@dataclass(frozen=True, slots=True)
class Platform:
    """A network, as requests and records name it."""

    name: str
    hosts: tuple[str, ...]
    """Where a handle is looked up; none: addresses on any host are taken."""
    path: str = "/"
    """What stands before the handle."""

    def handle_of(self, url: str) -> str | None:
        """The handle in `url`, an address on this platform."""
        path = unquote(urlsplit(url).path)
        handle = path.removeprefix(self.path).strip("/")
        return handle if path.startswith(self.path) and _HANDLE.fullmatch(handle) else None

    def holds(self, url: str) -> bool:
        """Whether `url` is on this platform."""
        host = (urlsplit(url).hostname or "").lower()
        return not self.hosts or any(host == own or host.endswith(f".{own}") for own in self.hosts)


_ALL = (
    Platform("linkedin", ("linkedin.com",), "/in/"),
    Platform("twitter", ("twitter.com", "x.com")),
    Platform("facebook", ("facebook.com",)),
    Platform("github", ("github.com",)),
    Platform("wikidata", ("wikidata.org",), "/wiki/"),
)
PROFESSIONAL = Platform("professional_network", (), "/in/")
"""Any professional network, by address; a profile on one that has no name here is called so."""
PLATFORMS = {platform.name: platform for platform in (*_ALL, PROFESSIONAL)} | {"x": _ALL[1]}


def find_social(index: PeopleIndex, asked: SocialsRequest) -> dict[str, Any]:
    """`POST /v1/socials`. Raises `ApiError`: `validation_failed`, `identity_required`,
    `not_found`."""
    platform = PLATFORMS.get(asked.platform.strip().lower())
    if platform is None:
        raise ApiError(
            "validation_failed",
            f"platform: give one of {', '.join(PLATFORMS)}.",
            field="platform",
        )
    if isinstance(asked.identifier, str):
        people = _listing(index, platform, asked.identifier.strip())
    else:
        people = people_of(index, read_anchor(asked.identifier.model_dump()))
    record = _the_one(people)
    names = ("linkedin", platform.name) if platform is PROFESSIONAL else (platform.name,)
    profile = next((p for p in profiles_of(record) if p.platform in names), None)
    if profile is None:
        raise ApiError("not_found", f"This person lists no profile on {platform.name}.")
    return {
        "platform": platform.name,
        "profile": profile.to_wire(),
        "person": person_of(record, None, _FIELDS),
    }


def names_of_social(asked: SocialsRequest, data: dict[str, Any]) -> list[tuple[str, str]]:
    """What the person of an answer, and whoever was asked about, can be on the list of those left
    out by: kind and value."""
    names = [("person_id", data["person"]["person_id"]), ("profile_url", data["profile"]["url"])]
    if not isinstance(asked.identifier, str):
        names += names_of(read_anchor(asked.identifier.model_dump()))
    return names


def find_profile(index: PeopleIndex, identifier: str) -> dict[str, Any]:
    """`GET /v1/network/profile`: by a profile's address, else by a person id.

    Raises `ApiError`: `validation_failed`, `identity_required`, `not_found`.
    """
    identifier = identifier.strip()
    if not identifier or len(identifier) > ANCHOR_MAX_CHARS or not identifier.isprintable():
        raise ApiError(
            "validation_failed",
            "identifier: give the address of a profile or a person id.",
            field="identifier",
        )
    people = people_of(index, {"person_id": identifier})
    if not people and "." in identifier:
        people = people_of(index, {"profile_url": identifier})
    record = _the_one(people)
    return {
        "person": person_of(record, None, _FIELDS),
        "profiles": [profile.to_wire() for profile in profiles_of(record)],
    }


def profiles_of(record: Record) -> list[Profile]:
    """Every profile of `record` on a platform that is known here, one a platform."""
    found: dict[str, Profile] = {}
    links = [(link.get("url"), link.get("type")) for link in record.get("links") or ()]
    for url, kind in [*links, (record.get("profile_url"), None)]:
        if not is_page(url):
            continue
        platform = next((p for p in _ALL if p.holds(url)), None)
        if platform is None and kind == PROFESSIONAL.name:
            platform = PROFESSIONAL
        if platform is not None and platform.name not in found:
            handle = platform.handle_of(url)
            found[platform.name] = Profile(platform=platform.name, url=url, handle=handle)
    return list(found.values())


def _listing(index: PeopleIndex, platform: Platform, given: str) -> Sequence[Record]:
    """Who lists the handle or address `given` on `platform`."""
    handle_alone = _HANDLE.fullmatch(given) is not None
    if platform.hosts and handle_alone and not platform.holds(f"https://{given}"):
        handle = given.removeprefix("@")
        addresses = [f"https://{host}{platform.path}{handle}" for host in platform.hosts]
    else:
        address = given if "://" in given else f"https://{given}"
        if not is_page(address) or not platform.holds(address):
            raise ApiError(
                "validation_failed",
                f"identifier: give a handle or an address on {platform.name}.",
                field="identifier",
            )
        addresses = [address]
    for address in addresses:
        people = people_of(index, {"profile_url": address})
        if people:
            return people
    return []


def _the_one(people: Sequence[Record]) -> Record:
    if not people:
        raise ApiError("not_found", NOBODY)
    if len(people) > 1:
        raise ApiError(
            "identity_required",
            f"This identifier fits {how_many(people)}; give a stronger one.",
            field="identifier",
        )
    return people[0]
