"""Identity anchors: what one person can be looked up by (interface, section 4.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote, urlsplit

from shortlist.service.index.port import Record
from shortlist.service.index.texts import fold

AnchorKind = Literal["email", "profile", "name_domain"]

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
# One network, many hosts: the country's and the mobile one lead to the same profile.
_NETWORK_HOST = re.compile(r"^(?:[a-z]{2,3}|m|mobile)\.(linkedin\.com|facebook\.com|xing\.com)$")


def normalise(kind: str, value: str) -> str | None:
    """`value` as the index stores it, or None when it is no such anchor.

    `email`: lower case. `profile`: host and path, without scheme, `www.`, tracking and final
    slash. `name_domain`: `name|domain`, the name folded to plain lower-case letters.
    """
    value = value.strip()
    if kind == "email":
        value = value.removeprefix("mailto:").lower()
        return value if _EMAIL.fullmatch(value) else None
    if kind == "profile":
        return _profile(value)
    if kind == "name_domain":
        name, _, domain = value.rpartition("|")
        name, host = fold(name), domain_of(domain)
        return f"{name}|{host}" if name and host else None
    raise ValueError(f"no such anchor: {kind}")


@lru_cache(4096)
def domain_of(value: str) -> str | None:
    """The bare domain of a domain or web address: `https://www.nsf.gov/x` gives `nsf.gov`."""
    value = value.strip().lower()
    host = _host(value if "//" in value else f"//{value}")
    return host if host and _DOMAIN.fullmatch(host) else None


def _host(url: str) -> str | None:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.removeprefix("www.").rstrip(".") if host else None


def _profile(value: str) -> str | None:
    if "//" not in value:
        value = f"https://{value}"
    host = _host(value)
    if host is None or "." not in host:
        return None
    host = _NETWORK_HOST.sub(r"\1", host)
    parts = urlsplit(value)
    path = unquote(parts.path).rstrip("/")
    if host == "linkedin.com":
        # Names there are case-blind, and queries only track.
        return f"{host}{path.lower()}"
    return f"{host}{path}?{parts.query}" if parts.query else f"{host}{path}"


# Links that identify a person; a contact form or an organisation's page does not.
_IDENTIFYING = ("professional_network", "github", "twitter", "facebook", "wikidata")


def anchors(record: Record) -> Iterator[tuple[AnchorKind, str]]:
    """Every anchor of `record`, normalised; may repeat."""
    for kind in ("work_email", "personal_email"):
        contact = (record.get("contacts") or {}).get(kind)
        if contact and (email := normalise("email", str(contact.get("value") or ""))):
            yield "email", email
    urls = [record.get("profile_url")]
    urls += [
        link.get("url") for link in record.get("links") or () if link.get("type") in _IDENTIFYING
    ]
    for url in urls:
        if url and (profile := normalise("profile", str(url))):
            yield "profile", profile
    domain = record.get("company_domain")
    if domain:
        names = {record.get("name")}
        if record.get("first_name") and record.get("last_name"):
            names.add(f"{record['first_name']} {record['last_name']}")
        for name in names:
            if name and (pair := normalise("name_domain", f"{name}|{domain}")):
                yield "name_domain", pair
