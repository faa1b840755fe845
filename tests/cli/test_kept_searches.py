"""A search that was asked before says so, and what it costs again; what it found is kept."""

from __future__ import annotations

import json
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


def test_what_was_never_asked_is_not_kept(shortlist: Shell, deployment: Deployment) -> None:
    ended = shortlist("search", "nobody asked", "--kept")
    assert (ended.code, ended.out) == (1, "")
    assert "Nothing is kept of this search" in ended.err and "up to 1 credit" in ended.err
    assert searches(deployment) == 0


def test_a_file_that_cannot_be_read_keeps_nobody_from_searching(
    shortlist: Shell, deployment: Deployment
) -> None:
    path: Path = find_places().data / "desk.db"
    path.write_bytes(b"no database at all" * 100)
    ended = shortlist("search", "vp berlin", "--json")
    assert ended.code == 0 and json.loads(ended.out)["data"]["results"]
    assert str(path) in ended.err
    assert searches(deployment) == 1
