"""`/healthz` (the process answers) and `/readyz` (every part is up); neither needs a key."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from shortlist.service.services import Services

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def healthz() -> JSONResponse:
    """200 as long as the process answers."""
    return JSONResponse({"status": "ok"})


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def readyz(request: Request) -> JSONResponse:
    """200 when every part is up, else 503; either way the state of each part by name, and how
    many people are searchable, and by meaning, as far as that is known yet, and how many of the
    searchers are up (what they are not yet, this process does)."""
    services: Services = request.app.state.services
    parts = services.parts()
    ready = all(state == "ready" for state in parts.values())
    told: dict[str, Any] = {"ready": ready, "parts": parts}
    if services.searchers is not None:
        told["searchers"] = {"up": services.searchers.up, "of": len(services.searchers.shards)}
    if services.index.ready:
        told["people"] = await run_in_threadpool(_people, services)
    return JSONResponse(told, 200 if ready else 503)


def _people(services: Services) -> dict[str, int]:
    stats = services.index.wait(0).stats()
    return {"searchable": stats.people, "searchable_by_meaning": stats.searchable_by_meaning}
