"""However the app ends, and from its first moment on: at once, and with the terminal as it was."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.terminal import Begin, Terminal
from tests.forks import begin_in_terminal
from tests.service.server import SOURCE

NOBODY = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
APP = [sys.executable, "-m", "shortlist"]
# The app without its import, which waits where the import would.
HELD = """
import os, sys, time, types
app = types.ModuleType("shortlist.tui.start")
def run(profile):
    print("STILL TO COME", flush=True)
    print("TYPED", os.read(0, 9), flush=True)
    return 0
app.run = run
sys.modules["shortlist.tui.start"] = app
from shortlist.cli.open import open_app
open_app(None)
"""
# A shell: it starts a program in a group of its own, tells when it stops, and goes on with it.
SHELL = """
import os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
mine = termios.tcgetattr(0)
program = os.fork()
if not program:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "shortlist"])
while True:
    _, status = os.waitpid(program, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpid())
    as_it_was = termios.tcgetattr(0)[3] == mine[3]
    termios.tcsetattr(0, termios.TCSANOW, mine)
    if not os.WIFSTOPPED(status):
        print("THE END", os.waitstatus_to_exitcode(status), flush=True)
        sys.exit()
    print("IT STOPPED", program, as_it_was, flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, program)
    os.killpg(program, signal.SIGCONT)
"""
SET = {
    "the alternate screen": 1049,
    "the mouse": 1000,
    "its moves": 1003,
    "its places": 1006,
    "bracketed paste": 2004,
    "focus": 1004,
    "sizes": 2048,
    "held output": 2026,
}


def left_behind(terminal: Terminal) -> list[str]:
    """What the program has set in its terminal and not taken back."""
    raw = bytes(terminal.raw)

    def is_last(first: bytes, second: bytes) -> bool:
        return raw.rfind(first) > raw.rfind(second)

    found = [n for n, m in SET.items() if is_last(b"\x1b[?%dh" % m, b"\x1b[?%dl" % m)]
    if is_last(b"\x1b[?25l", b"\x1b[?25h"):
        found.append("a hidden cursor")
    if is_last(b"\x1b[?7l", b"\x1b[?7h"):
        found.append("lines that are cut")
    if len(re.findall(rb"\x1b\[>\d+u", raw)) != raw.count(b"\x1b[<u"):
        found.append("the keys of kitty")
    if not echoes(terminal):
        found.append("no echo")
    if b"Traceback" in raw:
        found.append("a traceback")
    return found


def echoes(terminal: Terminal) -> bool:
    both = termios.ECHO | termios.ICANON | termios.ISIG
    return termios.tcgetattr(terminal._fd)[3] & both == both


def started(
    home: Path, argv: list[str] | None = None, begin: Begin | None = None, **env: str
) -> Terminal:
    given = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE), **NOBODY, **env}
    return Terminal(argv or APP, columns=80, lines=24, env=given, begin=begin)


@pytest.fixture(scope="module")
def with_frame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the frame of an earlier start is kept."""
    home = tmp_path_factory.mktemp("with_frame")
    with started(home) as terminal:
        terminal.wait_for("offline")
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
    return home


# Before the app is there


@pytest.mark.parametrize("key", ["\x11", "\x13", "\x1a", "\x1c"])
def test_keys_of_the_terminal_itself_reach_the_app_from_the_first_moment(
    tmp_path: Path, key: str
) -> None:
    """ctrl+q and ctrl+s would hold and let go its output, ctrl+z and ctrl+\\ stop and end it."""
    with started(tmp_path, [sys.executable, "-c", HELD]) as terminal:
        terminal.wait_for("STILL TO COME")
        terminal.send(key)
        terminal.wait_for(f"TYPED {key.encode()!r}")
        assert terminal.wait_for_exit() == 0
        assert echoes(terminal)


def test_ctrl_q_before_the_app_quits_it(with_frame: Path) -> None:
    with started(with_frame) as terminal:
        (frame,) = (with_frame / "cache").glob("first-frame-*")
        shown = frame.read_bytes().partition(b"\n")[2].replace(b"\n", b"\r\n")
        terminal.wait_for(lambda t: shown in t.raw)
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
        assert left_behind(terminal) == []


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (lambda t: os.kill(t.pid, signal.SIGTERM), 0),
        (lambda t: os.kill(t.pid, signal.SIGHUP), 0),
        (lambda t: os.kill(t.pid, signal.SIGINT), 130),
        (lambda t: t.send("\x03"), 130),
    ],
    ids=["SIGTERM", "SIGHUP", "SIGINT", "ctrl+c"],
)
def test_ended_before_the_app_is_there(
    with_frame: Path, end: Callable[[Terminal], None], code: int
) -> None:
    with started(with_frame, [sys.executable, "-c", HELD]) as terminal:
        terminal.wait_for("STILL TO COME")
        assert b"\x1b[?1049h" in terminal.raw
        end(terminal)
        assert terminal.wait_for_exit() == code
        assert left_behind(terminal) == []


# While it runs


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGINT, 130)]
)
def test_ended_from_outside(with_frame: Path, number: signal.Signals, code: int) -> None:
    with started(with_frame, begin=begin_in_terminal) as terminal:
        terminal.wait_for("offline")
        terminal.send("n")  # under a dialog, or in a field
        os.kill(terminal.pid, number)
        assert terminal.wait_for_exit() == code
        assert left_behind(terminal) == []


def test_a_terminal_that_is_closed_ends_it_even_where_hanging_up_is_ignored(tmp_path: Path) -> None:
    ignoring = ["/bin/sh", "-c", 'trap "" HUP; exec "$0" -m shortlist', sys.executable]
    with started(tmp_path, ignoring) as terminal:
        terminal.wait_for("offline")
        terminal.hang_up()
        assert terminal.wait_for_exit() == 0


def test_standard_error_elsewhere_leaves_the_pages_on_the_terminal(tmp_path: Path) -> None:
    shell = ["/bin/sh", "-c", 'exec "$0" -m shortlist 2>"$SHORTLIST_HOME/errors"', sys.executable]
    with started(tmp_path, shell) as terminal:
        terminal.wait_for("Who are you looking for")
        terminal.wait_for("offline")
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
        assert left_behind(terminal) == []
    assert (tmp_path / "errors").read_bytes() == b""


@pytest.mark.parametrize(("columns", "lines"), [(1, 1), (20, 5), (500, 200)])
def test_every_screen_at_sizes_that_nobody_has(tmp_path: Path, columns: int, lines: int) -> None:
    given = {"SHORTLIST_HOME": str(tmp_path), "PYTHONPATH": str(SOURCE), **NOBODY}
    size = {"columns": columns, "lines": lines}
    with Terminal(APP, env=given, begin=begin_in_terminal, **size) as terminal:
        # One frame: of a single cell the next ones may change nothing. Keys wait for the app.
        terminal.wait_for(lambda t: b"\x1b[?2026l" in t.raw)
        for key in ("nurses", "enter", "escape", "1", "2", "n", "escape", "3", "4", "5", "?"):
            terminal.send(key)
            terminal.settle()
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
        assert left_behind(terminal) == []


# Where there is no page to show


def test_a_terminal_of_lines_is_told_so_and_gets_no_pages(tmp_path: Path) -> None:
    with started(tmp_path, TERM="dumb") as terminal:
        assert terminal.wait_for_exit() == 2
        assert "shows lines and no pages" in terminal.text
        assert b"\x1b" not in terminal.raw


@pytest.mark.parametrize("closed", ["0<&-", "0</dev/null", "1>&-", "1>/dev/null"])
def test_without_a_terminal_it_is_one_line(tmp_path: Path, closed: str) -> None:
    shell = ["/bin/sh", "-c", f'exec "$0" -m shortlist {closed}', sys.executable]
    with started(tmp_path, shell) as terminal:
        assert terminal.wait_for_exit() == 2
        assert terminal.raw.strip().startswith(b"The app needs a terminal.")
        assert terminal.raw.count(b"\n") == 1


# Stopped, and going on


def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_brings_the_app_back(tmp_path: Path) -> None:
    with started(tmp_path, [sys.executable, "-c", SHELL]) as terminal:
        terminal.wait_for("offline")
        terminal.send("escape", "\x1a")
        terminal.wait_for(lambda t: re.search(rb"IT STOPPED \d+ True", t.raw) is not None)
        assert left_behind(terminal) == []
        terminal.send("enter")
        comes_back(terminal)
        terminal.send("2")
        terminal.wait_for("The list of Sets could not be read")

        # From outside, without a word to the app.
        os.kill(int(re.findall(rb"IT STOPPED (\d+)", terminal.raw)[0]), signal.SIGSTOP)
        terminal.wait_for(lambda t: t.raw.count(b"IT STOPPED") == 2)
        terminal.send("enter")
        comes_back(terminal)
        terminal.send("1")
        terminal.wait_for("Who are you looking for")
        terminal.send("ctrl+q")
        terminal.wait_for("THE END 0")
        terminal.wait_for_exit()
        assert left_behind(terminal) == []


def comes_back(terminal: Terminal) -> None:
    """The app enters its screen again, after the last word of the shell."""
    terminal.wait_for(lambda t: t.raw.rfind(b"\x1b[?1049h") > t.raw.rfind(b"IT STOPPED"))


def test_without_a_shell_to_go_on_from_nothing_stops(tmp_path: Path) -> None:
    with started(tmp_path) as terminal:
        terminal.wait_for("offline")
        terminal.send("escape")
        os.kill(terminal.pid, signal.SIGTSTP)
        terminal.wait_for(lambda t: t.raw.count(b"\x1b[?1049h") == 2)
        terminal.send("2")
        terminal.wait_for("The list of Sets could not be read")
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
        assert left_behind(terminal) == []
