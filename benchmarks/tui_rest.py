"""The app at rest, under a held key, and over a long time.

    python benchmarks/tui_rest.py [--seconds 5] [--json]

* idle: processor time on each screen while nothing happens, as a share of one core;
* held: a key pressed 30 times a second in a list; how many presses the screen is behind at most,
  and the time from a press to the line it leads to;
* hour: a Set that admits somebody twenty times a second for as many events as an hour of one
  person every half second brings; resident memory before, at the half and at the end.

The client is inside the app's process, so that what is measured is the app.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.terminal import Terminal  # noqa: E402

HZ = 30
HOUR_EVENTS = 7_200
HOUR_SECONDS = 24

IDLE = """
import sys
sys.path[:0] = [{src!r}, {root!r}]
from tests.tui.fakes import FakeClient, app_on, the_set
sets = [the_set("set_1", "completed", 500, 500)]
app_on(FakeClient(found=150, items_known=500, sets_known=sets)).run()
"""

HOUR = """
import asyncio, sys, time
sys.path[:0] = [{src!r}, {root!r}]
from tests.tui.fakes import FakeClient, app_on, item, the_set, update

EVENTS, SECONDS = {events}, {seconds}

class Pouring:
    async def __aiter__(self):
        begun, sent = time.monotonic(), 0
        while sent < EVENTS:
            due = min(EVENTS, int(EVENTS * (time.monotonic() - begun) / SECONDS) + 1)
            while sent < due:
                yield update("set.item.admitted", item=item(sent % 500, "set_1"))
                if sent % 10 == 0:
                    running = the_set("set_1", "running", min(499, sent), 500)
                    yield update("set.search.progress", search=running.searches[0])
                sent += 1
            await asyncio.sleep(0.02)
        yield update("end", set=the_set("set_1", "completed", 500, 500), final=True)
    async def aclose(self):
        pass

class Client(FakeClient):
    def follow(self, set_id, **given):
        return Pouring()

app_on(Client(sets_known=[the_set("set_1", "running", 0, 500)], items_known=500)).run()
"""


def program(code: str, **given: object) -> list[str]:
    return [sys.executable, "-c", code.format(src=str(ROOT / "src"), root=str(ROOT), **given)]


def idle(seconds: float) -> dict[str, float]:
    """Share of one core on each screen."""
    shares = {}
    with Terminal(program(IDLE), columns=120, lines=40) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("nurses", "enter")
        terminal.wait_for("found", 30)
        terminal.send("escape")
        terminal.settle(1.0)
        for key, screen in zip(
            "12345", ("search", "sets", "people", "enrich", "usage"), strict=True
        ):
            terminal.send(key)
            terminal.settle(3.0, within=10)  # toasts and cursors come to rest
            begun, cpu = time.perf_counter(), terminal.cpu_seconds()
            terminal.settle(seconds + 1, within=seconds)
            spent = time.perf_counter() - begun
            shares[f"idle_{screen}_percent"] = 100 * (terminal.cpu_seconds() - cpu) / spent
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    return shares


def held(seconds: float) -> dict[str, float]:
    """Down, held at 30 Hz in the list of a search: presses behind, and press to paint."""
    cursor = re.compile(r"▌")
    behind, times = 0, []
    with Terminal(program(IDLE), columns=120, lines=40) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("nurses", "enter")
        terminal.wait_for("found", 30)
        terminal.settle(1.0)
        terminal.send("g")
        terminal.settle(0.5)

        def line() -> int:
            rows = terminal.screen.display
            return next((i for i, row in enumerate(rows) if cursor.search(row)), -1)

        first = line()
        presses = min(int(seconds * HZ), 18)  # while the list needs not scroll
        sent: list[float] = []
        begun = time.perf_counter()
        shown = 0
        while shown < presses and time.perf_counter() - begun < 30:
            now = time.perf_counter()
            if len(sent) < presses and now >= begun + len(sent) / HZ:
                terminal.send("j")
                sent.append(now)
            terminal.pump(0.001)
            moved = line() - first
            for press in range(shown, min(moved, len(sent))):
                times.append(1e3 * (time.perf_counter() - sent[press]))
            shown = max(shown, moved)
            waiting = [at for at in sent[shown:] if time.perf_counter() - at > 1 / HZ]
            behind = max(behind, len(waiting))
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    ordered = sorted(times)
    return {
        "held_presses_behind": behind,
        "held_p50_ms": ordered[len(ordered) // 2],
        "held_p95_ms": ordered[int(len(ordered) * 0.95)],
    }


def hour() -> dict[str, float]:
    """Resident memory over the events of an hour."""
    code = program(HOUR, events=HOUR_EVENTS, seconds=HOUR_SECONDS)
    with Terminal(code, columns=120, lines=40) as terminal:
        terminal.wait_for("● ready", 60)
        terminal.send("escape")
        terminal.settle(0.3, within=1)
        terminal.send("2")
        # The first tenth fills what is bounded: the feed, the newest people, caches.
        terminal.settle(10, within=HOUR_SECONDS / 10)
        first = terminal.resident_bytes() / 1e6
        terminal.settle(10, within=HOUR_SECONDS * 0.45)
        half = terminal.resident_bytes() / 1e6
        terminal.wait_for("● done", HOUR_SECONDS * 4)
        last = terminal.resident_bytes() / 1e6
        terminal.send("ctrl+q")
        terminal.wait_for_exit()
    return {"hour_first_mb": first, "hour_half_mb": half, "hour_last_mb": last}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    figures = {**idle(given.seconds), **held(given.seconds), **hour()}
    if given.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:>22}  {value:10.2f}")


if __name__ == "__main__":
    main()
