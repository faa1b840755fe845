"""Programs that a test started end with it, also when pytest is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def ends_with_parent(asked: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """For `Popen(preexec_fn=…)`: send the program `asked` once the thread that starts it is gone.

    None where the system knows no such thing; a program that outlives a killed pytest is then
    ended by hand.
    """
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def in_the_child() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(asked))
        if os.getppid() != parent:  # gone before it was asked for
            os._exit(1)

    return in_the_child
