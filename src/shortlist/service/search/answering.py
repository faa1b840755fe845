"""Answering a search, all but its price (section 4.1)."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from shortlist.contract.limits import SEARCH_FIELDS
from shortlist.service.errors import ApiError
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.search.failures import failing_closed
from shortlist.service.search.grounding import ground
from shortlist.service.search.port import Finder, FoundPeople
from shortlist.service.search.request import ValidSearch
from shortlist.service.search.results import results_of
from shortlist.service.web.pages import WebPages


@dataclass(frozen=True, slots=True)
class AnsweredSearch:
    """The answer of one search."""

    results: list[dict[str, Any]]
    """One a person: what is paid for."""
    request: dict[str, Any]
    grounding: dict[str, Any] | None
    followed: int
    """The last change of the directory that it surely saw."""
    told: tuple[Record, ...] = ()
    """Who of the people is in no import: to be kept, so that later calls know them."""

    def data(self, seconds: float) -> dict[str, Any]:
        """`data` of the response, after a search of so many `seconds`."""
        return {
            "results": self.results,
            **({} if self.grounding is None else {"grounding": self.grounding}),
            "search_time_ms": round(seconds * 1000),
            "request": self.request,
        }


def answer(
    finder: Finder, index: PeopleIndex, web: WebPages | None, asked: ValidSearch, timeout: float
) -> AnsweredSearch:
    """Find people within `timeout` seconds, whole or not at all.

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    followed = index.followed
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
        grounded = ground(asked, found, index, web)
        return AnsweredSearch(
            results=results_of(grounded.hits, asked.fields, grounded.from_web),
            request=_echo(asked, found, index),
            grounding=grounded.grounding,
            followed=followed,
            told=grounded.told,
        )


def _echo(asked: ValidSearch, found: FoundPeople, index: PeopleIndex) -> dict[str, Any]:
    """`data.request`: what was run."""
    return {
        "query": asked.query,
        "type": asked.type,
        "num_results": asked.limit,
        "filters": {key: value for key, value in asdict(asked.filters).items() if value},
        "fields": list(asked.fields),
        "allowed_fields": list(SEARCH_FIELDS),
        "plan": found.plan.to_wire(),
        "synthetic": index.synthetic,
    }
