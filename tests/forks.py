"""Programs that begin with their imports done: forks of one process that did them before.

A service takes five seconds of the processor to start, two of them to import what it is made of and
two to read the tables that questions are read by; a command half a second and the app a whole one,
nearly all of it so. Here a process does that once, and forks a program whenever it is asked to,
which is then a process like any other: with an id, arguments, an environment, streams and signals
of its own, to be killed or frozen. What a bare start is like, `RunningService(…, bare=True)` shows,
and every `Terminal` without `begin`.

The process that forks has one thread and opens nothing, so that a fork is as good as a start. There
is one for all processes of a run of pytest. It asks programs to end with the process that asked for
them, and ends itself with the one that started it.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

_ROOT = Path(__file__).parent.parent
SHARED = "TESTS_FORKS"
"""In the environment: the socket of the process that forks."""


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
        outlives: IO[Any] | None = None,
    ) -> None:
        """`command`: an interpreter, then a file, or `-m` and a module; then arguments.
        `stdout`: `subprocess.PIPE`, or where this process writes. `folder`: where it runs; this
        one's. `terminal`: its streams are one, which is its own. `outlives`: it goes on when this
        process ends, in a session of its own, and keeps this file open."""
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
        asked |= {"folder": folder or str(Path.cwd()), "outlives": outlives is not None}
        kept = [] if outlives is None else [outlives.fileno()]
        try:
            self.pid = _forking().fork(asked, [given, out, error, told, *kept])
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


def begin_service(command: list[str], folder: Path, lock: IO[bytes], log: IO[bytes]) -> Fork:
    """For `local_service`: the service that a forked program starts is forked too."""
    env = sys.modules["shortlist.desk.local_service"]._environment()
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": log}
    return Fork(command, env=env, folder=str(folder), outlives=lock, **streams)


def _number(stream: int | IO[Any] | None) -> int:
    return stream if isinstance(stream, int) else stream.fileno()  # type: ignore[union-attr]


class _Forking:
    """The process that forks, as who asks it sees it. Thread-safe."""

    def __init__(self) -> None:
        if SHARED not in os.environ:
            share()
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(os.environ[SHARED])
        atexit.register(self._end)

    def fork(self, asked: Mapping[str, Any], descriptors: Sequence[int]) -> int:
        """Have a program begin; its process id."""
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], descriptors)
            pid = int.from_bytes(self._socket.recv(4, socket.MSG_WAITALL))
        assert pid, "the process that forks is gone"
        return pid

    def _end(self) -> None:
        with suppress(OSError):  # it is gone already
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.recv(1)  # closed once every program has ended


@functools.cache
def _forking() -> _Forking:
    return _Forking()


def share() -> None:
    """Start the process that forks, for this process and all that it starts. It imports nothing
    until a first program is asked for, and ends with this process."""
    folder = tempfile.mkdtemp(prefix="forks-")
    os.environ[SHARED] = str(Path(folder) / "socket")
    path = os.pathsep.join((str(_ROOT), str(_ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.environ[SHARED])
        listener.listen(64)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.forking", str(listener.fileno())],
            stdin=subprocess.PIPE,
            pass_fds=(listener.fileno(),),
            # One thread: linear algebra would start its own.
            env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        )

    def end() -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
