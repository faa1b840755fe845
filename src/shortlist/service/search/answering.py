"""Answering a search, all but its price (section 4.1)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import orjson

from shortlist.contract.limits import SEARCH_FIELDS
from shortlist.service.index.port import PeopleIndex, Record
from shortlist.service.search.evidence import WebPages
from shortlist.service.search.failures import failing_closed, find
from shortlist.service.search.grounding import ground
from shortlist.service.search.port import Finder, FoundPeople
from shortlist.service.search.request import ValidSearch
from shortlist.service.search.results import results_of


@dataclass(frozen=True, slots=True)
class AnsweredSearch:
    """The answer of one search."""

    people: int
    """How many are in it: what is paid for."""
    results: bytes
    request: bytes
    grounding: bytes | None
    """Members of `data`, in JSON."""
    followed: int
    """The last change of the directory that it surely saw."""
    told: tuple[Record, ...] = ()
    """Who of the people is in no import: to be kept, so that later calls know them."""

    def data(self, seconds: float) -> dict[str, Any]:
        """`data` of the response, for `orjson`, after a search of so many `seconds`."""
        data: dict[str, Any] = {"results": orjson.Fragment(self.results)}
        if self.grounding is not None:
            data["grounding"] = orjson.Fragment(self.grounding)
        data["search_time_ms"] = round(seconds * 1000)
        data["request"] = orjson.Fragment(self.request)
        return data


def answer(
    finder: Finder, index: PeopleIndex, web: WebPages | None, asked: ValidSearch, timeout: float
) -> AnsweredSearch:
    """Find people within `timeout` seconds, whole or not at all.

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    followed = index.followed
    found = find(finder, asked, timeout)
    with failing_closed():
        grounded = ground(asked, found, index, web)
        people, results = results_of(
            grounded.hits, asked.fields, index, grounded.from_web, grounded.told
        )
        pages = grounded.grounding
        return AnsweredSearch(
            people=people,
            results=results,
            request=orjson.dumps(_echo(asked, found, index)),
            grounding=None if pages is None else orjson.dumps(pages),
            followed=followed,
            told=tuple(grounded.told.values()),
        )


def _echo(asked: ValidSearch, found: FoundPeople, index: PeopleIndex) -> dict[str, object]:
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
