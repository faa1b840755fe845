"""The rules of person research (interface, section 4.4): what starts a run, what is reread, what a
run answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from shortlist.contract.limits import PERSON_REREAD_DAYS, PERSON_RUN_EXPIRY_DAYS
from shortlist.contract.person import Dossier, PersonRequest, PersonRun
from shortlist.service.billing import money
from shortlist.service.clock import DAY_MS
from shortlist.service.errors import ApiError
from shortlist.service.http.call import Reply
from shortlist.service.identity import people_of, read_anchor
from shortlist.service.ids import new_id
from shortlist.service.index.port import PeopleIndex
from shortlist.service.index.store import suppressed_ids
from shortlist.service.person import repository
from shortlist.service.person.doubt import Doubt, nobody
from shortlist.service.person.repository import CANCELED, FAILED, UNFINISHED, RunRow

_ID = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ValidResearch:
    """A valid request for research."""

    anchor: dict[str, str]
    """`person_id`, `profile_url`, or `name` with `company_domain`."""
    person_id: str | None
    """The one person of the index whom it fits; None: nobody, or several."""
    same_as: tuple[str, ...] = ()
    """Their other records."""


def read_request(body: PersonRequest, index: PeopleIndex) -> ValidResearch:
    """Whom `body` asks about. Raises `ApiError`: `identity_required`, `validation_failed`."""
    names = ("person_id", "profile_url", "name", "company_domain")
    flat = {name: getattr(body, name) for name in names}
    if body.identifier is None:
        given = flat
    elif any(value and value.strip() for value in flat.values()):
        raise ApiError(
            "validation_failed",
            "Give the identifier flat or under `identifier`, not both.",
            field="identifier",
        )
    else:
        given = {name: getattr(body.identifier, name) for name in names}
    anchor = read_anchor(given)
    people = people_of(index, anchor)
    if len(people) != 1:
        return ValidResearch(anchor, None)
    return ValidResearch(anchor, people[0]["id"], index.same_as(people[0]["id"]))


@dataclass(frozen=True, slots=True)
class ResearchOutcome:
    """What a run found: a dossier, a doubt about whom it is of, or both where one piece of
    evidence stands for the identity and another is missing."""

    dossier: Dossier | None
    doubt: Doubt | None
    same_as: tuple[str, ...] = ()
    """The other records of the person."""

    def kept(self) -> dict[str, Any]:
        """As the run keeps it."""
        if self.dossier is None:
            return {"dossier": None, "unsure": self.doubt.meta() if self.doubt else None}
        doubt = self.doubt.what_would_help() if self.doubt else None
        return {"dossier": self.dossier.to_wire(), "unsure": doubt}


@dataclass(frozen=True, slots=True)
class Started:
    """What became of a request: a dossier that was there, or a run."""

    reply: Reply
    run_id: str | None = None
    """The run to start, where one was created."""


def research(
    connection: Connection,
    payer: money.Payer,
    asked: ValidResearch,
    price: int,
    request_id: str,
    now: int,
) -> Started:
    """Reread what the workspace researched within 90 days, join the run that is researching the
    same person, or promise a new run and reserve its price.

    Raises `ApiError`: `daily_budget_exceeded`, `monthly_budget_exceeded`, `insufficient_acu`.
    """
    repository.lock_workspace(connection, payer.workspace_id)
    # Who asked to be left out since the request was read is nobody to the run either.
    if asked.person_id is not None and not suppressed_ids(connection, [asked.person_id]):
        since = now - PERSON_REREAD_DAYS * DAY_MS
        records = (asked.person_id, *asked.same_as)
        dossier = repository.dossier_of(connection, payer.workspace_id, records, since)
        if dossier is not None:
            meta = _meta(connection, payer.workspace_id, request_id, charged=0)
            return Started(Reply({"data": dossier, "meta": meta}))
        running = repository.unfinished_run_of(connection, payer.workspace_id, records)
        if running is not None:
            return Started(_unfinished(connection, running, request_id))
    run_id = new_id("run")
    money.reserve(connection, payer, ref=repository.run_ref(run_id), amount=price, now=now)
    repository.insert_run(
        connection,
        {
            "id": run_id,
            "workspace_id": payer.workspace_id,
            "key_id": payer.key_id,
            "person_id": asked.person_id,
            "identifier": asked.anchor,
            "created_at": now,
        },
    )
    run = find_run(connection, payer.workspace_id, run_id, now)
    return Started(_unfinished(connection, run, request_id), run_id)


def find_run(connection: Connection, workspace_id: str, run_id: str, now: int) -> RunRow:
    """The workspace's run. Raises `ApiError`: `not_found`, also for another workspace's;
    `run_expired` 7 days after it was created."""
    run = None
    if _ID.fullmatch(run_id):
        run = repository.get_run(connection, run_id, workspace_id)
    if run is None:
        raise ApiError("not_found", "There is no such run in this workspace.")
    if now >= run.created_at + PERSON_RUN_EXPIRY_DAYS * DAY_MS:
        raise ApiError("run_expired")
    return run


def read_run(
    connection: Connection,
    index: PeopleIndex,
    workspace_id: str,
    run_id: str,
    request_id: str,
    now: int,
) -> Reply:
    """`GET /v1/person/runs/{id}`: 202 while it is unfinished, then 200 with what it found.

    Raises `ApiError`: `not_found`, `run_expired`, `run_canceled`, `run_failed`.
    """
    run = find_run(connection, workspace_id, run_id, now)
    if run.status in UNFINISHED:
        return _unfinished(connection, run, request_id)
    if run.status == CANCELED:
        raise ApiError("run_canceled")
    if run.status == FAILED:
        raise ApiError("run_failed")
    charged = repository.charged_for(connection, run_id)
    meta = _meta(connection, workspace_id, request_id, charged=charged)
    unsure: dict[str, Any] = run.result["unsure"] or {}
    dossier: dict[str, Any] | None = run.result["dossier"]
    if dossier is not None and not index.get([dossier["person_id"]]):
        # Left the index since, or asked to be left out.
        unsure, dossier = nobody(run.identifier).meta(), None
    return Reply({"data": dossier, "meta": {**meta, **unsure}})


def cancel_run(
    connection: Connection, workspace_id: str, run_id: str, request_id: str, now: int
) -> Reply:
    """`DELETE /v1/person/runs/{id}`: an unfinished run ends here, free of charge; of one that has
    ended, nothing changes. Raises `ApiError`: `not_found`, `run_expired`."""
    find_run(connection, workspace_id, run_id, now)
    finish_run(connection, run_id, CANCELED, now)
    run = find_run(connection, workspace_id, run_id, now)
    return Reply(_run_view(connection, run, request_id))


def finish_run(
    connection: Connection,
    run_id: str,
    status: str,
    now: int,
    *,
    found: ResearchOutcome | None = None,
) -> None:
    """End the run and settle its price, in the caller's transaction.

    The one way a run ends. Charged is the workspace's first dossier of a verified identity on a
    person within 90 days, and nothing else: no failure, no unsure result, no dossier of whoever
    could not be verified, no cancellation. Of a run that has ended already, nothing changes.
    """
    run = repository.get_run(connection, run_id)
    assert run is not None
    repository.lock_workspace(connection, run.workspace_id)
    charge = 0
    values: dict[str, Any] = {"status": status, "finished_at": now}
    if found is not None:
        values["result"] = found.kept()
    if found is not None and (dossier := found.dossier) is not None:
        values["person_id"] = dossier.person_id
        since = now - PERSON_REREAD_DAYS * DAY_MS
        records = (dossier.person_id, *found.same_as)
        had = repository.dossier_of(connection, run.workspace_id, records, since)
        verified = dossier.identity.identity_verified
        # What was erased meanwhile was paid for all the same.
        paid = had or repository.was_paid_for(connection, run.workspace_id, records, since)
        charge = repository.held_for(connection, run_id) if verified and not paid else 0
    if not repository.move_run(connection, run_id, UNFINISHED, values):
        return
    money.settle(
        connection,
        ref=repository.run_ref(run_id),
        kind="person",
        amount=charge,
        now=now,
        detail={"run_id": run_id, "person_id": values.get("person_id")},
    )


def forget_dossiers(connection: Connection, now: int) -> int:
    """Erase the dossiers that are too old to be reread, and those of people who asked to be left
    out; how many those were. The runs stay, and what they were charged."""
    before = now - PERSON_REREAD_DAYS * DAY_MS
    runs = repository.dossier_runs(connection)
    left_out = suppressed_ids(connection, [run.person_id for run in runs])
    forgotten = [run.id for run in runs if run.finished_at < before or run.person_id in left_out]
    for run_id in forgotten:
        repository.forget_run(connection, run_id, nobody({}).meta())
    return len(forgotten)


def _unfinished(connection: Connection, run: RunRow, request_id: str) -> Reply:
    headers = {"Location": _poll_url(run.id), "Retry-After": "1"}
    return Reply(_run_view(connection, run, request_id), 202, headers)


def _run_view(connection: Connection, run: RunRow, request_id: str) -> dict[str, Any]:
    view = PersonRun(run_id=run.id, status=run.status, poll_url=_poll_url(run.id))
    return {
        "data": view.to_wire(),
        "meta": _meta(connection, run.workspace_id, request_id, charged=0),
    }


def _poll_url(run_id: str) -> str:
    return f"/v1/person/runs/{run_id}"


def _meta(
    connection: Connection, workspace_id: str, request_id: str, *, charged: int
) -> dict[str, Any]:
    return {
        "request_id": request_id,
        "credits_charged": charged,
        "remaining_credits": money.balance_of(connection, workspace_id).available,
    }
