"""`GET /v1/account/usage` (section 4.4)."""

from __future__ import annotations

from fastapi import APIRouter

from shortlist.contract.account import UsageMeta, UsageResponse
from shortlist.contract.limits import OFFERS_COUNTS, OFFERS_FACETS, SCOPE_ACCOUNT
from shortlist.service.account.service import usage_of
from shortlist.service.db.engine import reading
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint

router = APIRouter(tags=["account"])


@router.get("/v1/account/usage", response_model=UsageResponse)
@endpoint(SCOPE_ACCOUNT)
def usage(call: CallDep) -> Reply:
    """Plan, credits, this key's budgets and rate limit, and the last 30 days with charges."""
    override = call.services.config.workspace.requests_per_minute
    with reading(call.services.engine) as connection:
        found = usage_of(connection, call.caller, call.now, override)
    remaining = int(found.credits.available or 0)
    offers = [OFFERS_FACETS, OFFERS_COUNTS]
    index = call.services.index
    meta = UsageMeta(
        request_id=call.request_id,
        remaining_credits=remaining,
        offers=offers,
        synthetic=index.wait(0).synthetic if index.ready else None,
    )
    return Reply(UsageResponse(data=found, meta=meta))
