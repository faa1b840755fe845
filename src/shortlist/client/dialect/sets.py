"""Reading Sets, their searches, items and events (sections 2.2 to 2.4, 4.2 and 6)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from pydantic import ValidationError

from shortlist.client.dialect.common import (
    JsonObject,
    as_object,
    first,
    lenient,
    rename_fields,
    take,
    text_of,
    words_of,
)
from shortlist.client.dialect.pages import page_of
from shortlist.client.dialect.people import PERSON_FIELDS, looks_like_person, person_beside
from shortlist.client.errors import BadAnswer
from shortlist.client.merging import CAN_GO
from shortlist.contract.sets import (
    COMPLETED,
    QUEUED,
    RUNNING,
    TERMINAL,
    CreatedSet,
    ItemList,
    PeopleSet,
    SetItem,
    SetList,
    SetSearch,
)

_IDS: Final = ("set_id", "people_set_id", "setId", "peopleSetId")
_STATUSES: Final = words_of("status")
_VERDICTS: Final = {"yes": "satisfied", "no": "unsatisfied", "true": "satisfied"}
_VERDICTS["false"] = "unsatisfied"
_ESTIMATES: Final = ("credits_reserved", "estimated_credits", "creditsReserved")
_PROGRESS_NAMES: Final = (
    ("candidates", ("found", "candidates_found")),
    ("checked", ("analyzed", "evaluated", "checked_count")),
    ("admitted", ("verified_count", "admitted_count", "matched")),
    ("review", ("review_count",)),
    ("rejected", ("rejected_count",)),
    ("requested", ("requested_count", "target")),
    ("eta_seconds", ("time_left", "timeLeft", "eta")),
)
_COUNTS: Final = frozenset(
    {"candidates", "checked", "admitted", "review", "rejected", "requested", "completion"}
    | {"analyzed", "verified_count", "admitted_count", "requested_count", "eta_seconds"}
)
"""What an event may tell of the progress without putting it under `progress`."""
_ITEM_OWN: Final = frozenset(
    {"id", "item_id", "itemId", "object", "set_id", "search_id", "status", "score", "type"}
    | {"verification", "verifications", "evaluations", "criteria", "created_at", "createdAt"}
    | {"admitted_at", "created", "properties"}
)
_ITEM_FIELDS: Final = frozenset(SetItem.model_fields)
_SEARCH_FIELDS: Final = frozenset(SetSearch.model_fields)
_OUR_STATUSES: Final = frozenset({QUEUED, RUNNING, *TERMINAL})


def canonical_status(status: Any) -> str | None:
    """Our word for a status; an unknown one as it came."""
    if not isinstance(status, str) or not status:
        return None
    lowered = status.lower()
    return _STATUSES.get(lowered, lowered)


def read_set(value: Any, *, request_id: str | None = None) -> PeopleSet:
    """A Set, flat or wrapped in `data` or `set`. Raises `BadAnswer` without any id."""
    return lenient(PeopleSet, _set(value, request_id))


def read_created_set(value: Any, *, request_id: str | None = None) -> CreatedSet:
    """The answer of `POST /v1/sets`."""
    source = _set(value, request_id)
    if isinstance(source.get("search"), dict):
        source["search"] = _search(source["search"])
        if "status" in source:
            source["search"].setdefault("status", source["status"])
    return lenient(CreatedSet, source)


def read_set_list(value: Any) -> SetList:
    entries, page = page_of(value)
    kept = [_set(entry, None) for entry in entries if set_id_of(_unwrapped(entry)) is not None]
    return lenient(SetList, {**page, "data": kept})


def read_item_list(value: Any) -> ItemList:
    entries, page = page_of(value)
    return lenient(ItemList, {**page, "data": [_item(entry) for entry in entries]})


def read_item(value: Any) -> SetItem | None:
    """An item in any shape; `None` for what holds no person."""
    source = as_object(value)
    inner = as_object(source.get("person"))
    ours = source.keys() <= _ITEM_FIELDS and inner.keys() <= PERSON_FIELDS
    if ours and source.get("id") and inner.get("name") is not None:
        with suppress(ValidationError):
            return SetItem.model_validate(source)
    for name in ("item", "data", "result"):
        wrapped = source.get(name)
        if isinstance(wrapped, dict) and "person" not in source:
            source = wrapped
    nested = "person" in source or "person" in as_object(source.get("properties"))
    return lenient(SetItem, _item(source)) if nested or looks_like_person(source) else None


def read_search_of_set(value: Any) -> SetSearch | None:
    """A search, or what an event tells of one, in any shape: what does not come stays unset.
    `None` for what is none."""
    source = as_object(value)
    progress = as_object(source.get("progress"))
    ours = source.keys() <= _SEARCH_FIELDS and _is_fraction(progress)
    if ours and str(source.get("status")) in _OUR_STATUSES:
        with suppress(ValidationError):
            return SetSearch.model_validate(source)
    for name in ("search", "result", "data"):
        if isinstance(source.get(name), dict):
            source = source[name]
            break
    return lenient(SetSearch, _search(source)) if source else None


def _is_fraction(progress: JsonObject) -> bool:
    completion = progress.get("completion", 0.0)
    return isinstance(completion, float) and 0 <= completion <= 1


def _unwrapped(value: Any) -> JsonObject:
    source = as_object(value)
    for name in ("data", "set", "people_set"):
        inner = source.get(name)
        if isinstance(inner, dict) and set_id_of(source) is None:
            outer = {key: item for key, item in source.items() if key not in (name, "meta")}
            source = {**outer, **inner}
    return source


def set_id_of(source: JsonObject) -> str | None:
    """The id of a Set, by any of its names."""
    found = first(source, ("id", *_IDS))
    if isinstance(found, bool) or not isinstance(found, str | int) or found == "":
        return None
    return str(found)


def _set(value: Any, request_id: str | None) -> JsonObject:
    source = dict(_unwrapped(value))
    identifier = set_id_of(source)
    if identifier is None:
        raise BadAnswer(
            "The service answered with a Set that has no id",
            request_id=request_id,
            advice="Look for it in the list of Sets; give the request id to the operator.",
        )
    for name in _IDS:
        source.pop(name, None)
    source["id"] = identifier
    searches = take(source, ("searches",))
    if searches is None and isinstance(source.get("search"), dict):
        searches = [source["search"]]
    array = searches if isinstance(searches, list) else []
    source["searches"] = [_search(entry) for entry in array if isinstance(entry, dict)]
    if not source["searches"]:
        del source["searches"]
    _read_status(source)
    rename_fields(source, "item_count", ("items_count", "itemCount", "admitted_count", "count"))
    rename_fields(source, "spent_credits", ("credits_spent", "credits_charged"))
    if "budget" in source and not isinstance(source["budget"], dict):
        source["budget"] = {"credits": source["budget"]}
    if "pricing" in source:
        source["pricing"] = _pricing(source["pricing"])
    else:
        told = take(source, _ESTIMATES)
        if told is not None:
            source["pricing"] = _pricing(told)
    rename_fields(source, "created_at", ("createdAt", "created"))
    rename_fields(source, "updated_at", ("updatedAt", "updated"))
    return source


def _read_status(source: JsonObject) -> None:
    """The status of a Set is that of its newest search, whichever of them is given."""
    newest = source["searches"][0] if source.get("searches") else {}
    status = canonical_status(source.pop("status", None)) or newest.get("status")
    if status is not None:
        source["status"] = status
        newest.setdefault("status", status)


def _pricing(value: Any) -> JsonObject | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"estimated_credits": value}
    if not isinstance(value, dict):
        return None
    source = dict(value)
    rename_fields(source, "estimated_credits", (*_ESTIMATES, "credits", "estimate"))
    return source


def _search(entry: JsonObject) -> JsonObject:
    source = dict(entry)
    # Beside an id of its own an event may have one, which is then called `id`.
    named = take(source, ("search_id", "searchId"))
    if named is not None:
        source["id"] = named
    if isinstance(source.get("id"), int):
        source["id"] = str(source["id"])
    rename_fields(source, "created_at", ("createdAt", "created"))
    rename_fields(source, "finished_at", ("finishedAt", "completed_at", "ended_at", "canceled_at"))
    if source.get("finished_at") == "":
        source["finished_at"] = None
    status = canonical_status(source.pop("status", None))
    if status is None and source.get("finished_at"):
        status = COMPLETED
    if status is not None:
        source["status"] = status
    criteria = source.pop("criteria", None)
    if isinstance(criteria, list):
        source["criteria"] = [_criterion(entry, at) for at, entry in enumerate(criteria, 1)]
    progress = source.pop("progress", None)
    if not isinstance(progress, dict):
        progress = {name: source.pop(name) for name in _COUNTS if name in source}
    if progress:
        source["progress"] = _progress(progress, status)
    for name in ("query", "count"):
        if source.get(name) is None:
            source.pop(name, None)
    return source


def _criterion(entry: Any, at: int) -> JsonObject:
    if not isinstance(entry, dict):
        return {"id": f"c{at}", "description": text_of(entry) or ""}
    source = dict(entry)
    rename_fields(source, "id", ("criterion_id", "criterionId"))
    rename_fields(source, "description", ("criterion", "label", "name", "text"))
    if source.get("id") is None:
        source["id"] = f"c{at}"
    return source


def _progress(entry: JsonObject, status: str | None) -> JsonObject:
    source = dict(entry)
    for target, names in _PROGRESS_NAMES:
        rename_fields(source, target, names)
    completion = source.get("completion")
    if isinstance(completion, int | float) and not isinstance(completion, bool):
        # Over 1 it is a percentage; so is a whole 1 of a search that goes on.
        whole = isinstance(completion, int) and status in (QUEUED, RUNNING)
        percent = completion > 1 or (completion == 1 and whole)
        source["completion"] = min(completion, 100) / 100 if percent else max(0.0, completion)
    # That no time is left is told by null: what was known of it before is then no more.
    return {name: value for name, value in source.items() if value is not None or name in CAN_GO}


def _item(entry: Any) -> JsonObject:
    source = beside = dict(as_object(entry))
    inner = source.get("person")
    if not isinstance(inner, dict):
        properties = as_object(source.get("properties"))
        if isinstance(properties.get("person"), dict):
            properties = dict(properties)
            inner = {**properties.pop("person")}
            if isinstance(properties.get("description"), str):
                inner.setdefault("summary", properties["description"])
            source["properties"] = beside = properties
        else:
            inner = {name: value for name, value in source.items() if name not in _ITEM_OWN}
            source = beside = {name: v for name, v in source.items() if name in _ITEM_OWN}
    source["person"] = person_beside(dict(inner), beside)
    rename_fields(source, "id", ("item_id", "itemId"))
    identifier = source.get("id")
    if identifier is None:
        source["id"] = (
            source["person"].get("person_id") or source["person"].get("profile_url") or ""
        )
    else:
        source["id"] = str(identifier)
    rename_fields(source, "verification", ("evaluations", "verifications", "criteria"))
    array = source.pop("verification", None)
    if isinstance(array, list):
        verdicts = [_verification(entry) for entry in array if isinstance(entry, dict)]
        source["verification"] = verdicts
    rename_fields(source, "created_at", ("createdAt", "admitted_at", "created"))
    if source.get("status") is None:
        source.pop("status", None)
    return source


def _verification(entry: JsonObject) -> JsonObject:
    source = dict(entry)
    criterion = source.get("criterion")
    if isinstance(criterion, dict):
        source["criterion"] = text_of(first(criterion, ("description", "name", "label"))) or ""
        source.setdefault("criterion_id", criterion.get("id") or "")
    rename_fields(source, "criterion", ("description", "name", "label"))
    rename_fields(source, "criterion_id", ("criterionId",))
    verdict = take(source, ("status", "satisfied", "verdict", "result"))
    word = str(verdict).lower() if verdict is not None else "unclear"
    source["status"] = _VERDICTS.get(word, word)
    rename_fields(source, "reasoning", ("reason", "explanation"))
    references = source.get("references")
    source["references"] = [
        {"url": entry} if isinstance(entry, str) else _reference(entry)
        for entry in (references if isinstance(references, list) else ())
        if isinstance(entry, str | dict)
    ]
    return {name: value for name, value in source.items() if value is not None}


def _reference(entry: JsonObject) -> JsonObject:
    source = dict(entry)
    rename_fields(source, "quote", ("snippet", "text"))
    rename_fields(source, "source", ("title",))
    return source
