"""Sets over HTTP (interface, sections 4.2 and 6)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from shortlist.contract.envelope import Meta
from shortlist.contract.extensions import CountResponse
from shortlist.contract.limits import (
    CRITERIA_MAX,
    CRITERION_MAX_CHARS,
    ITEMS_PAGE_DEFAULT,
    ITEMS_PAGE_MAX,
    QUERY_MAX_CHARS,
    SETS_PAGE_DEFAULT,
    SETS_PAGE_MAX,
)
from shortlist.contract.sets import CreateSetRequest, ItemStatus
from shortlist.service.account.keys import SETS_SCOPES
from shortlist.service.db.engine import reading
from shortlist.service.errors import ApiError
from shortlist.service.http.call import Call, CallDep, Reply
from shortlist.service.http.run import endpoint
from shortlist.service.runtime.services import PART_WAIT_SECONDS
from shortlist.service.search.failures import failing_closed
from shortlist.service.sets import export, service
from shortlist.service.sets.run import SEARCH_WORK

# The family is a preview: it is not in the public OpenAPI document.
router = APIRouter(prefix="/v1/sets", include_in_schema=False)

STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_NO_NUL = r"^[^\x00]*$"
_Criterion = Annotated[str, Query(max_length=CRITERION_MAX_CHARS, pattern=_NO_NUL)]
_EVENT_ID = re.compile(r"[0-9]{1,15}", re.ASCII)


@router.post("")
@endpoint(*SETS_SCOPES)
def create(call: CallDep, body: CreateSetRequest) -> Reply:
    """Create a Set and start its first search."""
    service.refuse_enrichments(body)
    judge = call.services.judge.wait(PART_WAIT_SECONDS)
    index = call.services.index.wait(PART_WAIT_SECONDS)
    wanted = service.want(body, judge, synthetic=index.synthetic)
    searches: list[str] = []

    def build(connection: Connection) -> Reply:
        created = service.create_set(connection, call.payer, wanted, call.now)
        searches.extend(search.id for search in created.searches)
        return Reply(created, status=201)

    reply = call.commit(build)
    if call.services.work.ready:
        work = call.services.work.wait(0)
        for search_id in searches:
            work.start(SEARCH_WORK, search_id)
    return reply


@router.get("")
@endpoint(*SETS_SCOPES)
def listing(
    call: CallDep,
    limit: Annotated[int, Query(ge=1, le=SETS_PAGE_MAX)] = SETS_PAGE_DEFAULT,
    cursor: str | None = None,
) -> Reply:
    """The workspace's most recent Sets."""
    with reading(call.services.engine) as connection:
        return Reply(service.list_sets(connection, call.workspace_id, limit, cursor, call.now))


@router.get("/count")
@endpoint(*SETS_SCOPES)
def count(
    call: CallDep,
    query: Annotated[str, Query(max_length=QUERY_MAX_CHARS, pattern=_NO_NUL)],
    criterion: Annotated[list[_Criterion], Query(min_length=1, max_length=CRITERIA_MAX)],
) -> Reply:
    """How many people meet criteria, before there is a Set of them. Free; no part of the
    interface."""
    with failing_closed():
        finder = call.services.finder.wait(call.services.config.search.timeout_seconds)
        judge = call.services.judge.wait(PART_WAIT_SECONDS)
        counted = service.count(finder, judge, query, criterion)
    meta = Meta(request_id=call.request_id, credits_charged=0)
    return Reply(CountResponse(data=counted, meta=meta))


@router.get("/{set_id}")
@endpoint(*SETS_SCOPES)
def read(call: CallDep, set_id: str) -> Reply:
    """Status and progress of a Set and its searches."""
    with reading(call.services.engine) as connection:
        return Reply(service.read_set(connection, call.workspace_id, set_id, call.now))


@router.get("/{set_id}/items")
@endpoint(*SETS_SCOPES)
def items(
    call: CallDep,
    set_id: str,
    status: ItemStatus = "admitted",  # noqa: ARG001
    limit: Annotated[int, Query(ge=1, le=ITEMS_PAGE_MAX)] = ITEMS_PAGE_DEFAULT,
    cursor: str | None = None,
) -> Reply:
    """The admitted people of a Set: to API keys, `review` and `all` are the same."""
    with reading(call.services.engine) as connection:
        return Reply(
            service.list_items(
                connection, call.services.visible, call.workspace_id, set_id, limit, cursor
            )
        )


@router.get("/{set_id}/events")
@endpoint(*SETS_SCOPES)
async def events(
    call: CallDep,
    set_id: str,
    header_id: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    query_id: Annotated[str | None, Query(alias="last_event_id")] = None,
) -> StreamingResponse:
    """Progress events, from the first or from after the one that is named."""
    after = _event_id(header_id or query_id)
    await run_in_threadpool(_ensure_followable, call, set_id, after)
    stream = call.services.hub.stream(set_id, after, call.caller.key_id)
    return StreamingResponse(stream, headers=STREAM_HEADERS, media_type="text/event-stream")


@router.get("/{set_id}/export")
@endpoint(*SETS_SCOPES)
def download(
    call: CallDep, set_id: str, format: Literal["csv", "json"] = "csv"
) -> StreamingResponse:
    """The admitted people of a Set as a file: CSV, or JSON with raw values."""
    with reading(call.services.engine) as connection:
        snapshot = export.take_snapshot(connection, call.workspace_id, set_id, call.now)
    call.services.index.wait(PART_WAIT_SECONDS)
    lines, media_type = {
        "csv": (export.csv_lines, "text/csv; charset=utf-8"),
        "json": (export.json_lines, "application/json"),
    }[format]
    return StreamingResponse(
        lines(call.services.engine, call.services.visible, snapshot, call.caller.key_id),
        media_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{set_id}.{format}"',
            "Cache-Control": "no-store",
        },
    )


@router.post("/{set_id}/cancel")
@endpoint(*SETS_SCOPES)
def cancel(call: CallDep, set_id: str) -> Reply:
    """Stop a running search; people admitted so far stay in the Set."""

    def build(connection: Connection) -> Reply:
        return Reply(service.cancel_set(connection, call.workspace_id, set_id, call.now))

    reply = call.commit(build)
    call.services.hub.wake()
    return reply


def _ensure_followable(call: Call, set_id: str, after: int) -> None:
    """Raise now what would otherwise break the stream off once it began, or leave it silent."""
    call.services.index.wait(PART_WAIT_SECONDS)
    with reading(call.services.engine) as connection:
        found = service.find_set(connection, call.workspace_id, set_id)
    if after > found.event_seq:
        raise _bad_event_id(f"this Set's last event is {found.event_seq}, not {after}")


def _event_id(given: str | None) -> int:
    """The number of an event; 0, before the first, where none is given, or an empty one, as
    browsers' readers mean it. Raises `validation_failed` for what is none."""
    if not given:
        return 0
    if not _EVENT_ID.fullmatch(given):
        raise _bad_event_id("give the number of an event of this Set")
    return int(given)


def _bad_event_id(problem: str) -> ApiError:
    return ApiError("validation_failed", f"Last-Event-ID: {problem}.", field="last_event_id")
