"""The signals that end the app: the terminal is put back first.

Imported before the first paint: nothing but `signal` and `os`.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # importing `typing` takes longer than drawing
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Final

INTERRUPTED: Final = 130
_ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def when_ended(act: Callable[[int, FrameType | None], None]) -> None:
    """Call `act` when somebody ends this program from outside, or closes the terminal.

    What was ignored when it started stays so: `nohup` means it.
    """
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, act)


def code_of(number: int) -> int:
    """The exit code of a program that a signal has ended: one that was asked to end has done so."""
    return INTERRUPTED if number == signal.SIGINT else 0


def end_before_it_began(put_back: Callable[[], None]) -> None:
    """Until the app itself sees to it, a signal puts the terminal back and ends at once: whatever
    is being imported, nothing is open yet that would have to be closed."""

    def act(number: int, _frame: FrameType | None) -> None:
        put_back()
        os._exit(code_of(number))

    when_ended(act)
