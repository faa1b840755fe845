"""What each command sends, prints, and ends with."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import openpyxl
import pyarrow.parquet
import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment, person, refuse, reply

from shortlist.contract.columns import verdict_columns
from shortlist.contract.sets import EXPORT_COLUMNS
from shortlist.desk.places import find_places


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_search_prints_people_and_what_it_cost(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist("search", "software", "engineers", "-n", "12", "--location", "Oslo")
    assert ended.code == 0
    assert ended.out.splitlines()[0].split() == [
        *("name", "title", "company", "location", "confidence", "person", "id")
    ]
    assert len(ended.out.splitlines()) == 13
    assert ended.err == "12 people, 2 credits, 97 left\n"
    (seen,) = deployment.seen
    assert seen.body == {
        "query": "software engineers",
        "type": "auto",
        "contents": {"fields": ["profile", "title", "company", "location"]},
        "num_results": 12,
        "filters": {"location": "Oslo"},
    }


def test_search_json_is_one_document_and_nothing_else(shortlist: Shell) -> None:
    ended = shortlist("search", "engineers", "--json")
    (document,) = lines(ended.out)
    assert document["data"]["results"][0]["person"]["person_id"] == "p0"
    assert document["meta"]["credits_charged"] == 1
    assert ended.err == ""


def test_what_is_unknown_is_under_extra(shortlist: Shell, deployment: Deployment) -> None:
    strange = {"results": [{"person": {**person(1), "shoe_size": 44}}]}
    deployment.fault = lambda seen: reply({"data": strange, "meta": {}})
    (document,) = lines(shortlist("search", "x", "--json").out)
    assert document["data"]["results"][0]["person"]["extra"]["shoe_size"] == 44


def test_search_csv_says_where_people_come_from(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist("search", "engineers", "-n", "2", "--csv")
    rows = list(csv.DictReader(io.StringIO(ended.out)))
    assert [row["person_id"] for row in rows] == ["p0", "p1"]
    assert rows[0]["query"] == "engineers"
    assert rows[0]["request_id"] == "req_1"
    assert rows[0]["deployment"] == deployment.url
    assert rows[0]["retrieved_at"]


def test_synthetic_people_are_said_to_be(shortlist: Shell, deployment: Deployment) -> None:
    deployment.synthetic = True
    ended = shortlist("search", "engineers")
    assert "synthetic sample people: nobody here is real" in ended.err
    assert "nobody here is real" in shortlist("sets", "items", "set_1").err
    assert lines(shortlist("sets", "show", "set_1", "--json").out)[0]["synthetic"] is True


def test_a_name_is_text_and_never_markup(shortlist: Shell, deployment: Deployment) -> None:
    name = "[bold red]Ada[/] [@click=app.quit]x[/] :smile:"
    results = [{"person": {**person(1), "name": name}}]
    deployment.fault = lambda seen: reply({"data": {"results": results}, "meta": {}})
    assert name in shortlist("search", "x").out


def test_control_sequences_do_not_reach_the_terminal(
    shortlist: Shell, deployment: Deployment
) -> None:
    name = "Ada\x1b]52;c;aGk=\x07\x9b31m\u202e"
    results = [{"person": {**person(1), "name": name}}]
    deployment.fault = lambda seen: reply({"data": {"results": results}, "meta": {}})
    for arguments in (["search", "x"], ["search", "x", "--csv"], ["search", "x", "--json"]):
        out = shortlist(*arguments).out
        assert "Ada" in out
        assert not set(out) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_nobody_is_not_an_error(shortlist: Shell, deployment: Deployment) -> None:
    deployment.people = 0
    ended = shortlist("search", "engineers")
    assert (ended.code, ended.out) == (0, "")
    assert "Nobody was found" in ended.err


def test_create_prints_id_and_estimate(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist(
        *("sets", "create", "engineers", "--count", "25", "--budget", "5"),
        *("--criterion", "Is an engineer", "--criterion", "Is in Oslo"),
    )
    assert ended.code == 0
    assert "set_1" in ended.out
    assert "3 credits for 25 people" in ended.out
    assert deployment.seen[0].body == {
        "search": {
            "query": "engineers",
            "count": 25,
            "criteria": [{"description": "Is an engineer"}, {"description": "Is in Oslo"}],
        },
        "budget": {"credits": 5},
    }


def test_what_is_checked_is_what_is_said_and_the_query_where_nothing_is_given(
    shortlist: Shell, deployment: Deployment
) -> None:
    told = shortlist("sets", "create", "engineers in Oslo", "--count", "25", "--estimate")
    assert told.code == 0 and not deployment.seen, "nothing is sent"
    assert "at most 3 credits for 25 people" in told.out
    less = shortlist("sets", "create", "engineers in Oslo", "--budget", "1", "--estimate")
    assert "at most 1 credit for 10 of 25 people" in less.out
    assert re.findall(r"^checked +(.+)$", told.out, re.MULTILINE) == ["engineers in Oslo"]
    assert "Nothing was created" in told.err
    as_json = json.loads(
        shortlist(
            *("sets", "create", "engineers", "--criterion", "Is an engineer", "--estimate"),
            *("--budget", "2", "--json"),
        ).out
    )
    assert as_json == {
        "query": "engineers",
        "count": 25,
        "criteria": ["Is an engineer"],
        "budget": 2,
        "estimated_credits": 2,
    }
    assert shortlist("sets", "create", "engineers in Oslo", "--yes").code == 0
    assert deployment.seen[0].body["search"]["criteria"] == [{"description": "engineers in Oslo"}]
    assert shortlist("sets", "create", "engineers", "--criterion", " ").code == 2


@pytest.mark.parametrize(("answer", "code", "sent"), [(b"n\n", 1, 0), (b"y\n", 0, 1)])
def test_on_a_terminal_a_set_is_agreed_to_before_it_is_created(
    shortlist: Shell, deployment: Deployment, answer: bytes, code: int, sent: int
) -> None:
    main, side = pty.openpty()
    program = shortlist.start(
        *("sets", "create", "engineers in Oslo", "--count", "25"),
        stdin=side,
        stderr=side,
        stdout=subprocess.DEVNULL,
    )
    os.close(side)
    said = b""
    while b"Create it?" not in said:
        said += os.read(main, 4096)
    assert not deployment.seen, "nothing is sent before it is agreed to"
    assert b"At most 3 credits for 25 people" in said and b"- engineers in Oslo" in said
    os.write(main, answer)
    with contextlib.suppress(OSError):
        while os.read(main, 4096):
            pass
    assert program.wait(60) == code
    os.close(main)
    created = [each for each in deployment.seen if each.method == "POST"]
    assert len(created) == sent


def test_create_and_watch_as_json_is_the_creation_then_each_event_once(shortlist: Shell) -> None:
    ended = shortlist("sets", "create", "engineers", "--watch", "--json")
    created, *events = lines(ended.out)
    assert created["id"] == "set_1"
    assert created["search"]["id"] == "s1"
    admitted = [event for event in events if event["type"] == "set.item.admitted"]
    assert [event["data"]["id"] for event in admitted] == [f"item_{n}" for n in range(12)]
    assert admitted[0]["data"]["person"]["name"] == "Person 0"
    kinds = [event["type"] for event in events if event["type"] != "set.item.admitted"]
    assert kinds.count("set.search.completed") == 1
    assert ended.code == 0


@pytest.mark.parametrize(
    ("status", "stop_reason", "code"),
    [
        ("completed", None, 0),
        ("completed", "budget", 0),
        ("canceled", None, 0),
        ("failed", None, 1),
    ],
)
def test_watch_ends_as_the_set_did(
    shortlist: Shell, deployment: Deployment, status: str, stop_reason: str | None, code: int
) -> None:
    deployment.status, deployment.stop_reason = status, stop_reason
    ended = shortlist("sets", "watch", "set_1")
    assert ended.code == code
    assert ended.out.count("+ Person") == 12
    told = f"{status} (budget)" if stop_reason else status
    assert f"{told}, 12 of 25 admitted, 2 credits" in ended.err


def test_list_show_and_cancel(shortlist: Shell) -> None:
    assert "set_1  completed  12 of 25" in shortlist("sets", "list").out
    shown = shortlist("sets", "show", "set_1").out
    assert "spent    2 credits" in shown
    assert "Is an engineer" in shown
    assert lines(shortlist("sets", "cancel", "set_1", "--json").out)[0]["id"] == "set_1"


def test_items_are_one_page_or_all_of_them(shortlist: Shell, deployment: Deployment) -> None:
    deployment.admitted = 450
    page = lines(shortlist("sets", "items", "set_1", "--limit", "20", "--json").out)
    assert len(page) == 1
    assert len(page[0]["data"]) == 20
    assert page[0]["has_more"] is True
    every = lines(shortlist("sets", "items", "set_1", "--all", "--json").out)
    assert [item["id"] for item in every] == [f"item_{n}" for n in range(450)]


@pytest.mark.parametrize("ending", ["csv", "json", "xlsx", "parquet"])
def test_export_to_a_file(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"people.{ending}"
    ended = shortlist("sets", "export", "set_1", "-o", str(path))
    assert ended.code == 0
    assert ended.err == f"12 people in {path}\n"
    assert path.stat().st_mode & 0o777 == 0o600
    if ending == "parquet":
        row = pyarrow.parquet.read_table(path).to_pylist()[0]
        assert (row["set_id"], row["query"], row["deployment"]) == (
            "set_1",
            "engineers",
            deployment.url,
        )
    again = shortlist("sets", "export", "set_1", "-o", str(path))
    assert again.code == 1
    assert "already there" in again.err
    assert shortlist("sets", "export", "set_1", "-o", str(path), "--force").code == 0


@pytest.mark.parametrize("ending", ["xlsx", "parquet"])
def test_the_file_of_an_empty_set_has_the_columns_of_its_csv(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, ending: str
) -> None:
    deployment.admitted = 0
    path = tmp_path / f"people.{ending}"
    assert shortlist("sets", "export", "set_1", "-o", str(path)).code == 0
    if ending == "parquet":
        columns = pyarrow.parquet.read_schema(path).names
    else:
        columns = [cell.value for cell in openpyxl.load_workbook(path)["People"][1]]
    shown = lines(shortlist("sets", "show", "set_1", "--json").out)[0]
    criteria = len(shown["searches"][0]["criteria"])
    assert columns == [*EXPORT_COLUMNS, *verdict_columns(criteria)]


def test_export_to_standard_output(shortlist: Shell) -> None:
    assert shortlist("sets", "export", "set_1").out.splitlines()[1] == "p0,Person 0"
    assert len(json.loads(shortlist("sets", "export", "set_1", "--json").out)["items"]) == 12


def test_an_export_that_lacks_people_leaves_no_file(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    whole = deployment.answer

    def short(seen, raw):
        if "export" in seen.path:
            return 200, {"Content-Type": "text/csv"}, b"person_id,name\r\np0,Person 0\r\n"
        return whole(seen, raw)

    deployment.answer = short  # type: ignore[method-assign]
    ended = shortlist("sets", "export", "set_1", "-o", str(tmp_path / "p.csv"))
    assert ended.code == 1
    assert "has 1 of 12 people" in ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_a_deployment_without_exports_is_exported_from_its_items(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, ending: str
) -> None:
    deployment.fault = lambda seen: refuse("not_found", 404) if "export" in seen.path else None
    path = tmp_path / f"people.{ending}"
    ended = shortlist("sets", "export", "set_1", "-o", str(path))
    assert ended.code == 0
    assert "made here from the items" in ended.err
    text = path.read_text()
    rows = json.loads(text) if ending == "json" else list(csv.DictReader(io.StringIO(text)))
    assert [row["person_id"] for row in rows] == [f"p{n}" for n in range(12)]
    out = shortlist("sets", "export", "set_1", "--format", ending).out
    assert "Person 11" in out


def test_enrich_one(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist("enrich", "--email", "a@b.org", "--fields", "work_email,phone")
    assert "a@b.org/work_email" in ended.out
    assert "verified" in ended.out
    assert ended.err == "2 credits\n"
    assert deployment.seen[0].body == {"email": "a@b.org", "fields": ["work_email", "phone"]}
    (document,) = lines(
        shortlist("enrich", "--email", "x@b.org", "--fields", "phone", "--json").out
    )
    assert document["data"]["phone"]["status"] == "found"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--email", "a@b.org", "--person-id", "p1"],
        ["--name", "Ada"],
        ["--company-domain", "b.org"],
        ["--email", "a@b.org", "--company-domain", "b.org"],
    ],
)
def test_exactly_one_anchor(shortlist: Shell, deployment: Deployment, arguments: list[str]) -> None:
    ended = shortlist("enrich", *arguments, "--fields", "phone")
    assert ended.code == 2
    assert "exactly one of" in ended.err
    assert deployment.seen == []


def test_person_waits_for_the_run(shortlist: Shell) -> None:
    ended = shortlist("person", "p1")
    assert "An engineer." in ended.out
    assert ended.err == "25 credits charged\n"


def test_usage(shortlist: Shell) -> None:
    assert "credits available  97" in shortlist("usage").out
    assert lines(shortlist("usage", "--json").out)[0]["data"]["credits"]["available"] == 97


@pytest.mark.parametrize(
    ("code", "status", "exit_code"),
    [
        ("invalid_api_key", 401, 3),
        ("insufficient_scope", 403, 3),
        ("insufficient_acu", 402, 4),
        ("active_account_required", 402, 4),
        ("daily_budget_exceeded", 402, 4),
        ("unsupported_filters", 422, 2),
        ("not_found", 404, 1),
    ],
)
def test_a_refusal_is_one_line_and_the_documented_code(
    shortlist: Shell, deployment: Deployment, code: str, status: int, exit_code: int
) -> None:
    deployment.fault = lambda seen: refuse(code, status)
    for as_json in ([], ["--json"]):
        ended = shortlist("search", "engineers", *as_json)
        assert (ended.code, ended.out) == (exit_code, "")
        assert ended.err.count("\n") == 1
        assert code in ended.err
        assert "req_77" in ended.err
        assert KEY not in ended.err


def test_a_wait_that_is_too_long_ends_at_once(shortlist: Shell, deployment: Deployment) -> None:
    deployment.fault = lambda seen: (429, {"Retry-After": "600"}, b"")
    ended = shortlist("search", "engineers")
    assert ended.code == 5
    assert len(deployment.seen) == 1
    assert ended.err.count("\n") == 1


def test_a_deployment_that_is_away_is_5(alone: Shell) -> None:
    away = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": KEY}
    ended = alone("usage", env=away)
    assert ended.code == 5
    assert ended.err.count("\n") == 1
    assert KEY not in ended.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["frob"], 2),
        (["search"], 2),
        (["search", "x", "-n", "151"], 2),
        (["search", "x", "--csv", "--json"], 2),
        (["sets", "create"], 2),
        (["sets", "items", "set_1", "--limit", "201"], 2),
        (["usage", "--profile", "nobody"], 2),
        (["profiles", "use", "nobody"], 2),
        (["profiles", "add", "x", "--base-url", "http://people.example.org"], 2),
        (["profiles", "add", "../x", "--base-url", "https://people.example.org"], 2),
    ],
)
def test_wrong_usage_is_one_line_and_2(alone: Shell, arguments: list[str], code: int) -> None:
    ended = alone(*arguments, given="sk_1\n")
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.count("\n") == 1


def test_half_of_the_environment_is_3(alone: Shell) -> None:
    ended = alone("usage", env={"SHORTLIST_BASE_URL": "https://people.example.org"})
    assert ended.code == 3
    assert "Set both, or neither" in ended.err


def test_profiles_keep_a_key_that_never_shows(alone: Shell, deployment: Deployment) -> None:
    added = alone("profiles", "add", "work", "--base-url", f"{deployment.url}/", given=f"{KEY}\n")
    assert added.code == 0
    assert "private file" in added.err
    assert alone("usage").code == 0
    assert alone("--profile", "work", "usage").code == 0
    listed = alone("profiles", "list", "--json")
    assert json.loads(listed.out)["data"] == [
        {"name": "work", "base_url": deployment.url, "kept_in": "file", "current": True}
    ]
    told = [added, alone("profiles", "list"), listed, alone("profiles", "remove", "work")]
    assert not any(KEY in ended.out + ended.err for ended in told)
    assert alone("profiles", "list", "--json").out == '{"data": []}\n'


def test_a_key_is_not_taken_from_the_command_line(alone: Shell) -> None:
    for option in ("--key", "--api-key"):
        ended = alone("profiles", "add", "w", "--base-url", "https://x.org", option, KEY)
        assert ended.code == 2
        assert KEY not in ended.err


def test_a_request_without_an_answer_is_in_the_journal_and_found_out(
    shortlist: Shell, deployment: Deployment
) -> None:
    deployment.lose_answers = 1.0
    ended = shortlist("enrich", "--email", "a@b.org", "--fields", "phone")
    assert ended.code == 5
    listed = shortlist("journal", "list", "--json")
    (row,) = json.loads(listed.out)["data"]
    assert (row["method"], row["path"], row["deployment"]) == ("POST", "/v1/enrich", deployment.url)
    deployment.lose_answers = 0.0
    resumed = shortlist("journal", "resume", "--json")
    assert resumed.code == 0
    (result,) = lines(resumed.out)
    assert result["outcome"] == "done"
    assert result["answer"]["data"]["phone"]["value"] == "a@b.org/phone"
    assert set(deployment.billed.values()) == {1}
    assert json.loads(shortlist("journal", "list", "--json").out)["data"] == []
    assert KEY.encode() not in find_places().journal.read_bytes()
