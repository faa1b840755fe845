"""What is written reaches the terminal whole and in its order, however much it takes at a time."""

from __future__ import annotations

import fcntl
import os
import pty
import tty
from collections.abc import Iterator
from threading import Thread

import pytest

from shortlist.tui.terminal.output import Output
from shortlist.tui.terminal.writer import Writer


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """The two ends of a terminal: its own, and the one that programs have."""
    own, theirs = pty.openpty()
    tty.setraw(theirs)
    yield own, theirs
    os.close(own)
    os.close(theirs)


def nobody_told() -> None:
    """The terminal stays."""


def read(end: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(end, 1 << 16)
    return data


def test_what_the_terminal_takes_is_there_before_any_thread_has_run(
    ends: tuple[int, int],
) -> None:
    own, theirs = ends
    with os.fdopen(os.dup(theirs), "w", encoding="utf-8") as file:
        writer = Writer(Output(file.fileno(), nobody_told))  # its thread is never started
        writer.write("a frame ✓")
        assert read(own, 11) == "a frame ✓".encode()
        os.close(writer._way_in)


def test_what_it_does_not_take_follows_whole_and_in_order(ends: tuple[int, int]) -> None:
    own, theirs = ends
    frames = [f"<{number}>" + "█x" * 20_000 for number in range(12)]
    wanted = "".join(frames).encode()
    with os.fdopen(os.dup(theirs), "w", encoding="utf-8") as file:
        writer = Writer(Output(file.fileno(), nobody_told))
        writer.start()
        for frame in frames:
            writer.write(frame)  # nobody reads: none of this waits
        got: list[bytes] = []
        reader = Thread(target=lambda: got.append(read(own, len(wanted))))
        reader.start()
        writer.stop()
        reader.join()
    assert got == [wanted]


def test_the_terminal_of_others_stays_one_that_waits(ends: tuple[int, int]) -> None:
    _own, theirs = ends
    with os.fdopen(os.dup(theirs), "w", encoding="utf-8") as file:
        writer = Writer(Output(file.fileno(), nobody_told))
        assert not fcntl.fcntl(theirs, fcntl.F_GETFL) & os.O_NONBLOCK
        assert fcntl.fcntl(writer._way_in, fcntl.F_GETFL) & os.O_NONBLOCK
        os.close(writer._way_in)


def test_where_there_is_no_terminal_the_thread_writes() -> None:
    out, into = os.pipe()
    with os.fdopen(into, "w", encoding="utf-8") as file:
        writer = Writer(Output(file.fileno(), nobody_told))
        writer.start()
        writer.write("to a pipe")
        writer.stop()
    assert read(out, 9) == b"to a pipe"
    os.close(out)
