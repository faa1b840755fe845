"""The interface's own tables of requests: what is sent is checked against these and nothing else.

Section 4 of the interface says what a request may hold; a deployment may refuse everything else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final
from urllib.parse import parse_qsl

TYPES: Final = ("instant", "fast", "auto", "deep")
SHOWN: Final = {"profile", "title", "company", "location"}
FILTERS: Final = {"title", "seniority", "company", "industry", "location"}
ENRICHED: Final = {"work_email", "personal_email", "phone"}
IDENTITIES: Final = (
    {"profile_url"},
    {"person_id"},
    {"email"},
    {"name", "company_domain"},
)
SHOWN_PATHS: Final = (
    "POST /v1/search",
    "POST /v1/sets",
    "GET /v1/sets",
    "GET /v1/sets/ID",
    "GET /v1/sets/ID/items",
    "GET /v1/sets/ID/events",
    "GET /v1/sets/ID/export",
    "POST /v1/sets/ID/cancel",
    "POST /v1/enrich",
    "POST /v1/person",
    "GET /v1/person/runs/ID",
    "GET /v1/account/usage",
)


def route_of(method: str, path: str) -> str:
    """`GET /v1/sets/ID/items`."""
    parts = path.partition("?")[0].strip("/").split("/")
    at = {"sets": 2, "person": 3}.get(parts[1] if len(parts) > 1 else "")
    if at is not None and len(parts) > at:
        parts[at] = "ID"
    return f"{method} /{'/'.join(parts)}"


def problems(
    method: str, path: str, headers: dict[str, str], body: Any, fields: Collection[str] = SHOWN
) -> list[str]:
    """What the interface does not show of a request; empty where it is all shown."""
    route = route_of(method, path)
    if route not in SHOWN_PATHS:
        return [f"{route} is not shown"]
    found = [] if headers.get("authorization", "").startswith("Bearer ") else ["no bearer key"]
    if method == "POST" and not headers.get("idempotency-key"):
        found.append("a POST without an Idempotency-Key")
    query = dict(parse_qsl(path.partition("?")[2], keep_blank_values=True))
    found += _query(route, query)
    check = {
        "POST /v1/search": lambda given: _search(given, fields),
        "POST /v1/sets": _set,
        "POST /v1/enrich": _enrich,
        "POST /v1/sets/ID/cancel": lambda given: list(given),
    }.get(route)
    return found + (check(body or {}) if check else [])


def _query(route: str, query: dict[str, str]) -> list[str]:
    if route == "GET /v1/sets/ID/items":
        found = sorted(query.keys() - {"status", "cursor", "limit"})
        if query.get("status", "all") not in ("admitted", "review", "all"):
            found.append("status")
        if not 1 <= int(query.get("limit", 1)) <= 200:
            found.append("limit")
        return found
    if route == "GET /v1/sets/ID/export":
        return [] if query in ({}, {"format": "json"}) else ["format"]
    # A cursor is sent only to who has given one.
    return sorted(query.keys() - {"cursor"}) if route == "GET /v1/sets" else sorted(query)


def _search(given: dict[str, Any], fields: Collection[str]) -> list[str]:
    found = sorted(
        given.keys() - {"query", "type", "category", "num_results", "filters"} - {"contents"}
    )
    if "query" in given and not isinstance(given["query"], str):
        found.append("query")
    if given.get("type", "auto") not in TYPES:
        found.append("type")
    if given.get("category", "people") != "people":
        found.append("category")
    number = given.get("num_results", 10)
    if type(number) is not int or not 1 <= number <= 150:
        found.append("num_results")
    filters = given.get("filters", {"title": ""})
    if (
        not filters
        or filters.keys() - FILTERS
        or not all(isinstance(v, str) for v in filters.values())
    ):
        found.append("filters")
    contents = given.get("contents", {"fields": []})
    if contents.keys() != {"fields"}:
        found.append("contents")
    elif not set(contents["fields"]) <= set(fields):
        chosen = ", ".join(contents["fields"])
        found.append(f"contents.fields: {chosen}: must be one of {', '.join(sorted(fields))}")
    if not given.get("query") and "filters" not in given:
        found.append("query or filters")
    return found


def _set(given: dict[str, Any]) -> list[str]:
    search, budget = given.get("search", {}), given.get("budget", {"credits": 1})
    found = sorted(given.keys() - {"search", "budget", "enrichments"})
    found += sorted(search.keys() - {"query", "count", "criteria"})
    found += sorted(budget.keys() - {"credits", "llm_tokens"})
    if not isinstance(search.get("query"), str) or not search["query"]:
        found.append("search.query")
    if type(search.get("count", 25)) is not int or not 1 <= search.get("count", 25) <= 500:
        found.append("search.count")
    if not isinstance(search.get("criteria", []), list):
        found.append("search.criteria")
    if type(budget.get("credits", 1)) is not int or budget.get("credits", 1) < 1:
        found.append("budget.credits")
    if given.get("enrichments"):
        found.append("enrichments")
    return found


def _enrich(given: dict[str, Any]) -> list[str]:
    anchor = given.keys() - {"fields"}
    found = [] if anchor in IDENTITIES else [f"not exactly one identity: {sorted(anchor)}"]
    fields = given.get("fields")
    if not isinstance(fields, list) or not fields or not set(fields) <= ENRICHED:
        found.append("fields")
    return found
