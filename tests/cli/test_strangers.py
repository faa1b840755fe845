"""The commands against a stranger's deployment: strict, and with shapes of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from tests.cli.deployment import KEY, reply, serving
from tests.cli.stranger import ASKED, Stranger
from tests.cli.strict import SHOWN_PATHS, route_of

from shortlist.cli.main import run


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    with serving(Stranger()) as running:
        assert isinstance(running, Stranger)
        yield running


def ends_once_streamed(stranger: Stranger) -> None:
    """Its Set ends with the first reading of its events."""
    stranger.over = any(seen.path.endswith("/events") for seen in stranger.seen)


def told(stranger: Stranger, *arguments: str) -> Ended:
    environment = {"SHORTLIST_BASE_URL": stranger.url, "SHORTLIST_API_KEY": KEY}
    with CliRunner().isolation(env=environment) as (out, err, _):
        code = run(arguments)
        return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def test_no_command_sends_what_the_interface_does_not_show(
    stranger: Stranger, tmp_path: Path
) -> None:
    stranger.grows = ends_once_streamed
    people = tmp_path / "people.csv"
    people.write_text("name,company domain\nA,acme.example\nB,acme.example\n")
    filters = [f"--{name}=x" for name in ("title", "seniority", "company", "industry", "location")]
    for arguments in (
        ("search", "engineers"),
        ("search", "engineers", "--type", "deep", "-n", "150", *filters),
        ("search", *filters, "--json"),
        ("search", "engineers", "--csv", "--fields", "title,company"),
        ("sets", "create", "engineers", "--count", "500", "--criterion", "x", "--budget", "3"),
        ("sets", "create", "engineers", "--watch"),
        ("sets", "list"),
        ("sets", "list", "--all"),
        ("sets", "show", "set_1"),
        ("sets", "watch", "set_1"),
        ("sets", "items", "set_1", "--status", "all", "--limit", "200"),
        ("sets", "items", "set_1", "--all"),
        ("sets", "export", "set_1", "--format", "csv"),
        ("sets", "export", "set_1", "--format", "json"),
        ("sets", "export", "set_1", "-o", str(tmp_path / "people.xlsx")),
        ("sets", "cancel", "set_1"),
        ("enrich", "--person-id", "p1", "--fields", "work_email,personal_email,phone"),
        ("enrich", "--profile-url", "https://a.example/1", "--fields", "phone"),
        ("enrich", "--email", "a@b.example", "--fields", "phone"),
        ("enrich", "--name", "A", "--company-domain", "b.example", "--fields", "phone"),
        ("enrich", "--from", str(people), "--fields", "phone", "-o", f"{people}.out", "--yes"),
        ("person", "p1"),
        ("usage",),
    ):
        ended = told(stranger, *arguments)
        assert stranger.refused == [], arguments
        assert ended.code == 0, (arguments, ended.err)
    sent = {route_of(seen.method, seen.path) for seen in stranger.seen}
    assert sent == set(SHOWN_PATHS), "each was walked"


def test_what_is_chosen_by_a_person_is_sent_as_chosen(stranger: Stranger) -> None:
    ended = told(stranger, "search", "engineers", "--fields", "shoe_size")
    assert ended.code == 2 and "shoe_size" in ended.err
    assert len(stranger.seen) == 1, "others in its place would not be what was asked for"


def test_a_refusal_that_names_the_fields_is_followed_once(stranger: Stranger) -> None:
    stranger.knows = {"title", "company", "full_name"}
    ended = told(stranger, "search", "engineers", "-n", "2")
    assert ended.code == 0 and "Person 1" in ended.out
    fields = [seen.body["contents"]["fields"] for seen in stranger.seen]
    assert len(fields) == 2 and set(fields[1]) == stranger.knows


def test_watching_prints_only_what_came(stranger: Stranger) -> None:
    stranger.grows = ends_once_streamed
    events = told(stranger, "sets", "watch", "set_1", "--json").lines
    of_search = [event["data"] for event in events if event["type"].startswith("set.search.")]
    assert of_search
    for data in of_search:
        assert not {"candidates", "requested", "stop_reason", "behavior"} & data.keys()
        assert data.get("count", ASKED) == ASKED and data.get("query") != ""
    items = [event["data"] for event in events if event["type"] == "set.item.admitted"]
    assert len(items) == 3
    assert all("confidence" not in item["person"] and "score" not in item for item in items)
    ended = told(stranger, "sets", "watch", "set_1")
    assert f"3 of {ASKED} admitted, credits not given" in ended.err


def test_what_is_not_given_is_said_and_fractions_stay(stranger: Stranger) -> None:
    usage = told(stranger, "usage").out
    assert "6,283.4" in usage and "3.7 credits used of 50 credits" in usage
    assert usage.count("not given") == 3, "reserved, included, and the month"
    assert told(stranger, "usage", "--json").lines[0]["data"]["credits"]["available"] == 6283.4
    shown = told(stranger, "sets", "show", "set_1").out
    assert f"not given of {ASKED}" in shown and " 0" not in shown
    assert "charged: not given" in told(stranger, "search", "engineers").err
    assert (
        "charged: not given"
        in told(stranger, "enrich", "--person-id", "p", "--fields", "phone").err
    )


ASKING = {
    "POST /v1/search": ("search", "engineers"),
    "POST /v1/enrich": ("enrich", "--person-id", "p1", "--fields", "phone"),
    "POST /v1/person": ("person", "p1"),
    "POST /v1/sets": ("sets", "create", "engineers"),
}
ODD = {"hits": [{"who": "A"}], "bill": {"amount": 3}}


@pytest.mark.parametrize("route", ASKING)
@pytest.mark.parametrize("as_json", [False, True])
def test_an_answer_that_nobody_can_read_is_shown_as_it_came(
    stranger: Stranger, route: str, as_json: bool
) -> None:
    stranger.instead[route] = reply(ODD, 200, X_Request_Id="req_odd")
    ended = told(stranger, *ASKING[route], *(["--json"] if as_json else []))
    assert (ended.code, ended.lines) == (5, [ODD])
    for words in ("was not understood", "may have been", "not_understood, req_odd"):
        assert words in ended.err
    assert ended.err.count("\n") == 1 and len(stranger.seen) == 1


@pytest.mark.parametrize("route", ["POST /v1/search", "POST /v1/enrich", "POST /v1/person"])
def test_a_set_in_place_of_an_answer_is_told(stranger: Stranger, route: str) -> None:
    over = {"set_id": "set_9", "status": "processing", "meta": {"credits_charged": 0.5}}
    stranger.instead[route] = reply(over, 202)
    ended = told(stranger, *ASKING[route])
    assert (ended.code, ended.lines) == (5, [over])
    assert "shortlist sets show set_9" in ended.err and "0.5 credits were charged" in ended.err


@pytest.mark.parametrize("route", ASKING)
def test_an_error_under_a_200_ends_as_that_error(stranger: Stranger, route: str) -> None:
    inside = {
        "status": 402,
        "code": "insufficient_acu",
        "message": "Too few.",
        "request_id": "req_3",
    }
    stranger.instead[route] = reply({"error": inside})
    ended = told(stranger, *ASKING[route])
    assert (ended.code, ended.out) == (4, "")
    assert "Too few." in ended.err and "req_3" in ended.err


def test_a_run_over_a_file_ends_with_the_first_answer_that_nobody_can_read(
    stranger: Stranger, tmp_path: Path
) -> None:
    people = tmp_path / "people.csv"
    people.write_text("person id\n" + "".join(f"p{n}\n" for n in range(60)))
    stranger.instead["POST /v1/enrich"] = reply(ODD)
    asked = ("enrich", "--from", str(people), "--fields", "phone", "-o", f"{people}.out", "--yes")
    ended = told(stranger, *asked)
    assert ended.code == 5 and "not understood" in ended.err
    first = {seen.headers["idempotency-key"] for seen in stranger.seen if seen.method == "POST"}
    assert len(first) <= 10, "those that had left with it, and nobody else"
    stranger.instead.clear()
    assert told(stranger, *asked).code == 0
    keys = [seen.headers["idempotency-key"] for seen in stranger.seen if seen.method == "POST"]
    assert len(set(keys)) == 60, "whoever may be paid for was asked for under the same key"
