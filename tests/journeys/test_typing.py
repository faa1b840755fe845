"""Typing, fast and slow, over a real terminal: no key is lost, none is late, none goes astray."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.forks import begin_in_terminal
from tests.service.server import SOURCE

ROOT = Path(__file__).parents[2]
NOBODY = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
# The app, which tells at its end where it was and what stood in its fields. What it says above the
# keys goes away with time, and is left out.
APP = """
import json, os, sys
from textual.widgets import Input
from shortlist.tui.app import ShortlistApp

def exit(app, *given, leave=ShortlistApp.exit):
    told = {
        "mode": app.current_mode,
        "screens": [type(screen).__name__ for screen in app.screen_stack],
        "focus": app.focused and (type(app.focused).__name__, app.focused.id),
        "fields": {str(field.id): field.value for field in app.screen.query(Input)},
    }
    with open(os.environ["TOLD"], "w") as file:
        json.dump(told, file)
    leave(app, *given)

ShortlistApp.exit = exit
ShortlistApp.say = lambda *_given, **_named: None
from shortlist.cli.open import open_app
open_app(None)
"""
ALPHABET = [
    *["escape"] * 8,
    *["/", "?", "1", "2", "3", "4", "5", "j", "k", "a", "d", "n", "f", "b", "x", "z", "Q"],
    *["up", "down", "left", "right", "pagedown", "tab", "backspace", "space", "ctrl+p", "f1", "f2"],
]


def started(home: Path) -> Terminal:
    home.mkdir(exist_ok=True)
    env = {"SHORTLIST_HOME": str(home), "TOLD": str(home / "told"), **NOBODY}
    path = os.pathsep.join([str(SOURCE), str(ROOT)])
    (home / "app.py").write_text(APP)
    argv = [sys.executable, str(home / "app.py")]
    return Terminal(argv, env={**env, "PYTHONPATH": path}, begin=begin_in_terminal)


def typed(home: Path, keys: list[str], pauses: list[float] | None) -> dict[str, object]:
    """Where the app is when these have been typed: with pauses, in seconds, or each only when
    the one before it has been drawn."""
    with started(home) as terminal:
        terminal.wait_for("offline")
        for number, key in enumerate(keys):
            if pauses is None:
                terminal.send(key)
                terminal.settle(0.25)
            else:
                time.sleep(pauses[number])
                terminal.send(key)
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
    told: dict[str, object] = json.loads((home / "told").read_text())
    return told


@pytest.mark.parametrize("seed", range(2))
def test_keys_with_any_pauses_between_them_do_what_they_do_slowly(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    keys = chance.choices(ALPHABET, k=40)
    # Most of them as quick as a terminal on a slow line sends them, a few as slow as people.
    pauses = [chance.choice((0, 0.01, 0.03, 0.06, 0.12, 0.7)) * chance.random() for _ in keys]
    slowly = typed(tmp_path / "slowly", keys, None)
    assert typed(tmp_path / "quickly", keys, pauses) == slowly, keys


def test_an_escape_and_all_that_follows_it_at_once_are_keys(tmp_path: Path) -> None:
    with started(tmp_path) as terminal:
        terminal.wait_for("offline")
        terminal.send("abc\x1b/" + "d" * 40)
        terminal.wait_for("abc" + "d" * 40)
        terminal.send("\x1b2")
        terminal.wait_for("The list of Sets could not be read")
        terminal.send("\x1bn\x1b1\x1b\x11")
        assert terminal.wait_for_exit() == 0
    told = json.loads((tmp_path / "told").read_text())
    assert told["mode"] == "search" and told["fields"]["query"] == "abc" + "d" * 40


def test_letters_right_behind_an_escape_are_there_without_any_key_after_them(
    tmp_path: Path,
) -> None:
    with started(tmp_path) as terminal:
        terminal.wait_for("offline")
        for key, pause in (("escape", 0.02), ("d", 0.06), ("4", 0.0)):
            terminal.send(key)
            time.sleep(pause)  # these are what is typed
        terminal.wait_for("Nobody to enrich yet")
        terminal.send(*"jjjjj", "ctrl+q")
        assert terminal.wait_for_exit() == 0
