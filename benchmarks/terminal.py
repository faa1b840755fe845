"""A terminal for tests and measurements: a pseudo-terminal that answers as xterm does.

It runs a program, keeps the screen it draws (through pyte), and answers the questions a program
asks its terminal, so that nothing waits for an answer that never comes. A thread reads what the
program writes as soon as it is there, and notes when: how long pyte then takes with it is the
test's own time and not the program's.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Protocol

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pagedown": "\x1b[6~",
    "pageup": "\x1b[5~",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
}
_FRAME_BEGINS, _FRAME_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"
# What programs ask, and what xterm answers: device attributes, version, modes, colours.
_ANSWERS: tuple[tuple[re.Pattern[bytes], Callable[[re.Match[bytes]], bytes]], ...] = (
    (re.compile(rb"\x1b\[0?c"), lambda _m: b"\x1b[?64;1;2;6;9;15;18;21;22c"),
    (re.compile(rb"\x1b\[>0?q"), lambda _m: b"\x1bP>|XTerm(390)\x1b\\"),
    (re.compile(rb"\x1b\[\?2026\$p"), lambda _m: b"\x1b[?2026;2$y"),
    (re.compile(rb"\x1b\[\?(?!2026)(\d+)\$p"), lambda m: b"\x1b[?" + m[1] + b";0$y"),
    (re.compile(rb"\x1b\]10;\?(?:\x07|\x1b\\)"), lambda _m: b"\x1b]10;rgb:d5d5/dada/e2e2\x1b\\"),
    (re.compile(rb"\x1b\]11;\?(?:\x07|\x1b\\)"), lambda _m: b"\x1b]11;rgb:1414/1717/1d1d\x1b\\"),
)
# Private sequences that pyte would draw as text.
_UNKNOWN_TO_PYTE = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?\d+\$p|\x1b\[\?u")


class Begun(Protocol):
    """A program that somebody else started."""

    pid: int

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""
        ...


Begin = Callable[[Sequence[str], Mapping[str, str], str | None, IO[bytes]], Begun]
"""Starts a program: its arguments, environment and folder, and the terminal that is its own."""


class Timeout(AssertionError):
    """Something did not come on the screen in time; the message shows the screen."""


class Terminal:
    """A program on a terminal of `columns` × `lines`. Use as a context manager."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        columns: int = 80,
        lines: int = 24,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        tells_size: bool = True,
        begin: Begin | None = None,
    ) -> None:
        """Without `tells_size` it has one and tells none, as a serial console does. With `begin`,
        that starts it, otherwise than from the interpreter on."""
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        """Every byte the program wrote."""
        self.exit_code: int | None = None
        self.ended = 0.0
        """When the program ended, on the clock of `time.perf_counter`."""
        self.arrived = 0.0
        """When the last bytes that are on the screen came, on the clock of `time.perf_counter`."""
        self._text: str | None = None
        self._pending = b""
        self._inbox: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        self._enough = False
        self._painting = False
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name, size in (("COLUMNS", columns), ("LINES", lines)):
            environment[name] = str(size) if tells_size else ""
        environment |= env or {}
        self.started = self.arrived = self._read_at = time.perf_counter()
        self._begun: Begun | None = None
        if begin is not None:
            self._fd, its = os.openpty()
            fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            with os.fdopen(its, "r+b", buffering=0) as theirs:
                self._begun = begin(argv, environment, cwd, theirs)
            self.pid = self._begun.pid
        else:
            self.pid, self._fd = pty.fork()
        if self.pid == 0:
            _keep_priority()
            # A terminal's own programs hear these, also where what starts this one is in the
            # background of a script, which ignores them and has its children do so.
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            # Here, and not in the parent: the program may ask before that one has its turn.
            if tells_size:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            if cwd:
                os.chdir(cwd)
            os.execvpe(argv[0], list(argv), environment)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # What is on the screen

    @property
    def text(self) -> str:
        """The screen, line by line, without the spaces at line ends."""
        if self._text is None:  # it takes pyte some milliseconds, and is asked for in a loop
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def line_with(self, text: str) -> str:
        """The first line that holds `text`, or an empty one."""
        return next((line for line in self.screen.display if text in line), "").rstrip()

    # Doing

    def send(self, *keys: str) -> None:
        """Press keys: names of `KEYS`, or text as it is typed."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def resize(self, columns: int, lines: int) -> None:
        """Make it larger or smaller, and tell the program."""
        self.screen.resize(lines, columns)
        self._text = None
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def pump(self, seconds: float) -> bool:
        """Read what comes within `seconds`, once. False when there was nothing."""
        try:
            at, data = self._inbox.get(timeout=max(0.0, seconds))
        except Empty:
            return False
        if not data:
            self._reap()
            return False
        self.arrived = at
        self.raw += data
        new = max(0, len(self.raw) - len(data) - len(_FRAME_BEGINS))
        begun, done = self.raw.rfind(_FRAME_BEGINS, new), self.raw.rfind(_FRAME_ENDS, new)
        if begun != done:
            self._painting = begun > done
        data = self._pending + data
        # A sequence cut at the end of a read waits for its rest.
        cut = data.rfind(b"\x1b", max(0, len(data) - 64))
        self._pending = b""
        if cut >= 0 and not re.search(rb"[a-zA-Z\\~$]", data[cut + 2 :]):
            data, self._pending = data[:cut], data[cut:]
        self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", data))
        self._text = None
        return True

    def _read(self) -> None:
        """On a thread: what the program writes, each piece with its time; nothing at its end."""
        data = b"more"
        while data and not self._enough:
            try:
                ready, _, _ = select.select([self._fd], [], [], 0.1)
                if not ready:
                    continue
                data = os.read(self._fd, 1 << 16)
                at = self._read_at = time.perf_counter()
                for pattern, answer in _ANSWERS:
                    for match in pattern.finditer(data):
                        os.write(self._fd, answer(match))
            except OSError:
                at, data = time.perf_counter(), b""
            self._inbox.put((at, data))

    def listen(self, quiet: float) -> None:
        """Wait until nothing has come for `quiet` seconds, and take nothing in: what draws the
        screen competes neither with the program nor with the thread that notes its bytes."""
        since = time.perf_counter()
        while (left := max(since, self._read_at) + quiet - time.perf_counter()) > 0:
            time.sleep(left)

    def settle(self, quiet: float = 0.15, within: float = 5.0) -> None:
        """Read until nothing has come for `quiet` seconds."""
        deadline = time.perf_counter() + within
        while time.perf_counter() < deadline and self.pump(quiet):
            pass

    def wait_for(
        self, what: str | Callable[[Terminal], bool], within: float = 60.0, *, gone: bool = False
    ) -> float:
        """Wait until a text is on the screen (or gone from it), or a condition holds; looks where
        the program has painted all of a change, and not half of it.

        Returns the seconds from the program's start to the bytes that brought it. Raises `Timeout`
        with the screen.
        """
        met = what if callable(what) else (lambda t: (what in t.text) is not gone)
        deadline = time.perf_counter() + within
        while (self._painting and self.exit_code is None) or not met(self):
            left = deadline - time.perf_counter()
            if left <= 0 or self.exit_code is not None:
                state = "" if self.exit_code is None else f" (it ended with {self.exit_code})"
                at = f"the cursor in line {self.screen.cursor.y + 1}, {self.screen.cursor.x + 1}"
                raise Timeout(f"waited {within} s for {what!r}{state}; {at}; it:\n{self.text}")
            self.pump(min(left, 0.05))
        return self.arrived - self.started

    def wait_for_exit(self, within: float = 60.0) -> int:
        """The exit code, once the program has ended."""
        deadline = time.perf_counter() + within
        while self.exit_code is None:
            if time.perf_counter() > deadline:
                raise Timeout(f"it did not end within {within} s; the screen:\n{self.text}")
            self.pump(0.02)
            self._poll()
        # Its last words, to the end that the terminal tells of where it was not taken away.
        self.settle(0.0 if self._enough else 2.0, within)
        return self.exit_code

    # What it uses

    def resident_bytes(self) -> int:
        """Resident memory of the program, in bytes (Linux)."""
        return resident_bytes(self.pid)

    def cpu_seconds(self) -> float:
        """Processor time of the program so far (Linux)."""
        with open(f"/proc/{self.pid}/stat") as file:  # noqa: PTH123
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _poll(self) -> None:
        if self.exit_code is None:
            if self._begun is not None:
                self.exit_code = self._begun.poll()
            elif (waited := os.waitpid(self.pid, os.WNOHANG))[0]:
                self.exit_code = os.waitstatus_to_exitcode(waited[1])
            if self.exit_code is not None:
                self.ended = time.perf_counter()

    def _reap(self) -> None:
        """The other end is closed: the program is ending."""
        deadline = time.perf_counter() + 10
        while self.exit_code is None and time.perf_counter() < deadline:
            self._poll()
            time.sleep(0.002)

    def hang_up(self) -> None:
        """Take the terminal away from the program, as who closes its window does."""
        if not self._enough:
            self._enough = True
            self._reader.join()
            os.close(self._fd)

    def close(self) -> None:
        """End the program if it still runs, and the terminal."""
        self._poll()
        for sign in (signal.SIGTERM, signal.SIGKILL):
            if self.exit_code is not None:
                break
            os.kill(self.pid, sign)
            deadline = time.perf_counter() + 3
            while self.exit_code is None and time.perf_counter() < deadline:
                self.pump(0.02)
                self._poll()
        self.hang_up()


def _keep_priority() -> None:
    """A session of its own is scheduled apart (Linux `autogroup`): as urgently as its parent."""
    with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as file:  # noqa: PTH123
        file.write(str(os.nice(0)))


def resident_bytes(pid: int) -> int:
    with open(f"/proc/{pid}/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
