"""The ASGI application: every endpoint, behind the edge."""

from __future__ import annotations

import functools
import warnings

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.exceptions import HTTPException

from shortlist import __version__
from shortlist.service.account.endpoints import router as account
from shortlist.service.enrich.endpoints import router as enrich
from shortlist.service.errors import ApiError
from shortlist.service.http.call import error_reply
from shortlist.service.http.edge import Edge
from shortlist.service.http.health import router as health
from shortlist.service.http.openapi import describe
from shortlist.service.http.run import method_not_allowed, methods_of
from shortlist.service.http.validation_errors import validation_error
from shortlist.service.network.endpoints import router as network
from shortlist.service.person.endpoints import router as person
from shortlist.service.runtime.services import Services
from shortlist.service.search.endpoints import router as search
from shortlist.service.sets.endpoints import router as sets

# The framework names each body where pydantic looks for no name; nothing is lost by it.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)

ROUTERS: tuple[APIRouter, ...] = (search, sets, enrich, person, network, account)
"""The routers of every package; each endpoint in them is marked with `http.run.endpoint`."""


def create_app(services: Services) -> Edge:
    """The ASGI application on `services`."""
    app = FastAPI(
        title="Shortlist",
        version=__version__,
        description="Find people, build durable lists of them, and resolve their contact details.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        strict_content_type=False,
    )
    app.state.services = services
    # Made when it is first asked for: a start does not wait for it.
    app.openapi = functools.cache(lambda: describe(app))  # type: ignore[method-assign]
    routes: list[APIRoute] = []
    routers = [health, *ROUTERS]
    if services.metrics is not None:
        # Its library is there only where somebody wants them.
        from shortlist.service.http.metrics import router as metrics

        routers.append(metrics)
    for router in routers:
        app.include_router(router)
        routes += [route for route in router.routes if isinstance(route, APIRoute)]
    app.state.routes = routes
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _failed)
    return Edge(app, services, routes)


def _respond(request: Request, error: ApiError) -> Response:
    request_id: str = request.state.request_id
    return error_reply(error, request_id).response(request_id)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _respond(request, validation_error(error.errors()))


def _not_served(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code)
    known = ApiError(code) if code else ApiError("validation_failed", str(error.detail))
    known.headers.update(error.headers or {})
    if code == "method_not_allowed":
        allowed = methods_of(request.app.state.routes, request.scope["path"])
        if allowed:  # the framework's own addresses have said it in their headers
            known = method_not_allowed(allowed)
    return _respond(request, known)


def _failed(request: Request, error: Exception) -> Response:  # noqa: ARG001
    """What the framework itself fails at: the edge logs it."""
    return _respond(request, ApiError("internal_error"))
