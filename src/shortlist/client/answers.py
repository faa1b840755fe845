"""Parsing response bodies: JSON, and errors in any envelope."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_core import from_json

from shortlist.client.clean import clean_json, clean_line
from shortlist.contract.errors import spec_of


class _NotJson:
    def __repr__(self) -> str:
        return "NOT_JSON"


NOT_JSON: Final = _NotJson()
"""What `read_json` gives for bytes that are not JSON; distinct from `null`."""

_MESSAGE_NAMES: Final = ("message", "detail", "title", "error_description", "description")
_STATUS_NAMES: Final = ("status", "status_code", "statusCode", "http_status", "code")
_OF_AN_ERROR: Final = frozenset(
    {"error", "errors", "code", "type", "success", "ok", "meta", "data", "results", "timestamp"}
    | {"path", "request_id", *_STATUS_NAMES, *_MESSAGE_NAMES}
)
"""What an error consists of: anything else beside it, and it is a resource that tells of one."""
_HTTP_NAMES: Final = {
    400: "The request was not understood",
    401: "The API key was not accepted",
    402: "There are not enough credits",
    403: "This key may not do that",
    404: "There is nothing at this address",
    408: "The service gave up waiting",
    413: "The request is too large",
    429: "Too many requests",
    500: "The service failed",
    502: "A proxy could not reach the service",
    503: "The service is not available",
    504: "A proxy gave up waiting for the service",
}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """An error as any deployment words it (section 2.6); a page that a proxy sends in its place
    is its status alone."""

    code: str
    message: str
    request_id: str | None = None
    retryable: bool | None = None
    members: Mapping[str, Any] = field(default_factory=dict)


def read_json(body: bytes) -> Any:
    """The cleaned value of a JSON body, or `NOT_JSON`. Never raises."""
    text = body[3:] if body.startswith(b"\xef\xbb\xbf") else body
    if not text or text.isspace():
        return NOT_JSON
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError:
        # Lone surrogates, UTF-16, broken UTF-8 and NaN are what the fast parser refuses.
        try:
            value = json.loads(text.decode(json.detect_encoding(text), "replace"))
        except (ValueError, RecursionError, LookupError):
            return NOT_JSON
    return clean_json(value)


def request_id_of(value: Any, headers: Mapping[str, str]) -> str | None:
    """The request id of an answer: `error.request_id`, `meta.request_id` or the header's."""
    told = value if isinstance(value, dict) else {}
    for holder in (told.get("error"), told.get("meta"), told):
        named = holder.get("request_id") if isinstance(holder, dict) else None
        if isinstance(named, str) and named:
            return named[:200]
    header = headers.get("x-request-id") or headers.get("request-id")
    return clean_line(header, 200) if header else None


def read_error(status: int, value: Any, headers: Mapping[str, str]) -> ErrorView:
    """What an answer outside 2xx says; the code is `http_<status>` where it has none."""
    request_id = request_id_of(value, headers)
    default = f"{_HTTP_NAMES.get(status, 'The service refused')} (HTTP {status})"
    if not isinstance(value, dict):
        return ErrorView(f"http_{status}", default, request_id)
    error = value.get("error", value.get("errors", value))
    if isinstance(error, list):
        error = error[0] if error else {}
    if isinstance(error, str):
        # `{"error": "rate_limited", "message": "..."}` or `{"error": "Some words."}`.
        message = _first_text(value, _MESSAGE_NAMES)
        is_code = error.replace("_", "").replace("-", "").isalnum() and " " not in error
        code = value.get("code")
        named = code[:100] if isinstance(code, str) else f"http_{status}"
        return ErrorView(
            error[:100] if is_code else named,
            (message or (default if is_code else error))[:500],
            request_id,
            _flag(value.get("retryable")),
            value,
        )
    if not isinstance(error, dict):
        return ErrorView(f"http_{status}", default, request_id)
    code = error.get("code") or error.get("type")
    return ErrorView(
        code[:100] if isinstance(code, str) and code else f"http_{status}",
        (_first_text(error, _MESSAGE_NAMES) or default)[:500],
        request_id,
        _flag(error.get("retryable")),
        error,
    )


def status_inside(value: Any) -> int | None:
    """The status, 400 to 599, of an error that came under a 2xx: the one it names, else the one of
    its code in the catalogue. `None` for what is no error, or one that names neither."""
    if not isinstance(value, dict) or not value.keys() <= _OF_AN_ERROR:
        return None
    if value.get("data") or value.get("results"):
        return None
    error = value.get("error") or value.get("errors")
    if isinstance(error, list):
        error = error[0]
    holders = [error, value] if isinstance(error, dict) else [value]
    for holder in holders:
        for name in _STATUS_NAMES:
            status = holder.get(name)
            if isinstance(status, str) and status.isdecimal() and len(status) == 3:
                status = int(status)
            if type(status) is int and 400 <= status < 600:
                return status
    if not error:
        return None
    spec = spec_of(read_error(0, value, {}).code)
    return spec.status if spec is not None else None


def _first_text(value: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        if isinstance(value.get(name), str) and value[name].strip():
            return clean_line(value[name])
    return None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None
