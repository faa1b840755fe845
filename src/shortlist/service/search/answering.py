"""A search answered, all but its price: what is sent as `data` (section 4.1).

Computed where the search is: in the process that answers HTTP, or in one of `searchers`.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from shortlist.service.index.port import PeopleIndex
from shortlist.service.search.evidence import WebPages
from shortlist.service.search.grounding import ground
from shortlist.service.search.port import Finder, Found
from shortlist.service.search.service import Asked, failing_closed, find, results_of


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer of one search."""

    data: bytes
    """`data` of the response, in JSON."""
    people: int
    """How many are in it: what is paid for."""


def answer(
    finder: Finder, index: PeopleIndex, web: WebPages | None, asked: Asked, timeout: float
) -> Answered:
    """Find people within `timeout` seconds, whole or not at all.

    Raises `ApiError`: `search_unavailable`, `search_timeout`, `search_failed`.
    """
    began = time.perf_counter()
    found = find(finder, asked, timeout)
    with failing_closed():
        grounded = ground(asked, found, index, web)
        data: dict[str, Any] = {
            "results": results_of(grounded.hits, asked.fields, index, grounded.from_web)
        }
        if grounded.grounding is not None:
            data["grounding"] = grounded.grounding
        data["search_time_ms"] = round((time.perf_counter() - began) * 1000)
        data["request"] = _echo(asked, found, index)
        return Answered(orjson.dumps(data), len(grounded.hits))


def _echo(asked: Asked, found: Found, index: PeopleIndex) -> dict[str, object]:
    """`data.request`: what was run."""
    return {
        "query": asked.query,
        "type": asked.type,
        "num_results": asked.limit,
        "filters": {key: value for key, value in asdict(asked.filters).items() if value},
        "fields": list(asked.fields),
        "plan": found.plan.to_wire(),
        "synthetic": index.stats().synthetic,
    }
