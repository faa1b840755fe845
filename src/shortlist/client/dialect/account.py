"""Enrichment, person research and usage (sections 4.3 and 4.4)."""

from __future__ import annotations

import math
from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, first, lenient, renamed
from shortlist.client.dialect.dossier import charge_of, dossier
from shortlist.client.errors import BadAnswer
from shortlist.client.paths import last_segment
from shortlist.contract.account import UsageResponse
from shortlist.contract.enrich import FOUND, NOT_FOUND, EnrichResponse
from shortlist.contract.person import PersonResponse, PersonRunResponse

__all__ = ["read_enrich", "read_person", "read_person_or_run", "read_usage"]

_RUN_IDS: Final = ("run_id", "runId", "id", "job_id", "jobId")
_UNFINISHED: Final = frozenset({"queued", "pending", "running", "processing", "in_progress"})


def read_enrich(value: Any) -> EnrichResponse:
    """The answer of `POST /v1/enrich`."""
    top = as_object(value)
    meta = dict(as_object(top.get("meta")))
    warnings = meta.get("warnings", top.get("warnings"))
    meta["warnings"] = [
        {"message": entry} if isinstance(entry, str) else entry
        for entry in (warnings if isinstance(warnings, list) else ())
        if isinstance(entry, str | dict)
    ]
    data = top.get("data", top.get("results"))
    rest = {name: inner for name, inner in top.items() if name not in ("data", "meta")}
    fields: JsonObject = {}
    for name, entry in as_object(data).items():
        if isinstance(entry, dict):
            fields[name] = entry
        elif entry is None or isinstance(entry, str):
            fields[name] = {"value": entry, "status": FOUND if entry else NOT_FOUND}
        else:
            rest[name] = entry
    if data is not None and not isinstance(data, dict):
        rest["raw"] = data
    return lenient(EnrichResponse, {**rest, "data": fields, "meta": meta})


def read_person(value: Any) -> PersonResponse:
    """A dossier, enveloped or bare; `data` is null where the evidence was not enough."""
    top = as_object(value)
    meta = as_object(top.get("meta"))
    if "data" in top:
        data = top["data"]
        rest = {name: inner for name, inner in top.items() if name not in ("data", "meta")}
    else:
        data = {name: inner for name, inner in top.items() if name != "meta"} or None
        rest = {}
    for name in ("dossier", "person", "result"):
        inner = as_object(data).get(name)
        if isinstance(inner, dict) and "identity" not in as_object(data):
            data = inner
            break
    if isinstance(data, dict):
        data = dossier(dict(data))
    elif data is not None:
        rest["raw"], data = data, None
    charged = charge_of(meta, top)
    if charged is not None:
        meta = {**meta, "credits_charged": charged}
    return lenient(PersonResponse, {**rest, "data": data, "meta": meta})


def read_person_or_run(
    status: int,
    value: Any,
    location: str | None,
    *,
    request_id: str | None,
    run_id: str | None = None,
) -> PersonResponse | PersonRunResponse:
    """What `POST /v1/person` or a poll of a run answers: a dossier, or a run that goes on.

    `run_id` is the run that was asked about: some deployments answer a poll with the status
    alone. Raises `BadAnswer` for a run without any id.
    """
    data = as_object(as_object(value).get("data", value))
    started = first(data, ("run_id", "runId", "job_id", "jobId")) is not None
    if status == 202 or (started and str(data.get("status")) in _UNFINISHED):
        return _run(value, location, run_id, request_id)
    return read_person(value)


def _run(
    value: Any, location: str | None, known: str | None, request_id: str | None
) -> PersonRunResponse:
    top = as_object(value)
    data = dict(as_object(top.get("data", top)))
    if isinstance(data.get("run"), dict):
        data = {**data, **data.pop("run")}
    identifier = known or first(data, _RUN_IDS)
    if not isinstance(identifier, str | int) or isinstance(identifier, bool) or identifier == "":
        # From the end of an address: in the body, or in `Location`.
        address = first(data, ("poll_url", "status_url")) or location
        identifier = last_segment(address) if isinstance(address, str) else None
    if identifier is None:
        raise BadAnswer("The service started a run without an id", request_id=request_id)
    data["run_id"] = str(identifier)
    renamed(data, "poll_url", ("status_url",))
    return lenient(PersonRunResponse, {"data": data, "meta": as_object(top.get("meta"))})


def read_usage(value: Any) -> UsageResponse:
    """The answer of `GET /v1/account/usage`; budgets in cents become ACU where the rate is
    given."""
    top = as_object(value)
    data = dict(as_object(top.get("data", top)))
    meta = as_object(top.get("meta"))
    data.pop("meta", None)
    credits = data.get("credits")
    if isinstance(credits, int | float) and not isinstance(credits, bool):
        credits = {"available": credits}
    credits = dict(as_object(credits))
    if isinstance(credits.get("acu"), dict):
        credits = {**credits.pop("acu"), **credits}
    renamed(credits, "available", ("remaining", "balance"))
    if credits.get("available") is None:
        available = first(data, ("available_credits", "remaining_credits", "balance"))
        if available is not None:
            credits["available"] = available
    data["credits"] = credits
    key = dict(as_object(first(data, ("api_key", "apiKey", "key"))))
    for period in ("daily", "monthly"):
        key[period] = _budget(key, data, period)
    limit = first(key, ("rate_limit", "rateLimit"))
    if isinstance(limit, int | float):
        key["rate_limit"] = {"per_minute": limit}
    data["api_key"] = {name: inner for name, inner in key.items() if inner is not None}
    if not isinstance(data.get("history"), list):
        data.pop("history", None)
    return lenient(UsageResponse, {"data": data, "meta": meta})


def _budget(key: JsonObject, data: JsonObject, period: str) -> JsonObject:
    given = key.get(period)
    if isinstance(given, int | float) and not isinstance(given, bool):
        given = {"budget": given}
    budget = dict(as_object(given))
    rate = first(key, ("acu_value_usd",)) or first(data, ("acu_value_usd",))
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not rate > 0:
        return budget
    for target in ("budget", "used", "remaining", "reserved"):
        names = (f"{period}_{target}_cents", f"{target}_cents")
        cents = first(budget, names)
        if cents is None:
            cents = first(key, names[:1]) or first(data, names[:1])
        if budget.get(target) is None and isinstance(cents, int | float):
            acu = cents / 100 / rate
            budget[target] = acu if math.isfinite(acu) else None
    return budget
