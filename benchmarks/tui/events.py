"""The live view while 5,000 events a second pour in: processor time, and time from key to paint.

The events come from a client inside the app's process, one by one and ready made: what reading
them off the wire costs is measured in `benchmarks/client.py`. Beside it: the same app idle, which
runs at the same time and is pressed in turns with it; and a process that makes and takes those
events and nothing else, whose share is the test's own and not the app's.

First both are watched without a key, then a key is pressed again and again: the help is opened and
closed, the dearest thing a key does there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

from benchmarks.terminal import Terminal
from benchmarks.tui.goals import Figure, at, percentiles
from benchmarks.tui.programs import ROOT, python

RATE = 5_000
WATCHED_SECONDS = 8.0
PRESSES = 80

APP = """
import asyncio, time
from tests.tui.fakes import FakeClient, app_on, item, the_set, update

RATE, SECONDS = {rate}, {seconds}

class Pouring:
    async def __aiter__(self):
        made = [update("set.item.admitted", item=item(n, "set_1")) for n in range(500)]
        begun, sent = time.monotonic(), 0
        while (now := time.monotonic() - begun) < SECONDS:
            while sent < now * RATE:
                yield made[sent % 500]
                sent += 1
            await asyncio.sleep(0.005)
        yield update("end", set=the_set("set_1", "completed", 500, 500), final=True)
    async def aclose(self):
        pass

if {bare}:
    async def bare():
        took, seen, at = [], 0, time.monotonic()
        before = time.process_time()
        async for each in Pouring():
            took.append(("set_1", each))
            if time.monotonic() - at > 0.1:
                seen, at = seen + len(took), time.monotonic()
                took.clear()
        print("bare", 100 * (time.process_time() - before) / SECONDS)
    asyncio.run(bare())
    raise SystemExit

class Client(FakeClient):
    def follow(self, set_id, **given):
        return Pouring() if RATE else super().follow(set_id, **given)

running = "running" if RATE else "completed"
app_on(Client(sets_known=[the_set("set_1", running, 500, 500)], items_known=500)).run()
"""


def code(rate: int, seconds: float, *, bare: bool = False) -> str:
    return APP.format(rate=rate, seconds=seconds, bare=bare)


def making_percent(rate: int, seconds: float) -> float:
    """The share of a core that making and taking the events costs without any app."""
    ran = subprocess.run(
        [sys.executable, "-c", code(rate, seconds, bare=True)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(ran.stdout.split()[-1])


def watched(terminal: Terminal, seconds: float) -> float:
    """The share of a core, in percent, that a program takes while nobody presses a key."""
    begun, cpu = time.perf_counter(), terminal.cpu_seconds()
    while time.perf_counter() - begun < seconds:
        terminal.pump(0.1)
    return 100 * (terminal.cpu_seconds() - cpu) / (time.perf_counter() - begun)


def to_live_view(terminal: Terminal) -> None:
    terminal.wait_for("● ready", 60)
    terminal.send("escape")
    terminal.settle(0.3, within=1)
    terminal.send("2")
    terminal.wait_for("500 of 500 admitted", 20)
    terminal.settle(0.5, within=1)


def measure(rate: int = RATE) -> list[Figure]:
    presses: dict[str, list[float]] = {"idle": [], "busy": []}
    seconds = WATCHED_SECONDS + 10 + 0.3 * PRESSES
    with python(code(0, 0)) as idle, python(code(rate, seconds)) as busy:
        for terminal in (idle, busy):
            to_live_view(terminal)
        share = watched(busy, WATCHED_SECONDS)
        apps = {"idle": idle, "busy": busy}
        for number in range(PRESSES):
            closes = bool(number % 2)
            for name, terminal in apps.items():
                terminal.settle(0.05, within=0.1)
                begun = time.perf_counter()
                terminal.send("?")
                terminal.wait_for("Done here most", 10, gone=closes)
                presses[name].append(1e3 * (terminal.arrived - begun))
        # Every one of them is in the figures at the end.
        busy.wait_for("● done", seconds + 30)
        busy.wait_for("500 of 500 admitted", 10)
        for terminal in (idle, busy):
            terminal.send("ctrl+q")
            terminal.wait_for_exit()
    making = making_percent(rate, 5.0)
    p50, p95 = (at(presses["busy"], p) / at(presses["idle"], p) for p in (0.5, 0.95))
    return [
        Figure("events: the app's share of a core", share - making, "%", 15),
        Figure("events: key to paint p50 / idle app", p50, "x", 1.25),
        Figure("events: key to paint p95 / idle app", p95, "x", 4),
        Figure("events: making them, in the same process", making, "%"),
        *percentiles("events: key to paint, idle", presses["idle"]),
        *percentiles("events: key to paint, busy", presses["busy"]),
    ]
