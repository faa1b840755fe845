"""`/healthz` (the process answers), `/readyz` (every part is up) and `/proof` (whose service this
is); none needs a key."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from shortlist.contract.proof import PATH
from shortlist.service.account.keys import authenticate, credential_of, prove
from shortlist.service.clock import now_ms
from shortlist.service.db.engine import AWAY, reading
from shortlist.service.errors import ApiError
from shortlist.service.runtime.services import Services

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def healthz() -> JSONResponse:
    """200 as long as the process answers."""
    return JSONResponse({"status": "ok"})


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def readyz(request: Request) -> JSONResponse:
    """200 when every part is up and the database answers, else 503; either way the state of each
    by name: `ready`, `starting` or `failed`. Whoever has a key is also told why it failed, and how
    many people are searchable, and by meaning, as far as that is known yet."""
    services: Services = request.app.state.services
    database, known = await run_in_threadpool(_look, services, credential_of(request.headers))
    parts = {"database": database, **services.parts()}
    ready = all(state == "ready" for state in parts.values())
    if not known:
        parts = {name: state if state in _STATES else "failed" for name, state in parts.items()}
        return JSONResponse({"ready": ready, "parts": parts}, 200 if ready else 503)
    told: dict[str, Any] = {"ready": ready, "parts": parts}
    if services.index.ready:
        told["people"] = await run_in_threadpool(_people, services)
    return JSONResponse(told, 200 if ready else 503)


_STATES = ("ready", "starting")


def _look(services: Services, credential: str | None) -> tuple[str, bool]:
    """The state of the database, and whether `credential` is one of its keys."""
    try:
        # Of PostgreSQL a connection is tried before it is given.
        with services.quick_engine.connect() as connection:
            authenticate(connection, credential, now_ms())
    except ApiError:
        return "ready", False
    except AWAY:
        return "failed", False
    return "ready", True


@router.get(PATH)
def proof(
    request: Request,
    key_id: Annotated[str, Query(pattern="^[A-Za-z0-9]{1,32}$")],
    nonce: Annotated[str, Query(pattern="^[0-9a-f]{32,128}$")],
) -> JSONResponse:
    """The proof that this service knows the key of that id (`contract.proof`), for whoever found
    the port in a note and has not yet sent the key."""
    services: Services = request.app.state.services
    port: int = request.scope["server"][1]
    with reading(services.quick_engine) as connection:
        return JSONResponse({"proof": prove(connection, key_id, nonce, port)})


def _people(services: Services) -> dict[str, int]:
    stats = services.index.wait(0).stats()
    return {"searchable": stats.people, "searchable_by_meaning": stats.searchable_by_meaning}
