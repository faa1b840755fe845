"""Reading profiles on networks (section 4.4)."""

from __future__ import annotations

from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, first, lenient, rename_fields
from shortlist.client.dialect.people import find_array, person
from shortlist.contract.network import NetworkProfileResponse, SocialsResponse
from shortlist.contract.person import Person

_PLATFORM: Final = ("network", "type", "site", "name")
_URL: Final = ("profile_url", "link", "href", "address")
_HANDLE: Final = ("username", "screen_name", "user", "slug")
_OF_PERSON: Final = (
    *Person.model_fields,
    *("id", "personId", "full_name", "fullName", "first_name", "last_name"),
    *("job_title", "jobTitle", "headline", "linkedin_url", "linkedinUrl", "profile", "url"),
)
"""What a person is told in, where they stand flat beside their profiles."""
_PROFILES: Final = ("profiles", "socials", "social_profiles", "links", "accounts", "results")


def read_socials(value: Any, platform: str) -> SocialsResponse:
    """The answer of `POST /v1/socials`; `platform` is what was asked for, where it is not told.

    `profile.url` is empty where the answer names no address.
    """
    data, rest, meta = _opened(value)
    inner = first(data, ("profile", "social", "account"))
    if inner is None:
        listed = _profiles(data)
        inner = next((one for one in listed if one["platform"] == platform), None)
    if inner is None:
        inner = {
            name: data.pop(name) for name in (*_URL, "url", *_HANDLE, "handle") if name in data
        }
    data = {name: kept for name, kept in data.items() if name not in ("social", "account")}
    data["profile"] = _profile(inner, platform) or {"platform": platform, "url": ""}
    if not isinstance(data.get("platform"), str):
        data["platform"] = data["profile"]["platform"]
    data["person"] = person(dict(as_object(data.get("person"))))
    return lenient(SocialsResponse, {**rest, "data": data, "meta": meta})


def read_network_profile(value: Any) -> NetworkProfileResponse:
    """The answer of `GET /v1/network/profile`: a person, and every profile they list.

    A person who is not under `person` stands flat beside the profiles; a list alone names none.
    """
    data, rest, meta = _opened(value)
    profiles = _profiles(data)
    if isinstance(data.get("person"), dict):
        found = data.pop("person")
    else:
        found = {name: data.pop(name) for name in _OF_PERSON if name in data}
    data.update(person=person(dict(found)), profiles=profiles)
    return lenient(NetworkProfileResponse, {**rest, "data": data, "meta": meta})


def _opened(value: Any) -> tuple[JsonObject, JsonObject, JsonObject]:
    """`data` (enveloped or bare), what stands beside it, and `meta`."""
    top = dict(value) if isinstance(value, dict) else {"profiles": value}
    meta = as_object(top.pop("meta", None))
    data = top.pop("data", None)
    if isinstance(data, list):
        return {"profiles": data}, top, meta
    if isinstance(data, dict):
        return dict(data), top, meta
    return top, {}, meta


def _profiles(data: JsonObject) -> list[JsonObject]:
    """Takes the profiles out of `data`: a list of them, or addresses by platform."""
    array, name = find_array(data, _PROFILES)
    if array is None:
        name = next((name for name in _PROFILES if isinstance(data.get(name), dict)), None)
        array = list(as_object(data.get(name or "")).items())
    if name is not None:
        del data[name]
    read = (_profile(*((e[1], e[0]) if isinstance(e, tuple) else (e, ""))) for e in array)
    return [one for one in read if one is not None and one["url"]]


def _profile(entry: Any, platform: str) -> JsonObject | None:
    """One profile under our names: an address alone, or an object that has one."""
    if isinstance(entry, str):
        return {"platform": platform, "url": entry}
    if not isinstance(entry, dict):
        return None
    read: JsonObject = dict(entry)
    rename_fields(read, "url", _URL)
    rename_fields(read, "handle", _HANDLE)
    rename_fields(read, "platform", _PLATFORM)
    for name, otherwise in (("url", ""), ("platform", platform)):
        if not isinstance(read.get(name), str):
            read[name] = otherwise
    return read
