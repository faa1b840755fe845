"""The anchors of a record: what one person can be looked up by (interface, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from shortlist.contract.anchors import AnchorKind, emails_in, normalise
from shortlist.service.index.port import Record

# Links that identify a person; a contact form or an organisation's page does not.
_IDENTIFYING = ("professional_network", "github", "twitter", "facebook", "wikidata")


def anchors(record: Record) -> Iterator[tuple[AnchorKind, str]]:
    """Every anchor of `record` in its one form; may repeat."""
    for kind, said in spelt(record):
        if kind == "email":
            yield from ((kind, address) for address in emails_in(said))
        elif normal := normalise(kind, said):
            yield kind, normal


def spelt(record: Record) -> Iterator[tuple[AnchorKind, str]]:
    """Every anchor of `record` as the record spells it; a value may be none at all."""
    for kind in ("work_email", "personal_email"):
        contact = (record.get("contacts") or {}).get(kind)
        if contact and contact.get("value"):
            yield "email", str(contact["value"])
    urls = [record.get("profile_url")]
    urls += [
        link.get("url") for link in record.get("links") or () if link.get("type") in _IDENTIFYING
    ]
    for url in urls:
        if url:
            yield "profile", str(url)
    domain = record.get("company_domain")
    if domain:
        names = {record.get("name")}
        if record.get("first_name") and record.get("last_name"):
            names.add(f"{record['first_name']} {record['last_name']}")
        for name in names:
            if name:
                yield "name_domain", f"{name}|{domain}"


def phone_of(record: Record) -> str | None:
    """The telephone number of `record` as it is spelled there."""
    contact = (record.get("contacts") or {}).get("phone")
    return str(contact["value"]) if contact and contact.get("value") else None
