"""What a search means, what it finds and what it costs (section 4.1)."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import orjson

from shortlist.contract.career import CAREER_FIELDS
from shortlist.contract.limits import (
    FILTER_MAX_CHARS,
    FILTERS_SERVED,
    SEARCH_FIELDS,
    SEARCH_FIELDS_DEFAULT,
    SEARCH_FIELDS_SHOWN,
)
from shortlist.contract.search import SearchRequest, SearchType
from shortlist.service.errors import ApiError
from shortlist.service.index.port import (
    Filters,
    IndexTimeout,
    IndexUnavailable,
    PeopleIndex,
    Record,
)
from shortlist.service.index.web_people import WEB_DATASET
from shortlist.service.lexicon.text import says_something
from shortlist.service.search.career import career_of
from shortlist.service.search.port import Finder, Found, Hit
from shortlist.service.search.without_contacts import without_contacts
from shortlist.service.services import NotReady

_INDEX: Final = "service_people_index"
_WEB: Final = "public_web"

log = logging.getLogger("shortlist.search")


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid search, defaults filled in."""

    query: str | None
    type: SearchType
    limit: int
    filters: Filters
    fields: tuple[str, ...]


def read_request(body: SearchRequest) -> Asked:
    """What `body` asks for. Raises `ApiError`: `unsupported_category`, `unsupported_filters`,
    `validation_failed`, `query_required`."""
    if body.category != "people":
        raise ApiError("unsupported_category", field="category")
    filters = _read_filters(body.filters or {})
    fields = _read_fields(body)
    query = body.query if body.query and body.query.strip() else None
    if query is None and filters == Filters():
        raise ApiError("query_required", field="query")
    return Asked(query, body.type, body.num_results, filters, fields)


def _read_filters(given: dict[str, Any]) -> Filters:
    unknown = [key for key in given if key not in FILTERS_SERVED]
    if unknown:
        named = ", ".join(repr(key[:60]) for key in unknown[:5])
        raise ApiError(
            "unsupported_filters",
            f"Not a filter of this index: {named}. It has {', '.join(FILTERS_SERVED)}.",
            field=f"filters.{unknown[0][:60]}",
        )
    values: dict[str, str] = {}
    for key, value in given.items():
        if value is None:
            continue
        if not isinstance(value, str) or len(value) > FILTER_MAX_CHARS:
            raise ApiError(
                "validation_failed",
                f"filters.{key} must be a string of at most {FILTER_MAX_CHARS} characters.",
                field=f"filters.{key}",
            )
        if not value.strip():
            continue
        if not says_something(value):
            raise ApiError(
                "validation_failed",
                f"filters.{key} has no word to look for.",
                field=f"filters.{key}",
            )
        values[key] = value.strip()
    return Filters(**values)


def _read_fields(body: SearchRequest) -> tuple[str, ...]:
    given = body.contents.fields if body.contents else None
    if given is None:
        return SEARCH_FIELDS_DEFAULT
    for name in given:
        if name not in SEARCH_FIELDS:
            raise ApiError(
                "validation_failed",
                f"contents.fields: {name[:60]!r} is not one of {', '.join(SEARCH_FIELDS)}.",
                field="contents.fields",
            )
    if set(given) == set(SEARCH_FIELDS_SHOWN):
        # All that the interface shows: whoever asks by it has no way to ask for the name.
        return SEARCH_FIELDS_DEFAULT
    return tuple(name for name in SEARCH_FIELDS if name in given)


def find(finder: Finder, asked: Asked, timeout: float) -> Found:
    """Find people within `timeout` seconds, whole or not at all (4.1, behavior rule 1).

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    began = time.monotonic()
    with failing_closed():
        found = finder.find(
            asked.query,
            asked.filters,
            type=asked.type,
            limit=asked.limit,
            timeout_seconds=timeout,
        )
    if time.monotonic() - began > timeout:
        raise ApiError("search_timeout")
    return found


@contextmanager
def failing_closed() -> Iterator[None]:
    """Whatever goes wrong in the block fails the search as a whole.

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    try:
        yield
    except IndexTimeout:
        raise ApiError("search_timeout") from None
    except (IndexUnavailable, NotReady) as error:
        raise ApiError("search_unavailable", f"Search is not ready: {error}.") from None
    except ApiError:
        raise
    except Exception as error:
        # The query is not logged: it may hold anything.
        log.exception("search failed")
        raise ApiError("search_failed") from error


def person_of(
    record: Record,
    confidence: float | None,
    fields: tuple[str, ...],
    resolution_source: str = _INDEX,
) -> dict[str, Any]:
    """A `person` as search gives it (section 2.1): `fields` of it, and never a contact value."""
    if record.get("dataset") == WEB_DATASET:
        resolution_source = _WEB
    person: dict[str, Any] = {"person_id": record["id"]}
    person |= career_of(record, [field for field in fields if field in CAREER_FIELDS])
    for field in fields:
        if field in CAREER_FIELDS:
            continue
        name = "profile_url" if field == "profile" else field
        person[name] = record.get(name)
    if isinstance(summary := person.get("summary"), str):
        person["summary"] = without_contacts(summary)
    person["resolution_source"] = resolution_source
    person["identity_verified"] = False
    if confidence is not None:
        person["confidence"] = round(confidence, 4)
    person["contact_status"] = "requires_enrichment"
    return person


def results_of(
    hits: Sequence[Hit],
    fields: tuple[str, ...],
    index: PeopleIndex,
    from_web: frozenset[str] = frozenset(),
    told: Mapping[str, Record] = MappingProxyType({}),
) -> tuple[int, bytes]:
    """How many are in `data.results`, and those in JSON; whoever is `from_web`, the public web
    led to, and who of them is in no import is in `told`.

    The fields that are mostly asked for lie ready in JSON; others are read from the records.
    """
    if fields != SEARCH_FIELDS_DEFAULT:
        records = {**index.get([hit.person_id for hit in hits]), **told}
        shown = [
            {
                "score": round(hit.score, 6),
                "person": person_of(
                    records[hit.person_id],
                    hit.confidence,
                    fields,
                    _WEB if hit.person_id in from_web else _INDEX,
                ),
            }
            for hit in hits
            if hit.person_id in records
        ]
        return len(shown), orjson.dumps(shown)
    # People are only as likely as their verdicts, of which there are a few.
    ends = {
        (source, sure): f'"resolution_source":"{source}","identity_verified":false,'
        f'"confidence":{round(sure, 4)},"contact_status":"requires_enrichment"}}}}'
        for sure in {hit.confidence for hit in hits}
        for source in (_INDEX, _WEB)
    }
    ready = [
        f'{{"score":{round(score, 6)},"person":{{{card.shown}'
        f"{ends[_WEB if person_id in from_web else _INDEX, sure]}"
        for person_id, score, sure, card in hits
    ]
    return len(ready), f"[{','.join(ready)}]".encode()
