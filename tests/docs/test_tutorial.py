"""The tutorial is gone through, step by step, in the real app with nothing configured."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.docs.pages import DOCS
from tests.journeys.test_app import press, resolve, spend, stop_local_service
from tests.service.server import SOURCE

from shortlist.tui.kit.keys import KEYS

PAGE = (DOCS / "tutorial.md").read_text(encoding="utf-8")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    home = tmp_path / "home"
    argv = [sys.executable, "-m", "shortlist"]
    env = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE)}
    noted = home / "data" / "service" / "service.json"
    try:
        with Terminal(argv, columns=120, lines=40, env=env, cwd=str(tmp_path)) as opened:
            yield opened
    finally:
        stop_local_service(noted)


@pytest.mark.timeout(300)
def test_the_first_ten_minutes(terminal: Terminal, tmp_path: Path) -> None:
    (query,) = re.findall(r"```text\n(.+)\n```", PAGE)
    terminal.wait_for("Who are you looking for")
    terminal.wait_for("10,000 credits left", 120)

    terminal.send(query, "enter")
    terminal.wait_for("25 people found", 120)
    terminal.wait_for("3 credits charged")
    assert "The search cost 3 credits" in PAGE
    terminal.wait_for("role  nurse ×")
    terminal.wait_for("place  United States ×")

    press(terminal, "n")
    terminal.wait_for("Create · up to 3 credits")
    for told in ("Checked of each person", "Is a nurse", "Is based in United States"):
        assert told in " ".join(PAGE.split())
        terminal.wait_for(told)

    press(terminal, "tab", "tab", "tab", "2", "enter")
    terminal.wait_for("pays for 20 people: it stops there")
    spend(terminal, "create")
    terminal.wait_for("Stopped: its budget was used up", 60)
    terminal.wait_for("20 of 25 admitted")
    assert "**20 of 25 admitted**" in " ".join(PAGE.split())

    press(terminal, "3")
    terminal.wait_for("20 loaded · 0 selected · 20 known in total")
    terminal.wait_for("The record says so")
    press(terminal, "space", "space", "space", "space")
    terminal.wait_for("4 selected")

    press(terminal, "e")
    terminal.wait_for("e asks for the work e-mail of 4 people: at most 4 credits")
    resolve(terminal)
    terminal.wait_for("not found")
    terminal.wait_for("Enrichment is done")

    press(terminal, "w")
    terminal.wait_for("enter writes 4 people, selected")
    press(terminal, "enter")
    terminal.wait_for("4 people written to")
    press(terminal, "5")
    terminal.wait_for("Spent by day")
    press(terminal, "q")
    assert terminal.wait_for_exit() == 0
    with (tmp_path / "people.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 and all(row["criterion_1_quote"] for row in rows)


def test_every_key_that_it_names_is_one() -> None:
    named = {"?": "question_mark", "/": "slash", "esc": "escape"}
    known = {key for each in KEYS.values() for key in each.key.split(",")}
    told = re.findall(r"`([a-zA-Z0-9?/]|tab|space|enter|esc|ctrl\+[a-z])`", PAGE)
    assert len(set(told)) > 15
    # A budget is typed as it is.
    assert {named.get(key, key) for key in told} - {"2"} <= known | {"enter"}
