"""The terminal's own cursor follows the row that is current, and keys follow their place."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.forks import begin_in_terminal
from tests.service.server import SOURCE

ROOT = Path(__file__).parents[2]
APP = """
import asyncio
from tests.tui.fakes import FakeClient, app_on, the_set
from shortlist.tui.kit.terminal.driver import TerminalDriver

async def run():
    sets = [the_set("set_1"), the_set("set_2", "failed", 3, 30), the_set("set_3")]
    await app_on(FakeClient(sets_known=sets), driver=TerminalDriver).run_async()

asyncio.run(run())
"""


def started(home: Path, columns: int = 120) -> Terminal:
    home.mkdir(exist_ok=True)
    path = os.pathsep.join([str(SOURCE), str(ROOT)])
    env = {"SHORTLIST_HOME": str(home), "PYTHONPATH": path}
    (home / "app.py").write_text(APP)
    argv = [sys.executable, str(home / "app.py")]
    return Terminal(argv, columns=columns, lines=30, env=env, begin=begin_in_terminal)


def at_cursor(terminal: Terminal) -> str:
    """What stands in the line of the terminal's cursor, from it on."""
    cursor = terminal.screen.cursor
    return terminal.screen.display[cursor.y][cursor.x :]


def test_the_cursor_of_the_terminal_rests_on_the_row_that_is_current(tmp_path: Path) -> None:
    with started(tmp_path) as terminal:
        terminal.wait_for("● ready")
        terminal.send("nurses", "enter")
        terminal.wait_for("25 people found")
        terminal.wait_for(lambda t: at_cursor(t).startswith("Amara Okafor"))
        terminal.send("j")
        terminal.wait_for(lambda t: at_cursor(t).startswith("Benedikt Haddad"))
        terminal.send("G")
        terminal.wait_for("25 of 25")
        # The row may be drawn after the count: the two are looked at together.
        terminal.wait_for(
            lambda t: at_cursor(t)[:17] == t.line_with("▌")[3:20] != "Benedikt Haddad  "
        )
        # In the field it is where one types; in the matrix on the cell.
        terminal.send("/")
        terminal.wait_for(lambda t: "nurses" in t.screen.display[t.screen.cursor.y])
        terminal.send("\x1b[27u", "3")
        terminal.wait_for("25 loaded")
        terminal.wait_for(lambda t: at_cursor(t).startswith("Amara Okafor"))
        terminal.send("m")
        # Where it is while something is painted says nothing: the cell is known.
        terminal.wait_for("m criteria")
        terminal.wait_for(lambda t: t.screen.cursor.x == t.line_with("▌").find("✓") > 0)
        first = terminal.screen.cursor.x
        terminal.send("\x1b[C")
        terminal.wait_for(lambda t: t.screen.cursor.x == t.line_with("▌").find("✓", first + 1))
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


@pytest.mark.parametrize(
    "down",
    [
        # As kitty tells: the letter, and what the place types on a Latin keyboard.
        "\x1b[1086:1054:106;1;1086u",
        # As any terminal does: the letter alone.
        "о",
    ],
)
def test_keys_of_a_cyrillic_keyboard_follow_their_place(tmp_path: Path, down: str) -> None:
    """And what is typed into a field is what was typed."""
    with started(tmp_path) as terminal:
        terminal.wait_for("● ready")
        terminal.send(*([down] * 2))
        terminal.wait_for("› оо")
        terminal.send("enter")
        terminal.wait_for("25 people found")
        terminal.wait_for(lambda t: at_cursor(t).startswith("Amara Okafor"))
        terminal.send(down)
        terminal.wait_for(lambda t: at_cursor(t).startswith("Benedikt Haddad"))
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


def test_it_rests_on_what_is_chosen_in_dialogs_too(tmp_path: Path) -> None:
    with started(tmp_path, columns=100) as terminal:
        terminal.wait_for("● ready")
        terminal.send("nurses", "enter")
        terminal.wait_for("25 people found")
        terminal.send("n")
        terminal.wait_for("New Set")
        terminal.send("tab")
        terminal.wait_for(lambda t: at_cursor(t).startswith("✓ nurses"))
        terminal.send("j")
        terminal.wait_for(lambda t: at_cursor(t).startswith("+ add a criterion"))
        terminal.send("\x1b[27u", "enter")
        terminal.wait_for("n networks")
        terminal.send("n")
        terminal.wait_for("Every profile they list")
        terminal.wait_for(lambda t: at_cursor(t).lstrip().startswith("Every profile"))
        terminal.send("j")
        terminal.wait_for(lambda t: at_cursor(t).lstrip().startswith("LinkedIn"))
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
