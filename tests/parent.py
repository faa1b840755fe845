"""Programs that a test started end with it, also when pytest is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def ends_with_parent(asked: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """For `Popen(preexec_fn=…)`: send the program `asked` once the thread that starts it is gone.

    Elsewhere than on Linux, a program that outlives a killed pytest is ended by hand. Everywhere
    the program hears Ctrl+C, also where pytest runs in the background of a script and does not.
    """
    linux = sys.platform.startswith("linux")
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def in_the_child() -> None:
        # Also where pytest was started with one of them ignored: in the background, by `nohup`.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if not linux:
            return
        libc.prctl(_PR_SET_PDEATHSIG, int(asked))
        if os.getppid() != parent:  # gone before it was asked for
            os._exit(1)

    return in_the_child
