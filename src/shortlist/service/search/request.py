"""Validation of a search request (section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shortlist.contract.limits import (
    FILTER_MAX_CHARS,
    FILTERS_SERVED,
    SEARCH_FIELDS,
    SEARCH_FIELDS_DEFAULT,
    SEARCH_FIELDS_SHOWN,
)
from shortlist.contract.search import SearchRequest, SearchType
from shortlist.service.errors import ApiError
from shortlist.service.index.port import Filters
from shortlist.service.lexicon.text import says_something


@dataclass(frozen=True, slots=True)
class ValidSearch:
    """A valid search, defaults filled in."""

    query: str | None
    type: SearchType
    limit: int
    filters: Filters
    fields: tuple[str, ...]


def read_request(body: SearchRequest) -> ValidSearch:
    """What `body` asks for. Raises `ApiError`: `unsupported_category`, `unsupported_filters`,
    `validation_failed`, `query_required`."""
    if body.category != "people":
        raise ApiError("unsupported_category", field="category")
    filters = _read_filters(body.filters or {})
    fields = _read_fields(body)
    query = body.query if body.query and body.query.strip() else None
    if query is None and filters == Filters():
        raise ApiError("query_required", field="query")
    return ValidSearch(query, body.type, body.num_results, filters, fields)


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
