"""A deployment that nothing is spent at, and the end of what is waited for."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment
from tests.cli.test_programs import on_a_terminal

from shortlist.desk.places import find_places

OSC9 = "\x1b]9;Shortlist: "


def configure(text: str) -> None:
    (find_places().config / "config.toml").write_text(text)


SPENDING = (
    ["search", "engineers"],
    ["sets", "create", "engineers"],
    ["sets", "again", "set_1"],
    ["enrich", "--person-id", "p1", "--fields", "phone"],
    ["person", "p1"],
    ["socials", "github", "p1"],
    ["network", "p1"],
    ["journal", "resume"],
)


def test_nothing_is_spent_where_that_is_set(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    configure("read_only = true\n")
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("email\na@x.org\n")
    bulk = ["enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes"]
    for command in (*SPENDING, bulk):
        ended = shortlist(*command)
        assert (ended.code, ended.out) == (2, ""), command
        (line,) = ended.err.splitlines()
        assert "read only" in line and "read_only" in line
    asked = [seen for seen in deployment.seen if seen.method == "POST" or "/network" in seen.path]
    assert asked == []
    assert not output.exists()
    assert shortlist("journal", "list").err.startswith("Nothing is open")
    # What only reads, or only stops spending, goes on.
    for command in (["sets", "list"], ["sets", "items", "set_1"], ["usage"], ["audit"]):
        assert shortlist(*command).code in (0, 1), command
    assert shortlist("sets", "create", "engineers", "--estimate").code == 0
    assert shortlist("sets", "cancel", "set_1").code == 0


def test_it_is_of_one_profile_where_it_is_set_for_one(alone: Shell, deployment: Deployment) -> None:
    add = ("profiles", "add", "--base-url", deployment.url)
    for name in ("archive", "work"):
        assert alone(*add, name, given=f"{KEY}\n").code == 0
    configure("[profiles.archive]\nread_only = true\n")
    refused = alone("search", "engineers", "--profile", "archive")
    assert refused.code == 2 and "`archive` is set to be read only" in refused.err
    assert alone("search", "engineers", "--profile", "work").code == 0


def test_a_configuration_that_cannot_be_read_spends_nothing(
    shortlist: Shell, deployment: Deployment
) -> None:
    configure("red_only = true\n")
    ended = shortlist("search", "engineers")
    assert ended.code == 2 and "line 1: `red_only` is not a setting" in ended.err
    assert deployment.seen == []
    # What only reads goes on, and says what is wrong.
    ended = shortlist("usage")
    assert ended.code == 0 and "Nothing is spent until that is mended." in ended.err


def test_research_says_its_price_first_to_somebody_at_a_terminal(shortlist: Shell) -> None:
    shown = on_a_terminal(shortlist, "person", "p1", columns=100)
    before, _, after = shown.partition("Up to 25 credits")
    assert "An engineer." in after and "engineer" not in before
    assert shortlist("person", "p1").err == "25 credits charged\n"


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("osc9", f"{OSC9}engineers: completed, 12 admitted\x07"),
        ("osc777", "\x1b]777;notify;Shortlist;engineers: completed, 12 admitted\x07"),
        ("auto", "\x07"),
    ],
)
def test_the_end_of_a_set_is_told_once(shortlist: Shell, setting: str, told: str) -> None:
    configure(f'notify = "{setting}"\n')
    for variable in ("TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "TMUX"):
        shortlist.environment.pop(variable, None)
    shown = on_a_terminal(shortlist, "sets", "watch", "set_1", "--notify")
    assert shown.count("\x07") == 1 and shown.count(told) == 1
    assert "\x07" not in on_a_terminal(shortlist, "sets", "watch", "set_1")


def test_it_is_told_to_no_pipe(shortlist: Shell) -> None:
    configure('notify = "osc9"\n')
    ended = shortlist("sets", "watch", "set_1", "--notify", "--json")
    assert ended.code == 0
    assert "\x1b" not in ended.out + ended.err and "\x07" not in ended.out + ended.err


def test_a_run_tells_how_it_ended(shortlist: Shell, deployment: Deployment, tmp_path: Path) -> None:
    configure('notify = "osc9"\n')
    source = tmp_path / "in.csv"
    source.write_text("email\na@x.org\nb@x.org\n")
    run = ("enrich", "--from", str(source), "--fields", "work_email", "--yes", "--notify", "-o")
    shown = on_a_terminal(shortlist, *run, str(tmp_path / "a.csv"), columns=100)
    assert shown.count(f"{OSC9}Enrichment of in.csv: ended\x07") == 1
    bound = on_a_terminal(shortlist, *run, str(tmp_path / "b.csv"), "--max-cost", "1", columns=100)
    assert bound.count(OSC9) == 1 and "Enrichment of in.csv: The next one could go over" in bound


def test_it_goes_with_what_is_waited_for(shortlist: Shell, deployment: Deployment) -> None:
    for command in (
        ["sets", "create", "engineers", "--notify"],
        ["sets", "again", "set_1", "--notify"],
        ["enrich", "--person-id", "p1", "--fields", "phone", "--notify"],
    ):
        assert shortlist(*command).code == 2
    assert deployment.seen == []
