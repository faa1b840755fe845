"""Reading enrichment and person research (sections 4.3 and 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shortlist.client.dialect.common import JsonObject, as_object, first, lenient, rename_fields
from shortlist.client.dialect.dossier import charge_of, read_dossier
from shortlist.client.errors import BadAnswer
from shortlist.client.paths import last_segment
from shortlist.contract.enrich import FOUND, NOT_FOUND, EnrichResponse
from shortlist.contract.person import PersonResponse, PersonRunResponse

_RUN_IDS: Final = ("run_id", "runId", "id", "job_id", "jobId")
_OF_A_DOSSIER: Final = (
    *("person_id", "identity", "summary", "professional", "source_links", "provenance"),
    *("name", "full_name"),
)
_UNFINISHED: Final = frozenset({"queued", "pending", "running", "processing", "in_progress"})


def read_enrich(value: Any, asked: Sequence[str] = ()) -> EnrichResponse:
    """The answer of `POST /v1/enrich`; `asked`: the fields, which may stand flat at the top. What
    is no field in any shape is kept as an extra, and never taken for one that was not found."""
    top = as_object(value)
    meta = dict(as_object(top.get("meta")))
    warnings = meta.get("warnings", top.get("warnings"))
    meta["warnings"] = [
        {"message": entry} if isinstance(entry, str) else entry
        for entry in (warnings if isinstance(warnings, list) else ())
        if isinstance(entry, str | dict)
    ]
    data = first(top, ("data", "results", "fields"))
    rest = {name: inner for name, inner in top.items() if name not in ("data", "meta")}
    if isinstance(data, list):
        told = {first(one, ("field", "name", "type")): one for one in data if isinstance(one, dict)}
        data = {name: one for name, one in told.items() if isinstance(name, str)} or data
    elif data is None:
        data = {name: rest.pop(name) for name in asked if name in rest}
    fields: JsonObject = {}
    for name, entry in as_object(data).items():
        field = _field(entry) if name in asked or not asked or _has_value(entry) else None
        if field is not None:
            fields[name] = field
        else:
            rest[name] = entry
    if data is not None and not isinstance(data, dict):
        rest["raw"] = data
    return lenient(EnrichResponse, {**rest, "data": fields, "meta": meta})


def _has_value(entry: Any) -> bool:
    return isinstance(entry, dict) and "value" in entry


def _field(entry: Any) -> JsonObject | None:
    """What became of one field; `None` for what does not say."""
    if entry is None or isinstance(entry, str):
        return {"value": entry, "status": FOUND if entry else NOT_FOUND}
    if not isinstance(entry, dict):
        return None
    if isinstance(entry.get("status"), str):
        return entry
    if "value" not in entry:
        return None
    return {**entry, "status": FOUND if entry.get("value") else NOT_FOUND}


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
        data = read_dossier(dict(data))
    elif data is not None:
        rest["raw"], data = data, None
    charged = charge_of(meta, top)
    if charged is not None:
        meta = {**meta, "credits_charged": charged}
    return lenient(PersonResponse, {**rest, "data": data, "meta": meta})


def tells_dossier(value: Any) -> bool:
    """Whether this is a dossier in any shape, or says that the evidence was not enough."""
    top = as_object(value)
    if "data" in top and top["data"] is None:
        return True
    data = as_object(top.get("data", top))
    holders = [data, *(as_object(data.get(name)) for name in ("dossier", "person", "result"))]
    return any(first(holder, _OF_A_DOSSIER) is not None for holder in holders)


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
    rename_fields(data, "poll_url", ("status_url",))
    return lenient(PersonRunResponse, {"data": data, "meta": as_object(top.get("meta"))})
