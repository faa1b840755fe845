"""`data.grounding` of auto and deep searches: pages that the people found stand on (4.1).

Without a web source of its own the service gives the index's own source pages: where each record
was published.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlist.contract.times import format_time, parse_time
from shortlist.service.index.port import Hit, Record
from shortlist.service.search.service import Asked, person_of

PAGES_MAX = 10
"""Grounding is bounded: at most so many pages, of the best people."""
THIN = 3
"""Fewer results than this, where more were asked for, are thin."""
SNIPPET_MAX_CHARS = 300
_FIELDS = ("name", "profile", "title", "company", "location")


def ground(asked: Asked, hits: Sequence[Hit]) -> dict[str, Any] | None:
    """The grounding of a search that found `hits`; None where its type has none.

    `status`: `not_needed` (auto, with results enough), `complete` (every person looked at has a
    page), `partial` (some have none), `unavailable` (none has).
    """
    if asked.type not in ("auto", "deep"):
        return None
    if asked.type == "auto" and len(hits) >= min(THIN, asked.limit):
        return {"status": "not_needed", "results": []}
    pages: list[dict[str, Any]] = []
    seen: set[str] = set()
    without = 0
    for hit in hits[:PAGES_MAX]:
        url = _page_of(hit.record)
        if url is None:
            without += 1
        elif url not in seen:
            seen.add(url)
            pages.append(_evidence(url, hit))
    status = "complete" if not without else "partial" if pages else "unavailable"
    return {"status": status, "results": pages}


def _page_of(record: Record) -> str | None:
    urls = [*(record.get("sources") or ()), record.get("profile_url")]
    return next((url for url in urls if _is_page(url)), None)


def _is_page(url: object) -> bool:
    return isinstance(url, str) and url.startswith(("https://", "http://"))


def _evidence(url: str, hit: Hit) -> dict[str, Any]:
    record = hit.record
    role = ", ".join(str(record[key]) for key in ("title", "company") if record.get(key))
    name = str(record.get("name") or "")
    observed = parse_time(record.get("as_of"))
    summary = str(record.get("summary") or "")
    return {
        "url": url,
        "title": f"{name}: {role}" if role else name,
        "snippet": summary[:SNIPPET_MAX_CHARS] or None,
        "source": record.get("dataset"),
        "observed_at": format_time(observed) if observed else None,
        "person": person_of(record, hit.confidence, _FIELDS),
    }
