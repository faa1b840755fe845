"""`POST /v1/search` (section 4.1)."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from sqlalchemy import Connection

from shortlist.contract.envelope import Meta
from shortlist.contract.extensions import FacetResponse
from shortlist.contract.limits import (
    FACET_VALUES_DEFAULT,
    FACET_VALUES_MAX,
    FACETS,
    FILTER_MAX_CHARS,
    SCOPE_SEARCH,
    people_price,
)
from shortlist.contract.search import SearchRequest, SearchResponse
from shortlist.service.billing import money
from shortlist.service.db.engine import reading
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.http.suppression import found_since
from shortlist.service.index.port import Filters
from shortlist.service.index.web_people import put_web_people
from shortlist.service.runtime.services import Services
from shortlist.service.search.answering import AnsweredSearch, answer
from shortlist.service.search.failures import failing_closed
from shortlist.service.search.request import ValidSearch, read_request

router = APIRouter(tags=["search"])

_NO_NUL = r"^[^\x00]*$"
_Filter = Annotated[str | None, Query(max_length=FILTER_MAX_CHARS, pattern=_NO_NUL)]


@router.post("/v1/search", response_model=SearchResponse)
@endpoint(SCOPE_SEARCH)
def search(call: CallDep, body: SearchRequest) -> Reply:
    """Find up to 150 people by a query, by filters, or by both. 1 ACU per 10 results, rounded
    up; none when nothing is found."""
    asked = read_request(body)
    most = people_price(asked.limit)
    if not call.caller.can_afford(most):
        with reading(call.services.engine) as connection:
            money.ensure_affordable(connection, call.payer, most, call.now)
    began = time.perf_counter()
    answered = _answer(call.services, asked)
    seconds = time.perf_counter() - began

    def build(connection: Connection) -> Reply:
        current = found_since(connection, answered)
        put_web_people(connection, current.told, call.now)
        price = people_price(len(current.results))
        balance = money.charge(
            connection,
            call.payer,
            kind="search",
            ref=call.ref,
            amount=price,
            now=call.now,
            request_id=call.request_id,
            detail={"type": asked.type, "results": len(current.results)},
        )
        meta = {
            "request_id": call.request_id,
            "credits_charged": price,
            "remaining_credits": balance.available,
        }
        return Reply({"data": current.data(seconds), "meta": meta})

    return call.commit(build)


@router.get("/v1/facets", response_model=FacetResponse)
@endpoint(SCOPE_SEARCH)
def facets(
    call: CallDep,
    name: Annotated[Literal[FACETS], Query()],  # type: ignore[valid-type]
    begins: Annotated[str, Query(max_length=FILTER_MAX_CHARS, pattern=_NO_NUL)] = "",
    limit: Annotated[int, Query(ge=1, le=FACET_VALUES_MAX)] = FACET_VALUES_DEFAULT,
    title: _Filter = None,
    seniority: _Filter = None,
    company: _Filter = None,
    industry: _Filter = None,
    location: _Filter = None,
) -> Reply:
    """What a filter can be given: values with a word that begins so, and how many people each
    finds, of those who meet the other filters. Free; no part of the interface."""
    filters = Filters(title, seniority, company, industry, location)
    with failing_closed():
        finder = call.services.finder.wait(call.services.config.search.timeout_seconds)
        found = finder.facet(name, begins, filters, limit)
    meta = Meta(request_id=call.request_id, credits_charged=0)
    return Reply(FacetResponse(data=found, meta=meta))


def _answer(services: Services, asked: ValidSearch) -> AnsweredSearch:
    timeout = services.config.search.timeout_seconds
    began = time.monotonic()
    with failing_closed():
        finder, index = services.finder.wait(timeout), services.index.wait(0)
    left = timeout - (time.monotonic() - began)
    return answer(finder, index, services.web, asked, max(left, 0.001))
