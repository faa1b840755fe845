"""The process that forks programs (see `forks`), one for all processes of a run of pytest.

It imports nothing until a first program is asked for, has one thread and opens nothing.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import termios
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from tests.forks import SHARED, begin_service
from tests.parent import ends_with_parent

_MOST_BYTES = 1 << 16
_STOP_SECONDS = 20.0
_SERVICE = (
    "shortlist.cli.serve",
    "shortlist.service.runtime.main",
    "shortlist.service.runtime.server",
    "shortlist.service.index.open",
    "shortlist.service.index.embed_later",
    "shortlist.service.search.finder",
    "shortlist.service.sets.judge",
    "shortlist.service.enrich.resolver",
    "anyio._backends._asyncio",
    "dbos",
    "psycopg",
    "tokenizers",
    "uvloop",
)
"""What a service imports until all of it is up; not what starts threads of its own."""
_LOCAL_SERVICE = "shortlist.desk.local_service"
_COMMANDS = (
    "shortlist.__main__",
    "shortlist.cli.main",
    "shortlist.cli.deployment",
    "shortlist.cli.output",
    "shortlist.client.transport",
    "shortlist.client.executor",
    "shortlist.client.calls",
    "shortlist.desk.connection",
    _LOCAL_SERVICE,
    "shortlist.desk.store",
)
"""What nearly every command does."""
_APP = (
    "shortlist.cli.open",
    "shortlist.tui.app",
    "shortlist.tui.kit.terminal.driver",
    *(
        f"shortlist.tui.features.{screen}.screen"
        for screen in ("search", "sets", "people", "enrich", "usage")
    ),
)
"""What the app does until its screens are drawn."""
_SOMEBODY = {
    "title": "Nurse Manager",
    "company": "Quay Hospital",
    "industry": "Health Care",
    "location": "Oslo, Norway",
    "summary": "A nurse who speaks French.",
    "education": [{"school": "Fell University", "degree": "BSc in Nursing"}],
}
_QUESTIONS = (
    "enginears near Boston who speak German",
    "ingenieros en México que dominan Java",
    "who keeps intruders out of computers",
)
"""As a service reads before anybody asks."""


class _Asking:
    """Somebody who asks for programs, and those that run for them."""

    def __init__(self, asked: socket.socket) -> None:
        self.socket = asked
        self.running: dict[int, int] = {}
        """By process id, where it is told how one ended."""
        self.until: float | None = None
        """Once they have left: when what still runs is killed."""

    def fileno(self) -> int:
        return self.socket.fileno()

    def hear(self) -> tuple[dict[str, Any], list[int]] | None:
        """What they ask for, and its descriptors; None where they have left."""
        content, descriptors = b"", list[int]()
        with suppress(ConnectionResetError):
            content, descriptors, _, _ = socket.recv_fds(self.socket, _MOST_BYTES, 5)
            while content and not content.endswith(b"\n"):
                more = self.socket.recv(_MOST_BYTES)
                content = content + more if more else b""
        if content:
            return json.loads(content), list(descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        self.end()
        return None

    def end(self) -> None:
        """Have every program stop, also one that was frozen."""
        self.until = time.monotonic() + _STOP_SECONDS
        for number in (signal.SIGTERM, signal.SIGCONT):
            self._signal(number)

    def has_ended(self) -> bool:
        """Whether they have left and nothing runs for them; what takes too long is killed."""
        if self.until is not None and time.monotonic() > self.until:
            self._signal(signal.SIGKILL)
        return self.until is not None and not self.running

    def _signal(self, number: int) -> None:
        for pid in self.running:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


class _Forker:
    """Forks a program for each message, and tells how each ended.

    A program ends with who asked for it, unless it outlives them, and with this process, which
    ends when its starter has gone.
    """

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._in_the_child = ends_with_parent()
        self._nobody = _Asking(socket.socket(socket.AF_UNIX))
        """For whom those run that outlive who asked for them."""
        self._asking = [self._nobody]
        self._woken, self._wake = os.pipe()
        for descriptor in (self._woken, self._wake):
            os.set_blocking(descriptor, False)
        signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)

    def serve(self) -> None:
        starter = 0  # a pipe that it holds
        while self._asking:
            heard = [each for each in self._asking if each.until is None]
            leaving = self._nobody not in heard
            waited = [self._woken, *([] if leaving else [starter, self._listener, *heard[1:]])]
            seconds = 0.1 if len(heard) < len(self._asking) else None
            ready, _, _ = select.select(waited, [], [], seconds)
            if self._woken in ready:
                with suppress(BlockingIOError):
                    os.read(self._woken, 4096)
                self._tell_who_ended()
            for each in heard:
                if each in ready and (asked := each.hear()):
                    self._fork(each, *asked)
            if self._listener in ready:
                self._asking.append(_Asking(self._listener.accept()[0]))
            if starter in ready:
                for each in heard:
                    each.end()
            for each in self._asking.copy():
                if each.has_ended():
                    each.socket.close()
                    self._asking.remove(each)

    def _fork(self, who: _Asking, asked: dict[str, Any], descriptors: list[int]) -> None:
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            mine = [self._listener.detach(), self._woken, self._wake]
            for other in self._asking:
                mine += [other.socket.detach(), *other.running.values()]
            self._in_the_child()
            _become(asked, descriptors, mine)
        *streams, told = descriptors[:4]
        for descriptor in (*streams, *descriptors[4:]):
            os.close(descriptor)
        (self._nobody if asked["outlives"] else who).running[pid] = told
        with suppress(BrokenPipeError):  # they have left meanwhile
            who.socket.sendall(pid.to_bytes(4))

    def _tell_who_ended(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                [told] = [each.running.pop(pid) for each in self._asking if pid in each.running]
                with suppress(BrokenPipeError):  # nobody wants to know
                    os.write(told, os.waitstatus_to_exitcode(status).to_bytes(4, signed=True))
                os.close(told)


def _become(
    asked: Mapping[str, Any], descriptors: Sequence[int], closed: Sequence[int]
) -> NoReturn:
    """Be the program that was asked for, in the process that was forked for it."""
    code = 1
    try:
        for number, descriptor in enumerate(descriptors[:3]):
            os.dup2(descriptor, number)
        # What it keeps open, it keeps.
        for descriptor in (*descriptors[:4], *closed):
            os.close(descriptor)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if asked["terminal"]:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        if asked["outlives"]:
            os.setsid()
        sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", closefd=False)
        line = 1 if asked["terminal"] else -1
        sys.stdout = sys.__stdout__ = os.fdopen(1, "w", line, "utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
        sys.__stderr__ = sys.stderr
        shared = {SHARED: os.environ[SHARED]}
        os.environ.clear()
        os.environ.update(asked["env"] | shared)
        time.tzset()
        os.chdir(asked["folder"])
        file, *arguments = asked["command"]
        if file == "-m":
            module, *arguments = arguments
            package = hasattr(sys.modules[module], "__path__")
            file = str(sys.modules[module + ".__main__" * package].__file__)
        sys.argv = [file, *arguments]
        sys.modules[_LOCAL_SERVICE]._begin = begin_service  # type: ignore[attr-defined]
        runpy.run_path(file, run_name="__main__")
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except KeyboardInterrupt:
        traceback.print_exc()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code & 0xFF)


def _import_all() -> None:
    for module in (*_SERVICE, *_COMMANDS, *_APP):
        __import__(module)
    import numpy as np
    from tests.service.reading.stubs import SmallGazetteer

    from shortlist.service.index.embedding import MiniLm
    from shortlist.service.index.facets import facets
    from shortlist.service.reading import descriptions, port
    from shortlist.service.reading.vocabulary import occupations, tables

    tables.titles()
    tables.country_names()
    occupations.linked()
    facets(_SOMEBODY)  # reads the tables that everybody's facts are found in
    # The same for questions: a service reads these as it starts.
    for question in _QUESTIONS:
        port.read(question, SmallGazetteer())
    nobody = np.zeros(len(descriptions.trades()))
    vector = np.zeros(MiniLm.dimension, dtype=np.float32)
    descriptions.told(_QUESTIONS[-1], vector, nobody, {"nurse": 1.0})
    threads = Path(f"/proc/{os.getpid()}/task")
    assert threading.active_count() == 1, threading.enumerate()
    assert not threads.exists() or len([*threads.iterdir()]) == 1, "threads of native code"
    # What is here is looked at by no collector of garbage, and so stays shared by all.
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    # Ctrl+C is for who asks: programs end when that one says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        if listener in select.select([0, listener], [], [])[0]:
            _import_all()
            _Forker(listener).serve()
