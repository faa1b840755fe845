"""A terminal that tells no size, as a serial console or one in a container does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.service.server import SOURCE

NOBODY = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
FOOT = "type a question"


def foot(terminal: Terminal) -> int:
    """The number of the line that tells the keys, which is the last."""
    return next((n for n, line in enumerate(terminal.text.split("\n"), 1) if FOOT in line), 0)


@pytest.mark.parametrize(
    ("told", "columns", "lines"),
    [
        ({}, 80, 24),
        ({"COLUMNS": "100", "LINES": "30"}, 100, 30),
        ({"COLUMNS": "0", "LINES": "x"}, 80, 24),
    ],
)
def test_it_has_the_size_of_the_environment_or_the_usual_one_and_follows_what_comes(
    tmp_path: Path, told: dict[str, str], columns: int, lines: int
) -> None:
    env = {"SHORTLIST_HOME": str(tmp_path), "PYTHONPATH": str(SOURCE), **NOBODY, **told}
    app = [sys.executable, "-m", "shortlist"]
    with Terminal(app, columns=columns, lines=lines, env=env, tells_size=False) as terminal:
        terminal.wait_for("offline")
        terminal.wait_for(lambda t: foot(t) == lines)
        right = terminal.line_with("offline")
        assert len(right) == columns - 1
        assert len(terminal.raw) < 200_000, "it paints without end"
        terminal.resize(132, 40)
        terminal.wait_for(lambda t: foot(t) == 40 and len(t.line_with("offline")) == 131)
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


def test_a_size_that_the_environment_tells_wrongly_is_the_terminals(tmp_path: Path) -> None:
    env = {"SHORTLIST_HOME": str(tmp_path), "PYTHONPATH": str(SOURCE), **NOBODY}
    env |= {"COLUMNS": "60", "LINES": "20"}
    with Terminal([sys.executable, "-m", "shortlist"], columns=90, lines=30, env=env) as terminal:
        terminal.wait_for("offline")
        terminal.wait_for(lambda t: foot(t) == 30)
