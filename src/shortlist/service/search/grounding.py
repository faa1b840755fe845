"""Grounding of auto and deep searches: the pages that the people found stand on, and who the
public web leads to where the index missed a name (4.1).

The service gives the index's own source pages: where each record was published. Where a web is
configured its pages come beside them and resolve a named-person miss: a page that is the profile of
somebody in the index, or pages that agree on who somebody is who is in no import
(`page_agreement`).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from shortlist.contract.search import SearchPlan
from shortlist.contract.times import format_time, parse_time
from shortlist.service.contact_redaction import url_without_contacts, without_contacts
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.index.web_people import WEB_DATASET
from shortlist.service.search.port import FoundPeople, Hit
from shortlist.service.search.request import ValidSearch
from shortlist.service.search.results import person_of
from shortlist.service.web.page_agreement import AgreedPerson, people_told_of
from shortlist.service.web.pages import Page, WebPages, WebUnavailable, is_page

log = logging.getLogger("shortlist.search")

GROUNDED = ("auto", "deep")
"""The types of search that are."""
PAGES_MAX = 10
"""Grounding is bounded: at most so many pages of the index's, of the best people, and so many of
the web's."""
THIN = 3
"""Fewer results than this, where more were asked for, are thin."""
SNIPPET_MAX_CHARS = 300
NAME_WORDS_MAX = 4
WEB_AT_ONCE = 16
"""How many searches of this process may wait for the web at once. One more goes without, and its
grounding says so: a web that hangs never holds the threads that everybody is answered by."""
_FIELDS = ("name", "profile", "title", "company", "location")
_asking = threading.BoundedSemaphore(WEB_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Grounded:
    """A search's answer after grounding."""

    hits: Sequence[Hit]
    """The union of the index's and the web's, ranked; at most as many as asked for."""
    from_web: frozenset[str] = frozenset()
    """Ids of those whom the web led to."""
    told: tuple[Record, ...] = ()
    """Those of them who are in no import."""
    grounding: dict[str, Any] | None = None
    """`data.grounding`; None for types that have none."""


def ground(
    asked: ValidSearch, found: FoundPeople, index: PeopleIndex, web: WebPages | None
) -> Grounded:
    """Ground the search `asked`, which found `found`.

    `status` of the grounding: `not_needed` (auto, with results enough), `complete` (every person
    looked at has a page, and a configured web answered), `partial`, `unavailable` (no pages).
    """
    if asked.type not in GROUNDED:
        return Grounded(found.hits)
    missed = is_missed_name(found.plan)
    enough = len(found.hits) >= min(THIN, asked.limit)
    if asked.type == "auto" and enough and not missed:
        return Grounded(found.hits, grounding={"status": "not_needed", "results": []})
    pages, failed = _ask(web, index, asked)
    name = found.plan.remainder
    led_to = _resolve(index, found.hits, pages, name) if missed else []
    agreed = people_told_of(name, pages, index) if missed and not led_to else []
    of_web = [*led_to, *map(_hit_of, agreed)]
    hits = _ranked(found.hits, of_web)[: asked.limit]
    from_web = frozenset(hit.person_id for hit in of_web)
    told_ids = {str(each.record["id"]) for each in agreed}
    known = [hit for hit in hits if hit.person_id not in told_ids]
    told = [hit for hit in hits if hit.person_id in told_ids]
    results, without = _own_pages(known)
    shown = {result["url"] for result in results}
    results += [_from_page(page, [*known, *told]) for page in pages if page.url not in shown]
    if not results and (without or failed):
        status = "unavailable"
    else:
        status = "partial" if without or failed else "complete"
    evidence = {"status": status, "results": results}
    return Grounded(hits, from_web, tuple(hit.record for hit in told), evidence)


def is_missed_name(plan: SearchPlan) -> bool:
    """Whether a query names a person whom the index did not find: what was not understood of it
    is two to four words, each with a capital."""
    rest = plan.remainder.split()
    capital = all(word[0].isupper() for word in rest)
    return plan.kind != "name" and 2 <= len(rest) <= NAME_WORDS_MAX and capital


def _ask(web: WebPages | None, index: PeopleIndex, asked: ValidSearch) -> tuple[list[Page], bool]:
    """Pages of the configured web, and whether it failed."""
    if web is None:
        return [], False
    filters = [value for value in asdict(asked.filters).values() if value]
    if not _asking.acquire(blocking=False):
        log.warning("the web was not asked: %d searches are waiting for it", WEB_AT_ONCE)
        return [], True
    try:
        pages = web.pages(" ".join([asked.query or "", *filters]).strip())
    except WebUnavailable as failure:
        log.warning("the web could not be asked: %s", failure)
        return [], True
    finally:
        _asking.release()
    left_out = index.suppressed("profile_url", [page.found_at for page in pages])
    shown = [page for page in pages if page.found_at not in left_out]
    return shown[:PAGES_MAX], False


def _resolve(
    index: PeopleIndex, hits: Sequence[Hit], pages: Sequence[Page], name: str
) -> list[Hit]:
    """People of the index, not found by it or found with less confidence, whose own profile the
    web's pages are, where those pages name them and a word of the `name` asked for; n pages give a
    confidence of n / (n + 1)."""
    found_with = {hit.person_id: hit.confidence for hit in hits}
    others = {i for hit in hits for i in index.same_as(hit.person_id)}
    led: dict[str, list[Record]] = {}
    for page in pages:
        people = index.find_by_anchor("profile", page.found_at)
        asked_for = any(page.names(word) for word in name.split())
        if len(people) == 1 and asked_for and page.names(people[0].get("name")):
            led.setdefault(people[0]["id"], []).append(people[0])
    resolved = [
        Hit(found[0], 0.0, round(len(found) / (len(found) + 1), 4))
        for person_id, found in led.items()
        if person_id not in others
    ]
    more = [hit for hit in resolved if hit.confidence > found_with.get(hit.person_id, 0.0)]
    return sorted(more, key=lambda hit: -hit.confidence)


def _hit_of(told: AgreedPerson) -> Hit:
    """n publishers that agree give a confidence of n / (n + 1)."""
    sure = round(told.publishers / (told.publishers + 1), 4)
    return Hit(told.record, 0.0, sure)


def _ranked(hits: Sequence[Hit], resolved: Sequence[Hit]) -> list[Hit]:
    """The index's order, with each person of the web before the first who is less likely."""
    of_web = {hit.person_id for hit in resolved}
    ranked = [hit for hit in hits if hit.person_id not in of_web]
    for new in reversed(resolved):
        at = next(
            (at for at, hit in enumerate(ranked) if hit.confidence < new.confidence), len(ranked)
        )
        # A score orders: it is that of the place.
        beside = ranked[min(at, len(ranked) - 1)].score if ranked else new.confidence
        ranked.insert(at, new._replace(score=beside))
    return ranked


def _own_pages(hits: Sequence[Hit]) -> tuple[list[dict[str, Any]], int]:
    """The source pages of the best hits, and how many of those have none."""
    pages: dict[str, dict[str, Any]] = {}
    without = 0
    for hit in hits[:PAGES_MAX]:
        url = _page_of(hit.record)
        if url is None:
            without += 1
        elif url not in pages:
            pages[url] = _evidence(url, hit)
    return list(pages.values()), without


def _from_page(page: Page, hits: Sequence[Hit]) -> dict[str, Any]:
    named = next((hit for hit in hits if _is_about(page, hit.record)), None)
    return {
        "url": page.url,
        "title": page.title or None,
        "snippet": page.snippet[:SNIPPET_MAX_CHARS] or None,
        "source": page.source,
        "observed_at": format_time(page.observed_at) if page.observed_at else None,
        "person": person_of(named.record, named.confidence, _FIELDS) if named else None,
    }


def _is_about(page: Page, record: Record) -> bool:
    """Whether a page names somebody; of whom pages told, only those pages do."""
    if record.get("dataset") == WEB_DATASET:
        return page.found_at in record["sources"]
    return page.names(record.get("name"))


def _page_of(record: Record) -> str | None:
    urls = [*(record.get("sources") or ()), record.get("profile_url")]
    return next((url for url in urls if is_page(url)), None)


def _evidence(url: str, hit: Hit) -> dict[str, Any]:
    record = hit.record
    role = ", ".join(str(record[key]) for key in ("title", "company") if record.get(key))
    name = str(record.get("name") or "")
    observed = parse_time(record.get("as_of"))
    summary = without_contacts(str(record.get("summary") or ""))
    return {
        "url": url_without_contacts(url),
        "title": without_contacts(f"{name}: {role}" if role else name),
        "snippet": summary[:SNIPPET_MAX_CHARS] or None,
        "source": record.get("dataset"),
        "observed_at": format_time(observed) if observed else None,
        "person": person_of(record, hit.confidence, _FIELDS),
    }
