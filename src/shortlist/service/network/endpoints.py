"""`POST /v1/socials` and `GET /v1/network/profile` (sections 4.4 and 8). Free of charge, with
tighter request limits than the rest."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import Connection

from shortlist.contract.limits import SCOPE_SEARCH
from shortlist.contract.network import NetworkProfileResponse, SocialsRequest, SocialsResponse
from shortlist.service.errors import ApiError
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.index.store import listed_among, suppression_hashes
from shortlist.service.network import service

router = APIRouter(tags=["networks"])

PART_WAIT_SECONDS = 10.0
"""How long a request waits for a part that is still starting."""


@router.post("/v1/socials", response_model=SocialsResponse)
@endpoint(SCOPE_SEARCH)
def socials(call: CallDep, body: SocialsRequest) -> Reply:
    """The profile of one person on one platform, by their handle or address there, or by who they
    are (`person_id`, `profile_url`, `name` with `company_domain`). 404 where the index has none."""
    index = call.services.index.wait(PART_WAIT_SECONDS)
    data = service.find_social(index, body)
    names = service.names_of_social(body, data)
    call.about.update(each for kind, value in names for each in suppression_hashes(kind, value))

    def build(connection: Connection) -> Reply:
        # Who asked to be left out since they were found is in no answer, and none is kept.
        if any(listed_among(connection, kind, [value]) for kind, value in names):
            raise ApiError("not_found", service.NOBODY)
        return Reply({"data": data, "meta": _meta(call.request_id)})

    return call.commit(build)


@router.get("/v1/network/profile", response_model=NetworkProfileResponse)
@endpoint(SCOPE_SEARCH)
def profile(call: CallDep, identifier: Annotated[str, Query()]) -> Reply:
    """The person behind a profile's address (or a person id), with every profile they list."""
    index = call.services.index.wait(PART_WAIT_SECONDS)
    data = service.find_profile(index, identifier)
    return Reply({"data": data, "meta": _meta(call.request_id)})


def _meta(request_id: str) -> dict[str, object]:
    return {"request_id": request_id, "credits_charged": 0}
