"""Section 7, `validation_failed`: whatever field is wrong, the message says what to do with it."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.service.interface.said import Said, refused

from shortlist.contract.base import Request
from shortlist.contract.enrich import EnrichRequest
from shortlist.contract.network import SocialsRequest
from shortlist.contract.person import PersonRequest
from shortlist.contract.search import SearchRequest
from shortlist.contract.sets import CreateSetRequest
from shortlist.service.identity import ANCHOR_MAX_CHARS
from shortlist.service.runtime.app import ROUTERS, validation_error

SEARCH, SETS, ENRICH, PERSON = "/v1/search", "/v1/sets", "/v1/enrich", "/v1/person"
WHO = {"query": "nurses"}


def wanted(**search: Any) -> dict[str, Any]:
    return {"search": {**WHO, **search}}


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        (SEARCH, [], None, "The body must be an object."),
        (SEARCH, {"query": 5}, "query", "query must be a string."),
        (
            SEARCH,
            {"query": "x" * 4_001},
            "query",
            "query takes at most 4,000 characters, and this has 4,001.",
        ),
        (
            SEARCH,
            {**WHO, "num_results": 151},
            "num_results",
            "num_results must be at most 150, not 151.",
        ),
        (
            SEARCH,
            {**WHO, "num_results": 10**40},
            "num_results",
            "num_results must be at most 150.",
        ),
        (
            SEARCH,
            {**WHO, "num_results": "9"},
            "num_results",
            "num_results must be a whole number.",
        ),
        (
            SEARCH,
            {**WHO, "type": "quick"},
            "type",
            "type must be 'instant', 'fast', 'auto' or 'deep'.",
        ),
        (SEARCH, {**WHO, "filters": "x"}, "filters", "filters must be an object."),
        (
            SEARCH,
            {**WHO, "contents": {"fields": "name"}},
            "contents.fields",
            "contents.fields must be an array.",
        ),
        (SETS, wanted(count=501), "search.count", "search.count must be at most 500, not 501."),
        (SETS, wanted(count=0), "search.count", "search.count must be at least 1, not 0."),
        (
            SETS,
            wanted(criteria=["x"] * 11),
            "search.criteria",
            "search.criteria takes at most 10, and there are 11.",
        ),
        (
            SETS,
            wanted(criteria=["ok", "x" * 501]),
            "search.criteria.1",
            "search.criteria.1 takes at most 500 characters, and this has 501.",
        ),
        (
            SETS,
            wanted(criteria=[{"description": "x" * 501}]),
            "search.criteria.0.description",
            "search.criteria.0.description takes at most 500 characters, and this has 501.",
        ),
        (
            SETS,
            wanted(criteria=[5]),
            "search.criteria.0",
            "search.criteria.0 must be an object or a string.",
        ),
        (SETS, wanted(criteria=[""]), "search.criteria.0", "search.criteria.0 must not be empty."),
        (SETS, wanted(criteria=[" "]), "search.criteria.0", "search.criteria.0 must not be empty."),
        (
            SETS,
            {**wanted(), "budget": {"credits": 0}},
            "budget.credits",
            "budget.credits must be at least 1, not 0.",
        ),
        (
            SETS,
            {**wanted(), "budget": {"credits": 10**30}},
            "budget.credits",
            "budget.credits must be at most 9,007,199,254,740,991.",
        ),
        (
            ENRICH,
            {"person_id": "x" * (ANCHOR_MAX_CHARS + 1), "fields": ["phone"]},
            "person_id",
            "person_id takes at most 2,048 characters, and this has 2,049.",
        ),
        (
            ENRICH,
            {"email": "nobody", "fields": ["phone"]},
            "email",
            "email must be an address such as jo@company.example.",
        ),
        (ENRICH, {"person_id": "x", "fields": "phone"}, "fields", "fields must be an array."),
        (PERSON, {"identifier": 5}, "identifier", "identifier must be an object."),
        ("/v1/socials", {}, "platform", "platform is missing: it has to be given."),
        (
            "/v1/socials",
            {"platform": "x", "identifier": 5},
            "identifier",
            "identifier must be a string or an object.",
        ),
        (
            "/v1/socials",
            {"platform": "x", "identifier": {"name": 5}},
            "identifier.name",
            "identifier.name must be a string.",
        ),
    ],
)
def test_s7_validation_failed_says_what_to_do(
    api: Said, path: str, body: Any, field: str | None, message: str
):
    error = refused(api.post(path, body), 422, "validation_failed")
    assert (error["message"], error.get("field")) == (message, field)


@pytest.mark.parametrize(
    ("path", "field", "message"),
    [
        ("/v1/sets?limit=0", "limit", "limit must be at least 1, not 0."),
        ("/v1/sets?limit=101", "limit", "limit must be at most 100, not 101."),
        ("/v1/sets?limit=many", "limit", "limit must be a whole number."),
        ("/v1/sets/x/items?limit=201", "limit", "limit must be at most 200, not 201."),
        ("/v1/sets/x/items?status=new", "status", "status must be 'admitted', 'review' or 'all'."),
        ("/v1/sets/x/export?format=xml", "format", "format must be 'csv' or 'json'."),
        ("/v1/network/profile", "identifier", "identifier is missing: it has to be given."),
    ],
)
def test_s7_validation_failed_says_what_to_do_with_a_parameter(
    api: Said, path: str, field: str, message: str
):
    error = refused(api.http.get(path), 422, "validation_failed")
    assert (error["message"], error["field"]) == (message, field)


@pytest.mark.parametrize("search", [{}, {"search": {}}, {"search": {"query": None}}])
def test_s7_a_set_without_a_query_is_query_required(api: Said, search: Any):
    refused(api.post(SETS, search), 422, "query_required")


REQUESTS: list[type[Request]] = [
    SearchRequest,
    CreateSetRequest,
    EnrichRequest,
    PersonRequest,
    SocialsRequest,
]
ODD: list[Any] = [None, True, -1, 1.5, 10**40, "", "x" * 9_999, [], [5] * 99, {}, {"x": [{}]}]


def odd_bodies(request: type[Request]) -> list[Any]:
    """Bodies with one odd value somewhere, at any depth that the request has."""
    bodies: list[Any] = [*ODD]
    for name in request.model_fields:
        bodies += [{name: odd} for odd in ODD]
        bodies += [{name: {inner: odd}} for inner in INNER for odd in ODD]
        bodies += [{name: {inner: [odd]}} for inner in INNER for odd in ODD]
        bodies += [{name: {"query": "x", "criteria": [{"description": odd}]}} for odd in ODD]
    return bodies


INNER = ("query", "count", "criteria", "credits", "fields", "person_id", "name")


@pytest.mark.parametrize("request_model", REQUESTS)
def test_s7_nothing_is_said_in_the_words_of_the_library(request_model: type[Request]):
    checker = TypeAdapter(request_model)
    told = set()
    for body in odd_bodies(request_model):
        try:
            checker.validate_python(body)
        except ValidationError as invalid:
            found = [{**e, "loc": ("body", *e["loc"])} for e in invalid.errors()]
            told.add(validation_error(found).message)
    assert told
    for message in told:
        assert "nput" not in message and "tring should" not in message, message
        assert "valid" not in message, message


def test_s7_every_request_is_among_them():
    bodies = {
        route.body_field.field_info.annotation  # type: ignore[attr-defined]
        for router in ROUTERS
        for route in router.routes
        if getattr(route, "body_field", None) is not None
    }
    assert bodies == set(REQUESTS)
