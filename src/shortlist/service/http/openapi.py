"""`/openapi.json`: the public API as it is served, errors and headers included.

The framework describes bodies; what the edge adds to every endpoint is added here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from shortlist.contract.errors import CATALOGUE
from shortlist.contract.limits import IDEMPOTENCY_KEY_MAX_CHARS
from shortlist.service.http import openapi_requests

_REQUEST_ID = {"X-Request-Id": {"schema": {"type": "string", "pattern": "^req_"}}}
_EVERYWHERE = (401, 402, 403, 404, 405, 408, 413, 422, 429, 500, 503)
_POST_ONLY = (409,)
_OF_ITS_OWN = {("get", "/v1/person/runs/{run_id}"): (409, 410)}
"""A run that was cancelled, or that is not kept any more."""

_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "request_id"],
            "properties": {
                "code": {"type": "string", "enum": sorted(CATALOGUE)},
                "message": {"type": "string"},
                "request_id": {"type": "string", "pattern": "^req_"},
                "retryable": {"type": "boolean"},
                "unavailable_fields": {"type": "array", "items": {"type": "string"}},
                "retry_after_seconds": {"type": "integer"},
                "required_credits": {"type": "integer"},
                "available_credits": {"type": "integer"},
                "field": {"type": "string"},
            },
        }
    },
}

_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Fresh for each logical request; the same when it is sent again.",
    "schema": {
        "type": "string",
        "pattern": "^[!-~]+$",
        "minLength": 1,
        "maxLength": IDEMPOTENCY_KEY_MAX_CHARS,
    },
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of `app`."""
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Error"] = _ERROR
    schemas["SearchRequest"] = openapi_requests.SEARCH
    schemas["EnrichRequest"] = openapi_requests.ENRICH
    schemas["PersonRequest"] = openapi_requests.PERSON
    schemas["SocialsRequest"] = openapi_requests.SOCIALS
    for name in ("SearchContents", "PersonIdentifier"):
        schemas.pop(name, None)
    profile = document["paths"]["/v1/network/profile"]["get"]["parameters"][0]
    profile["schema"] = openapi_requests.PROFILE_IDENTIFIER
    components["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": "x-api-key"},
    }
    document["security"] = [{"bearer": []}, {"key": []}]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _complete(method, operation, _OF_ITS_OWN.get((method, path), ()))
    return document


def _complete(method: str, operation: dict[str, Any], own: Sequence[int]) -> None:
    responses = operation["responses"]
    for answer in responses.values():
        answer["headers"] = _REQUEST_ID
    statuses = [*_EVERYWHERE, *(_POST_ONLY if method == "post" else ()), *own]
    for status in statuses:
        codes = [spec.code for spec in CATALOGUE.values() if spec.status == status]
        responses[str(status)] = {
            "description": ", ".join(codes) or "validation_failed",
            "headers": _REQUEST_ID,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
    if method == "post":
        operation.setdefault("parameters", []).append(_IDEMPOTENCY_KEY)
