"""The models of the wire: emitted exactly, read tolerantly, nothing lost."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from shortlist.contract.envelope import ErrorBody, ErrorEnvelope
from shortlist.contract.search import Grounding, SearchData, SearchRequest, SearchResponse
from shortlist.contract.sets import CreateSetRequest, PeopleSet


def test_an_unknown_field_is_kept_and_told_apart() -> None:
    read = PeopleSet.model_validate(
        {"id": "set_1", "mood": "calm", "searches": [{"id": "s", "status": "dreaming", "zeal": 3}]}
    )
    shown = read.normalised()
    assert shown["extra"] == {"mood": "calm"}
    assert shown["searches"][0]["extra"] == {"zeal": 3}
    assert shown["searches"][0]["status"] == "dreaming"
    json.dumps(shown)


def test_optional_members_of_an_error_are_absent_not_null() -> None:
    envelope = ErrorEnvelope(error=ErrorBody(code="x", message="y", request_id="req_1"))
    assert envelope.to_wire() == {"error": {"code": "x", "message": "y", "request_id": "req_1"}}


def test_grounding_is_absent_where_it_does_not_apply() -> None:
    assert "grounding" not in SearchResponse().to_wire()["data"]
    grounded = SearchResponse(data=SearchData(grounding=Grounding(status="complete")))
    assert grounded.to_wire()["data"]["grounding"] == {"status": "complete", "results": []}


@pytest.mark.parametrize("count", [0, 151, "10", 1.5, True])
def test_results_are_a_whole_number_from_1_to_150(count: object) -> None:
    with pytest.raises(ValidationError):
        SearchRequest.model_validate({"query": "x", "num_results": count})


def test_search_defaults() -> None:
    request = SearchRequest.model_validate({"query": "x"})
    assert (request.type, request.num_results, request.category) == ("auto", 10, "people")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"search": {}},
        {"search": {"query": "x", "count": 0}},
        {"search": {"query": "x", "count": 501}},
        {"search": {"query": "x"}, "budget": {"credits": 0}},
        {"search": {"query": "x"}, "budget": {"credits": 1.5}},
        {"search": {"query": "x" * 4001}},
    ],
)
def test_what_a_set_refuses(body: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CreateSetRequest.model_validate(body)


def test_a_set_with_its_defaults() -> None:
    request = CreateSetRequest.model_validate(
        {"search": {"query": "x", "criteria": ["a", {"description": "b"}]}, "budget": {}}
    )
    assert request.search.count == 25
    assert request.budget is not None
    assert request.budget.credits is None
