"""`POST /v1/search` (section 4.1)."""

from __future__ import annotations

import time

import orjson
from fastapi import APIRouter
from sqlalchemy import Connection

from shortlist.contract.limits import SCOPE_SEARCH, people_price
from shortlist.contract.search import SearchRequest, SearchResponse
from shortlist.service.billing import money
from shortlist.service.db.engine import reading
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.search.answering import Answered, answer
from shortlist.service.search.service import Asked, failing_closed, read_request
from shortlist.service.services import Services

router = APIRouter(tags=["search"])


@router.post("/v1/search", response_model=SearchResponse)
@endpoint(SCOPE_SEARCH)
def search(call: CallDep, body: SearchRequest) -> Reply:
    """Find up to 150 people by a query, by filters, or by both. 1 ACU per 10 results, rounded
    up; none when nothing is found."""
    asked = read_request(body)
    with reading(call.services.engine) as connection:
        money.ensure_affordable(connection, call.payer, people_price(asked.limit), call.now)
    answered = _answer(call.services, asked)
    price = people_price(answered.people)

    def build(connection: Connection) -> Reply:
        balance = money.charge(
            connection,
            call.payer,
            kind="search",
            ref=call.ref,
            amount=price,
            now=call.now,
            request_id=call.request_id,
            detail={"type": asked.type, "results": answered.people},
        )
        meta = {
            "request_id": call.request_id,
            "credits_charged": price,
            "remaining_credits": balance.available,
        }
        return Reply({"data": orjson.Fragment(answered.data), "meta": meta})

    return call.commit(build)


def _answer(services: Services, asked: Asked) -> Answered:
    """The answer of a process that searches where one is up, else our own."""
    timeout = services.config.search.timeout_seconds
    if services.searchers is not None:
        answered = services.searchers.answer(asked, timeout)
        if answered is not None:
            return answered
    began = time.monotonic()
    with failing_closed():
        finder, index = services.finder.wait(timeout), services.index.wait(0)
    left = timeout - (time.monotonic() - began)
    return answer(finder, index, services.web, asked, max(left, 0.001))
