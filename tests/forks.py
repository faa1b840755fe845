"""Programs that begin with their imports done: forks of one process that did them before.

A service takes five seconds of the processor to start, two of them to import what it is made of and
two to read the tables that questions are read by; a command half a second and the app a whole one,
nearly all of it so. Here a process does that once, and forks a program whenever it is asked to,
which is then a process like any other: with an id, arguments, an environment, streams and signals
of its own, to be killed or frozen. What a bare start is like, `RunningService(…, bare=True)` shows,
and every `Terminal` without `begin`.

The process that forks has one thread and opens nothing, so that a fork is as good as a start. It
ends, and asks its programs to end, with the process that started it.
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from tests.parent import ends_with_parent

_ROOT = Path(__file__).parent.parent
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
_COMMANDS = (
    "shortlist.__main__",
    "shortlist.cli.main",
    "shortlist.cli.deployment",
    "shortlist.cli.output",
    "shortlist.client.transport",
    "shortlist.client.executor",
    "shortlist.client.calls",
    "shortlist.desk.connection",
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


class Fork:
    """A program in a process of its own, as `subprocess.Popen` has it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        stdin: IO[Any] | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        folder: str | None = None,
        terminal: bool = False,
    ) -> None:
        """`command`: an interpreter, then a file, or `-m` and a module; then arguments.
        `stdout`: `subprocess.PIPE`, or where this process writes. `folder`: where it runs; this
        one's. `terminal`: its streams are one, which is its own."""
        self.args = list(command)
        self.returncode: int | None = None
        self.stdout: IO[str] | None = None
        self._status, its = socket.socketpair()
        told = its.detach()
        closed = [told]
        out = 1 if stdout in (None, subprocess.PIPE) else _number(stdout)
        if stdout == subprocess.PIPE:
            read, out = os.pipe()
            closed.append(out)
            self.stdout = os.fdopen(read, encoding="utf-8")
        given = os.open(os.devnull, os.O_RDONLY) if stdin is None else os.dup(stdin.fileno())
        closed.append(given)
        error = 2 if stderr is None else _number(stderr)
        asked = {"command": self.args[1:], "env": dict(env), "terminal": terminal}
        asked["folder"] = folder or str(Path.cwd())
        try:
            self.pid = _forking().fork(asked, [given, out, error, told])
        finally:
            for descriptor in closed:
                os.close(descriptor)

    def poll(self) -> int | None:
        """How it ended: its exit code, or less than 0 by a signal; None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The same once it has ended. Raises `subprocess.TimeoutExpired`."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            told = self._status.recv(4, socket.MSG_WAITALL)
            self._status.close()
            # Nothing is told where the process that forks was killed, and this one with it.
            self.returncode = int.from_bytes(told, signed=True) if told else -signal.SIGKILL
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def begin_in_terminal(
    command: Sequence[str], env: Mapping[str, str], folder: str | None, terminal: IO[bytes]
) -> Fork:
    """For `Terminal(…, begin=…)`: the program, in that terminal."""
    streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    return Fork(command, env=env, folder=folder, terminal=True, **streams)


def _number(stream: int | IO[Any] | None) -> int:
    return stream if isinstance(stream, int) else stream.fileno()  # type: ignore[union-attr]


class _Forking:
    """The process that forks, as who asks it sees it. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket, its = socket.socketpair()
        path = os.pathsep.join((str(_ROOT), str(_ROOT / "src"), os.environ.get("PYTHONPATH", "")))
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.forks", str(its.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(its.fileno(),),
                # One thread: linear algebra would start its own.
                env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
            )
        atexit.register(self._end)

    def fork(self, asked: Mapping[str, Any], descriptors: Sequence[int]) -> int:
        """Have a program begin; its process id."""
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], descriptors)
            pid = int.from_bytes(self._socket.recv(4, socket.MSG_WAITALL))
        assert pid, "the process that forks is gone"
        return pid

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()


@functools.cache
def _forking() -> _Forking:
    return _Forking()


def _serve(asking: socket.socket) -> None:
    """Fork a program for each message, and tell how each ended, until nobody is left who asks."""
    in_the_child = ends_with_parent()
    running: dict[int, int] = {}
    woken, wake = os.pipe()
    for descriptor in (woken, wake):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        while True:
            ready, _, _ = select.select([asking, woken], [], [])
            if woken in ready:
                with suppress(BlockingIOError):
                    os.read(woken, 4096)
                _tell_who_ended(running)
            if asking in ready:
                content, descriptors, _, _ = socket.recv_fds(asking, _MOST_BYTES, 4)
                while content and not content.endswith(b"\n"):
                    content += asking.recv(_MOST_BYTES)
                if not content:
                    return
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    mine = (asking.detach(), woken, wake, *running.values())
                    in_the_child()
                    _become(json.loads(content), descriptors, mine)
                *streams, told = descriptors
                for descriptor in streams:
                    os.close(descriptor)
                running[pid] = told
                asking.sendall(pid.to_bytes(4))
    finally:
        _end(running)


def _end(running: dict[int, int]) -> None:
    """Have every program stop, also one that was frozen; kill those that take too long."""
    for number in (signal.SIGTERM, signal.SIGCONT):
        for pid in running:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
    deadline = time.monotonic() + _STOP_SECONDS
    while running:
        _tell_who_ended(running)
        if time.monotonic() > deadline:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def _tell_who_ended(running: dict[int, int]) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            told = running.pop(pid)
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
        for descriptor in (*descriptors, *closed):
            os.close(descriptor)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if asked["terminal"]:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", closefd=False)
        line = 1 if asked["terminal"] else -1
        sys.stdout = sys.__stdout__ = os.fdopen(1, "w", line, "utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
        sys.__stderr__ = sys.stderr
        os.environ.clear()
        os.environ.update(asked["env"])
        time.tzset()
        os.chdir(asked["folder"])
        file, *arguments = asked["command"]
        if file == "-m":
            module, *arguments = arguments
            package = hasattr(sys.modules[module], "__path__")
            file = str(sys.modules[module + ".__main__" * package].__file__)
        sys.argv = [file, *arguments]
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
    _import_all()
    with socket.socket(fileno=int(sys.argv[1])) as asking:
        _serve(asking)
