"""Writing to a terminal that others have left in an odd state, or that is gone."""

from __future__ import annotations

import os
import threading

from shortlist.tui.terminal.output import Output


def test_a_terminal_that_does_not_wait_gets_the_whole_frame() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    text = "zoë " * 200_000
    got = bytearray()

    def take() -> None:
        while piece := os.read(read, 65536):
            got.extend(piece)

    output = Output(write, lambda: None)
    # What fits is taken before anybody reads, so that the rest has to wait.
    reader = threading.Thread(target=take)
    timer = threading.Timer(0.2, reader.start)
    timer.start()
    output.write(text)
    output.flush()
    os.close(write)
    timer.join()
    reader.join()
    os.close(read)
    assert got.decode() == text


def test_what_goes_to_a_terminal_that_is_gone_is_let_go_and_told_once() -> None:
    read, write = os.pipe()
    os.close(read)
    told: list[bool] = []
    output = Output(write, lambda: told.append(True))
    for _ in range(3):
        assert output.write("frame") == 5
        output.flush()
    os.close(write)
    assert told == [True]


def test_it_is_utf_8_whatever_the_locale_says() -> None:
    read, write = os.pipe()
    output = Output(write, lambda: None)
    output.write("─ zoë \udc80")
    output.flush()
    assert os.read(read, 99) == "─ zoë ?".encode()
    os.close(read)
    os.close(write)
