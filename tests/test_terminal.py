"""The terminal that tests look at."""

from __future__ import annotations

import sys

from benchmarks.terminal import Terminal

# One frame in many pieces, then all that a program has to say at its end.
PROGRAM = r"""
import sys
sys.stdout.write("\x1b[?2026hhalf" + "\rhalf" * 100_000 + " and whole\x1b[?2026l")
sys.stdout.flush()
sys.stdin.readline()
sys.stdout.write("\x1b[2J" + "\rmore" * 500_000 + "\rlast")
"""


def test_it_is_looked_at_where_a_frame_is_whole_and_at_its_end_all_is_read() -> None:
    looked = []

    def met(terminal: Terminal) -> bool:
        looked.append("half" in terminal.text and "whole" not in terminal.text)
        return "whole" in terminal.text

    with Terminal([sys.executable, "-c", PROGRAM], columns=40, lines=4) as terminal:
        terminal.wait_for(met)
        assert not any(looked)
        terminal.send("enter")
        assert terminal.wait_for_exit() == 0
        assert "last" in terminal.text
