"""`/healthz` (the process answers) and `/readyz` (every part is up); neither needs a key."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from shortlist.service.services import Services

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> JSONResponse:
    """200 as long as the process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when every part is up, else 503; either way the state of each part by name."""
    services: Services = request.app.state.services
    parts = services.parts()
    ready = all(state == "ready" for state in parts.values())
    return JSONResponse({"ready": ready, "parts": parts}, 200 if ready else 503)
