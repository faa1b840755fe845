"""`POST /v1/search` (section 4.1)."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection

from shortlist.contract.limits import SCOPE_SEARCH, people_price
from shortlist.contract.search import SearchRequest, SearchResponse
from shortlist.service.billing import money
from shortlist.service.db.engine import reading
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.search.grounding import ground
from shortlist.service.search.port import Found
from shortlist.service.search.service import Asked, failing_closed, find, read_request, results_of
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
    began = time.perf_counter()
    found = find(call.services, asked)
    with failing_closed():
        index = call.services.index.wait(0)
        grounded = ground(asked, found, index, call.services.web)
        results = results_of(grounded.hits, asked.fields, index, grounded.from_web)
    data: dict[str, Any] = {"results": results}
    if grounded.grounding is not None:
        data["grounding"] = grounded.grounding
    data["search_time_ms"] = round((time.perf_counter() - began) * 1000)
    data["request"] = _echo(call.services, asked, found)
    price = people_price(len(grounded.hits))

    def build(connection: Connection) -> Reply:
        balance = money.charge(
            connection,
            call.payer,
            kind="search",
            ref=call.ref,
            amount=price,
            now=call.now,
            request_id=call.request_id,
            detail={"type": asked.type, "results": len(grounded.hits)},
        )
        meta = {
            "request_id": call.request_id,
            "credits_charged": price,
            "remaining_credits": balance.available,
        }
        return Reply({"data": data, "meta": meta})

    return call.commit(build)


def _echo(services: Services, asked: Asked, found: Found) -> dict[str, object]:
    """`data.request`: what was run."""
    return {
        "query": asked.query,
        "type": asked.type,
        "num_results": asked.limit,
        "filters": {key: value for key, value in asdict(asked.filters).items() if value},
        "fields": list(asked.fields),
        "plan": found.plan.to_wire(),
        "synthetic": services.index.wait(0).stats().synthetic,
    }
