"""What is typed is read in the app's own loop, which must never wait for it."""

from __future__ import annotations

import os

from shortlist.tui.terminal.driver import QuickDriver


def test_what_another_has_read_in_the_same_turn_is_not_waited_for() -> None:
    read, write = os.pipe()
    driver = object.__new__(QuickDriver)
    driver.fileno = read
    driver._read()  # the loop was told of a key that is no longer there
    os.close(read)
    os.close(write)
