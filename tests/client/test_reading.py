"""Readers of single answers: nothing that is sent crashes one."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shortlist.client import BadAnswer
from shortlist.client.answers import NOT_JSON, read_error, read_json
from shortlist.client.dialect.account import (
    read_enrich,
    read_person,
    read_person_or_run,
)
from shortlist.client.dialect.events import StreamError, canonical_kind, parse_event
from shortlist.client.dialect.networks import read_network_profile, read_socials
from shortlist.client.dialect.people import read_search
from shortlist.client.dialect.sets import (
    read_created_set,
    read_item,
    read_item_list,
    read_search_of_set,
    read_set,
    read_set_list,
)
from shortlist.client.dialect.usage import read_usage
from shortlist.client.unexpected_answers import read_charge

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("id", "data", "items", "results", "person", "person_id", "name", "company"),
                    *("title", "status", "searches", "search", "progress", "completion", "error"),
                    *("criteria", "pricing", "budget", "credits", "meta", "next_cursor", "cursor"),
                    *("has_more", "grounding", "score", "confidence", "properties", "evaluations"),
                    *("verification", "references", "satisfied", "created_at", "finished_at"),
                    *("api_key", "daily", "acu", "warnings", "usage", "billed", "history", "type"),
                    *("value", "identity", "professional", "provenance", "run_id", "item_count"),
                    *("profiles", "profile", "socials", "platform", "url", "handle"),
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=14,
)


@settings(max_examples=150, deadline=None)
@given(value=JSON, kind=st.sampled_from(["", "message", "set.item.admitted", "x"]))
@example(value={"status": []}, kind="")
@example(value={"data": {"run_id": "run_1", "status": {}}}, kind="")
def test_nothing_a_server_sends_crashes_a_reader(value: Any, kind: str) -> None:
    def again() -> Any:
        return json.loads(json.dumps(value))

    for read in (
        *(read_search, read_set_list, read_item_list, read_enrich, read_person, read_usage),
        *(read_network_profile, partial(read_socials, platform="github")),
    ):
        shown = read(again())
        json.dumps(shown.normalised())
    for read_one in (read_item, read_search_of_set):
        one = read_one(again())
        if one is not None:
            json.dumps(one.normalised())
    for read_whole in (
        read_set,
        read_created_set,
        partial(read_person_or_run, 200, location=None),
        partial(read_person_or_run, 202, location=None),
    ):
        try:
            json.dumps(read_whole(again(), request_id="req_1").normalised())
        except BadAnswer as error:
            assert error.request_id == "req_1"
    try:
        json.dumps(parse_event(kind, json.dumps(value), "7")[0].normalised())
    except StreamError:
        assert isinstance(value, dict) and "error" in value
    assert str(read_error(500, again(), {}).code)


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"error": {"code": "x", "message": "Words."}}, "x", "Words."),
        ({"error": "rate_limited", "message": "Slow down"}, "rate_limited", "Slow down"),
        ({"error": "Something went wrong"}, "http_500", "Something went wrong"),
        ({"detail": "Not Found"}, "http_500", "Not Found"),
        ({"errors": [{"code": "bad", "message": "One"}]}, "bad", "One"),
        ({"message": "Only words"}, "http_500", "Only words"),
        ({"error": {"type": "invalid", "message": 5}}, "invalid", "The service failed (HTTP 500)"),
        ([], "http_500", "The service failed (HTTP 500)"),
        (NOT_JSON, "http_500", "The service failed (HTTP 500)"),
    ],
)
def test_errors_in_any_envelope(body: Any, code: str, message: str) -> None:
    view = read_error(500, body, {"x-request-id": "req_h"})
    assert (view.code, view.message, view.request_id) == (code, message, "req_h")


@pytest.mark.parametrize(
    ("kind", "ours"),
    [
        ("set.item.admitted", "set.item.admitted"),
        ("webset.item.created", "set.item.admitted"),
        ("item.admitted", "set.item.admitted"),
        ("webset.search.completed", "set.search.completed"),
        ("completed", "set.search.completed"),
        ("search_cancelled", "set.search.canceled"),
        ("people-set:idle", "set.idle"),
        ("item.enriched", "item.enriched"),
        ("set.monitor.run", "set.monitor.run"),
    ],
)
def test_kinds_by_their_last_words(kind: str, ours: str) -> None:
    assert canonical_kind(kind) == ours


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud800"}', {"a": "\ufffd"}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
        ('{"a": 1}'.encode("utf-16"), {"a": 1}),
        (b"null", None),
        (b'{"a": ', NOT_JSON),
        (b"", NOT_JSON),
        (b"  \n", NOT_JSON),
        (b"<html>", NOT_JSON),
        (b"[" * 100_000, NOT_JSON),
    ],
)
def test_bytes_that_are_json_and_that_are_not(body: bytes, value: Any) -> None:
    assert read_json(body) == value


@pytest.mark.parametrize("figure", ["9" * 400, "-" + "9" * 400, "NaN", "1e999", "-Infinity"])
def test_a_figure_that_is_none_is_not_given(figure: str) -> None:
    """No arithmetic of a screen, and no sum, is made of one: a search's completion, a charge."""
    body = f'{{"id": "s", "status": "running", "query": "q", "progress": {{"completion": {figure},'
    body += f' "candidates": {figure}, "checked": {figure}}}, "credits_charged": {figure}}}'
    value = read_json(body.encode())
    shown = read_search_of_set(value)
    assert shown is not None
    json.dumps(shown.normalised())
    assert shown.progress is None or (shown.progress.candidates or 0) < 10**39
    assert read_charge(value) is None


@pytest.mark.parametrize("pages", [True, 5, "x", {"a": 1}, [True, {"person": 3}]])
def test_pages_that_are_none(pages: Any) -> None:
    answer = {"data": {"results": [], "grounding": {"status": "complete", "results": pages}}}
    json.dumps(read_search(answer).normalised())
