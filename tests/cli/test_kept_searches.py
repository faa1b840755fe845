"""A search that was asked before says so, and what it costs again; what it found is kept."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import Shell
from tests.cli.deployment import Deployment

from shortlist.desk.places import find_places


def searches(deployment: Deployment) -> int:
    return sum(seen.path.startswith("/v1/search") for seen in deployment.seen)


def test_the_same_search_says_what_it_costs_again_and_what_was_kept_is_free(
    shortlist: Shell, deployment: Deployment
) -> None:
    first = shortlist("search", "vp  berlin", "-n", "20", "--json")
    assert (first.code, first.err) == (0, "")
    kept = shortlist("search", "vp berlin", "-n", "20", "--json", "--kept")
    assert kept.code == 0 and "nothing was asked, nor charged" in kept.err
    people = json.loads(first.out)["data"]["results"]
    assert json.loads(kept.out)["data"]["results"] == people
    assert searches(deployment) == 1
    again = shortlist("search", "vp berlin", "-n", "20", "--json")
    assert "Asked before, 20" in again.err and "again it costs up to 2 credits" in again.err
    assert searches(deployment) == 2
    other = shortlist("search", "vp berlin", "-n", "10")
    assert "Asked before" not in other.err


def test_a_search_by_a_command_is_in_the_apps_list_of_searches(shortlist: Shell) -> None:
    shortlist("search", "vp berlin", "-n", "20", "--title", 'VP "Sales"', "--json")
    shortlist("search", "another", "--fields", "title", "--json")
    with closing(sqlite3.connect(find_places().data / "desk.db")) as db:
        [(line, details)] = db.execute("SELECT text, details FROM queries").fetchall()
    assert line == 'title:"VP \\"Sales\\"" vp berlin'
    assert json.loads(details) == {"type": "auto", "count": 20}


def test_whom_a_command_watched_come_in_is_kept(shortlist: Shell) -> None:
    assert "Nobody of set_1 is kept here" in shortlist("sets", "items", "set_1", "--kept").err
    assert shortlist("sets", "watch", "set_1").out.count("+ Person") == 12
    kept = shortlist("sets", "items", "set_1", "--kept")
    assert kept.code == 0 and "12 people" in kept.err and "Person 11" in kept.out


def test_what_was_never_asked_is_not_kept(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist("search", "nobody asked", "--kept")
    assert (ended.code, ended.out) == (1, "")
    assert "Nothing is kept of this search" in ended.err and "up to 1 credit" in ended.err
    assert searches(deployment) == 0


def test_where_what_is_kept_cannot_be_read_nothing_is_spent(
    shortlist: Shell, deployment: Deployment
) -> None:
    path: Path = find_places().data / "desk.db"
    path.write_bytes(b"no database at all" * 100)
    ended = shortlist("search", "vp berlin", "--json")
    assert (ended.code, ended.out) == (1, "") and str(path) in ended.err
    assert searches(deployment) == 0


def test_what_a_command_resolved_is_in_the_exports_after_it(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    alone = shortlist("enrich", "--person-id", "p3", "--fields", "work_email", "--json")
    address = json.loads(alone.out)["data"]["work_email"]["value"]
    assert address
    source = tmp_path / "people.csv"
    source.write_text("person_id\np4\np5\n")
    many = ("enrich", "--from", str(source), "--fields", "work_email", "--yes")
    assert shortlist(*many, "-o", str(tmp_path / "out.csv")).code == 0
    rows = json.loads(shortlist("sets", "export", "set_1", "--format", "json").out)["items"]
    kept = {row["person"]["person_id"]: row.get("contacts") for row in rows}
    assert kept["p3"]["work_email"]["value"] == address
    assert kept["p4"]["work_email"]["status"] == kept["p5"]["work_email"]["status"] == "found"
    assert kept["p6"] is None
