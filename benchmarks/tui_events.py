"""The live view while events pour in: processor time, and how soon a key is answered.

    python benchmarks/tui_events.py [--rate 5000] [--seconds 10] [--json]

The events come from a client inside the app's process, one by one and ready made: what reading
them off the wire costs is measured in `benchmarks/client.py`.
Beside it, in the same run: the same app idle; and a process that makes and takes those events and
nothing else, whose share is the test's own and not the app's.

First the live view is watched without a key (`watch_percent`), then a key is pressed again and
again: the help is opened and closed, the dearest thing a key does there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.terminal import Terminal  # noqa: E402

APP = """
import asyncio, sys, time
sys.path[:0] = [{src!r}, {root!r}]
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


def app_code(rate: int, seconds: float, *, bare: bool = False) -> str:
    """The program that is measured."""
    return APP.format(src=str(ROOT / "src"), root=str(ROOT), rate=rate, seconds=seconds, bare=bare)


def making_percent(rate: int, seconds: float) -> float:
    """The share of a core that making and taking the events costs without any app."""
    ran = subprocess.run(
        [sys.executable, "-c", app_code(rate, seconds, bare=True)],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(ran.stdout.split()[-1])


def run(rate: int, seconds: float) -> dict[str, float]:
    """Share of one core, and milliseconds from a key to what answers it."""
    code = app_code(rate, 1.5 * seconds + 6)
    with Terminal([sys.executable, "-c", code], columns=120, lines=40) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("escape")
        terminal.settle(0.3, within=1)
        terminal.send("2")
        terminal.wait_for("500 of 500 admitted", 20)
        terminal.settle(0.5, within=1)
        begun, cpu = time.perf_counter(), terminal.cpu_seconds()
        while (watched := time.perf_counter() - begun) < seconds / 2:
            terminal.settle(0.2, within=0.2)
        watching = (terminal.cpu_seconds() - cpu) / watched
        begun, cpu = time.perf_counter(), terminal.cpu_seconds()
        times = []
        shown = False
        while time.perf_counter() - begun < seconds:
            # `?` opens the help and closes it: the dearest thing a key does here.
            pressed = time.perf_counter()
            terminal.send("?")
            shown = not shown
            terminal.wait_for("A Set is a list of people", 10, gone=not shown)
            times.append(1e3 * (time.perf_counter() - pressed))
            terminal.settle(0.05, within=0.25)
        spent = time.perf_counter() - begun
        share = (terminal.cpu_seconds() - cpu) / spent
        ordered = sorted(times)
        figures = {
            "watch_percent": 100 * watching,
            "keys_percent": 100 * share,
            "key_p50_ms": ordered[len(ordered) // 2],
            "key_p95_ms": ordered[int(len(ordered) * 0.95)],
        }
        if rate:
            if shown:
                terminal.send("?")
            terminal.wait_for("● done", 30)
            terminal.wait_for("500 of 500 admitted", 10)
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
        return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=int, default=5_000, help="events a second")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    idle, busy = run(0, given.seconds), run(given.rate, given.seconds)
    figures = {f"idle_{name}": value for name, value in idle.items()}
    figures |= {f"busy_{name}": value for name, value in busy.items()}
    figures["making_percent"] = making_percent(given.rate, given.seconds / 2)
    figures["app_percent"] = figures["busy_watch_percent"] - figures["making_percent"]
    figures["key_p50_ratio"] = busy["key_p50_ms"] / idle["key_p50_ms"]
    figures["key_p95_ratio"] = busy["key_p95_ms"] / idle["key_p95_ms"]
    if given.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:>20}  {value:10.2f}")


if __name__ == "__main__":
    main()
