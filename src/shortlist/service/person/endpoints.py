"""Person research over HTTP (section 4.4)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection

from shortlist.contract.limits import SCOPE_SEARCH
from shortlist.contract.person import PersonRequest, PersonResponse, PersonRunResponse
from shortlist.service.db.engine import reading, writing
from shortlist.service.http.call import CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.person import service
from shortlist.service.person.run import PERSON_WORK

router = APIRouter(tags=["person research"])

PART_WAIT_SECONDS = 10.0
"""How long a request waits for a part that is still starting."""

_RUN: dict[int | str, dict[str, Any]] = {
    202: {"model": PersonRunResponse, "description": "A run; poll it at `poll_url`."}
}


@router.post("/v1/person", response_model=PersonResponse, responses=_RUN)
@endpoint(SCOPE_SEARCH)
def research(call: CallDep, body: PersonRequest) -> Reply:
    """Research one person: `person_id`, `profile_url`, or `name` with `company_domain`.

    200 with the dossier, uncharged, where the workspace got one within 90 days; else 202 with a
    durable run to poll. 25 ACU when a run ends with a dossier whose identity is verified; nothing
    where it could not be verified, where research is unsure, fails or is cancelled. The interface
    names no scope: `people:search`, for a dossier says more of people whom search finds and holds
    no contact value.
    """
    index = call.services.index.wait(PART_WAIT_SECONDS)
    asked = service.read_request(body, index)
    price = call.services.config.prices.person
    created: list[str] = []

    def build(connection: Connection) -> Reply:
        started = service.research(connection, call.payer, asked, price, call.request_id, call.now)
        if started.run_id is not None:
            created.append(started.run_id)
        return started.reply

    reply = call.commit(build)
    if call.services.work.ready:
        for run_id in created:
            call.services.work.wait(0).start(PERSON_WORK, run_id)
    return reply


@router.get("/v1/person/runs/{run_id}", response_model=PersonResponse, responses=_RUN)
@endpoint(SCOPE_SEARCH)
def read(call: CallDep, run_id: str) -> Reply:
    """What a run has found: 202 while it is unfinished, 200 with the dossier, or with `data` null
    and `meta.resolution` `unsure` where the evidence is not enough. 409 after a cancellation, 410
    seven days after it was created. Every key of the workspace may read it."""
    index = call.services.index.wait(PART_WAIT_SECONDS)
    with reading(call.services.engine) as connection:
        return service.read_run(
            connection, index, call.workspace_id, run_id, call.request_id, call.now
        )


@router.delete("/v1/person/runs/{run_id}", response_model=PersonRunResponse)
@endpoint(SCOPE_SEARCH)
def cancel(call: CallDep, run_id: str) -> Reply:
    """Cancel a run; nothing is charged. Of a run that has ended, nothing changes."""
    with writing(call.services.engine) as connection:
        return service.cancel_run(connection, call.workspace_id, run_id, call.request_id, call.now)
