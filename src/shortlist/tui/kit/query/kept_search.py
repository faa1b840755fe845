"""Conversion of kept searches and their answers to JSON and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from shortlist.contract.limits import FILTERS_SERVED, SEARCH_RESULTS_MAX
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import TYPES, Unreadable, read_query, whole, write_query

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse


class KeptSearch(NamedTuple):
    """A search that is kept: under a name, or as one of the last; and when it was answered."""

    name: str
    asked: Question
    at: str = ""
    """When it was asked last, as the store writes times; empty for a saved search."""

    @property
    def key(self) -> str:
        return f"{self.name}\0{whole(self.asked)}"


class SearchAnswer(NamedTuple):
    """Who a search found, and when."""

    asked: Question
    people: list[Person]
    at: str = ""


def key_of_answer(asked: Question) -> str:
    """What the answer of a search is kept under."""
    from shortlist.desk.searches import search_key

    return search_key(asked.query, asked.filters, asked.type, asked.count)


def response_of(kept: Mapping[str, Any]) -> SearchResponse:
    """An answer as it is kept."""
    from shortlist.contract.search import SearchResponse

    data = kept.get("data")
    told = {"data": data if isinstance(data, dict) else {}, "meta": kept.get("meta") or {}}
    return SearchResponse.model_validate(told)


def asked_of(body: Any, default: Question) -> Question | None:
    """A search as it was kept; `None` where that is no search (a file of another version)."""
    if not isinstance(body, dict):
        return None
    filters = body.get("filters")
    kept = filters if isinstance(filters, dict) else {}
    asked = Question(
        query=str(body.get("query") or ""),
        filters={k: str(v) for k, v in kept.items() if k in FILTERS_SERVED and v},
        type=type_of(body.get("type"), default.type),
        count=count_of(body.get("count"), default.count),
    )
    try:
        return read_query(write_query(asked), asked)
    except Unreadable:
        return None


def type_of(value: Any, default: str) -> str:
    """The type of a search as it was kept, where it is one."""
    return str(value) if value in TYPES else default


def count_of(value: Any, default: int) -> int:
    """The count of a search as it was kept, where it is one."""
    return value if isinstance(value, int) and 1 <= value <= SEARCH_RESULTS_MAX else default


def body_of(asked: Question) -> dict[str, Any]:
    """A search as it is kept."""
    return {
        "query": asked.query,
        "filters": asked.filters,
        "type": asked.type,
        "count": asked.count,
    }
