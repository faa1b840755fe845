"""`POST /v1/enrich` (section 4.3)."""

from __future__ import annotations

from fastapi import APIRouter
from sqlalchemy import Connection

from shortlist.contract.enrich import (
    FOUND,
    NOT_FOUND,
    EnrichMeta,
    EnrichRequest,
    EnrichResponse,
    EnrichUsage,
)
from shortlist.contract.limits import SCOPE_ENRICH
from shortlist.service.billing import money
from shortlist.service.db.engine import reading
from shortlist.service.enrich.room import identify, leave_out_suppressed, nothing
from shortlist.service.enrich.service import read_request, resolve
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint

router = APIRouter(tags=["enrichment"])

PART_WAIT_SECONDS = 10.0
"""How long a request waits for a part that is still starting."""


@router.post("/v1/enrich", response_model=EnrichResponse)
@endpoint(SCOPE_ENRICH, slow=True)
def enrich(call: CallDep, body: EnrichRequest) -> Reply:
    """Resolve contact fields of one person. Only fields that are found are billed."""
    asked = read_request(body)
    prices = call.services.config.prices.of_fields()
    with reading(call.services.engine) as connection:
        most = sum(prices[name] for name in asked.fields)
        money.ensure_affordable(connection, call.payer, most, call.now)
    deadline = call.services.config.enrichment.deadline_seconds
    index = call.services.index.wait(PART_WAIT_SECONDS)
    room = call.services.enrichment.wait(PART_WAIT_SECONDS)
    identity = identify(index, asked.anchor)
    if identity is None:
        resolved = nothing(asked.fields)
    else:
        resolved = resolve(asked.fields, identity, room.providers, room.pool, deadline)
        leave_out_suppressed(index, identity, resolved)
    found = resolved.named(FOUND)
    billed = [name for name in found if prices[name] > 0]
    price = sum(prices[name] for name in billed)

    def build(connection: Connection) -> Reply:
        person = identity.record if identity else None
        balance = money.charge(
            connection,
            call.payer,
            kind="enrich",
            ref=call.ref,
            amount=price,
            now=call.now,
            request_id=call.request_id,
            detail={"person_id": person["id"] if person else None, "fields": billed},
        )
        usage = EnrichUsage(
            billed=billed,
            free=[name for name in found if name not in billed],
            not_found=resolved.named(NOT_FOUND),
            acu_used=price,
        )
        meta = EnrichMeta(
            request_id=call.request_id,
            usage=usage,
            warnings=resolved.warnings,
            remaining_credits=balance.available,
            synthetic=True if index.stats().synthetic else None,
        )
        headers = {"Deprecation": "true"} if asked.legacy else {}
        return Reply(EnrichResponse(data=resolved.fields, meta=meta), headers=headers)

    return call.commit(build)
