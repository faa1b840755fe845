"""How fast the app starts: to its first paint, to an echoed key, to its end, to people found.

The first paint is the frame that an earlier start kept; the echo is the app itself. Both are
beside a bare Textual app with one label; the two are started in turns. It is left twice: at rest,
and at once, while what it needs later is still imported on a thread.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.terminal import Terminal, resident_bytes
from benchmarks.tui.goals import Figure
from benchmarks.tui.programs import APP, LABEL, opened

Run = dict[str, float]
RESTS = (1.0, 0.0)
"""Seconds from the first echo until it is left."""


def start(
    argv: list[str], env: dict[str, str], painted: str, echo: str, leave: str, rest: float
) -> Run:
    """One run, in milliseconds: to the first paint, to the echo of a key that is sent then, and
    from the key that leaves to the end, `rest` seconds later."""
    with opened(argv, **env) as terminal:
        paint = terminal.wait_for(painted, 30)
        terminal.send("z")
        ready = terminal.wait_for(echo, 30)
        cpu = terminal.cpu_seconds()
        if rest:
            terminal.settle(rest, within=rest)
        terminal.send(leave)
        begun = time.perf_counter()
        terminal.wait_for_exit(20)
        ended = terminal.ended - begun
        if b"\x1b[?1049l" not in terminal.raw[-200:]:
            raise AssertionError(f"the terminal was not put back: {bytes(terminal.raw[-200:])!r}")
        names = ("paint", "ready", "cpu", "quit")
        return {n: 1e3 * s for n, s in zip(names, (paint, ready, cpu, ended), strict=True)}


def measure(runs: int = 7) -> list[Figure]:
    bare: list[Run] = []
    app: list[Run] = []
    quits: dict[float, list[tuple[float, float]]] = {}
    label = [sys.executable, "-c", LABEL]
    signs = ("Who are you looking for", "› z", "ctrl+q")
    with tempfile.TemporaryDirectory() as home:
        env = {"SHORTLIST_HOME": home}
        # Nothing answers there: what is measured is the app, and no service beside it.
        env |= {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
        for run in range(runs + 1):
            for rest in RESTS:
                one = start(label, env, "bare and ready", "got z", "q", rest)
                two = start(APP, env, *signs, rest)
                if not run:  # the first one warms caches and compiles bytecode
                    continue
                bare.append(one)
                app.append(two)
                quits.setdefault(rest, []).append((two["quit"], one["quit"]))

    def middle(runs: list[Run], name: str) -> float:
        return statistics.median(run[name] for run in runs)

    def ratio(name: str, of: str) -> float:
        """Each start beside the bare one before it, so that a busy moment weighs on both."""
        return statistics.median(a[name] / b[of] for a, b in zip(app, bare, strict=True))

    at_rest, at_once = (statistics.median(a / b for a, b in quits[rest]) for rest in RESTS)
    return [
        Figure("start: first paint / bare app ready", ratio("paint", "ready"), "x", 0.15),
        Figure("start: ready to type / bare app ready", ratio("ready", "ready"), "x", 1.3),
        Figure("start: quit at rest / bare app's", at_rest, "x", 1),
        Figure("start: quit at once / bare app's", at_once, "x", 1),
        *(Figure(f"bare app, {n}", middle(bare, n)) for n in ("paint", "ready", "cpu", "quit")),
        *(Figure(f"the app, {n}", middle(app, n)) for n in ("paint", "ready", "cpu", "quit")),
    ]


def _hand_on_priority(terminal: Terminal) -> None:
    """Have the service that the app starts, in a session of its own, run as urgently as the app."""
    children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children")
    terminal.wait_for(lambda _: bool(children.read_text().strip()), 30)
    for child in children.read_text().split():
        with contextlib.suppress(OSError):
            Path(f"/proc/{child}/autogroup").write_text(str(os.nice(0)))


def cold(runs: int = 3) -> list[Figure]:
    """A first start on this machine, which starts the service: to the first people found."""
    seconds, ours, theirs = [], [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home, opened(APP, SHORTLIST_HOME=home) as terminal:
            terminal.wait_for("Who are you looking for", 30)
            terminal.send("nurses", "enter")
            _hand_on_priority(terminal)
            seconds.append(terminal.wait_for("found", 90))
            terminal.settle(1.0)
            ours.append(terminal.resident_bytes() / 1e6)
            noted = json.loads((Path(home) / "data" / "service" / "service.json").read_text())
            theirs.append(resident_bytes(noted["pid"]) / 1e6)
            terminal.send("ctrl+q")
            terminal.wait_for_exit()
            os.kill(noted["pid"], signal.SIGTERM)
            deadline = time.monotonic() + 10
            while Path(f"/proc/{noted['pid']}").exists() and time.monotonic() < deadline:
                time.sleep(0.05)
    return [
        Figure("cold start to people found", statistics.median(seconds), "s"),
        Figure("the app's memory then", statistics.median(ours), "MB"),
        Figure("the service's memory then", statistics.median(theirs), "MB"),
    ]
