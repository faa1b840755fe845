"""The rule for `identity_verified` (interface, sections 2.1 and 3, rule 5).

The rule: the identifier fits exactly one person of the index, and at least two independent pieces
of evidence stand for that person. A piece counts once for each of these kinds:

* `page`: the record's profile page, which leads to nobody else in the index;
* `organisation`: the organisation's own domain speaks for them: a work address on it was
  published, or the identifier's name and company domain are the record's;
* `network`: a profile on a network that the record lists, other than that page;
* `source`: a public source of the record, of another publisher than that page;
* `web`: a page of the public web, of yet another publisher, names both the person and the
  organisation.

The page of an official register counts as one piece, as any page does, though nobody knows better
who holds an office: the record was read from that page, so the page alone cannot tell whether it
was read right (a register that names people "LAST FIRST M" was reordered by rule, for one). People
whom one register alone knows are verified with a second piece: the name with the company domain,
or a page of the web where one is configured. Until then their dossier says that it is not, and
costs nothing; with no evidence at all there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from shortlist.contract.anchors import domain_of, normalise
from shortlist.contract.person import IdentityEvidence
from shortlist.service.contact_redaction import url_without_contacts
from shortlist.service.index.port import Record
from shortlist.service.index.web_people import WEB_DATASET
from shortlist.service.web.pages import Page, is_page

PIECES_NEEDED = 2

NETWORKS = ("professional_network", "github", "twitter", "facebook", "wikidata")
# On these hosts everyone publishes for themselves: the first part of the path tells who.
_SHARED_HOSTS = frozenset({"github.com", "gitlab.com", "medium.com"})


def evidence_of(
    record: Record, anchor: Mapping[str, str], *, page_shared: bool, pages: Sequence[Page]
) -> list[IdentityEvidence]:
    """The pieces of evidence that `record` is about the person whom `anchor` means.

    `page_shared`: its profile page leads to others too; `pages`: what the web found for them.
    """
    found = [
        *_page(record, page_shared),
        *_organisation(record, anchor),
        *_network(record),
        *_source(record, page_shared),
        *_told(record),
    ]
    return [*found, *_web(record, pages, found)]


def confidence_of(evidence: Sequence[IdentityEvidence]) -> float:
    """0 to 1 for pieces that all agree, by the rule of succession: (n + 1) / (n + 2)."""
    return round((len(evidence) + 1) / (len(evidence) + 2), 4)


def publisher_of(url: str) -> str:
    """Who publishes `url`, as far as its address tells: its host, without `www.`; on a host that
    many share, with the first part of the path."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    if host in _SHARED_HOSTS:
        owner = parts.path.strip("/").partition("/")[0].lower()
        return f"{host}/{owner}"
    return host


def _page(record: Record, shared: bool) -> Iterator[IdentityEvidence]:
    url = record.get("profile_url")
    if is_page(url) and not shared:
        yield IdentityEvidence(
            kind="page", statement=f"A page about this person alone at {publisher_of(url)}", url=url
        )


def _organisation(record: Record, anchor: Mapping[str, str]) -> Iterator[IdentityEvidence]:
    domain = domain_of(str(record.get("company_domain") or ""))
    if domain is None:
        return
    if "company_domain" in anchor:
        statement = f"The name and {domain} that were given are those of the record"
        yield IdentityEvidence(kind="organisation", statement=statement)
        return
    contact = (record.get("contacts") or {}).get("work_email") or {}
    host = str(contact.get("value") or "").rpartition("@")[2].lower()
    if host and (host == domain or host.endswith(f".{domain}") or domain.endswith(f".{host}")):
        url = contact.get("source")
        yield IdentityEvidence(
            kind="organisation",
            # That there is one, not what it is: contact values come from enrichment alone.
            statement=f"A work address of this person at {domain} was published",
            url=url if is_page(url) else None,
        )


def _network(record: Record) -> Iterator[IdentityEvidence]:
    own = normalise("profile", str(record.get("profile_url") or ""))
    for link in record.get("links") or ():
        url = link.get("url")
        if link.get("type") in NETWORKS and is_page(url) and normalise("profile", url) != own:
            statement = f"A profile of this person at {publisher_of(url).partition('/')[0]}"
            yield IdentityEvidence(kind="network", statement=statement, url=url)
            return


def _source(record: Record, page_shared: bool) -> Iterator[IdentityEvidence]:
    own = record.get("profile_url")
    if not is_page(own) or page_shared:
        # A source may be that shared page or one like it, which says little of one person.
        return
    publisher = publisher_of(own)
    for url in record.get("sources") or ():
        if is_page(url) and publisher_of(url) != publisher:
            statement = f"A public source of another publisher, {publisher_of(url)}"
            yield IdentityEvidence(kind="source", statement=statement, url=url)
            return


def _told(record: Record) -> Iterator[IdentityEvidence]:
    """The pages that a search knew the person from: one piece, since the record was read there."""
    if record.get("dataset") == WEB_DATASET:
        first, *others = record["sources"]
        statement = f"{1 + len(others)} pages of different publishers agree on this person"
        yield IdentityEvidence(kind="web", statement=statement, url=url_without_contacts(first))


def _web(
    record: Record, pages: Sequence[Page], found: Sequence[IdentityEvidence]
) -> Iterator[IdentityEvidence]:
    known = {publisher_of(piece.url) for piece in found if piece.url}
    if record.get("dataset") == WEB_DATASET:
        known |= {publisher_of(url) for url in record["sources"]}
    for page in pages:
        if publisher_of(page.url) in known:
            continue
        if page.names(record.get("name"), record.get("company")):
            statement = f"A page at {publisher_of(page.url)} names the person and the organisation"
            yield IdentityEvidence(kind="web", statement=statement, url=page.url)
            return
