"""Tables fit the terminal: what is short or a number stays whole, the longest text gives way."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta

import pytest
from rich.cells import cell_len

from shortlist.cli import output

SETS = [
    ("set_8845c249912e1143367341b17b", "completed", "25 of 25", 3, "1 min ago", "senators " * 9),
    ("set_1", "completed (budget)", "500 of 500", 1_250, "12 d ago", "日本の議員 " * 9),
]
HEAD = ("id", "state", "people", "spent", "created", "query")


@pytest.fixture
def wide(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)


def printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    output.print_table(HEAD, SETS)
    lines = capsys.readouterr().out.splitlines()
    return [line.replace("\x1b[1m", "").replace("\x1b[0m", "") for line in lines]


@pytest.mark.parametrize("columns", [80, 100, 140])
@pytest.mark.usefixtures("wide")
def test_a_table_is_never_wider_than_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    head, first, second = printed(capsys, monkeypatch, columns)
    assert all(cell_len(line) <= columns for line in (head, first, second))
    assert SETS[0][0] in first and "1,250" in second and "…" in first
    assert all(name in head for name in HEAD)
    # Numbers stand right, under one another.
    assert head.index("spent") + 5 == first.index(" 3 ") + 2


def test_in_a_pipe_nothing_is_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, second = printed(capsys, monkeypatch, 80)
    assert ("senators " * 9).strip() in first and "…" not in first + second


@pytest.mark.usefixtures("wide")
def test_a_column_without_anything_in_it_is_left_out_on_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.print_table(("name", "company", "confidence"), [("Ada", None, 0.5), ("Bo", "", 1.0)])
    assert capsys.readouterr().out.splitlines()[1:] == ["Ada         0.50", "Bo          1.00"]


@pytest.mark.usefixtures("wide")
def test_times_are_told_in_few_letters() -> None:
    now = datetime.now(UTC)
    ages = (timedelta(seconds=5), timedelta(minutes=3), timedelta(hours=5), timedelta(days=40))
    told = [output.when(now - age) for age in ages]
    assert told == ["just now", "3 min ago", "5 h ago", "40 d ago"]


@pytest.mark.usefixtures("wide")
def test_a_terminal_that_obeys_no_sequence_is_sent_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, bold in (("xterm-256color", True), ("dumb", False)):
        monkeypatch.setenv("TERM", kind)
        output.print_table(HEAD, SETS)
        assert ("\x1b" in capsys.readouterr().out) is bold


@pytest.mark.usefixtures("wide")
def test_who_it_is_is_cut_last_and_only_a_confidence_has_two_places(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    people = [
        ("Bradley Fairchild-Okafor", "Sales Representative", "Avenhall Travel " * 2, 0.0, 0.5)
    ]
    output.print_table(("name", "title", "company", "spent", "confidence"), people)
    line = capsys.readouterr().out.splitlines()[1]
    assert "Bradley Fairchild-Okafor" in line and "…" in line and cell_len(line) <= 60
    assert line.split()[-2:] == ["0", "0.50"]
    output.print_pairs([("credits reserved", 0.0), ("confidence", 1.0)])
    assert capsys.readouterr().out.split() == ["credits", "reserved", "0", "confidence", "1.00"]
