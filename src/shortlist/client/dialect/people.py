"""Reading search answers and people (sections 2.1 and 4.1)."""

from __future__ import annotations

from typing import Any, Final

from shortlist.client.dialect.common import (
    JsonObject,
    as_object,
    first,
    lenient,
    rename_fields,
    text_of,
)
from shortlist.contract.person import Person
from shortlist.contract.search import SearchResponse

PERSON_FIELDS: Final = frozenset(Person.model_fields)
_ARRAYS: Final = ("results", "people", "items", "matches", "profiles", "candidates")
_PERSON_LIKE: Final = (
    *("person_id", "full_name", "name", "profile_url", "linkedin_url", "headline"),
    *("job_title", "position", "company", "id", "title"),
)
_TEXTS: Final = ("name", "title", "company", "location", "profile_url", "seniority", "industry")


def read_search(value: Any) -> SearchResponse:
    """The answer of `POST /v1/search`, in whatever envelope; an unknown shape has no results
    and keeps everything as extras."""
    top = value if isinstance(value, dict) else {"data": value}
    data = top.get("data")
    rest = {name: inner for name, inner in top.items() if name not in ("data", "meta")}
    array, name = find_array(data, _ARRAYS)
    if array is not None:
        body = {key: inner for key, inner in as_object(data).items() if key != name}
        for key in ("grounding", "search_time_ms", "request"):
            if key in rest and key not in body:
                body[key] = rest.pop(key)
    else:
        array, name = find_array(top, _ARRAYS)
        if name is not None:
            rest.pop(name, None)
            body = as_object(data)
        elif isinstance(data, dict):
            body = data
        else:
            body = {}
            if data is not None:
                rest["raw"] = data
    body["results"] = [_result(entry) for entry in array or () if isinstance(entry, dict)]
    if isinstance(body.get("grounding"), list):
        body["grounding"] = {"status": "complete", "results": body["grounding"]}
    pages = as_object(body.get("grounding")).get("results")
    for evidence in pages if isinstance(pages, list) else ():
        if isinstance(evidence, dict) and isinstance(evidence.get("person"), dict):
            evidence["person"] = person(evidence["person"])
    return lenient(SearchResponse, {**rest, "data": body, "meta": as_object(top.get("meta"))})


def tells_people(value: Any) -> bool:
    """Whether an answer of `POST /v1/search` is a list of people in any shape, be it empty."""
    top = value if isinstance(value, dict) else {"data": value}
    data = top.get("data")
    if isinstance(data, list):
        return not data or any(_is_result(entry) for entry in data)
    holders = [as_object(data), top]
    for holder in holders:
        array, _ = find_array(holder, _ARRAYS)
        if array is not None:
            return not array or any(_is_result(entry) for entry in array)
    # Some write an empty list as null.
    return any(name in holder and holder[name] is None for holder in holders for name in _ARRAYS)


def _is_result(entry: Any) -> bool:
    if not isinstance(entry, dict) or entry.get("object") == "set":
        return False
    return isinstance(entry.get("person"), dict) or looks_like_person(entry)


def find_array(value: Any, names: tuple[str, ...]) -> tuple[list[Any] | None, str | None]:
    """The array in `value` and the name it was under (`None` where `value` is the array)."""
    if isinstance(value, list):
        return value, None
    if isinstance(value, dict):
        for name in names:
            if isinstance(value.get(name), list):
                return value[name], name
    return None, None


def _result(entry: JsonObject) -> JsonObject:
    inner = entry.get("person")
    if isinstance(inner, dict):
        if inner.keys() <= PERSON_FIELDS and "name" in inner and "title" not in entry:
            _plain(inner)
            return entry
        entry["person"] = person_beside(inner, entry)
        return entry
    score = entry.get("score")
    flat = {name: inner for name, inner in entry.items() if name != "score"}
    return {"score": score, "person": person(flat)}


def person_beside(source: JsonObject, outer: JsonObject) -> JsonObject:
    """A person with a `title` and a `url` beside it: the title is the name where none is given,
    else the job where that is not given."""
    title = outer.get("title")
    read = person(source, name=title if isinstance(title, str) else None)
    if read.get("title") is None and isinstance(title, str) and title != read.get("name"):
        read["title"] = title
    if read.get("profile_url") is None and isinstance(outer.get("url"), str):
        read["profile_url"] = outer["url"]
    return read


def person(source: JsonObject, *, name: str | None = None) -> JsonObject:
    """A person's fields under our names, in place; other fields stay as they are."""
    rename_fields(source, "person_id", ("id", "personId", "people_id"))
    rename_fields(source, "name", ("full_name", "fullName", "display_name"))
    if source.get("name") is None:
        parts = [source.get("first_name"), source.get("last_name")]
        joined = " ".join(part for part in parts if isinstance(part, str) and part)
        if joined or name:
            source["name"] = joined or name
    rename_fields(source, "title", ("job_title", "jobTitle", "position", "headline", "role"))
    rename_fields(source, "company", ("company_name", "organization", "employer"))
    rename_fields(source, "location", ("location_name", "region"))
    rename_fields(source, "profile_url", ("linkedin_url", "linkedinUrl", "profile", "url"))
    _plain(source)
    identifier = source.get("person_id")
    if isinstance(identifier, int) and not isinstance(identifier, bool):
        source["person_id"] = str(identifier)
    return source


def looks_like_person(source: JsonObject) -> bool:
    return first(source, _PERSON_LIKE) is not None


def _plain(source: JsonObject) -> None:
    """Objects where we have a text become their name; the object is kept beside it."""
    for field in _TEXTS:
        value = source.get(field)
        if value is not None and not isinstance(value, str):
            source[field] = text_of(value)
            source[f"{field}_details"] = value
