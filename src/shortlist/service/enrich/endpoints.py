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
from shortlist.contract.limits import PERSON_REREAD_DAYS, SCOPE_ENRICH
from shortlist.service.billing import money
from shortlist.service.clock import DAY_MS
from shortlist.service.db.engine import reading
from shortlist.service.enrich.free_fields import (
    find_fields_imported_first,
    find_imported_fields,
    paid_for,
    wait_for_others,
)
from shortlist.service.enrich.providers import Identity
from shortlist.service.enrich.resolver import (
    clean_miss,
    hashes_of,
    identify,
    leave_out_suppressed,
)
from shortlist.service.enrich.service import Resolved, read_request, resolve
from shortlist.service.http.call import Call, CallDep, Reply
from shortlist.service.http.run import endpoint

router = APIRouter(tags=["enrichment"])

PART_WAIT_SECONDS = 10.0
"""How long a request waits for a part that is still starting."""


@router.post("/v1/enrich", response_model=EnrichResponse)
@endpoint(SCOPE_ENRICH, slow=True)
def enrich(call: CallDep, body: EnrichRequest) -> Reply:
    """Resolve contact fields of one person. Only fields that are found are billed, and of those
    none that the workspace's own import holds, or that it paid for under another record of the
    same person within 90 days."""
    asked = read_request(body)
    prices = call.services.config.prices.of_fields()
    index = call.services.index.wait(PART_WAIT_SECONDS)
    identity = identify(index, asked.anchor)
    call.about.update(hashes_of(asked.anchor, identity))
    others = [other["id"] for other in identity.others] if identity else []
    since = call.now - PERSON_REREAD_DAYS * DAY_MS
    resolver = call.services.enrichment.wait(PART_WAIT_SECONDS)
    # The sample came with the program: nobody brought it.
    own = identity if identity and not index.synthetic else None
    free = find_fields_imported_first(own, asked.fields, resolver.providers) if own else set()
    with reading(call.services.engine) as connection:
        free |= paid_for(connection, call.workspace_id, others, since)
        most = sum(prices[name] for name in asked.fields if name not in free)
        money.ensure_affordable(connection, call.payer, most, call.now)
    deadline = call.services.config.enrichment.deadline_seconds
    if identity is None:
        resolved = clean_miss(asked.fields)
    else:
        resolved = resolve(asked.fields, identity, resolver.providers, resolver.pool, deadline)

    def build(connection: Connection) -> Reply:
        if identity is not None:
            leave_out_suppressed(connection, identity, resolved)
        # Asked again: another request may have paid since.
        if identity and identity.record and others:
            wait_for_others(connection, [identity.record["id"], *others])
        free = paid_for(connection, call.workspace_id, others, since)
        free |= find_imported_fields(own, resolved.fields) if own else set()
        meta = _charge(connection, call, identity, resolved, free, synthetic=index.synthetic)
        headers = {"Deprecation": "true"} if asked.legacy else {}
        return Reply(EnrichResponse(data=resolved.fields, meta=meta), headers=headers)

    return call.commit(build)


def _charge(
    connection: Connection,
    call: Call,
    identity: Identity | None,
    resolved: Resolved,
    free: set[str],
    *,
    synthetic: bool,
) -> EnrichMeta:
    """Charge for the fields that were found and are not `free`."""
    person = identity.record if identity else None
    prices = call.services.config.prices.of_fields()
    found = resolved.named(FOUND)
    billed = [name for name in found if prices[name] > 0 and name not in free]
    price = sum(prices[name] for name in billed)
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
    return EnrichMeta(
        request_id=call.request_id,
        usage=usage,
        warnings=resolved.warnings,
        remaining_credits=balance.available,
        synthetic=True if synthetic else None,
    )
